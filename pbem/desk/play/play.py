"""Playing a game on as far as its answers go. This module reads the store and writes nothing; `advance` stores the results."""

import logging
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.dice import Dice, KeyedDice
from pbem.core.event import Event, PhaseBegan
from pbem.core.play import Diverged, Running, Segment, Source, Stop
from pbem.core.sequence import sequence_of
from pbem.core.system import Phase, deals
from pbem.core.umpire import Masks, Roll, Umpire
from pbem.desk.desk import LADDER, Desk, options_of, read_json
from pbem.desk.orders.filing import DeferredOrders, deferred
from pbem.desk.play.answers import Lock, Sources, before_undo, lock_of
from pbem.desk.play.cache import Waiting, record_in
from pbem.desk.play.pace import AT_A_TABLE, Pace, pace_of
from pbem.desk.play.terms import Terms
from pbem.desk.record import chain
from pbem.desk.record.chain import check_state
from pbem.seal.draws import KeyedMasks, mask_key, players_in
from pbem.seal.ladder import NOTHING, extra_in, roll_key, silent
from pbem.seal.lock import SEALED
from pbem.store.database import Books
from pbem.store.database_errors import is_the_machines
from pbem.store.records import ANCHORS
from pbem.store.tables import GameRow, LockRow, PhaseRow, PlayerRow, SegmentRow

# The step of the ladder that an adjudication takes, and the dice of adjudications that are on record (docs/trust.md,
# 5).


def step_of(desk: Desk, books: Books, game: GameRow, adj: int) -> bytes:
    """The seed of adjudication `adj`, which has not been taken yet.  Raises LadderSpent.

    Adjudications are counted through the whole game; a ladder begins after the last that had its seed from another.
    """
    row = books.records.last_of_types(game, ANCHORS)
    if row is None:
        return desk.ladder(books, game).step(adj)
    before: int = read_json(row.body)["body"]["after_adj"]
    return desk.ladder(books, game, ladder_name(row.branch, row.seq)).step(adj - before)


def ladder_name(branch: str, seq: int) -> str:
    """The name of the secret of a ladder that record `seq` begins."""
    return f"{LADDER} {branch} {seq}"


def dice_on_record(books: Books, game: GameRow, seq: int) -> Dice:
    """The dice that record `seq` was adjudicated with, whichever ladder and branch they are of."""
    record = read_json(books.records.at(game, seq).body)
    body = record["body"]
    seed, extra = bytes.fromhex(body["seed"]), extra_in(body)
    key = roll_key(seed, record["game"], record["branch"], body["adj"], body["contrib"], extra)
    return KeyedDice(key)


log = logging.getLogger(__name__)

MOST_PHASES = 500
"""Phases that may run through in one go; a game that needs more is going round in a circle."""


@dataclass(frozen=True)
class NewSegment:
    """The play since the last stop: the segment, its events and rolls, and, if anything was rolled, its dice.

    `adj` is the ladder step that was taken, None if nothing was rolled; then `seed` is "" and `contributions` empty;
    `lock` is what was locked for it, in a mode of dice that wants that.
    """

    n: int
    segment: Segment
    first_event: int
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    adj: int | None = None
    seed: str = ""
    contributions: Mapping[str, str] = field(default_factory=dict)
    lock: LockRow | None = None


@dataclass(frozen=True)
class PlayResult:
    """A phase as far as it was played: where it stopped, the state there, and the new segment (None: nothing new)."""

    phase: Phase[Any]
    row: PhaseRow | None
    before: Any
    state: Any
    stop: Stop
    events: tuple[Event, ...]
    new: NewSegment | None
    lock: Lock
    segments_stored: int
    deferred: tuple[DeferredOrders, ...] = ()
    is_begun: bool = False
    """True if nobody has been told yet that it has begun."""

    @property
    def has_acted(self) -> bool:
        """True if the phase has already done something before it asks for orders, such as resupplying or bringing units in.

        Then the orders meet a position other than that at its beginning, and the beginning must not be played again.
        """
        return self.segments_stored > 0 or not all(isinstance(one, PhaseBegan) for one in self.events)

    @property
    def open(self) -> tuple[Ask, ...]:
        """The asks that nobody has answered."""
        return self.stop.open


@dataclass(frozen=True)
class PlayFault:
    """An error of ours while a phase was played: the phase's id, the exception's type, its message and where it was raised."""

    phase: str
    kind: str
    text: str
    trace: str = ""


class Unlocked(Exception):
    """Dice are wanted for which nothing is locked yet (see `seal.lock`): adjudication, and what each player contributes."""

    def __init__(self, adj: int, contributions: Mapping[str, str]) -> None:
        super().__init__(f"the orders of adjudication {adj} are not locked")
        self.adj, self.contributions = adj, contributions


@dataclass(frozen=True)
class ToLock:
    """A phase whose orders are to be locked before its dice: `row` is None if it has not begun; what counts, as text; the
    adjudication with its contributions; and what is to be filed for it first."""

    phase: Phase[Any]
    row: PhaseRow | None
    counts: str
    adj: int
    contributions: Mapping[str, str]
    deferred: tuple[DeferredOrders, ...]


@dataclass(frozen=True)
class Run:
    """The play of one go: the phases, the last of them open unless the game is over, dice are to be locked, the umpire's tray
    is full, or a fault came after them."""

    phases: tuple[PlayResult, ...]
    over: bool = False
    fault: PlayFault | None = None
    lock: ToLock | None = None
    for_umpire: bool = False


class StepDice:
    """The dice of a segment that is new: the ladder step is taken at its first roll, and not at all without one."""

    def __init__(self, desk: Desk, books: Books, game: GameRow, phase: str, adj: int, last: Mapping[str, str]) -> None:
        self._desk, self._books, self._game, self._phase = desk, books, game, phase
        self._adj = adj
        self._last = last
        self.deferred: Mapping[str, str] = {}
        """Digests of what is about to be filed for this phase, by side code."""
        self._dice: Dice | None = None
        self.seed = ""
        self.contributions: dict[str, str] = {}
        self.lock: LockRow | None = None
        """The lock for the orders, in a mode that wants it."""

    @property
    def adj(self) -> int | None:
        """The step that was taken, None while nothing was rolled."""
        return self._adj if self._dice is not None else None

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        """See `core.dice.Dice`."""
        if self._dice is None:
            self.contributions = contributions(self._books, self._game, self._phase, self._adj, self._last)
            self.contributions.update(self.deferred)
            extra = self._locked() if self._game.dice != SEALED else NOTHING
            step = step_of(self._desk, self._books, self._game, self._adj)
            self.seed = step.hex()
            self._dice = keyed(step, self._game, self._adj, self.contributions, extra)
        return self._dice.faces(label, number, sides)

    def _locked(self) -> Mapping[str, str]:
        """The values that came in after the orders were locked.  Raises Unlocked if they are not."""
        locked = self._books.locks.pending(self._game)
        if locked is None:
            raise Unlocked(self._adj, self.contributions)
        if locked.state == "waiting" or (locked.adj, locked.phase) != (self._adj, self._phase):
            raise Diverged(f"dice of {self._phase} are wanted while those of {locked.phase} are locked")
        self.lock = locked
        self.contributions = read_json(locked.digests)
        return extra_in({locked.mode: read_json(locked.word)})


def keyed(step: bytes, game: GameRow, adj: int, contrib: Mapping[str, str], extra: Mapping[str, str] = NOTHING) -> Dice:
    """The dice of one adjudication (docs/trust.md, 5)."""
    return KeyedDice(roll_key(step, game.name, game.branch, adj, contrib, extra))


def contributions(books: Books, game: GameRow, phase: str, adj: int, last: Mapping[str, str]) -> dict[str, str]:
    """Each player's contribution to the dice: the digest of their last submission for the phase, or that of silence.

    `last` is what each contributed to the adjudication before, by side code.
    """
    found = {}
    for player in books.players.of(game):
        filed = books.submissions.latest(game, player.side, phase)
        is_filed = filed is not None and filed.state == "filed"
        digest = filed.digest if filed is not None and is_filed else ""
        found[player.code] = digest or silent(game.name, player.code, adj, last[player.code])
    return found


def play_on(desk: Desk, books: Books, game: GameRow) -> Run:
    """Play a game from its last checkpoint to the first ask that nobody has answered, or to its end."""
    system = desk.title(game.title).system
    row = books.phases.open(game)
    steps = game.steps
    last: Mapping[str, str] = last_contributions(books, game)
    done: list[PlayResult] = []
    phase_id = "between two phases" if row is None else row.phase
    try:
        check_state(desk, books, game)
        state = desk.position(books, game)
        while True:
            phase_id = "between two phases" if row is None else row.phase
            phase = system.next_phase(state)
            if phase is None:
                return Run(tuple(done), over=True)
            phase_id = phase.id
            if (
                done
                and phase.turn > done[-1].phase.turn
                and Terms.of(read_json(game.hours), read_json(game.calendar)).umpire
            ):
                return Run(tuple(done), for_umpire=True)
            if len(done) == MOST_PHASES:
                raise Diverged(f"{MOST_PHASES} phases ran through without a question")
            earlier = [(one.phase.id, one.stop.segments) for one in done]
            pace = pace_of(books, game, system, phase, earlier, asks_programs=asks_programs(desk, books, game))
            waiting = (
                deferred(desk, books, game, sequence_of(system), phase.id, [one.phase.id for one in done])
                if row is None
                else ()
            )
            try:
                played = play_phase(desk, books, game, phase, state, row, steps, last, pace, waiting)
            except Unlocked as wanted:
                sides = [player.side for player in books.players.of(game)]
                rows = {one.player.side: one.row for one in waiting}
                counts = lock_of(books, game, sides, phase.id, row, rows).text
                to_lock = ToLock(phase, row, counts, wanted.adj, wanted.contributions, waiting)
                return Run(tuple(done), lock=to_lock)
            done.append(played)
            if played.new is not None and played.new.adj is not None:
                steps = played.new.adj
                last = played.new.contributions
            if not played.stop.finished:
                return Run(tuple(done))
            state, row = played.state, None
    # Whatever a game's rules raise must hold that game and no other: this is the one place where all of it is met.
    except Exception as fault:
        if is_the_machines(fault):
            raise  # no file or no memory was left: no game's fault
        log.exception("game %s, phase %s", game.name, phase_id)
        trace = "".join(traceback.format_exception(fault))
        return Run(tuple(done), fault=PlayFault(phase_id, type(fault).__name__, str(fault), trace))


def asks_programs(desk: Desk, books: Books, game: GameRow) -> bool:
    """True if a side that the program plays is asked in every phase: not in a replay, where the game on record did not."""
    return not desk.unasked or (game.branch, chain.next_seq(books, game)) not in desk.unasked


def masks_of(desk: Desk, books: Books, game: GameRow) -> Masks | None:
    """The masks of a game in which sides draw what others may not know; None for any other."""
    card = desk.title(game.title).system.card
    if not deals(desk.title(game.title).system):
        return None
    return KeyedMasks.of(books.secrets.get(game.name, "salt key"), card, game.branch, mask_players(books, game))


def mask_players(books: Books, game: GameRow) -> dict[str, int]:
    """The numbers of those players of the living branch whose sides had others before, by code: their keys are their own."""
    rows = [row for kind in ("branch.open", "gm.ruling") for row in books.records.of_type(game, kind)]
    return players_in(read_json(row.body) for row in sorted(rows, key=lambda row: row.seq))


def own_key(books: Books, game: GameRow, player: PlayerRow) -> tuple[tuple[str, str], ...]:
    """The key with which a player can recompute their own hidden draws, and its purpose; nothing in other games."""
    if "masks" not in read_json(books.records.at(game, 0).body)["body"]:
        return ()
    number = mask_players(books, game).get(player.code, 0)
    mine = mask_key(books.secrets.get(game.name, "salt key"), player.code, number).hex()
    return (("your own key: it unmasks your draws; keep it to yourself", mine),)


def last_contributions(books: Books, game: GameRow) -> dict[str, str]:
    """Each player's contribution to the last adjudication that is stored, by side code."""
    return {one.code: one.contribution for one in books.players.of(game)}


def play_phase(
    desk: Desk,
    books: Books,
    game: GameRow,
    phase: Phase[Any],
    state: Any,
    row: PhaseRow | None,
    steps: int,
    last: Mapping[str, str],
    pace: Pace = AT_A_TABLE,
    waiting: tuple[DeferredOrders, ...] = (),
    *,
    script: Callable[[Umpire[Any]], Source] | None = None,
) -> PlayResult:
    """Play one phase from its checkpoint `state`; `steps` ladder steps have been taken, `last` was contributed last.

    With a `script` the answers are those that it gives, and no other source is asked.  Raises Diverged, and whatever the
    rules raise.
    """
    rows = {one.player.side: one.row for one in waiting}
    lock = lock_of(books, game, [player.side for player in books.players.of(game)], phase.id, row, rows)
    stored = books.phases.segments(row) if row is not None else ()
    dice = StepDice(desk, books, game, phase.id, steps + 1, last)
    dice.deferred = {one.player.code: one.digest for one in waiting}
    masks = masks_of(desk, books, game)
    running = _running(desk, game, phase, state, stored, masks, from_checkpoint=script is not None)
    umpire = running.umpire
    asked = books.questions.of(row, len(stored) - 1) if row is not None else ()
    answers = {one.ask_key: one.choice for one in asked if one.answered is not None}
    passed = row is not None and row.passed
    sources: Source = Sources(
        desk.title(game.title),
        umpire,
        lock,
        game.when_in,
        answers,
        passed,
        pace,
        _drafts(game, passed),
        before_undo(books, game, phase.id),
        {one.ask_key for one in asked if one.answered is None},
    )
    if script is not None:
        sources = script(umpire)
    stop = _go_on(books, game, phase, row, running, stored, dice, sources)
    new = _new_segment(stop, stored, umpire, dice)
    there = umpire.state if stop.finished or script is not None else _keep(desk, game, phase, state, running)
    is_begun = row is None or (not stored and dice.lock is not None and dice.lock.begun)
    return PlayResult(phase, row, state, there, stop, tuple(umpire.events), new, lock, len(stored), waiting, is_begun)


def _drafts(game: GameRow, passed: bool) -> bool:
    """True if standing orders act for somebody who let their deadline pass: not if the terms give that to the defaults."""
    if not passed:
        return True
    return Terms.of(read_json(game.hours), read_json(game.calendar)).on_silence(is_question=False) != "defaults"


def present(desk: Desk, books: Books, game: GameRow) -> PlayResult | None:
    """A game's present position, with nothing new answered: the state within its open phase; None if it is over."""
    system = desk.title(game.title).system
    state = desk.position(books, game)
    phase = system.next_phase(state)
    if phase is None:
        return None
    row = books.phases.open(game)
    stored = books.phases.segments(row) if row is not None else ()
    lock = lock_of(books, game, [player.side for player in books.players.of(game)], phase.id, row)
    running = _running(desk, game, phase, state, stored, masks_of(desk, books, game))
    is_locked = books.locks.pending(game) is not None
    dice = StepDice(desk, books, game, phase.id, game.steps + 1, last_contributions(books, game))
    try:
        dealt = Undealt() if is_locked else dice
        stop = _go_on(books, game, phase, row, running, stored, dealt, lambda asks: (None,) * len(asks))
    except Unlocked:
        # It begins with a roll, and that waits.
        events = tuple(running.umpire.events)
        return PlayResult(
            phase, row, state, running.umpire.state, Stop(False, (), (), 0), events, None, lock, len(stored)
        )
    there = running.umpire.state if stop.finished else _keep(desk, game, phase, state, running)
    if is_locked:
        stop = replace(stop, open=())  # what was asked is answered
    return PlayResult(phase, row, state, there, stop, tuple(running.umpire.events), None, lock, len(stored))


DUMMY = bytes(32)
"""The key of a dry run's dice.  It is no step of any ladder: what it shows says nothing of the dice to come."""


def pending(desk: Desk, books: Books, game: GameRow) -> PlayResult | None:
    """The result if the open deadline passed now, with dummy dice.  It stores nothing and takes no ladder step.

    None if nothing is open.  Raises whatever the rules raise.
    """
    system = desk.title(game.title).system
    state = system.from_json(read_json(books.checkpoints.last(game).state))
    phase, row = system.next_phase(state), books.phases.open(game)
    if phase is None or row is None:
        return None
    lock = lock_of(books, game, [player.side for player in books.players.of(game)], phase.id, row)
    stored = books.phases.segments(row)
    asked = books.questions.of(row, len(stored) - 1)
    answers = {one.ask_key: one.choice for one in asked if one.answered is not None}
    masks = masks_of(desk, books, game)
    running = _running(desk, game, phase, state, stored, masks, from_checkpoint=True)
    umpire = running.umpire
    sources = Sources(
        desk.title(game.title),
        umpire,
        lock,
        game.when_in,
        answers,
        True,
        pace_of(books, game, system, phase, [], asks_programs=asks_programs(desk, books, game)),
        _drafts(game, True),
        before_undo(books, game, phase.id),
    )
    stop = _go_on(books, game, phase, row, running, stored, KeyedDice(DUMMY), sources)
    return PlayResult(phase, row, state, umpire.state, stop, tuple(umpire.events), None, lock, len(stored))


def _segments(stored: Sequence[SegmentRow]) -> list[Segment]:
    return [record_in(one.body, Segment) for one in stored]


def _running(
    desk: Desk,
    game: GameRow,
    phase: Phase[Any],
    state: Any,
    stored: Sequence[SegmentRow],
    masks: Masks | None,
    *,
    from_checkpoint: bool = False,
) -> Running:
    """The phase as it was left waiting after its stored segments, if the desk still has it; else from its checkpoint.

    With `from_checkpoint` it is always read from there.
    """
    kept = None if from_checkpoint else desk.play_cache.waiting(game)
    if (
        kept is not None
        and kept.is_at(phase.id, state, options_of(game))
        and kept.running.waits_after(_segments(stored))
    ):
        kept.running.umpire.masks = masks  # another player may have come
        return kept.running
    title = desk.title(game.title)
    system = title.system
    umpire: Umpire[Any] = Umpire(
        system.thaw(state),
        system.apply,
        phase=phase.id,
        options=options_of(game),
        view=system.view,
        write=title.dialect.write,
        masks=masks,
    )
    return Running(phase.play(umpire), umpire)


def _keep(desk: Desk, game: GameRow, phase: Phase[Any], checkpoint: Any, running: Running) -> Any:
    """Keep a phase that waits for answers, for the letter that brings them; a copy of the state in which it waits."""
    desk.play_cache.keep(game, Waiting(phase.id, checkpoint, running))
    return desk.title(game.title).system.thaw(running.umpire.state)


def _go_on(
    books: Books,
    game: GameRow,
    phase: Phase[Any],
    row: PhaseRow | None,
    running: Running,
    stored: Sequence[SegmentRow],
    dice: Dice,
    source: Source,
) -> Stop:
    if row is not None and row.phase != phase.id:
        raise Diverged(f"phase {row.phase} is open, and the rules say that it is the time of {phase.id}")

    def dice_for(n: int) -> Dice:
        if n >= len(stored):
            return dice
        kept = stored[n]
        return NoDice() if kept.adj is None else dice_on_record(books, game, kept.record_seq)

    return running.go_on(_segments(stored), dice_for, source)


class Undealt:
    """Dice that wait for what must arrive after the lock: nobody sees them before they are stored."""

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        """Raises Unlocked."""
        raise Unlocked(0, {})


class NoDice:
    """A segment that is stored without a roll must not roll when it is told again."""

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        """Raises Diverged."""
        raise Diverged(f"{label!r} is rolled in a segment that is recorded without a roll")


def _new_segment(stop: Stop, stored: Sequence[SegmentRow], umpire: Umpire[Any], dice: StepDice) -> NewSegment | None:
    segment = stop.segments[-1]
    if not stop.finished and not segment.answers and not segment.rolls:
        return None  # it stands where it stood; what was emitted up to here comes out the same next time
    rolls = tuple(umpire.rolls[-segment.rolls :]) if segment.rolls else ()
    first = stop.segments[-2].events if len(stop.segments) > 1 else 0
    events = tuple(umpire.events[first:])
    number = len(stored)
    if dice.adj is None:
        return NewSegment(number, segment, first, events, rolls)
    return NewSegment(number, segment, first, events, rolls, dice.adj, dice.seed, dice.contributions, dice.lock)


def asked_sides(asks: tuple[Ask, ...]) -> tuple[str, ...]:
    """The sides that owe something, each once, in the order of the questions."""
    return tuple(dict.fromkeys(one.side for one in asks))


def owes_orders(asks: tuple[Ask, ...], side: str) -> bool:
    """True if a side owes the orders of the phase (and not only the answer to a question)."""
    return any(one.side == side and one.kind == ORDERS for one in asks)
