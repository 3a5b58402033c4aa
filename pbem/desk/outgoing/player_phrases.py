"""Words for a game's players: with two it is ``both`` and ``opponent``, with more ``all`` and ``opponents``."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.desk.play.timing import terms_of
from pbem.reports.letter_style import translate
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


@dataclass(frozen=True)
class PlayerPhrases:
    """Words that depend on the number of players."""

    count: int

    @property
    def is_pair(self) -> bool:
        """True if there are two."""
        return self.count == 2

    @property
    def both(self) -> str:
        """``both``, ``all``."""
        return "both" if self.is_pair else "all"

    @property
    def opponent(self) -> str:
        """``opponent``, ``opponents``: the others, from a player's point of view."""
        return "opponent" if self.is_pair else "opponents"

    def of(self, one: str, several: str) -> str:
        """`one` in a game of two players, `several` in a larger one."""
        return one if self.is_pair else several


def phrases_for(books: Books, game: GameRow) -> PlayerPhrases:
    """The words for the players of this game."""
    return PlayerPhrases(len(books.players.of(game)))


def game_waits(game: GameRow, *, is_question: bool = False) -> str:
    """The effect of silence where the campaign's terms let the game wait, "" where standing orders or defaults act."""
    match terms_of(game).on_silence(is_question=is_question):
        case "wait":
            return translate("the game waits for you")
        case "gm":
            return translate("the game waits, and the GM decides how it goes on")
        case _:
            return ""


def named(players: Sequence[PlayerRow]) -> str:
    """``Kate Hale``, ``Kate Hale and Bob Lee``, ``Kate Hale, Bob Lee and Ann Roe``."""
    names = [one.name for one in players]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
