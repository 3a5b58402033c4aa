"""Headings: a line that names a phase or a marker and nothing else is for the lines below it, up to the next heading.

``In Reno:`` above two orders means what ``in Reno:`` ahead of each of them means.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from pbem.orders.lines import OwnLine
from pbem.orders.syntax import Words

MOST_WORDS = 9
LEAD = re.compile(r"(?:(?:my\s+)?orders\s+)?(in|for|during|when|if|once|as\s+soon\s+as)\s+", re.I)
"""Begins most headings; without it a line needs a colon or one of the words below."""
KIND = re.compile(r"(?:'s)?\s*\b(phase|marker|chit|draw|activation)\b", re.I)
COMES = re.compile(
    r"\s+(?:(?:is|gets|got)\s+(?:drawn|up|next)|comes(?:\s+(?:up|out|next))?|turns\s+up)(?:\s+(?:next|first|again))?$",
    re.I,
)
TAIL = re.compile(r"\s*[,-]?\s+(?:this\s+(?:time|turn|draw|phase|marker|activation)|right\s+now|now)$", re.I)
_NOT_IN_A_NAME = re.compile(r"\d{3}|[:;]")
LITTLE = re.compile(r"^(?:the|my|our)\s+|\s+orders$", re.I)
HERE = frozenset(("this", "current", "present", "now"))
NO_NAMES = re.compile(
    r"short|detail|orders?|addition|summary|general|particular|case|fact|brief|turn|all|total|full|future|sequence",
    re.I,
)
"""Words after ``in`` that are not the misspelt name of a phase: ``In short:``."""


@dataclass(frozen=True)
class Heading:
    """A heading: how the phase is named ahead of an order; `is_known` if the side has such a phase."""

    phase: str
    is_known: bool = True

    def over(self, line: OwnLine) -> Words:
        """The phase of a line below it, at the columns of that line."""
        start = len(line.text) - len(line.text.lstrip())
        return Words("phase", self.phase, start, max(len(line.text.rstrip()), start + 1))


@dataclass(frozen=True)
class Phases:
    """A game's knowledge of phases. `letter_named` gives the letter of a phase as a player calls it, "" for none that the side
    has; `is_near` whether a letter is that of the present phase or of one that comes before the side's next turn is over;
    `is_any` whether any side has a phase so called."""

    letter_named: Callable[[str], str]
    is_near: Callable[[str], bool]
    is_any: Callable[[str], bool]


def heading(line: OwnLine, phases: Phases) -> Heading | None:
    """The heading that a line is, or None for any other line."""
    text = line.words.strip()
    words = TAIL.sub("", text.rstrip(" :-"))
    if not words or len(words.split()) > MOST_WORDS or _NOT_IN_A_NAME.search(words):
        return None
    lead, kind = LEAD.match(words), KIND.search(words)
    if not (text.endswith(":") or lead or kind):
        return None
    name = words[lead.end() :] if lead else words
    comes = COMES.search(name)
    name = COMES.sub("", LITTLE.sub("", KIND.sub("", COMES.sub("", name)).strip())).strip(" -,")
    if name.lower() in HERE:
        return Heading("", is_known=True) if kind or lead else None
    if not name or (len(name) == 1 and not (lead or kind)):
        return None
    phase = _phase(name, phases)
    letter = phases.letter_named(phase)
    if letter:
        # A word such as ``Fire:`` may be said of the present phase too; two words name one.
        return Heading(phase) if lead or kind or " " in name or phases.is_near(letter) else None
    is_misnamed = (kind is not None and kind[1].lower() != "phase") or (comes is not None and "drawn" in comes[0])
    is_misnamed = is_misnamed or (text.endswith(":") and (_is_one_name(lead, name) or phases.is_any(phase)))
    return Heading(phase, is_known=False) if is_misnamed and (lead or text.endswith(":")) else None


def _phase(name: str, phases: Phases) -> str:
    """The phase as it is named ahead of an order; ``E - advance fire`` names one phase twice."""
    parts = ["in " + part + ":" for part in re.split(r"\s+-+\s+|\s*[,/]\s*", name)]
    letters = {phases.letter_named(one) for one in parts}
    return parts[0] if len(parts) > 1 and len(letters) == 1 and "" not in letters else "in " + name + ":"


def _is_one_name(lead: re.Match[str] | None, name: str) -> bool:
    is_in = lead is not None and lead[1].lower() == "in"
    return is_in and name.isalpha() and len(name) > 2 and NO_NAMES.fullmatch(name) is None
