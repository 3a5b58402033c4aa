"""Ask: mail a question from the GM to all players and collect their answers."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.games.proposals import ask_players
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.reports.wrap import ascii_text
from pbem.store.tables import PlayerRow

LONGEST = 400


@dataclass(frozen=True)
class Ask(OfGame):
    """Each player answers `agree` or `disagree`. Anything else they write to the GM as press, only the GM reads."""

    NAME: ClassVar[str] = "ask"
    ABOUT: ClassVar[str] = "ask the players whether they agree, for example before a ruling; 'show' lists the answers"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, Word("question", "QUESTION", "the question", "rest"))
    REASONED: ClassVar[bool] = False

    question: str

    def effect(self, case: Case) -> Effect:
        """The people who are asked, and the question."""
        people = self._people(case)
        lines = [f"{one.code}, {one.name}, is asked: {self._message()}" for one in people]
        lines.append("they answer   agree   or   disagree ; you get each answer by mail, with the others so far")
        lines.append(f"deadlines keep running; to stop them   pause {self.game}")
        return Effect(tuple(lines), EVERYBODY, final="a sent letter cannot be recalled", signed=False)

    def carry_out(self, case: Case) -> Done:
        """Write."""
        game = case.playing(self.game)
        self._people(case)
        rows = ask_players(case.desk, case.books, game, self._message())
        count = len(rows)
        return Done(
            (f"{self.game}: {count} player{'s are' if count != 1 else ' is'} asked; show {self.game} has the answers",)
        )

    def _message(self) -> str:
        text = " ".join(ascii_text(self.question).split())
        if len(text) > LONGEST:
            raise CannotDo(f"question: expected up to {LONGEST} characters; found {len(text)}")
        return text

    def _people(self, case: Case) -> list[PlayerRow]:
        people = [one for one in case.books.players.of(case.playing(self.game)) if not one.plays]
        if not people:
            raise CannotDo(f"{self.game}: expected a game that people play; the program plays all sides of it")
        return people
