"""A ruling on the board: the state is changed by a patch that both players can read (docs/trust.md)."""

from collections.abc import Iterator
from typing import Any

from pbem.core.canonical import Json, canon
from pbem.core.numbers import is_number
from pbem.core.system import KnowsMisfits, SetByHand
from pbem.desk.desk import Desk, read_json
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import CannotRule, GmAction
from pbem.desk.incoming.absence import absences
from pbem.desk.outgoing import letters
from pbem.desk.play.deadlines import due_at
from pbem.desk.play.dice_mode import living
from pbem.desk.play.locking import must_not_wait
from pbem.desk.play.play import asked_sides, present
from pbem.desk.play.state_trial import trouble
from pbem.desk.play.timing import put_due
from pbem.desk.record import chain, game_seal
from pbem.desk.record.chain import Appended
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
    return next(game_seal.state_in(body) for body in bodies if game_seal.state_in(body))
