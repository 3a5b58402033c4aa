"""What was meant: lines to be copied that go out with the refusal of one in which a pen slipped."""

from dataclasses import replace
from itertools import islice

from pbem.core.problem import Problem
from pbem.orders.clauses import Clauses
from pbem.orders.dialect import Placed
from pbem.orders.lines import OwnLine
from pbem.orders.said import Said
from pbem.orders.syntax import Misread, OrderLine

REPAIRED = ("E101", "E102", "E103", "E104", "E110", "E111", "E120", "E150", "E151", "E154", "E160")
"""Problems that a slip of the pen may be behind: the reply offers the line that was meant, where one is found."""
MOST_REPAIRED = 12
"""Lines of a letter that are looked at for a slip; the others are refused all the same."""
MOST_TRIED = 60
"""Lines that are tried to mend one."""
MOST_SHOWN = 3


class Meant:
    """Finds what may have been meant by the bad lines of one letter."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.repaired = 0

    def offered(self, problem: Problem, words: str, letter: str) -> Problem:
        """The problem with lines to copy, where its own are none: each has been tried here and is lawful."""
        position = self.clauses.position
        if problem.code not in REPAIRED or self.repaired >= MOST_REPAIRED or letter != position.running:
            return problem
        if any(self._would_read(line, letter) for line in problem.suggest):
            return problem
        self.repaired += 1
        found: list[str] = []
        meant = (
            line for line in position.dialect.repairs(words, position.reading(letter)) if line not in problem.suggest
        )
        for line in islice(meant, MOST_TRIED):
            read = self._would_read(line, letter)
            if read and read not in found:
                found.append(read)
            if len(found) == MOST_SHOWN:
                break
        if not found:
            return problem
        # A hex that the text offers already stays what is offered; the whole line goes along unsaid.
        kept = problem.suggest if problem.code == "E120" and problem.suggest and words.count("-") < 2 else ()
        return replace(problem, suggest=(*kept, *found))

    def _would_read(self, words: str, letter: str) -> str:
        """The canonical line that words would be taken as here, "" where they would be refused; nothing is changed."""
        position = self.clauses.position
        syntax = position.dialect.parse(words)
        if isinstance(syntax, Misread) or not isinstance(syntax, OrderLine):
            return ""
        said = Said(OwnLine(0, words, words), words, syntax)
        wanted = position.letter_said(syntax.phase) if syntax.phase is not None else letter
        if not wanted and syntax.phase is not None:
            return ""
        found = self.clauses.would_be(said, syntax, wanted)
        if isinstance(found, Placed) or not found.orders:
            return ""
        return position.ahead(wanted) + "; ".join(position.dialect.write(order) for order in found.orders)
