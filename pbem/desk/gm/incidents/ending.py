"""End a game by ruling of the GM: no winner, a draw, or a resignation on a player's behalf."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.games import ending
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, SIDE, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.store.tables import GameRow, PlayerRow

FINAL = "this cannot be undone: the last record opens all sealed orders.  To stop for a while:   pause"


@dataclass(frozen=True)
class Close(OfGame):
    """End the game without a winner."""

    NAME: ClassVar[str] = "close"
    ABOUT: ClassVar[str] = "end a game without a winner"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: Case) -> Effect:
        """The effect: the game ends."""
        case.playing(self.game)
        return Effect((f"{self.game} is over, without a winner; no more orders are taken",), EVERYBODY, final=FINAL)

    def carry_out(self, case: Case) -> Done:
        """End it."""
        game = case.playing(self.game)
        text = f"The GM has closed the game: {case.reason}."
        record = ending.end_by_hand(
            case.desk, case.books, game, "closed by the GM", "closed", case.reason, text, "without a winner."
        )
        return Done((f"{self.game} is closed; all players are told",), record)


@dataclass(frozen=True)
class Draw(OfGame):
    """End the game as a draw."""

    NAME: ClassVar[str] = "draw"
    ABOUT: ClassVar[str] = "end a game as a draw that its players have agreed to"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: Case) -> Effect:
        """The effect: the game ends."""
        case.playing(self.game)
        return Effect((f"{self.game} is over: a draw; no more orders are taken",), EVERYBODY, final=FINAL)

    def carry_out(self, case: Case) -> Done:
        """End it."""
        game = case.playing(self.game)
        text = f"The GM has declared the game a draw: {case.reason}."
        record = ending.end_by_hand(case.desk, case.books, game, "draw", "a draw", case.reason, text, "it is a draw.")
        return Done((f"{self.game} is a draw; all players are told",), record)


@dataclass(frozen=True)
class Resign(OfGame):
    """End the game by resignation, on behalf of a player who gave up elsewhere or has left for good."""

    NAME: ClassVar[str] = "resign"
    ABOUT: ClassVar[str] = "end a game as lost by a side whose player gave up and cannot send mail"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: Case) -> Effect:
        """The winner."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        winner = _winner(case, game, player)
        return Effect(
            (f"{player.code}, {player.name}, loses {self.game} by resignation; {winner} wins",), EVERYBODY, final=FINAL
        )

    def carry_out(self, case: Case) -> Done:
        """End it."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        winner = _winner(case, game, player)
        text = f"The GM has entered that {player.code}, {player.name}, resigns: {case.reason}."
        result = f"{winner}: {player.code} resigns"
        record = ending.end_by_hand(
            case.desk,
            case.books,
            game,
            result,
            f"{player.code} resigns, {winner} wins",
            case.reason,
            text,
            f"{winner} wins.",
        )
        return Done((f"{self.game} is over: {winner} wins; all players are told",), record)


def _winner(case: Case, game: GameRow, player: PlayerRow) -> str:
    """The winner when a side gives up. Raises CannotDo if there is more than one other."""
    others = case.desk.title(game.title).system.card.others(player.side)
    if len(others) > 1:
        raise CannotDo(
            f"{player.side}: expected a side of a game of two; {game.name} goes on between {len(others)} others.  Seat "
            "somebody else on it:   replace   or end the game:   draw   close"
        )
    return others[0].name
