"""A ruling on the board: the state is changed by a patch that both players can read (docs/trust.md)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.canonical import Json, canon
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import perform
from pbem.core.sanitize import is_number
from pbem.core.sequence import phasing
from pbem.core.system import KnowsMisfits, Phase, SetByHand
from pbem.core.umpire import Umpire
from pbem.desk.desk import Desk, Title, read_json
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import CannotRule, GmAction
from pbem.desk.incoming.absence import absences
from pbem.desk.outgoing import letters
from pbem.desk.play.deadlines import due_at
from pbem.desk.play.dice_mode import living
from pbem.desk.play.locking import must_not_wait
from pbem.desk.play.play import asked_sides, present
from pbem.desk.play.terms import put_due
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended
from pbem.mechanisms.practice import LEVELS
from pbem.reports import teller, text
from pbem.reports.report import DeskFacts
from pbem.seal.state import BadPatch, Patch, patched
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import CheckpointRow, GameRow

NO_STATE = (KeyError, ValueError, TypeError, AttributeError, IndexError)
"""The message about an impossible state from a game's own reader, or from the check of its state."""
MOST_MISFITS = 4
"""So many of the things that do not fit are told; the others go with them."""


def rule_state(
    desk: Desk, name: str, patch: Patch, reason: str, *, rule: str = "-", agreed: tuple[str, ...] = ()
) -> Appended:
    """Change the state of a game as it stands between two phases; both players get the new position.

    `patch` holds operations of RFC 6902 on the public state; `rule` is the clause that the ruling goes by.  Nothing may have
    been played of the open phase: then it is undone first.  Raises CannotRule, UnknownGame.
    """
    with desk.store.begin() as books:
        return rule_state_in(desk, books, living(books, name), patch, reason, rule=rule, agreed=agreed)


def rule_state_in(
    desk: Desk,
    books: Books,
    game: GameRow,
    patch: Patch,
    reason: str,
    *,
    rule: str = "-",
    agreed: tuple[str, ...] = (),
    tried: bool = False,
) -> Appended:
    """`rule_state` within a transaction that is open; `tried` says that `states_of` has been asked.  Raises CannotRule."""
    wording = gm_actions.reason_of(reason)
    by = gm_actions.agreed_by(books, game, agreed)
    must_not_wait(books, game, "a ruling on the state")
    row = books.phases.open(game)
    if row is not None and books.phases.segments(row):
        raise CannotRule(
            f"{game.name}: expected a phase of which nothing is played; {row.phase} has begun: undo it first"
        )
    before, after = states_of(desk, books, game, patch, tried=tried)
    said_changes = changes_in_words(desk, game, before, after, patch)
    seq = chain.next_seq(books, game)
    last = books.checkpoints.last(game)
    new_hash = chain.hash_of(desk, books, game, after, seq)
    body = {
        "what": "state",
        "reason": wording,
        "rule": rule,
        "patch": [dict(one) for one in patch],
        "before": _hash_now(books, game),
        "after": new_hash,
        "agreed": list(by),
        "phase": row.phase if row is not None else "opening",
    }
    record = gm_actions.append(desk, books, game, "gm.ruling", body)
    text = chain.canonical_text(desk.title(game.title).system.to_json(after))
    books.checkpoints.add(CheckpointRow(game_id=key_of(game.id), n=last.n + 1, state=text, state_hash=new_hash))
    change = f"the position is changed by hand: {'; '.join(said_changes)}"
    action = GmAction("the position changed by hand", change, wording, rule, by)
    if row is not None:
        row.checkpoint_n = last.n + 1
        books.phases.add(row)
    gm_actions.announce(desk, books, game, action, record)
    played = present(desk, books, game)
    if row is not None and played is not None:
        if row.due is None:
            put_due(desk, game, row, due_at(desk, books, game, played, absences(books, game, asked_sides(played.open))))
        letters.ask_again(desk, books, game, played)
    return record


def changes_in_words(desk: Desk, game: GameRow, before: Any, after: Any, patch: Patch) -> tuple[str, ...]:
    """The changes by a ruling, as players read it: ``C/3 Cav moved from 3314 to 3413``."""
    system = desk.title(game.title).system
    values = system.changes_by_hand(before, after) if isinstance(system, SetByHand) else ()
    return values or tuple(in_words(system.public(before), one) for one in patch)


def in_words(state: Json, one: Any) -> str:
    """An operation on a game's public state as players read it: ``strength of Red One from 3 to 2``."""
    path: str = one["path"]
    found: Any = state
    steps = [step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/")]
    for name in steps:
        if isinstance(found, dict):
            found = found.get(name)
        elif isinstance(found, list) and is_number(name) and int(name) < len(found):
            found = found[int(name)]
        else:
            found = None
    name = " of ".join((steps[0], " ".join(steps[1:]))) if len(steps) > 1 else steps[0]
    match one["op"]:
        case "add":
            return f"{name} added: {_short(one['value'])}"
        case "remove":
            return f"{name} removed: it was {_short(found)}"
        case _:
            return f"{name} from {_short(found)} to {_short(one['value'])}"


def _short(value: Json) -> str:
    text = canon(value).decode("utf-8")
    return text if len(text) <= 60 else f"{text[:57]}..."


def states_of(desk: Desk, books: Books, game: GameRow, patch: Patch, *, tried: bool = False) -> tuple[Any, Any]:
    """The state before and the state after the patch, which is tried here unless it was `tried`.  Raises CannotRule."""
    system = desk.title(game.title).system
    stored = read_json(books.checkpoints.last(game).state)
    old = system.from_json(stored)
    if not patch:
        raise CannotRule(f"{game.name}: expected a change; the state has these values already")
    try:
        public = patched(system.public(old), patch)
        wrong = next(_cannot_be(system.public(old), public), "")
        if wrong:
            raise CannotRule(f"{game.name}: {wrong}")
        wanted: Any = patched(stored, patch)
        new = system.from_json(wanted)
        then = system.next_phase(new)
        is_whole = canon(system.to_json(new)) == canon(wanted) and canon(system.public(new)) == canon(public)
    except BadPatch as fault:
        raise CannotRule(f"{game.name}: {fault}") from None
    except NO_STATE as fault:
        raise CannotRule(f"{game.name}: that is no state of this game: {type(fault).__name__}: {fault}") from None
    if not is_whole:
        raise CannotRule(f"{game.name}: that is no state of this game: read back it is another")
    if canon(public) == canon(system.public(old)):
        raise CannotRule(f"{game.name}: expected a change; the state has these values already")
    now = system.next_phase(old)
    if now is None or then is None or now.id != then.id:
        found = "none" if then is None else then.id
        raise CannotRule(f"{game.name}: expected {now.id if now else 'no phase'} to come next as before; found {found}")
    if not tried:
        _must_work(desk, game, old, new)
    return old, new


def _cannot_be(old: Json, new: Json, path: str = "") -> Iterator[str]:
    """Impossible values that were not there before: a number below 0, a value of another kind."""
    if isinstance(new, dict):
        before = old if isinstance(old, dict) else {}
        for name, value in new.items():
            yield from _cannot_be(before.get(name), value, f"{path}/{name}")
    elif isinstance(new, list):
        sequence = old if isinstance(old, list) else []
        for n, value in enumerate(new):
            yield from _cannot_be(sequence[n] if n < len(sequence) else None, value, f"{path}/{n}")
    if old is None or new is None or old == new:
        is_below = isinstance(new, int) and new < 0 and old != new
    else:
        is_below = isinstance(new, int) and new < 0 and not (isinstance(old, int) and old < 0)
        if type(old) is not type(new):
            yield f"{path}: expected a value like {_short(old)}; found {_short(new)}"
    if is_below:
        yield f"{path}: expected a whole number, 0 or more; found {new}"


def _must_work(desk: Desk, game: GameRow, old: Any, new: Any) -> None:
    """Refuse a state that fits no game, or on which the desk could not go on.  Raises CannotRule.

    What was wrong before the ruling is not held against it: it may be what the ruling is for.
    """
    title = desk.title(game.title)
    system = title.system
    if isinstance(system, KnowsMisfits):
        known = system.misfits(old)
        try:
            found = [one for one in system.misfits(new) if one not in known]
        except NO_STATE as why:
            found = [f"{type(why).__name__}: {why}"]
        if found:
            raise CannotRule(f"{game.name}: that is no state of this game: {'; '.join(found[:MOST_MISFITS])}")
    fault = trouble(title, new)
    if fault is not None and trouble(title, old) is None:
        raise CannotRule(f"{game.name}: the game could not go on from there.  On trial, {fault}.  Nothing is changed")


def _hash_now(books: Books, game: GameRow) -> str:
    """The state hash that the chain says now."""
    bodies = (read_json(row.body)["body"] for row in reversed(books.records.all(game)))
    return next(chain.state_in(body) for body in bodies if chain.state_in(body))


# Trying out a changed state before anybody signs it: its report, the plans of its next phase, and that phase played.

AT = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of a trial report: nobody reads it."""
KEY = bytes(32)
"""The key of the dice of a phase on trial; it is no step of any ladder."""
MOST_MOMENTS = 1_000
PHASES = 4
"""So many phases are played on: a counter that only its own side looks at comes up in them."""


@dataclass(frozen=True)
class Trouble:
    """An error in a state: what the desk was doing (``showing the position to US``), and the message."""

    doing: str
    message: str

    def __str__(self) -> str:
        return f"{self.doing}: {self.message}"


def trouble(title: Title, state: Any) -> Trouble | None:
    """The first thing that the desk cannot do with a state, None if all of it works.  It changes nothing."""
    system = title.system
    doing = "finding the next phase"
    try:
        phase = system.next_phase(state)
        for side in system.card.sides:
            doing = f"showing the position to {side.name}"
            _show(title, system.view(state, side.id), side.id, side.code, phase)
        for _ in range(PHASES):
            if phase is None:
                break
            doing = f"playing {title.short_name(phase.id)}"
            state = _played(title, state, phase)
            phase = system.next_phase(state)
    # Whatever a game's rules raise on a state that cannot be is the answer here.
    except Exception as fault:
        return Trouble(doing, f"{type(fault).__name__}: {fault}")
    return None


def _show(title: Title, view: Any, side: str, code: str, phase: Phase[Any] | None) -> None:
    """Write the report on a position, with its order sheet and every plan that it lists."""
    facts = DeskFacts(game="trial", number=0, players=(), gm="", written=AT)
    wanted = phase if phase is not None and side in phasing(title.system.card, phase) else None
    text.text_of(text.parts(teller.compose(title.teller, facts, side, code, (), view, wanted=wanted)))
    if wanted is not None:
        title.teller.order_sheet(view, side, wanted, ahead=True)
        title.system.silent(view, side, wanted.letter, ())
        title.system.owed(view, side, wanted.letter, ())
    if phase is not None:
        for level in LEVELS:
            for order in _orders(title, view, side, phase, level):
                title.system.plan(view, side, phase.letter, order)


def _orders(title: Title, view: Any, side: str, phase: Phase[Any], level: str) -> tuple[Order, ...]:
    """Orders as the practice player of a level gives them; none where a game has no practice player."""
    if title.practice is None:
        return ()
    return title.practice.orders(title.system, view, side, phase.letter, level, _first)


def _first(purpose: str, n: int) -> int:
    return 0


def _played(title: Title, state: Any, phase: Phase[Any]) -> Any:
    """The state after a phase, played by the practice players with dice that count for nothing."""
    system = title.system
    umpire: Umpire[Any] = Umpire(
        system.thaw(state),
        system.apply,
        phase=phase.id,
        options=getattr(state, "options", Options()),
        dice=KeyedDice(KEY),
        view=system.view,
        write=title.dialect.write,
    )
    perform(phase.play(umpire), umpire, (), lambda segment: KeyedDice(KEY), _source(title, umpire, phase))
    return umpire.state


def _source(
    title: Title, umpire: Umpire[Any], phase: Phase[Any]
) -> Callable[[tuple[Ask, ...]], tuple[Answer | None, ...]]:
    moments = 0

    def answer(ask: Ask) -> Answer:
        if ask.kind == ORDERS:
            view = title.system.view(umpire.state, ask.side)
            given = _orders(title, view, ask.side, phase, LEVELS[-1])
            return Answer(orders=given)
        return Answer(ask.default or ask.declined or ask.choices[0].key)

    def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        nonlocal moments
        moments += 1
        if moments > MOST_MOMENTS:
            raise RuntimeError(f"the phase has asked {MOST_MOMENTS} times and goes on")
        return tuple(answer(one) for one in asks)

    return source
