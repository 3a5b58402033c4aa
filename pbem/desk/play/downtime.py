"""Downtime costs nobody time: deadlines are moved later by it, and everybody is told."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError

from pbem.crash_points import crash_point
from pbem.desk.desk import Desk
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.advance import hold
from pbem.desk.play.deadlines import give_back, whole_quarter
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.seal.lock import WITNESS
from pbem.store.database import Books
from pbem.store.moments import time_text
from pbem.store.tables import GameRow, PhaseRow

log = logging.getLogger(__name__)

LONGEST = timedelta(minutes=15)
"""A gap up to this is part of the day's business."""


@dataclass(frozen=True)
class _Gap:
    """Time in which the desk did not do its part: what it could not do, and what happens with the letters of that time.

    `mark` tells the letters about two kinds of gap apart that end at the same moment.
    """

    start: datetime
    end: datetime
    failed: str
    letters: str
    mark: str = ""


def watch(desk: Desk, *, shifts: bool = True) -> tuple[str, ...]:
    """Mark that the desk is at work, its mailbox read; after a gap the games whose deadlines were moved later by it.

    Without `shifts` (a desk that is started by a timer, and is away in between) the mark alone is made.
    """
    now = desk.clock.now()
    with desk.store.begin() as books:
        last = books.watch.last()
        books.watch.mark(now)
        if last is None or now - last <= LONGEST or not shifts:
            return ()
        unsent = books.watch.unsent()
        if unsent is not None:  # this gap is not made up for twice
            books.watch.mark_unsent(min(unsent, last) + (now - last))
        return _make_up(desk, books, _Gap(last, now, "read its mail", "Letters that came meanwhile are read now."))


def nothing_goes_out(desk: Desk) -> None:
    """Mark that no mail server takes our letters: until one does, no deadline is enforced and no reminder written."""
    now = desk.clock.now()
    with desk.store.begin() as books:
        if books.watch.unsent() is None:
            books.watch.mark_unsent(now)


def letters_go_out(desk: Desk) -> tuple[str, ...]:
    """Mark that letters go out; the games whose deadlines were moved later by the time in which they did not."""
    with desk.store.read() as books:
        if books.watch.unsent() is None:
            return ()
    now = desk.clock.now()
    with desk.store.begin() as books:
        since, last = books.watch.unsent(), books.watch.last()
        books.watch.mark_unsent(None)
        if since is None or last is None:
            return ()
        # Where the mailbox cannot be read either, `watch` makes up for the rest when it can.
        end = now if now - last <= LONGEST else max(since, last)
        return _make_up(desk, books, _Gap(since, end, "send any mail", "What it wrote meanwhile is sent now.", ".out"))


def _make_up(desk: Desk, books: Books, gap: _Gap) -> tuple[str, ...]:
    names = []
    for game, row, since in _losers(books, gap):
        try:
            _shift(desk, books, game, row, gap, since)
        except SQLAlchemyError:
            raise
        # As in `advance`: what a game's own code raises holds that game, whose deadline has moved, and no other.
        except Exception as fault:
            log.exception("game %s", game.name)
            hold(desk, books, game, f"telling of a gap: {type(fault).__name__}: {fault}")
        names.append(game.name)
    for lock in books.locks.waiting(WITNESS):
        since = max(gap.start, lock.at)
        if lock.due is not None and lock.due > gap.start and gap.end - since > LONGEST:
            lock.due += gap.end - since
            books.locks.add(lock)
    if names:
        crash_point("C20")
    return tuple(names)


def _losers(books: Books, gap: _Gap) -> Iterator[tuple[GameRow, PhaseRow, datetime]]:
    """The open stops that lost time by a gap, and since when.

    What had come due before the gap is not saved by it; what began within it has lost the rest of it alone.
    """
    games = {game.id: game for game in books.games.all() if game.state == "open"}
    for row in books.phases.waiting():
        game = games.get(row.game_id)
        since = max(gap.start, row.stopped)
        if game is not None and row.due is not None and row.due > gap.start and gap.end - since > LONGEST:
            yield game, row, since


def _shift(desk: Desk, books: Books, game: GameRow, row: PhaseRow, gap: _Gap, since: datetime) -> None:
    give_back(desk, game, row, gap.end - since)
    due, now = row.due, desk.clock.now()
    if due is None:
        return
    if row.remind is not None:  # the letter below names the deadline: a reminder beside it would be one too many
        row.remind = max(row.remind, whole_quarter(now + (due - now) / 2))
    books.phases.add(row)
    name = desk.title(game.title).teller.short_name(row.phase)
    text = (
        f"The desk could not {gap.failed} from {times.stamp(since)} to {times.stamp(gap.end)} "
        f"({times.left(gap.end - since)}).  The deadline of {name} has moved by as much: it is now {times.in_full(due)}.  "
        f"{gap.letters}"
    )
    head = f"[{game.name}] The desk was away: {name} is due {times.in_short(due)}"
    body, mark = "\n".join(wrap(text, WIDTH)) + "\n", f"{time_text(now)}{gap.mark}"
    draft = Draft("away", mark, head, body, row.phase, f"0.w{mark}")
    for player in books.players.of(game):
        post.to_side(desk, books, game, player, draft)
    post.to_gm(desk, books, game, draft)
