"""Ask: a question of the GM's is put to all players, and their answers come together."""

from typing import ClassVar

from pbem.campaign.incidents.incident import EVERYBODY, GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.campaign.proposals import ask_players
from pbem.core.frozen import dataclass
from pbem.reports.wrap import ascii_text
from pbem.store.tables import PlayerRow

LONGEST = 400


@dataclass(frozen=True)
class Ask(OfGame):
    """Each player answers `agree` or `disagree`; what he says besides, as press, goes to the GM alone."""

    NAME: ClassVar[str] = "ask"
    ABOUT: ClassVar[str] = "ask the players of a game whether they agree, before a ruling; answers are in 'show'"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, Word("question", "QUESTION", "what they are asked", "rest"))
    REASONED: ClassVar[bool] = False

    question: str

    def effect(self, case: Case) -> Effect:
        """Who is asked what."""
        people = self._people(case)
        lines = [f"{one.code}, {one.name}, is asked: {self._said()}" for one in people]
        lines.append("they answer   agree   or   disagree ; each answer is mailed to you with the others'")
        lines.append(f"deadlines stand meanwhile: to stop them   pause {self.game}")
        return Effect(tuple(lines), EVERYBODY, final="a letter that is out cannot be called back", signed=False)

    def carry_out(self, case: Case) -> Done:
        """Write."""
        game = case.playing(self.game)
        self._people(case)
        rows = ask_players(case.desk, case.books, game, self._said())
        count = len(rows)
        return Done(
            (f"{self.game}: {count} player{'s are' if count != 1 else ' is'} asked; show {self.game} has the answers",)
        )

    def _said(self) -> str:
        said = " ".join(ascii_text(self.question).split())
        if len(said) > LONGEST:
            raise CannotDo(f"question: expected up to {LONGEST} characters; found {len(said)}")
        return said

    def _people(self, case: Case) -> list[PlayerRow]:
        people = [one for one in case.books.players.of(case.playing(self.game)) if not one.plays]
        if not people:
            raise CannotDo(f"{self.game}: expected a game that people play; the program plays all sides of it")
        return people
