"""Suggestions: corrected lines to copy, mailed with the refusal of a line that has a typing error."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from pbem.core.order import Problem
from pbem.language.spelling import reach, slips
from pbem.orders.clauses import Clauses, names_in, unit_in
from pbem.orders.dialect import Placed
from pbem.orders.lines import OwnLine
from pbem.orders.parsed_lines import ParsedLine
from pbem.orders.refusal_text import without_lead
from pbem.orders.syntax import Misread, OrderLine

REPAIRED = ("E101", "E102", "E103", "E104", "E110", "E111", "E120", "E150", "E151", "E154", "E160")
"""Problems that a slip of the pen may be behind: the reply offers the line that was meant, where one is found."""
UNREAD = ("E101", "E110", "E111")
RULES = ("E13", "E14", "E15", "E16")
"""The first letters of the codes of what a rule forbids."""
MOST_REPAIRED = 12
"""Lines of a letter that are looked at for a slip; the others are refused all the same."""
MOST_TRIED = 60
"""Lines that are tried to correct one."""
MOST_SHOWN = 3
SHORT = 6
"""Words of a line of the notation with one slip in it; what is offered for a longer one has a hex of those that it names."""
NEGATION = re.compile(
    r"\b(?:no|not|never|nobody|don'?t|do\s+not|doesn'?t|cannot|hold(?:s|ing)?|cease|stays?|stands?)\b", re.I
)
"""Words by which a line says that something is not to be done."""
JOINS = re.compile(r"\s(?:\+|&|and|plus)\s+(?!then\b)(?:the\s+)?([\w/.'-]+)", re.I)
"""Words that join one unit to another, and the word behind them."""
NO_ORDER = re.compile(r"'(\w+)' is not an order\.")
OF_A_PHASE = re.compile(r"'([\w ]+)' belongs to")
_BETWEEN = re.compile(r"\s(?:\+|&|and)\s|;", re.I)
HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


_NAME = re.compile(r"[A-Z][\w./']*(?:\s(?:[A-Z][\w./']*|\d))*(?=\s|$)")
"""The name that begins a part of an order."""


class Suggestions:
    """Finds corrections for the bad lines of one letter."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.repaired = 0

    def offered(self, problem: Problem, words: str, letter: str) -> Problem:
        """The problem with lines to copy, where its own are none: each has been tried here and is legal."""
        position = self.clauses.position
        if problem.code not in REPAIRED or self.repaired >= MOST_REPAIRED or letter != position.running:
            return problem
        if problem.code in UNREAD:
            problem = replace(problem, suggest=tuple(one for one in problem.suggest if _forbids_as_much(words, one)))
        good = tuple(
            line for line in problem.suggest if (read := self._would_read(line, letter)) and isinstance(read, str)
        )
        if good:
            return problem if problem.code != "E150" else replace(problem, suggest=good)
        self.repaired += 1
        found: list[str] = []
        refused: dict[str, Problem] = {}
        suggestions = (
            line for line in position.dialect.repairs(words, position.reading(letter)) if line not in problem.suggest
        )
        lead = ""
        for line in islice(suggestions, MOST_TRIED):
            if not lead and line.endswith(words.strip()):
                lead = line.removesuffix(words.strip()).strip()  # ``in F:``
            read = self._would_read(line, letter, words)
            shown = line if isinstance(read, Problem) else read or line
            if not _says_the_same(words, shown) or not _has_the_verb(problem, shown):
                continue
            if isinstance(read, Problem):
                refused.setdefault(line, read)
            elif read and read not in found:
                found.append(read)
            if len(found) == MOST_SHOWN:
                break
        if not found and problem.code == "E150":
            found = self._for_its_phase(refused, letter)
        if not found and problem.code == "E150":
            text = f"{problem.text}\nTo give it for that phase, begin the line with   {lead}"
            return replace(problem, text=text) if lead else problem
        if not found:
            return _but_for(problem, words, refused)
        # A hex that the text offers already stays what is offered; the whole line goes along unsaid.
        kept = problem.suggest if problem.code == "E120" and problem.suggest and words.count("-") < 2 else ()
        return replace(problem, suggest=(*kept, *found))

    def _for_its_phase(self, refused: Mapping[str, Problem], letter: str) -> list[str]:
        """Suggestions for another phase, if a line belongs there and is refused there too: the lines that are offered there,
        for that phase."""
        for line, problem in refused.items():
            lead = line[: line.find(":") + 1]
            offered = (one if one.startswith(lead) else f"{lead} {one}" for one in problem.suggest)
            found = [read for one in offered if isinstance(read := self._would_read(one, letter), str) and read]
            if found:
                return found[:MOST_SHOWN]
        return []

    def _would_read(self, words: str, letter: str, written: str = "") -> str | Problem:
        """The canonical line that words would be taken as here, or why they would be refused; "" if they are no order,
        or one for somebody whom the line as `written` does not name.  Nothing is changed.
        """
        position = self.clauses.position
        syntax = position.dialect.parse(words)
        if isinstance(syntax, Misread) or not isinstance(syntax, OrderLine):
            return ""
        parsed = ParsedLine(OwnLine(0, words, words), words, syntax)
        if syntax.phase is not None and not position.letter_named(syntax.phase):
            return ""
        likeliest = self.clauses.letters_of(syntax)[0]
        wanted = letter if syntax.phase is None and likeliest == position.present else likeliest
        found = self.clauses.would_be(parsed, syntax, wanted)
        if isinstance(found, Placed):
            return found.problem
        if not found.orders:
            return ""
        named = {one for order in found.orders for one in names_in(order) if unit_in(position.view, one) is not None}
        if _names_a_stranger(written or words, named):
            return ""
        return position.ahead(wanted) + "; ".join(position.dialect.write(order) for order in found.orders)


def _but_for(problem: Problem, words: str, refused: Mapping[str, Problem]) -> Problem:
    """The problem, and what stands against the one line that can have been meant, where a rule does."""
    if problem.code not in UNREAD or problem.suggest or len(refused) != 1:
        return problem
    ((line, why),) = refused.items()
    opens = line.split()[0].lower() in words.lower().split()[:2]  # else the target was taken for the one who acts
    if not opens or not why.code.startswith(RULES) or line in problem.text:
        return problem
    return replace(problem, text=f"{problem.text}\nIf you meant   {line} :  {without_lead(why.text)}")


def _says_the_same(words: str, line: str) -> bool:
    """True if a line to copy does no other thing than what was written: better no line than one that a tired player regrets.

    It forbids what the words forbid, and nothing else; it leaves out neither a unit that they join to another nor the hex
    that they end with.
    """
    if not _forbids_as_much(words, line):
        return False
    units = _BETWEEN.split(line)
    if 1 + len(JOINS.findall(words)) > len(units):
        return False
    hexes = HEX.findall(words)
    if hexes and _is_gathered(words, units, words.find(hexes[0])):
        return False
    if len(words.split()) > SHORT and hexes and not any(one in line for one in hexes):
        return False
    return not ("then" in words.lower().split() and hexes) or hexes[-1] in line


def _is_gathered(words: str, units: Sequence[str], column: int) -> bool:
    """True if a line is for some who are named ahead of a hex, and for others behind it, who may do something else there."""
    names = [found[0].split()[-1] for one in units if (found := _NAME.match(one.strip()))]
    named = [re.search(rf"(?<!\w){re.escape(one)}(?!\w)", words) for one in names]
    columns = [one.start() for one in named if one is not None]
    return min(columns, default=column) < column < max(columns, default=column)


def _forbids_as_much(words: str, line: str) -> bool:
    return bool(NEGATION.search(words)) == bool(NEGATION.search(line)) or _is_misspelt(words, line)


def _is_misspelt(words: str, line: str) -> bool:
    """True if the word of the line that forbids something is one of those written, but for a slip."""
    found = NEGATION.search(line)
    tokens = (one.strip(".,;:") for one in words.lower().split())
    return found is not None and any(slips(one, found[0].lower(), 1) <= 1 for one in tokens if len(one) > 2)


def _names_a_stranger(words: str, names: Collection[str]) -> bool:
    """True if somebody is to act, or to be acted on, whom the words do not name."""
    parts = [one.strip(".,;:()") for one in words.lower().split()]
    return not all(any(_is_near(one, part) for part in name.lower().split() for one in parts) for name in names)


def _is_near(text: str, part: str) -> bool:
    """True if a word is a part of a name, but for a slip; another number or two letters are another name."""
    if text == part or len(part) < 3:
        return text == part
    if len(text) == 1 and part.startswith(f"{text}/"):
        return True  # a company by its letter alone
    if any(c.isdigit() for c in part):
        return len(text) != len(part) and slips(text, part, 1) <= 1
    return slips(text, part, reach(part)) <= reach(part)


def _has_the_verb(problem: Problem, line: str) -> bool:
    """True if a line has a verb near the one that is no order: any other is our guess, not what was written."""
    match = NO_ORDER.match(problem.text)
    if match is None and (belongs := OF_A_PHASE.match(problem.text)) is not None:
        return belongs[1] in line  # another verb would be another order: ``exit`` for ``joins``
    if match is None:
        return True
    text = match[1].lower()
    return any(slips(text, one, reach(text)) <= reach(text) or text.startswith(one) for one in line.lower().split())
