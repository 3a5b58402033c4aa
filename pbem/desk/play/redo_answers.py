"""Answers that were given on a branch which was undone, where they count again: the same question gets the same answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.ask import Ask
from pbem.core.record import to_json
from pbem.desk.record import chain
from pbem.store.database import Books
from pbem.store.tables import GameRow


@dataclass(frozen=True)
class EarlierAnswer:
    """An answer: the whole ask that it was given to, as canonical JSON, and the key of the choice."""

    ask: str
    choice: str

    def fits(self, one: Ask) -> bool:
        """True if this is the same question, word for word: the same counters, numbers and choices."""
        return self.ask == chain.canonical_text(to_json(one)) and one.allows(self.choice)


def before_undo(books: Books, game: GameRow, phase: str) -> Mapping[str, EarlierAnswer]:
    """The answers in a phase on the branch whose orders are on file again (`desk.play.redo`), by the key of the ask.

    What that branch had itself from an earlier one counts too, where it was not answered again.
    """
    found: dict[str, EarlierAnswer] = {}
    aside = books.undone.serving(game) if game.undone else None
    seen: set[str] = set()
    while aside is not None and aside.branch not in seen:
        row = books.phases.named(aside, phase)
        given = [one for one in books.questions.all(row) if one.choice] if row is not None else []
        found = {one.ask_key: EarlierAnswer(one.ask, one.choice) for one in reversed(given)} | found
        seen.add(aside.branch)
        aside = books.undone.serving(game, aside.branch)
    return found
