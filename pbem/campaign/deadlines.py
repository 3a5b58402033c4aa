"""Deadlines: how long a phase waits, what is due now, and when the desk has to look again.

They are judged by the moment at which the mail server took a letter in: not by when it is read, nor by its own date.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from pbem.campaign.desk import Desk, read_json
from pbem.campaign.play import Played, asked_sides, owes_orders
from pbem.crash_points import crash_point
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow

HOURS = {"orders": 72, "question": 24, "set-up": 168, "reminder": 24}
"""Hours for a phase's orders, for the answer to a question, for the set-up, and how long before a deadline to remind."""

LAG = timedelta(minutes=1)
"""How long after a deadline the mailbox is looked through before it is enforced: servers show a letter some moments after
the time that they give it."""


def hours_for(hours: Mapping[str, int], letter: str, name: str, is_question: bool) -> int:
    """The hours of one stop: by the phase's letter or name where a campaign sets them, else by its kind.

    >>> hours_for({"orders": 72, "question": 24, "C": 96}, "C", "movement", False)
    96
    """
    if is_question:
        return hours.get("question", HOURS["question"])
    if "set" in name.lower() and "up" in name.lower():
        return hours.get("set-up", HOURS["set-up"])
    for key in (letter, name.lower()):
        if key in hours:
            return hours[key]
    return hours.get("orders", HOURS["orders"])


def stretched(start: datetime, due: datetime, away: datetime | None, back: datetime | None) -> datetime:
    """A deadline for somebody whose clock runs from `start` and stands still from `away` until he is `back`."""
    if away is None or back is None or due <= away or back <= start:
        return due
    return due + (back - max(start, away))


def due_at(desk: Desk, game: GameRow, played: Played, absences: Sequence[tuple[datetime, datetime]] = ()) -> datetime:
    """The deadline of the stop that a phase came to: whole quarters of an hour, rounded up.

    `absences` are those of the players who are asked: the clock stands still in them.
    """
    is_question = not any(owes_orders(played.open, side) for side in asked_sides(played.open))
    hours = hours_for(read_json(game.hours), played.phase.letter, played.phase.name, is_question)
    now = desk.clock.now()
    due = now + timedelta(hours=hours)
    return whole_quarter(max((stretched(now, due, away, back) for away, back in absences), default=due))


def whole_quarter(moment: datetime) -> datetime:
    """The next whole quarter of an hour, or the moment itself if it is one."""
    quarter = 15 * 60
    return datetime.fromtimestamp(math.ceil(moment.timestamp() / quarter) * quarter, moment.tzinfo)


def pass_overdue(desk: Desk, looked: datetime | None) -> Sequence[str]:
    """Mark every deadline that has come as passed; the names of the games that must now be advanced.

    `looked` is when the mailbox was last found to hold nothing more (None: never).  No deadline passes before the mailbox
    was looked through after it, nor while a letter that arrived before it is unread.
    """
    now = desk.clock.now()
    with desk.store.read() as books:
        if not books.phases.overdue(now):
            return []
    names = []
    with desk.store.begin() as books:
        for row in books.phases.overdue(now):
            game = books.games.by_id(row.game_id)
            if _passes(books, game, row, looked):
                names.append(game.name)
    return names


def pass_game(desk: Desk, name: str, looked: datetime | None) -> bool:
    """Mark the deadline of one game as passed, if it has come and may be enforced (see `pass_overdue`)."""
    with desk.store.begin() as books:
        game = books.games.get(name)
        row = books.phases.open(game)
        if row is None or row.due is None or row.passed or row.due > desk.clock.now():
            return False
        return _passes(books, game, row, looked)


def _passes(books: Books, game: GameRow, row: PhaseRow, looked: datetime | None) -> bool:
    if game.state != "open" or row.due is None or looked is None or looked < row.due + LAG:
        return False
    if books.letters_in.has_unread(row.due):
        return False
    row.passed, row.closed, game.unplayed = True, row.due, True
    books.phases.add(row)
    crash_point("C18")
    return True


def next_look(desk: Desk) -> datetime | None:
    """When the next deadline, reminder or second try of a letter comes due, or None."""
    with desk.store.read() as books:
        due = books.phases.next_due()
        moments = (
            books.letters_out.next_due(books.addresses.stopped()),
            books.phases.next_reminder(),
            due + LAG if due is not None else None,
        )
        return min((one for one in moments if one is not None), default=None)


def put_due(desk: Desk, game: GameRow, row: PhaseRow, due: datetime) -> None:
    """Give a stop its deadline.  Who was reminded of the one before is reminded again, unless it would be at once."""
    row.due = due
    row.reminded = row.reminded and remind_at(game, due) <= desk.clock.now()
    row.remind = None if row.reminded else remind_at(game, due)


def remind_at(game: GameRow, due: datetime) -> datetime:
    """When a deadline is reminded of."""
    hours = read_json(game.hours).get("reminder", HOURS["reminder"])
    return due - timedelta(hours=hours)
