"""When a line is asked about by its gist, and when it is chat although it names somebody.

The figures are chosen so that hardly an order is lost: what has a gist that can be carried out, and is told rather than asked
or remembered, is asked about (docs/lexicon.md).
"""

import re

from pbem.language.gist import Gist
from pbem.language.read import Read
from pbem.orders.lines import OwnLine
from pbem.orders.prose import UNCLEAR
from pbem.orders.verdict import PROSE, REFUSED, LineVerdict

MOST_STRANGE = 1
"""Words that nobody knows in the pieces of a line that is talk by its words, and is asked about all the same."""
LEAST_SHARE = 0.4
"""The part of what such a line names that its gist must have in it."""
MOST_OF_IT = 0.75
"""The part that the gist of a line without a verb must have in it, where words are left that nobody knows."""
LEAST_STRANGE = 3
"""Unknown words of a line that begins with nobody of one's own, and that is talk."""
LEAST_WORDS = 2
_ASKS = re.compile(
    r"(?:(?:hey|so|and|btw|umm?|hi|ok|well|oh)[\s,]+)*(?:r|is|are|am|was|were|do|does|did|has|have|had|why|what|who|how|which)\b",
    re.I,
)
"""The beginning of a question that asks for no order."""


def may_have_gist(found: LineVerdict | None, line: OwnLine) -> bool:
    """True if a line was read as talk, or was not read, or not for sure: one that a rule refuses has been understood."""
    if len(line.text.split()) < LEAST_WORDS:
        return False
    if found is None or found.verdict == PROSE:
        return True
    return found.verdict == REFUSED and found.problem is not None and found.problem.code == UNCLEAR


def is_offered(gist: Gist, read: Read, found: LineVerdict | None) -> bool:
    """True if the writer is asked about the gist of a line."""
    if not gist.candidates or (not gist.tells and gist.strange and gist.share < MOST_OF_IT):
        return False
    if found is not None and found.verdict == PROSE:
        is_question = read.is_doubtful or (read.is_asked and not read.is_wish)
        return gist.tells and not is_question and gist.strange <= MOST_STRANGE and gist.share >= LEAST_SHARE
    return True


def tells_only(line: OwnLine, read: Read, found: LineVerdict | None) -> bool:
    """True if a line without any gist, and that was not read otherwise, tells or asks something, and orders nothing."""
    if found is not None and (found.choices or found.verdict == PROSE):
        return False
    is_told = read.opens_with_own or read.begins_with_some or read.opens_with_act or read.is_forbidding
    if "?" in line.text and not (read.is_wish and is_told) and _ASKS.match(line.text.lstrip()):
        return True
    if (read.is_past or read.is_over or read.is_yours) and not is_told:
        return True
    return not (is_told or read.has_condition or read.is_wish) and len(read.unknown) >= LEAST_STRANGE
