"""The clock of a stop: the campaign's terms, how many hours it has, and its deadline with the reminder before it."""

from datetime import datetime, timedelta

from pbem.core.sequence import parse_or_none
from pbem.desk.desk import Desk, read_json
from pbem.desk.play.terms import HOURS, Terms, whole_quarter
from pbem.store.tables import GameRow, PhaseRow


def terms_of(game: GameRow) -> Terms:
    """The campaign's terms about time."""
    return Terms.of(read_json(game.hours), read_json(game.calendar))


def in_battle(phase: str) -> bool:
    """True if a phase is one of a battle inside a game turn."""
    found = parse_or_none(phase)
    return found is not None and found.battle is not None


def hours_of(game: GameRow, row: PhaseRow) -> int:
    """The hours of a stop, as the campaign's terms give them."""
    return terms_of(game).hours_for(row.letter, row.name, is_question=row.is_question, in_battle=in_battle(row.phase))


def put_due(desk: Desk, game: GameRow, row: PhaseRow, due: datetime) -> None:
    """Set the deadline of a stop. A player who was reminded of the previous deadline is reminded again, unless that would be
    now.
    """
    row.due = due
    row.reminded = row.reminded and remind_at(game, row.stopped, due) <= desk.clock.now()
    row.remind = None if row.reminded else remind_at(game, row.stopped, due)


def remind_at(game: GameRow, stopped: datetime, due: datetime) -> datetime:
    """The time of a deadline's reminder: so many hours before it, but never before half the time since the stop is over."""
    hours = read_json(game.hours).get("reminder", HOURS["reminder"])
    return max(due - timedelta(hours=hours), whole_quarter(stopped + (due - stopped) / 2))
