"""Tray: the umpire's answer to what waits for them at the end of a game turn."""

from dataclasses import dataclass, replace
from typing import ClassVar

from pbem.desk.gm.incidents.incident import GAME, NOBODY, CannotDo, Done, Effect, IncidentContext, OfGame, UsageWord
from pbem.desk.record import chain
from pbem.desk.umpire import dispatches, tray
from pbem.reports.wrap import ascii_text
from pbem.store.tables import GameRow

LONGEST = 20_000


@dataclass(frozen=True)
class Tray(OfGame):
    """The umpire's answer, its lines between bars: ``tray halle-3 "8: delay 1 | Davout: You met outposts. | go on"``.

    Without an answer everything goes as proposed.  The game goes on, and each player reads their own on top of their report.
    """

    NAME: ClassVar[str] = "tray"
    ABOUT: ClassVar[str] = "answer the umpire's tray; what you leave out goes as proposed"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        UsageWord(
            "answer", "ANSWER", "lines between bars: '8: delay 1 | Davout: words | go on'", "rest", optional=True
        ),
    )
    REASONED: ClassVar[bool] = False

    answer: str = "go on"

    def effect(self, case: IncidentContext) -> Effect:
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

    def carry_out(self, case: IncidentContext) -> Done:
        """Decide, seal it under the GM's key, and let the game go on."""
        game, books = self._waiting(case), case.books
        text = self._text()
        decided = tray.read(books, game, text)
        fell = [tray.roll(case.desk, books, game, one) for one in decided.rolls]
        lines = [*tray.effects(case.desk, books, game, replace(decided, rolls=())), *fell]
        seq = chain.next_seq(books, game)
        tray.decide(case.desk, books, game, decided, text, seq)
        books.write()
        made = tray.rule_sealed(case.desk, books, game, "tray", seq)
        tray.closed(game)
        return Done((*lines, f"{self.game} goes on"), made.seq, advance=game.name)

    def _text(self) -> str:
        text = " ".join(ascii_text(self.answer).split())
        if len(text) > LONGEST:
            raise CannotDo(f"answer: expected up to {LONGEST} characters; found {len(text)}")
        return text

    def _waiting(self, case: IncidentContext) -> GameRow:
        return _waiting(case, self.game)


@dataclass(frozen=True)
class UmpireRoll(OfGame):
    """Dice for a purpose of the umpire's, while a tray waits: ``roll halle-3 "2d6: the bridge"``.

    They fall once for one purpose.  Nobody else is told; the game's end opens purpose and dice.
    """

    NAME: ClassVar[str] = "roll"
    ABOUT: ClassVar[str] = "roll dice for a purpose, while the umpire's tray waits"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, UsageWord("dice", "DICE", "such as '2d6: the bridge'", "rest"))
    REASONED: ClassVar[bool] = False

    dice: str

    def effect(self, case: IncidentContext) -> Effect:
        """The dice and their purpose."""
        number, faces, purpose = self._read(case)
        return Effect(
            (f"{number}d{faces} are rolled for {purpose}",), NOBODY, final="dice that were rolled stay rolled"
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Roll them, and seal purpose and dice under the GM's key."""
        game = _waiting(case, self.game)
        line = tray.roll(case.desk, case.books, game, self._read(case))
        return Done((line,), chain.newest_seq(case.books, game))

    def _read(self, case: IncidentContext) -> tuple[int, int, str]:
        game = _waiting(case, self.game)
        decided = tray.read(case.books, game, f"roll {' '.join(ascii_text(self.dice).replace('|', '/').split())}")
        if not decided.rolls:
            raise CannotDo(f"dice: expected dice with a purpose, such as '2d6: the bridge'; found {self.dice!r}")
        return decided.rolls[0]


def _waiting(case: IncidentContext, name: str) -> GameRow:
    """The game of this name if its tray waits.  Raises UnknownGame, CannotDo."""
    game = case.playing(name)
    if not tray.is_full(game):
        what = "it has no umpire" if not dispatches.has_umpire(game) else f"it is {game.state}, in the middle of a turn"
        raise CannotDo(f"{name}: expected a game that waits for its umpire; {what}")
    return game
