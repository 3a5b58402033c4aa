"""Remind: mail everybody who owes orders or an answer, now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.incidents.incident import GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.outgoing.reminders import owing, time_left, write_reminder
from pbem.reports import times
from pbem.store.tables import PlayerRow


@dataclass(frozen=True)
class Remind(OfGame):
    """Send a reminder now, whatever the time. It counts as today's one reminder about this deadline."""

    NAME: ClassVar[str] = "remind"
    ABOUT: ClassVar[str] = "remind everybody who owes orders or an answer, now"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = False

    def effect(self, case: Case) -> Effect:
        """The effect: who is reminded of what."""
        row = case.open_phase(case.playing(self.game))
        players = self._owing(case)
        name = case.phase_name(case.game(self.game), row.phase)
        now = case.desk.clock.now()
        is_past = row.due is not None and row.due <= now
        due = f", {'which was due' if is_past else 'due'} {times.in_short(row.due)}" if row.due is not None else ""
        lines = [f"{one.code}, {one.name}, is reminded of {name}{due}" for one in players]
        if is_past:
            lines.append(
                time_left(case.desk, case.game(self.game), row) or "the deadline has passed: the game is waiting"
            )
        last = [
            f"{one.code} got the last reminder about it on {times.stamp(one.nudged)}" for one in players if one.nudged
        ]
        codes = " and ".join(one.code for one in players)
        return Effect((*lines, *last), codes, final="a sent letter cannot be recalled", signed=False)

    def carry_out(self, case: Case) -> Done:
        """Write."""
        game = case.playing(self.game)
        row = case.open_phase(game)
        players = self._owing(case)
        for one in players:
            write_reminder(case.desk, case.books, game, row, one)
        return Done((f"{' and '.join(one.code for one in players)} will get a reminder",))

    def _owing(self, case: Case) -> Sequence[PlayerRow]:
        game = case.playing(self.game)
        row = case.open_phase(game)
        players = owing(case.desk, case.books, game, row)
        if not players:
            raise CannotDo(f"{self.game}: expected somebody who owes orders or an answer; nobody does")
        return players
