"""Tray: the umpire's answer to what waits for them at the end of a game turn."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm import gm_actions
from pbem.desk.gm.incidents.incident import GAME, NOBODY, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.record import chain
from pbem.desk.umpire import dispatches, tray
from pbem.reports.wrap import ascii_text
from pbem.seal.state import leaf, leaf_salt
from pbem.store.tables import GameRow

LONGEST = 20_000


@dataclass(frozen=True)
class Tray(OfGame):
    """The umpire's answer, its lines between bars: ``tray halle-3 "8: delay 1 | Davout: You met outposts. | go on"``.

    Without an answer everything goes as proposed.  The game goes on, and each player reads their own on top of their report.
    """

    NAME: ClassVar[str] = "tray"
    ABOUT: ClassVar[str] = "answer the umpire's tray; what you leave out goes as proposed"
    WORDS: ClassVar[tuple[Word, ...]] = (
        GAME,
        Word("answer", "ANSWER", "lines between bars: '8: delay 1 | Davout: words | go on'", "rest", optional=True),
    )
    REASONED: ClassVar[bool] = False

    answer: str = "go on"

    def effect(self, case: Case) -> Effect:
        """The effect on each case."""
        game = self._waiting(case)
        decided = tray.read(case.books, game, self._text())
        lines = tray.effects(case.desk, case.books, game, decided)
        turn = tray.turn_of(case.desk, case.books, game)
        return Effect(
            (*lines, f"{self.game} goes on with turn {turn}"),
            NOBODY,
            final="what was read stays read; an undo puts the cases on the tray again",
        )

    def carry_out(self, case: Case) -> Done:
        """Decide, seal it under the GM's key, and let the game go on."""
        game, books = self._waiting(case), case.books
        text = self._text()
        decided = tray.read(books, game, text)
        lines = tray.effects(case.desk, books, game, decided)
        seq = chain.next_seq(books, game)
        tray.decide(case.desk, books, game, decided, text, seq)
        books.write()
        value = {"dispatches": dispatches.sealed_in(books.dispatches.of(game), seq)}
        salt = leaf_salt(books.secrets.get(game.name, "salt key"), "segment", seq, game.branch)
        turn = tray.turn_of(case.desk, books, game) - 1
        body = {"what": "tray", "reason": f"turn {turn}", "agreed": [], "sealed": leaf(salt, "segment", value).hex()}
        made = gm_actions.append(case.desk, books, game, "gm.ruling", body)
        game.rulings += 1
        tray.closed(game)
        return Done((*lines, f"{self.game} goes on"), made.seq, advance=game.name)

    def _text(self) -> str:
        text = " ".join(ascii_text(self.answer).split())
        if len(text) > LONGEST:
            raise CannotDo(f"answer: expected up to {LONGEST} characters; found {len(text)}")
        return text

    def _waiting(self, case: Case) -> GameRow:
        game = case.playing(self.game)
        if not tray.is_full(game):
            what = (
                "it has no umpire"
                if not dispatches.has_umpire(game)
                else f"it is {game.state}, in the middle of a turn"
            )
            raise CannotDo(f"{self.game}: expected a game that waits for its umpire; {what}")
        return game
