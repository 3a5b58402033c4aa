"""Headings: a line that names a phase or a marker and nothing else is for the lines below it, up to the next heading.

``In Reno:`` above two orders means what ``in Reno:`` ahead of each of them means.
"""

import re
from collections.abc import Callable

from pbem.core.frozen import dataclass
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
LITTLE = re.compile(r"^(?:the|my|our)\s+|\s+orders$", re.I)
HERE = frozenset(("this", "current", "present", "now"))
NO_NAMES = re.compile(
    r"short|detail|orders?|addition|summary|general|particular|case|fact|brief|turn|all|total|full|future|sequence",
    re.I,
)
"""What stands behind ``in`` without being the misspelt name of a phase: ``In short:``."""


@dataclass(frozen=True)
class Heading:
    """A heading: how the phase is named ahead of an order; `is_known` if the side has such a phase."""

    phase: str
    is_known: bool = True

    def over(self, line: OwnLine) -> Words:
        """The phase of a line below it, at the columns of that line."""
        start = len(line.text) - len(line.text.lstrip())
        return Words("phase", self.phase, start, max(len(line.text.rstrip()), start + 1))


def heading(line: OwnLine, letter_named: Callable[[str], str], is_near: Callable[[str], bool]) -> Heading | None:
    """What a line is the heading for, None for any other line.

    `letter_named` gives the letter of a phase as a player calls it, "" for none; `is_near` whether a letter is that of the
    present phase or of one that comes before the side's next turn is over.
    """
    text = line.words.strip()
    words = TAIL.sub("", text.rstrip(" :-"))
    if not words or len(words.split()) > MOST_WORDS or re.search(r"\d{3}|[:;]", words):
        return None
    lead, kind = LEAD.match(words), KIND.search(words)
    if not (text.endswith(":") or lead or kind):
        return None
    name = words[lead.end() :] if lead else words
    comes = COMES.search(name)
    name = COMES.sub("", LITTLE.sub("", KIND.sub("", COMES.sub("", name)).strip())).strip(" -,")
    if name.lower() in HERE:
        return Heading("", is_known=True) if kind or lead else None
    phase = "in " + name + ":"
    if not name or (len(name) == 1 and not (lead or kind)):
        return None
    letter = letter_named(phase)
    if letter:
        return Heading(phase) if lead or kind or is_near(letter) else None
    is_misnamed = (kind is not None and kind[1].lower() != "phase") or (comes is not None and "drawn" in comes[0])
    is_misnamed = is_misnamed or (text.endswith(":") and _is_one_name(lead, name))
    return Heading(phase, is_known=False) if is_misnamed and (lead or text.endswith(":")) else None


def _is_one_name(lead: re.Match[str] | None, name: str) -> bool:
    is_in = lead is not None and lead[1].lower() == "in"
    return is_in and name.isalpha() and len(name) > 2 and NO_NAMES.fullmatch(name) is None
