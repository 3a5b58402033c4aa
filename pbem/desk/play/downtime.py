"""Downtime costs nobody time: deadlines are moved later by it, and everybody is told.

A clock that is wrong looks like downtime, so beyond a week the GM is asked first, and until then the desk stands still.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError

from pbem.crash_points import crash_point
from pbem.desk.desk import Desk
from pbem.desk.gm import tray
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import perform_in
from pbem.desk.gm.incidents.rule import Tray
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.advance import hold, hold_for
from pbem.desk.play.deadlines import give_back, whole_quarter
from pbem.desk.play.terms import terms_of
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.seal.lock import WITNESS
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.database_errors import is_the_machines
from pbem.store.tables import GameRow, PhaseRow

log = logging.getLogger(__name__)

LONGEST = timedelta(minutes=15)
"""A gap up to this is part of the day's business."""
DOUBTED = timedelta(days=7)
"""A gap beyond this may be a clock that is wrong."""


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


class ClockWatch:
    """A watch on the machine's clock, which is believed while it is within a week of the desk's last time at work."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen: datetime | None = None
        """The last time that the clock showed in this process, and was believed: trouble with the mailbox is no absence."""

    def doubt(self) -> str:
        """Why the clock is not believed, and what to do; "" if it is.  The GM is asked once."""
        found = clock_in_doubt(self._desk, self._seen)
        if found is None:
            self._seen = self._desk.clock.now()
            return ""
        last, now = found
        with self._desk.store.begin() as books:
            post.to_whoever_runs_it(self._desk, books, _question(last, now))
        return f"it shows {times.in_full(now)}, and the desk was last at work {times.in_full(last)}; {CLOCK_WAYS}"


CLOCK_WAYS = "if it is wrong, set it right; if it is right:   pbem gm clock --right"


def clock_in_doubt(desk: Desk, seen: datetime | None = None) -> tuple[datetime, datetime] | None:
    """The desk's last time at work and the present time, where they lie more than a week apart; else None.

    `seen` is what the clock showed when it was believed last.
    """
    now = desk.clock.now()
    with desk.store.read() as books:
        last = max((one for one in (books.watch.last(), seen) if one is not None), default=None)
    return (last, now) if last is not None and abs(now - last) > DOUBTED else None


def _question(last: datetime, now: datetime) -> Draft:
    apart = times.left(abs(now - last))
    paragraphs = (
        f"The desk was last at work {times.in_full(last)}.  This machine's clock shows {times.in_full(now)}: that is {apart} "
        f"{'later' if now > last else 'earlier'}.",
        "Is the clock wrong?  Then set it right.  The desk goes on by itself: nothing has been moved, and no deadline was "
        "enforced.",
        "Is it right, and the desk was away for so long?  Then say so where the desk runs:",
    )
    rest = "Deadlines are then moved later by that time, as after any absence.  Until then no letter is read."
    lines = ["\n".join(wrap(one, WIDTH)) for one in paragraphs]
    text = "\n\n".join([*lines, "  pbem gm clock --right", "\n".join(wrap(rest, WIDTH))]) + "\n"
    return Draft("alarm", f"clock.{time_text(last)}", "THE DESK NEEDS YOU: is its clock right?", text)


def watch(desk: Desk, *, shifts: bool = True) -> tuple[str, ...]:
    """Mark that the desk is at work, its mailbox read; after a gap the games whose deadlines were moved later by it.

    Without `shifts` (a desk that is started by a timer, and is away in between) the mark alone is made.
    """
    now = desk.clock.now()
    with desk.store.begin() as books:
        books.watch.keep_from_others()
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
        books.watch.keep_from_others()
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
            if is_the_machines(fault):
                raise
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
    give_back(desk, books, game, row, since, gap.end)
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


# A pause ends: the deadline is moved later by its length, and all players are told; or an umpire's time ends.


def go_on(desk: Desk, books: Books, game: GameRow, reason: str) -> int:
    """Let a paused game go on; the number of the ruling's record."""
    now = desk.clock.now()
    row = books.phases.open(game)
    since = game.paused_since or now
    game.unplayed = True
    game.state, game.paused_since, game.paused_until = "open", None, None
    due = None
    change = "the game goes on"
    if row is not None and row.due is not None:
        give_back(desk, books, game, row, since, now)
        books.phases.add(row)
        due = row.due
        change += f"; {desk.title(game.title).teller.short_name(row.phase)} is due {times.in_full(due)}"
    body = {"phase": row.phase, "due": time_text(due)} if row is not None and due is not None else {}
    return rule(desk, books, game, Ruled("resume", reason, change, "the game goes on", body, deadline=due))


def end_pauses(desk: Desk) -> tuple[str, ...]:
    """Let every game go on whose pause has come to its end; their names."""
    now = desk.clock.now()
    with desk.store.read() as books:
        names = [game.name for game in books.games.to_resume(now)]
    return tuple(name for name in names if _ends(desk, name, now))


def _umpire_is_late(desk: Desk, books: Books, game: GameRow, now: datetime) -> bool:
    """Remind a silent umpire once; after twice their hours let everything on the tray go as proposed.  True if it goes on."""
    hours = terms_of(game).umpire
    if game.paused_since is not None and now < game.paused_since + timedelta(hours=2 * hours):
        tray.remind(desk, books, game)
        return False
    perform_in(desk, books, Tray(game.name), "")
    return True


def _ends(desk: Desk, name: str, now: datetime) -> bool:
    """Let a game go on if its pause is still over; True if it does.  One that cannot tell where it stands is held."""
    try:
        with desk.store.begin() as books:
            game = books.games.get(name)
            is_over = game.state == "paused" and game.paused_until is not None and game.paused_until <= now
            if is_over and tray.is_full(game):
                return _umpire_is_late(desk, books, game, now)
            if is_over:
                go_on(desk, books, game, "the pause has come to its end")
            return is_over
    # As in `advance`: what a game's own code raises holds that game and no other.
    except Exception as fault:
        hold_for(desk, name, "going on", fault)
        return False
