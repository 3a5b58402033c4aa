"""The end of a game by the GM's hand: closed without a winner, a draw, a side that resigns by his word."""

from typing import ClassVar

from pbem.campaign import ending
from pbem.campaign.incidents.incident import EVERYBODY, GAME, SIDE, Case, Done, Effect, OfGame, Word
from pbem.core.frozen import dataclass

FINAL = "the last record opens all that was sealed, so nothing can follow it: to stop for a while,   pause"


@dataclass(frozen=True)
class Close(OfGame):
    """The game is over without a winner."""

    NAME: ClassVar[str] = "close"
    ABOUT: ClassVar[str] = "end a game without a winner"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: Case) -> Effect:
        """That it is over."""
        case.playing(self.game)
        return Effect((f"{self.game} is over, without a winner; no more orders are taken",), EVERYBODY, final=FINAL)

    def carry_out(self, case: Case) -> Done:
        """End it."""
        game = case.playing(self.game)
        said = f"The GM has closed the game: {case.reason}."
        record = ending.end_by_hand(
            case.desk, case.books, game, "closed by the GM", "closed", case.reason, said, "without a winner."
        )
        return Done((f"{self.game} is closed; all players are told",), record)


@dataclass(frozen=True)
class Draw(OfGame):
    """The game is over, and nobody has won."""

    NAME: ClassVar[str] = "draw"
    ABOUT: ClassVar[str] = "end a game as a draw, to which its players have agreed"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: Case) -> Effect:
        """That it is over."""
        case.playing(self.game)
        return Effect((f"{self.game} is over: a draw; no more orders are taken",), EVERYBODY, final=FINAL)

    def carry_out(self, case: Case) -> Done:
        """End it."""
        game = case.playing(self.game)
        said = f"A draw, by the GM's word: {case.reason}."
        record = ending.end_by_hand(case.desk, case.books, game, "draw", "a draw", case.reason, said, "it is a draw.")
        return Done((f"{self.game} is a draw; all players are told",), record)


@dataclass(frozen=True)
class Resign(OfGame):
    """A side gives up, by the GM's word: its player said so elsewhere, or is gone for good."""

    NAME: ClassVar[str] = "resign"
    ABOUT: ClassVar[str] = "end a game as lost by a side whose player gave up and cannot write"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: Case) -> Effect:
        """Who wins."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        winner = case.desk.title(game.title).system.card.other(player.side).name
        return Effect(
            (f"{player.code}, {player.name}, loses {self.game} by resignation; {winner} wins",), EVERYBODY, final=FINAL
        )

    def carry_out(self, case: Case) -> Done:
        """End it."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        winner = case.desk.title(game.title).system.card.other(player.side).name
        said = f"{player.code}, {player.name}, resigns, by the GM's word ({case.reason})."
        result = f"{winner}: {player.code} resigns"
        record = ending.end_by_hand(
            case.desk,
            case.books,
            game,
            result,
            f"{player.code} resigns, {winner} wins",
            case.reason,
            said,
            f"{winner} wins.",
        )
        return Done((f"{self.game} is over: {winner} wins; all players are told",), record)
