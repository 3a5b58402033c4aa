"""The phase that a line of prose is for: where it says so, where a heading above it does, or where its orders are at home."""

import re

from pbem.orders.clauses import Clauses
from pbem.orders.dialect import CallsUnits, Placed
from pbem.orders.headings import SaidFor, said_for
from pbem.orders.line_answers import phase_ahead, phase_name
from pbem.orders.lines import OwnLine
from pbem.orders.parsed_lines import ParsedLine, UnreadLine, is_for_known_phase
from pbem.orders.problem_codes import RULES
from pbem.orders.prose import Prose
from pbem.orders.syntax import OrderLine, Words

_GROUP = re.compile(r"\s*(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?)\s+/\s+")
"""Those who stand ahead of a list as its heading."""


class LinePhases:
    """Finds the phases of the lines of one letter."""

    def __init__(self, clauses: Clauses, prose: Prose) -> None:
        self.clauses, self.position, self.prose = clauses, clauses.position, prose

    def lead(self, words: str) -> str:
        """The letter of the phase that a line begins with, "" where it begins with none."""
        lead = phase_ahead(words)
        return self.position.letter_named(lead) if lead else ""

    def said_for(self, line: OwnLine, phase: Words | None) -> SaidFor | None:
        """The phase that a line of prose is for, and its words less those that say so; None where that phase takes no prose.

        It has no name where the line doesn't say it: then it is for the phase that the rehearsal has come to."""
        position = self.position
        words = line.text if not line.is_sheet else line.words
        phase = phase or phase_ahead(words)  # in C: Crook stays with the infantry, who go to 3211
        if phase is not None and (letter := position.letter_named(phase)):
            is_ahead = words.lower().find(phase.text.lower().rstrip(" :"))
            cut = is_ahead + len(phase.text.rstrip(" :")) if is_ahead >= 0 else 0
            phrase: SaidFor | None = SaidFor(letter, phase_name(phase), words[cut:].lstrip(" :,-"))
        else:
            phrase = self._in_its_words(words)
        if phrase is None and phase is not None:
            return None
        phrase = phrase or SaidFor(position.running if self.clauses.ahead else position.present, "", words)
        is_drawn = bool(phrase.letter) and phrase.letter != position.present and not position.is_later(phrase.letter)
        return phrase if phrase.letter == position.running or is_drawn else None

    def later_letter(self, one: UnreadLine | ParsedLine) -> str:
        """The letter of the later phase that a line of prose is for, "" for the present one."""
        is_notation = is_for_known_phase(one, self.position.letter_named)
        if self.clauses.names_only or is_notation or (isinstance(one, UnreadLine) and one.is_heading):
            return ""
        ahead = one.phase or phase_ahead(one.line.words) if isinstance(one, UnreadLine) else None
        letter = self.position.letter_named(ahead) if ahead is not None else ""
        if not letter and not (isinstance(one, UnreadLine) and one.phase is not None):
            phrase = self._in_its_words(one.line.text)
            if phrase is not None and phrase.is_guessed and self._is_of_present(one):
                return ""
            is_unsaid = phrase is None and self.clauses.ahead and isinstance(one, UnreadLine)
            letter = self._at_home(one.line) if is_unsaid else phrase.letter if phrase is not None else ""
        return letter if letter and self.position.is_later(letter) else ""

    def _is_of_present(self, one: UnreadLine | ParsedLine) -> bool:
        """True if a line of the notation can be carried out in the present phase, or a rule says why it can't."""
        if not isinstance(one, ParsedLine) or not isinstance(one.syntax, OrderLine):
            return False
        found = self.clauses.would_be(one, one.syntax, self.position.present)
        return not isinstance(found, Placed) or found.problem.code.startswith(RULES)

    def _in_its_words(self, words: str) -> SaidFor | None:
        if (headed := _GROUP.match(words)) is not None and isinstance(self.position.dialect, CallsUnits):
            named = self.prose.own_named(headed["name"])
            if not any(len(one) == 1 for one in named) and self._letter_called(headed["name"]):
                words = f"{headed['name']}: {words[headed.end() :]}"  # Cheyenne / Wooden Leg / 1109
        phrase = said_for(words, self._letter_called, self.prose.begins_with_unit, self.position.present)
        return phrase if phrase is not None else self._of_those_named(words)

    def _of_those_named(self, words: str) -> SaidFor | None:
        """The one phase that calls all whom a line names, where the present one calls none of them; None for any other."""
        position, dialect = self.position, self.position.dialect
        named = self.prose.own_named(words) if isinstance(dialect, CallsUnits) else []
        if not isinstance(dialect, CallsUnits) or not named:
            return None
        calling = [set(dialect.letters_calling(one, position.view, position.side)) for one in named]
        letters = sorted(set.intersection(*calling))
        is_here = any(position.present in one for one in calling)
        if is_here or len(letters) != 1 or not position.is_later(letters[0]):
            return None
        return SaidFor(letters[0], "", words, is_guessed=bool(position.present))

    def _letter_called(self, name: str) -> str:
        text = f"in {name.lower()}:"
        return self.position.letter_named(Words("phase", text, 0, len(text)))

    def _at_home(self, line: OwnLine) -> str:
        """The phase in which all that a line may order is at home, in a letter for a whole turn; "" for the present one."""
        dialect, present = self.position.dialect, self.position.present
        found: list[str] = []
        for one in self.prose.possible(line.words):
            syntaxes = [dialect.parse(text) for text in one.lines]
            letters = [dialect.letters_of(two, present) if isinstance(two, OrderLine) else () for two in syntaxes]
            common = [two for two in letters[0] if all(two in others for others in letters)] if letters else []
            if present in common or not common:
                return ""
            found += [two for two in common if self.position.is_later(two)][:1]
        return found[0] if found else ""
