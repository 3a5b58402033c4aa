"""Games played alone: one to its last turn, with what must hold after every event of it, and many of them by seed."""

import hashlib
import json
import textwrap
import traceback
from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.canonical import NotCanonical, canon
from pbem.core.dice import Dice, KeyedDice
from pbem.core.event import Event, PhaseEnded
from pbem.core.options import Options, clashes
from pbem.core.play import Segment, Source, perform
from pbem.core.record import from_json, to_json
from pbem.core.system import Outcome, Phase
from pbem.core.umpire import Umpire
from pbem.mechanisms.practice import RANDOM, Pick
from pbem.orders.rehearsal import ACCEPTED, REFUSED, rehearse
from pbem.reports.questions import answer_of, chosen
from pbem.seal.state import state_hash
from pbem.systems import registry
from pbem.systems.game import Game

MOST_KEPT = 20


class NotUnderstood(Exception):
    """A letter of digits, or its word of readiness, was not read as it was meant: no player could go on."""


@dataclass
class Post:
    """Statistics of one game's letters: their number, order lines, questions answered, lines that were refused."""

    letters: int = 0
    lines: int = 0
    questions: int = 0
    refused: int = 0
    refusals: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Player:
    """One side of a game, played at a level."""

    game: Game
    side: str
    level: str
    post: Post

    def answer(self, phase: Phase[Any], state: Any, asks: Sequence[Ask], pick: Pick) -> tuple[Answer, ...]:
        """The answers to all that is open for them at one moment, by one letter.  Raises NotUnderstood."""
        words = self.letter(phase, state, asks, pick)
        self.post.letters += 1
        return self._read(phase, state, asks, words)

    def letter(self, phase: Phase[Any], state: Any, asks: Sequence[Ask], pick: Pick) -> str:
        """The words of their letter: digits for questions, an order a line, `ready`."""
        system, practice = self.game.system, self.game.practice_players
        view = system.view(state, self.side)
        lines = []
        asked = [one for one in asks if one.kind != ORDERS]
        if asked:
            keys = [practice.choice(view, one, self.level, pick) for one in asked]
            lines.append(" ".join(answer_of(one, key) for one, key in zip(asked, keys, strict=True)))
        if len(asked) < len(asks):
            orders = practice.orders(system, view, self.side, phase.letter, self.level, pick)
            lines += [*map(self.game.dialect.write, orders), "ready"]
        return "\n".join(lines) + "\n"

    def _read(self, phase: Phase[Any], state: Any, asks: Sequence[Ask], words: str) -> tuple[Answer, ...]:
        read = rehearse(self.game.system, self.game.dialect, state, self.side, phase.letter, words)
        asked = [one for one in asks if one.kind != ORDERS]
        keys: tuple[str, ...] = ()
        if asked:
            numbers = next((one.words for one in read.commands if one.name == "answer"), ())
            found = chosen(asked, [int(one) for one in numbers])
            if isinstance(found, str):
                raise NotUnderstood(f"{found} The letter was {words!r}, the questions {[one.key for one in asked]}")
            keys = found
            self.post.questions += len(asked)
        if len(asked) < len(asks) and not any(one.name == "ready" for one in read.commands):
            raise NotUnderstood(f"no word of readiness was found in {words!r}")
        for line in read.lines:
            if line.command is not None:
                continue
            self.post.lines += 1
            if line.verdict != ACCEPTED:
                self.post.refused += 1
                if len(self.post.refusals) < MOST_KEPT:
                    text = line.refusal_text if line.verdict == REFUSED else f"not taken for an order: {line.text}"
                    self.post.refusals.append(f"{phase.id}: {text}")
        given = iter(keys)
        return tuple(Answer(orders=read.orders) if one.kind == ORDERS else Answer(next(given)) for one in asks)


MOST_PHASES = 2_000
"""Phases of a game; one that needs more goes round in a circle."""
MOST_MOMENTS = 1_000
"""Moments at which one phase asks; one that needs more does not end."""
BY_CHANCE = 25
"""A question that is never mailed is answered otherwise than by its default one time in so many, at the level random."""


_Moment = tuple[tuple[str, ...], tuple[Answer, ...]]
"""The keys of the asks of one moment, and their answers."""


class BrokenInvariant(Exception):
    """Something that can never be in a game has come to be in it."""


@dataclass(frozen=True)
class StoppedGame:
    """The reason why a game stopped before its end: the phase's id, the kind of fault, what was said."""

    phase: str
    kind: str
    text: str


@dataclass
class PlayedGame:
    """A game that was played: what it was, how far it came, what it cost in letters, and how it ended."""

    title: str
    scenario: str
    options: tuple[str, ...]
    level: str
    seed: str
    turns: int = 0
    phases: int = 0
    events: int = 0
    rolls: int = 0
    asks: dict[str, int] = field(default_factory=dict)
    post: Post = field(default_factory=Post)
    figures: Mapping[str, int] = field(default_factory=dict)
    outcome: Outcome | None = None
    state: str = ""
    fault: StoppedGame | None = None


class Alone:
    """A game that both practice players play, phase by phase; `told` is what it has come to so far."""

    most_moments = MOST_MOMENTS

    def __init__(
        self,
        title: str,
        scenario: str,
        seed: str,
        level: str = RANDOM,
        options: Sequence[str] = (),
        sides: Mapping[str, str] | None = None,
    ) -> None:
        self.game = registry.game(title)
        self.system = self.game.system
        self.result = PlayedGame(title, scenario, tuple(options), level, seed)
        self.options = Options(tuple(options))
        self.state: Any = self.system.open(scenario, self.options)
        self._reloaded = self._read_back(self.state)
        self.ledger = self.game.practice_players.ledger(self.state)
        self.players = {
            side.id: Player(self.game, side.id, (sides or {}).get(side.id, level), self.result.post)
            for side in self.system.card.sides
        }

    def play(self) -> PlayedGame:
        """Play to the end.  Raises Broken, NotUnderstood, and whatever the rules raise."""
        while (phase := self.system.next_phase(self.state)) is not None:
            if self.result.phases == MOST_PHASES:
                raise BrokenInvariant(f"the game has had {MOST_PHASES} phases and goes on")
            self.phase(phase)
        self.result.outcome = self.system.outcome(self.state)
        if self.result.outcome is None:
            raise BrokenInvariant("the game is over and has no outcome")
        self.result.figures = self.ledger.figures(self.state)
        return self.result

    def phase(self, phase: Phase[Any]) -> Umpire[Any]:
        """Play one phase on from the state in memory, and once more from its checkpoint with the answers that were given.

        A desk does both: who gave no cause to stop is played on, and a phase that stopped is played again.  Raises as `play`.
        """
        before, shadow = self.state, self.system.thaw(self.state)
        given: list[_Moment] = []

        def apply(state: Any, event: Event) -> None:
            self.system.apply(state, event)
            self.system.apply(shadow, from_json(to_json(event), Event))
            for fault in self.ledger.faults(state, event):
                raise BrokenInvariant(f"after {event}: {fault}")

        umpire = self._umpire(phase, self.system.thaw(before), apply)

        def source(asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
            if len(given) == self.most_moments:
                raise BrokenInvariant(
                    f"the phase has asked {len(given)} times and goes on: {[one.key for one in asks]}"
                )
            given.append((tuple(one.key for one in asks), self._answers(phase, umpire.state, asks)))
            return given[-1][1]

        stop = perform(phase.play(umpire), umpire, (), self._dice(phase), source)
        if not isinstance(umpire.events[-1], PhaseEnded):
            raise BrokenInvariant(f"the phase ended with {umpire.events[-1]}")
        same = self.system.next_phase(self._reloaded)
        if same is None or same.id != phase.id:
            raise BrokenInvariant(
                f"from its checkpoint {same.id if same else 'no phase'} is next, and {phase.id} from the state in memory"
            )
        self._again(same, self._reloaded, given, stop.segments[-1])
        self.state, self._reloaded = umpire.state, self._compared(umpire.state, shadow)
        self.result.turns, self.result.phases = phase.turn, self.result.phases + 1
        self.result.events += len(umpire.events)
        self.result.rolls += len(umpire.rolls)
        return umpire

    def pick(self, phase: str) -> Pick:
        """Numbers that hang on the seed, the phase and the purpose alone."""

        def number(purpose: str, n: int) -> int:
            digest = hashlib.sha256(f"{self.result.seed} {phase} {purpose}".encode()).digest()
            return int.from_bytes(digest[:8], "big") % n

        return number

    def _compared(self, state: Any, shadow: Any) -> Any:
        """The state as its checkpoint gives it back.

        The events, read back from their record, make the same state; its hash from scratch is the one carried on.
        """
        if canon(self.system.to_json(shadow)) != canon(self.system.to_json(state)):
            raise BrokenInvariant("the events folded from their record make another state")
        again = self._read_back(state)
        hashes = [state_hash(self.system.public(one)) for one in (state, again)]
        if hashes[0] != hashes[1]:
            raise BrokenInvariant("the state hash of the checkpoint is not that of the state")
        if canon([list(one) for one in self.system.hidden(state)]) != canon(
            [list(one) for one in self.system.hidden(again)]
        ):
            raise BrokenInvariant("the hidden facts of the checkpoint are not those of the state")
        self.result.state = hashes[0]
        return again

    def _read_back(self, state: Any) -> Any:
        """The state as its checkpoint gives it back: every mapping in ascending order of its keys.

        Raises Broken where a game writes something that has no such form.
        """
        try:
            return self.system.from_json(json.loads(canon(self.system.to_json(state))))
        except NotCanonical as fault:
            raise BrokenInvariant(f"no checkpoint can hold the state: {fault}") from None

    def _again(self, phase: Phase[Any], before: Any, given: Sequence[_Moment], first: Segment) -> None:
        """The phase once more with a stop at one of its questions, as by mail: it must come to the same events.

        Their digest is carried on over the stop.  Raises core.play.Diverged where what is before it is told otherwise.
        """
        stops_at = self.pick(phase.id)("stop", len(given)) if given else 0
        segments: tuple[Segment, ...] = ()
        for answers in (given[:stops_at], given[stops_at:]):
            umpire = self._umpire(phase, self.system.thaw(before), self.system.apply)
            stop = perform(phase.play(umpire), umpire, segments, self._dice(phase), as_given(answers))
            segments = stop.segments
            if stop.finished:
                break
        else:
            raise BrokenInvariant("from its checkpoint the phase asks more than it did from the state in memory")
        if (segments[-1].events, segments[-1].digest) != (first.events, first.digest):
            raise BrokenInvariant(f"played again with a stop at question {stops_at + 1} the phase tells other events")

    def _umpire(self, phase: Phase[Any], state: Any, apply: Callable[[Any, Event], None]) -> Umpire[Any]:
        return Umpire(
            state,
            apply,
            phase=phase.id,
            options=self.options,
            view=self.system.view,
            write=self.game.dialect.write,
        )

    def _dice(self, phase: Phase[Any]) -> Callable[[int], Dice]:
        key = hashlib.sha256(f"{self.result.seed} {phase.id}".encode()).digest()
        return lambda n: KeyedDice(key)

    def _answers(self, phase: Phase[Any], state: Any, asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        pick = self.pick(phase.id)
        found: dict[str, Answer] = {}
        for one in asks:
            if one.side not in self.players:
                raise BrokenInvariant(f"{one.side!r} is asked ({one.key}), and the sides are {', '.join(self.players)}")
            self.result.asks[one.kind] = self.result.asks.get(one.kind, 0) + 1
            if one.quiet and one.choices:
                found[one.key] = self._unasked(one, pick)
        for side, player in self.players.items():
            his = [one for one in asks if one.side == side and one.key not in found]
            if his:
                found.update(zip((one.key for one in his), player.answer(phase, state, his, pick), strict=True))
        return tuple(found[one.key] for one in asks)

    def _unasked(self, one: Ask, pick: Pick) -> Answer:
        """The answer to an ask that nobody gets mail about: its default, or what a standing order might say."""
        if self.result.level == RANDOM and not pick(f"{one.key} at all", BY_CHANCE):
            return Answer(one.choices[pick(one.key, len(one.choices))].key, source="standing order 1")
        return Answer(one.default if one.default is not None else one.declined or "", source="default")


def as_given(given: Iterable[_Moment]) -> Source:
    """The answers of one moment after the other; then nobody has answered yet.  Raises Broken where other asks are put."""
    left = iter(given)

    def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        moment = next(left, None)
        if moment is None:
            return (None,) * len(asks)
        keys, answers = moment
        found = tuple(one.key for one in asks)
        if found != keys:
            raise BrokenInvariant(
                f"from its checkpoint the phase asks {found}, and asked {keys} from the state in memory: what follows the "
                "sequence of a dict is another when the dict was read back; sort it"
            )
        return answers

    return source


# Many games played alone: by seed, on several processes, each fault kept with the seed that shows it again.

LAST_FRAMES = 3


@dataclass(frozen=True)
class Job:
    """A game to be played; `sides` are those that play at another level."""

    title: str
    scenario: str
    options: tuple[str, ...]
    level: str
    seed: str
    sides: tuple[tuple[str, str], ...] = ()


def jobs(
    title: str,
    scenario: str,
    level: str,
    games: int,
    seed: str,
    options: Sequence[str] | None,
    sides: Mapping[str, str] | None = None,
) -> Iterator[Job]:
    """So many games.  Without a scenario ("") all of them take turns; without options (None) `random` draws them by lot."""
    game = registry.game(title)
    scenarios = (scenario,) if scenario else game.practice_players.scenarios()
    for n in range(games):
        own = f"{seed} {n}"
        given = drawn(title, own) if options is None and level == RANDOM else tuple(options or ())
        yield Job(title, scenarios[n % len(scenarios)], given, level, own, tuple((sides or {}).items()))


def drawn(title: str, seed: str) -> tuple[str, ...]:
    """Optional rules by lot: each that a title has, where it goes with those before."""
    card = registry.game(title).system.card
    found: list[str] = []
    for n, option in enumerate(card.options):
        bit = hashlib.sha256(f"{seed} option {n}".encode()).digest()[0] & 1
        if bit and not clashes(card.options, [*found, option.name]):
            found.append(option.name)
    return tuple(found)


def play(job: Job) -> PlayedGame:
    """Play one game; a fault of ours is told with it."""
    alone = Alone(job.title, job.scenario, job.seed, job.level, job.options, dict(job.sides))
    try:
        return alone.play()
    # Whatever a game's rules may raise is what is looked for here, so all of it is met and told with its seed.
    except Exception as fault:
        at = alone.system.next_phase(alone.state)
        frames = traceback.extract_tb(fault.__traceback__)[-LAST_FRAMES:]
        where = "; ".join(f"{one.filename.rpartition('/')[2]}:{one.lineno} {one.name}" for one in frames)
        alone.result.fault = StoppedGame(at.id if at else "", type(fault).__name__, f"{fault} ({where})")
        return alone.result


def play_all(todo: Sequence[Job], processes: int) -> Iterator[PlayedGame]:
    """Play games on so many processes; each is handed out in the sequence of `todo`."""
    if processes <= 1 or len(todo) <= 1:
        yield from map(play, todo)
        return
    with ProcessPoolExecutor(min(processes, len(todo))) as pool:
        try:
            yield from pool.map(play, todo)
        finally:
            pool.shutdown(cancel_futures=True)


WIDTH = 78
MOST_REFUSALS = 5


def summary(played: Sequence[PlayedGame]) -> Iterator[str]:
    """By scenario: how many games ended and how, what they cost in letters, the figures; then what went wrong."""
    for scenario in dict.fromkeys(one.scenario for one in played):
        yield from _scenario([one for one in played if one.scenario == scenario])
        yield ""
    yield from _refusals(played)
    faults = [one for one in played if one.fault is not None]
    for one in faults:
        yield from _fault(one)
    yield f"{len(played) - len(faults)} of {len(played)} games came to their end"


def _scenario(games: Sequence[PlayedGame]) -> Iterator[str]:
    one = games[0]
    ended = [game for game in games if game.outcome is not None]
    yield f"{one.title}, {one.scenario}, level {one.level}: {len(games)} games"
    letters, lines = sum(game.post.letters for game in games), sum(game.post.lines for game in games)
    refused = sum(game.post.refused for game in games)
    share = f" ({100 * refused / lines:.1f} %)" if lines else ""
    yield f"  {letters} letters, {lines} order lines, {refused} refused{share};"
    yield (
        f"  {sum(game.post.questions for game in games)} questions, {sum(game.phases for game in games)} phases, "
        f"{sum(game.events for game in games)} events, {sum(game.rolls for game in games)} rolls"
    )
    levels = Count((game.outcome.winner or "draw", game.outcome.level) for game in ended if game.outcome is not None)
    for (winner, level), times in sorted(levels.items()):
        yield f"  {times:>5}  {level if winner == 'draw' else f'{winner}, {level}'}"
    if ended:
        yield f"  {'':<34}{'least':>7}{'1/4':>7}{'middle':>8}{'3/4':>7}{'most':>7}"
    for name in ended[0].figures if ended else ():
        values = sorted(game.figures[name] for game in ended)
        parts = [values[round(part * (len(values) - 1))] for part in (0, 0.25, 0.5, 0.75, 1)]
        least, low, middle, high, most = parts
        yield f"  {name:<34}{least:>7}{low:>7}{middle:>8}{high:>7}{most:>7}"


def _refusals(played: Sequence[PlayedGame]) -> Iterator[str]:
    lines = [(one.seed, text) for one in played for text in one.post.refusals]
    if lines:
        yield "Refused lines, the first of them:"
        for seed, text in lines[:MOST_REFUSALS]:
            yield from textwrap.indent(f"game {seed!r}, {text}", "  ").splitlines()
        yield ""


def _fault(one: PlayedGame) -> Iterator[str]:
    if one.fault is None:
        return
    series, _, number = one.seed.rpartition(" ")
    words = f"{one.fault.phase}: {one.fault.kind}: {one.fault.text}"
    yield f"game {one.seed!r} of {one.scenario} ({', '.join(one.options) or 'no options'}) broke off"
    yield from textwrap.wrap(words, WIDTH, initial_indent="  ", subsequent_indent="  ")
    options = "".join(f" --option {name!r}" for name in one.options or ("none",))
    again = f"pbem selfplay {one.title} --scenario {one.scenario} --level {one.level}{options} --seed {series!r}"
    yield f"  again: {again} --only {number}"
