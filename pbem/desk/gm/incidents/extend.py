"""Extend: move a game's open deadline later or earlier."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.play.terms import whole_quarter
from pbem.desk.play.timing import put_due
from pbem.reports import times
from pbem.store.moments import time_text
from pbem.store.tables import PhaseRow

MOST_HOURS = 30 * 24


@dataclass(frozen=True)
class Extend(OfGame):
    """Move the open deadline later; a negative number moves it earlier, but never into the past."""

    NAME: ClassVar[str] = "extend"
    ABOUT: ClassVar[str] = "move a game's open deadline later, or earlier (-24)"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, Word("hours", "HOURS", "number of hours", "number"))
    REASONED: ClassVar[bool] = True

    hours: int

    def effect(self, case: Case) -> Effect:
        """The deadline as it is, and as it would be."""
        row, old, new = self._moved(case)
        name = case.phase_name(case.game(self.game), row.phase)
        return Effect(
            (f"{name} is due {times.in_full(old)}; it would be due {times.in_full(new)}",),
            EVERYBODY,
            inverse=Extend(self.game, -self.hours),
        )

    def carry_out(self, case: Case) -> Done:
        """Move it."""
        game = case.playing(self.game)
        row, _, due = self._moved(case)
        put_due(case.desk, game, row, due)
        row.lapsed = None
        case.books.phases.add(row)
        name = case.phase_name(game, row.phase)
        ruled = Ruled(
            "deadline",
            case.reason,
            f"the deadline of {name} is moved {'by' if self.hours > 0 else 'back by'} {abs(self.hours)} hours",
            f"deadline of {name} moved to {times.day(due)}",
            {"phase": row.phase, "due": time_text(due)},
            deadline=due,
        )
        record = rule(case.desk, case.books, game, ruled)
        return Done((f"{self.game}: now due {times.in_full(due)}; all players are told",), record)

    def _moved(self, case: Case) -> tuple[PhaseRow, datetime, datetime]:
        if self.hours == 0 or abs(self.hours) > MOST_HOURS:
            raise CannotDo(
                f"hours: expected a whole number from 1 to {MOST_HOURS}, or -1 to -{MOST_HOURS}; found {self.hours}"
            )
        game = case.playing(self.game)
        row = case.books.phases.open(game)
        if row is None or row.due is None:
            raise CannotDo(f"{self.game}: expected a game with a deadline; it is {game.state}, and nothing is due")
        if row.passed:
            raise CannotDo(f"{self.game}: its deadline has passed and is being carried out")
        # One that came and was not enforced (the terms wait) is counted from now.
        base = max(row.due, case.desk.clock.now()) if self.hours > 0 and row.lapsed else row.due
        due = whole_quarter(base + timedelta(hours=self.hours))
        if due <= case.desk.clock.now():
            raise CannotDo(
                f"hours: expected a deadline that is still to come; {self.hours} hours would make it "
                f"{times.in_full(due)}.  To carry out the orders on file now:   act {self.game}"
            )
        return row, row.due, due
