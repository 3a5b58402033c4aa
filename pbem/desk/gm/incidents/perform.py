"""Showing an incident and doing it, so that nobody confirms what they have not seen.

Each game has a mark: its newest record and the GM's last action in it.  What is confirmed under an older mark is not done: the
GM is told what has happened since, and looks again.
"""

from dataclasses import dataclass, replace

from pbem.core.canonical import canon
from pbem.core.numbers import is_number, whole_number
from pbem.desk.clock import SetClock
from pbem.desk.desk import Desk
from pbem.desk.gm.incidents.incident import CannotDo, Case, Done, Effect, Incident, line_of
from pbem.desk.gm.rulings import CannotRule
from pbem.desk.incoming.reading import read_letter
from pbem.desk.play.advance import advance
from pbem.reports import times
from pbem.reports.wrap import ascii_text
from pbem.seal.tags import prefix
from pbem.store.database import Books
from pbem.store.games import archive_of
from pbem.store.moments import time_text
from pbem.store.tables import DeedRow

LONGEST_REASON = 200


class Moved(CannotDo):
    """The game is not as it was when the GM looked; the text says what has happened since."""


class HalfDone(Exception):
    """An incident failed after its effect had been told, so some of it may be written: its transaction must not be committed.
    The cause says what was wrong."""


@dataclass(frozen=True)
class Shown:
    """An incident as the GM sees it before they confirm: its line, its effect, and the mark under which it was seen."""

    line: str
    effect: Effect
    mark: str
    game: str


def show(desk: Desk, incident: Incident, by: str = "", reason: str = "") -> Shown:
    """The effect of an incident. Raises CannotDo, UnknownGame, KeyError."""
    with desk.store.read() as books:
        return show_in(desk, books, incident, by, reason)


def show_in(desk: Desk, books: Books, incident: Incident, by: str = "", reason: str = "") -> Shown:
    """`show` within a transaction that is open."""
    name = incident.game_of(books)
    mark = mark_of(books, name)
    effect = incident.effect(Case(desk, books, _reason(incident, reason), by))
    return Shown(line_of(incident), effect, mark, name)


def perform(desk: Desk, incident: Incident, by: str, reason: str = "", seen: str = "") -> Done:
    """Do it: in one transaction its change, its record, its letters, and the line in the GMs' log.

    With `seen`, the mark under which it was shown, it is done only if nothing has happened since.  What must follow (a
    game that goes on, a letter that is read) is done then.  Raises Moved, CannotDo, UnknownGame, KeyError.
    """
    try:
        with desk.store.begin() as books:
            done = perform_in(desk, books, incident, by, reason, seen)
    except HalfDone as half:
        raise half.__cause__ or half from None
    follow(desk, done)
    return done


def perform_in(desk: Desk, books: Books, incident: Incident, by: str, reason: str = "", seen: str = "") -> Done:
    """`perform` within a transaction that is open; the caller sees to what follows (`follow`).

    All of it happens at one moment, its records and its line in the log: a replay finds the action by the record.  Raises
    Moved, CannotDo, UnknownGame, KeyError before anything is written, HalfDone after that.
    """
    desk = replace(desk, clock=SetClock(desk.clock.now()), acting=by)
    given_reason = _reason(incident, reason)
    name = incident.game_of(books)
    if seen and seen != mark_of(books, name):
        raise Moved(_since(desk, books, name, seen))
    case = Case(desk, books, given_reason, by)
    effect = incident.effect(case)
    seen_now = mark_of(books, name)
    try:
        done = incident.carry_out(case)
    except (CannotRule, KeyError, ValueError) as fault:
        raise HalfDone from fault
    row = DeedRow(
        game=name,
        name=incident.NAME,
        line=done.logged or line_of(incident),
        reason=given_reason,
        by=by,
        at=desk.clock.now(),
        seen=seen_now,
        record_seq=done.record,
        said="\n".join(done.lines),
        inverse=line_of(effect.inverse) if effect.inverse is not None else "",
    )
    if done.advance:
        books.games.get(done.advance).unplayed = True
    row.sig = _signature(desk, books, row)
    books.deeds.add(row)
    return done


def follow(desk: Desk, done: Done) -> None:
    """Do the work after an incident was committed: its letter is read, its game goes on."""
    if done.read:
        read_letter(desk, done.read)
    if done.advance:
        advance(desk, done.advance)


def mark_of(books: Books, name: str) -> str:
    """The mark of a game as it stands: ``41.7``, its newest record and the GM's last action in it; ``-.7`` for no game."""
    game = books.games.find(name) if name else None
    record = books.records.last(game) if game is not None else None
    deed = books.deeds.last(name)
    if record is None or game is None:
        return f"-.{deed}"
    branch = "" if game.branch == "main" else f"{game.branch}:"
    return f"{branch}{record.seq}.{deed}"


def _since(desk: Desk, books: Books, name: str, seen: str) -> str:
    """The events since a mark, for the GM who saw it."""
    record, _, deed = seen.rpartition(":")[2].partition(".")
    lines = []
    game = books.games.find(name) if name else None
    if game is not None and is_number(record):
        for row in books.records.since(game, int(record)):
            lines.append(f"  record {row.seq}   {times.stamp(row.at)}   {row.type}")
    for one in books.deeds.since(name, whole_number(deed) or 0):
        lines.append(f"  {one.by or 'a GM'}   {times.stamp(one.at)}   {one.line}   ({one.reason or 'no reason'})")
    return "\n".join([f"{name or 'the desk'} is no longer as you saw it ({seen}).  Since then:", *lines, "Look again."])


def _reason(incident: Incident, reason: str) -> str:
    text = " ".join(ascii_text(reason).split())
    if incident.REASONED and not text:
        raise CannotDo(
            "expected a reason, since it is signed and told: behind a colon in a letter, or with --reason; found none"
        )
    if len(text) > LONGEST_REASON:
        raise CannotDo(f"--reason: expected up to {LONGEST_REASON} characters; found {len(text)}")
    return text


def _signature(desk: Desk, books: Books, row: DeedRow) -> str:
    """The GM's signature over an action; "" if it is about no game, or one that was archived, and so under nobody's key."""
    game = books.games.find(row.game) if row.game else None
    if game is None or archive_of(game):
        return ""
    return desk.gm_signer(books, game).signature(statement(row)).text


def statement(row: DeedRow) -> bytes:
    """The signed statement of an action."""
    body = {
        "game": row.game,
        "line": row.line,
        "reason": row.reason,
        "by": row.by,
        "at": time_text(row.at),
        "seen": row.seen,
        "record": row.record_seq,
    }
    return prefix("deed") + canon(body)
