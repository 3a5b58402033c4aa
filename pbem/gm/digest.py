"""The daily digest in one plain letter, and the GMs' log: who did what, why, and how to take it back."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.exc import SQLAlchemyError

from pbem.desk.desk import Desk
from pbem.desk.incoming import gm_keys
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.terms import read_at
from pbem.desk.record.signing import WRONG, of_action
from pbem.gm.faults import fault_screen
from pbem.gm.queue import Queue, queue
from pbem.gm.screen import ALARM, DIM, ScreenLine, ascii_lines, heads, rule
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import heading, wrap
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import UnknownGame
from pbem.store.tables import GmRow

log = logging.getLogger(__name__)

A_DAY = timedelta(hours=24)


def digest(desk: Desk, gm: str | None) -> list[str]:
    """The lines of a digest of one GM's games, by address, or of all games for None."""
    with desk.store.read() as books:
        games = books.games.all()
        names = {game.name for game in games if gm is None or gm_keys.is_gm(desk, books, gm, game.name)}
        since = desk.clock.now() - A_DAY
        counted = books.overview.records_after(since)
        played = [(game.name, counted.get(game.id or 0, 0)) for game in games if game.name in names]
    found = queue(desk)
    rows = [row for row in found.rows if row.game in names]
    letters = [one for one in found.held if one[1] in names or (not one[1] and gm is None)]
    mine = Queue(tuple(rows), 0, 0, 0, tuple(letters))
    lines = [f"{mine.head()}.   inbox {found.inbox}   outbox {found.outbox}", ""]
    for down in found.troubles:
        lines += [*wrap(down, WIDTH, first="!! ", rest="   "), ""]
    lines += [heading("THE QUEUE"), *queue_lines(Queue(tuple(rows), 0, 0, 0))]
    faults = fault_screen(desk, None if gm is None else names).faults
    if faults:
        lines += ["", heading("FAULTS", "pbem gm faults")]
        for one in faults:
            lines += wrap(f"F-{one.number}  {one.where}  {one.state}  {one.text}", WIDTH, first="  ", rest="      ")
    if letters:
        lines += ["", heading("HELD LETTERS", "trace NUMBER, release NUMBER: reason, drop NUMBER")]
        for number, game, sender, why in letters:
            lines += wrap(f"{number}  {game or '-'}  {sender or '-'}  {why}", WIDTH, first="  ", rest="      ")
    done = [one for one in gm_actions(desk) if one.game in names and one.at > since.strftime("%Y-%m-%dT%H:%M:%SZ")]
    if done:
        lines += ["", heading("DONE BY HAND", "in the last day")]
        for action in done:
            lines += wrap(f"{action.when}  {action.by}  {action.line}", WIDTH, first="  ", rest="      ")
    moved = [f"{name} {count}" for name, count in played if count]
    lines += ["", heading("MOVED", "records of the last day")]
    lines += wrap(", ".join(moved) or "nothing", WIDTH, first="  ", rest="  ")
    return lines


def set_digest(books: Books, gm: str, words: Sequence[str]) -> str:
    """``07:00 Europe/Berlin`` or ``off``: set when a GM gets the digest; return the answer.  Raises ValueError."""
    row = books.gms.find(gm) or GmRow(address=gm)
    if words[0].lower() == "off":
        row.digest = ""
        books.gms.keep(row)
        return "You will not get any more digests."
    at, zone = read_at(words[0]), words[1] if len(words) > 1 else "UTC"
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise ValueError(f"expected a zone such as Europe/Berlin; found {zone!r}") from None
    row.digest, row.zone = at, zone
    books.gms.keep(row)
    return f"You will get a digest every day at {at} {zone}."


def send_digests(desk: Desk) -> int:
    """Write the digests that are due and return how many."""
    now = desk.clock.now()
    with desk.store.read() as books:
        due = [row.address for row in books.gms.with_digest() if _is_due(row, now)]
    for address in due:
        try:
            lines = digest(desk, address)
        except SQLAlchemyError:
            raise
        # A fault of ours in a screen must not keep everybody's letters waiting.
        except Exception as fault:
            log.exception("digest of a GM")
            lines = [f"The queue could not be put together ({type(fault).__name__}): see the daemon's log."]
        with desk.store.begin() as books:
            row = books.gms.find(address)
            if row is None or not _is_due(row, now):
                continue
            row.digested = now
            books.gms.keep(row)
            text = "\n".join([*ascii_lines(lines), ""])
            draft = Draft("digest", f"{address}.{time_text(now)}", lines[0].split(".")[0], text)
            post.answer_gm(desk, books, "", address, draft)
    return len(due)


def _is_due(row: GmRow, now: datetime) -> bool:
    """True if today's digest is due by the GM's clock and not written yet."""
    zone = ZoneInfo(row.zone)
    today = datetime.combine(now.astimezone(zone).date(), time.fromisoformat(row.digest), tzinfo=zone)
    return now >= today and (row.digested is None or row.digested < today)


def queue_lines(found: Queue) -> list[str]:
    """The queue as plain text: two lines per game, and the GM's next command if it needs one."""
    lines = []
    for row in found.rows:
        about = f"{row.mark or '  ':<2} {row.game}   for {row.for_}   {row.short}"
        lines += wrap(about, WIDTH, first="  ", rest="      ")
        due = f"due {times.in_short(row.due)}   left {row.left}" if row.due is not None else ""
        more = "   ".join(part for part in (due, row.orders, row.note) if part not in ("", "-"))
        if more:
            lines += wrap(more, WIDTH, first="       ", rest="       ")
        if row.do:
            lines.append(f"       -> {row.do}")
    return lines or ["  No games are being played."]


# The GMs' log: who did what, why, and how to take it back.


@dataclass(frozen=True)
class LoggedAction:
    """One line of the log; `signature` says whether the GM's key signed it in this form."""

    number: int
    at: str
    when: str
    by: str
    game: str
    line: str
    reason: str
    record: int | None
    inverse: str
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The line for other programs."""
        return asdict(self)


def gm_actions(desk: Desk, game: str = "", seen: Collection[str] | None = None) -> tuple[LoggedAction, ...]:
    """The actions, newest first, in one game (perhaps archived), in all games, or in those of `seen`.  Raises UnknownGame."""
    with desk.store.read() as books:
        if game and books.games.find(game) is None:
            raise UnknownGame(game)
        wanted = [game] if game else ["", *(one.name for one in books.games.all())]
        names = [one for one in wanted if seen is None or one in seen]
        gone = {one.name for one in books.games.archived()}  # nothing in an archive can be undone
        rows = sorted((row for name in names for row in books.gm_actions.all(name)), key=lambda row: -(row.id or 0))
        return tuple(
            LoggedAction(
                row.id or 0,
                time_text(row.at),
                times.stamp(row.at)[:-4],
                row.by,
                row.game,
                row.line,
                row.reason,
                row.record_seq,
                "" if row.game in gone else row.inverse,
                of_action(books, row),
            )
            for row in rows
        )


def log_lines(found: tuple[LoggedAction, ...], width: int) -> list[ScreenLine]:
    """The log, drawn."""
    wrong = sum(one.signature == WRONG for one in found)
    right = f"{wrong} WITH A WRONG SIGNATURE" if wrong else ""
    drawn = [heads(f"GM LOG   {len(found)} action{'s' * (len(found) != 1)}", right, width), rule(width)]
    for one in found:
        record = f"   record {one.record}" if one.record is not None else ""
        wording = f"{one.when}   {one.by or '-'}   {one.line}"
        drawn += [ScreenLine(text) for text in wrap(wording, width, first=" ", rest="   ")]
        style = ALARM if one.signature == WRONG else DIM
        drawn += [
            ScreenLine(text, style) for text in wrap(f"{one.signature}{record}", width, first="     ", rest="     ")
        ]
        if one.reason:
            drawn += [
                ScreenLine(text, DIM) for text in wrap(f"reason: {one.reason}", width, first="     ", rest="     ")
            ]
        if one.inverse:
            drawn += [
                ScreenLine(text, DIM) for text in wrap(f"undone by: {one.inverse}", width, first="     ", rest="     ")
            ]
    return drawn if found else [*drawn, ScreenLine(" No actions yet.")]
