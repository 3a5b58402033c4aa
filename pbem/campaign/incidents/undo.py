"""Undo: play goes back to a record, and on from there on a new branch; the old one stays."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.campaign.incidents.incident import EVERYBODY, GAME, CannotDo, Case, Done, Effect, Word
from pbem.campaign.undo import Undoing, undo_in, undoing_of
from pbem.store.database import Books


@dataclass(frozen=True)
class Undo:
    """Back to a record; without a number, to before the last phase that was adjudicated (or the open one, if it has begun)."""

    NAME: ClassVar[str] = "undo"
    ABOUT: ClassVar[str] = "take play back to a record, and on from there on a new branch with new dice"
    WORDS: ClassVar[tuple[Word, ...]] = (
        GAME,
        Word(
            "to", "RECORD", "the last record that stands; without it the last phase is undone", "number", optional=True
        ),
    )
    REASONED: ClassVar[bool] = True

    game: str
    to: int = -1

    def game_of(self, books: Books) -> str:
        """Its game."""
        return books.games.get(self.game).name

    def effect(self, case: Case) -> Effect:
        """What no longer stands."""
        game = case.playing(self.game)
        undoing = self._undoing(case)
        name = case.phase_name(game, undoing.phase) if undoing.phase else "the opening"
        undone = ", ".join(case.phase_name(game, one) for one in undoing.undone) or "no phase"
        lines = [
            f"play goes back to record {undoing.to} ({name}) of branch {undoing.parent}, and on as branch {undoing.branch}",
            f"no longer stands: {undone}; {undoing.letters} letters with orders no longer count",
            f"branch {undoing.closed} stays, signed and mailed; the new one has dice of its own",
        ]
        final = "the old branch can be read for ever; to play on from its end, ask the players and rule on the board"
        return Effect(tuple(lines), EVERYBODY, final=final)

    def carry_out(self, case: Case) -> Done:
        """Go back."""
        game = case.playing(self.game)
        undoing = undo_in(case.desk, case.books, game, self._undoing(case).to, case.reason)
        for kind in ("rules", "hash"):
            fault = case.books.faults.about(kind, game.name)
            if fault is not None:
                case.books.faults.close(fault, case.desk.clock.now())
        last = case.books.records.last(game)
        said = f"{self.game} stands at record {undoing.to} again, on branch {undoing.branch}; all players are told"
        return Done((said,), last.seq if last is not None else None, advance=game.name)

    def _undoing(self, case: Case) -> Undoing:
        game = case.playing(self.game)
        to = self.to
        if to < 0:
            row = case.books.phases.open(game)
            begun = row is not None and bool(case.books.phases.segments(row))
            rows = [one for one in case.books.phases.of(game) if case.books.phases.segments(one)]
            if not rows:
                raise CannotDo(f"{self.game}: expected a phase that was adjudicated; none was")
            wanted = row if begun and row is not None else rows[-1]
            to = case.books.phases.segments(wanted)[0].record_seq - 1
        return undoing_of(case.books, game, to)
