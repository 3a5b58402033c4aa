"""Downtime costs nobody time: deadlines are moved later by it, and everybody is told."""

import logging
from datetime import datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError

from pbem.campaign import outgoing
from pbem.campaign.advance import hold
from pbem.campaign.deadlines import give_back
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.crash_points import crash_point
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.moments import time_text
from pbem.store.tables import GameRow, PhaseRow

log = logging.getLogger(__name__)

LONGEST = timedelta(minutes=15)
"""A gap up to this is part of the day's business."""


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
        games = {game.id: game for game in books.games.all() if game.state == "open"}
        names = []
        for row in books.phases.waiting():
            game = games.get(row.game_id)
            # What had come due before the gap is not saved by it; what began within it has lost the rest of it alone.
            since = max(last, row.stopped)
            if game is not None and row.due is not None and row.due > last and now - since > LONGEST:
                try:
                    _shift(desk, books, game, row, since, now)
                except SQLAlchemyError:
                    raise
                # As in `advance`: what a game's own code raises holds that game, whose deadline has moved, and no other.
                except Exception as fault:
                    log.exception("game %s", game.name)
                    hold(desk, books, game, f"telling of a gap: {type(fault).__name__}: {fault}")
                names.append(game.name)
        if names:
            crash_point("C20")
        return tuple(names)


def _shift(desk: Desk, books: Books, game: GameRow, row: PhaseRow, last: datetime, now: datetime) -> None:
    give_back(desk, game, row, now - last)
    books.phases.add(row)
    due = row.due
    if due is None:
        return
    name = desk.title(game.title).teller.short_name(row.phase)
    text = (
        f"The desk could not read its mail from {times.stamp(last)} to {times.stamp(now)} ({times.left(now - last)}).  The "
        f"deadline of {name} has moved by as much: it is now {times.in_full(due)}.  Letters that came meanwhile are "
        "read now."
    )
    head = f"[{game.name}] The desk was away: {name} is due {times.in_short(due)}"
    draft = Draft("away", time_text(now), head, "\n".join(wrap(text, WIDTH)) + "\n", row.phase, f"0.w{time_text(now)}")
    for player in books.players.of(game):
        outgoing.to_player(desk, books, game, player, draft)
    outgoing.to_gm(desk, books, game, draft)
