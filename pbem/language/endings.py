"""A long sentence without the story around its order: ``he has seen enough of it, so Company F stays``.

What is read of such a sentence is never sure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LEAST_WORDS = 9
"""Words of a line that may have a story around its order."""
MOST_ENDINGS = 3
"""Places at which a story may end that are tried."""

_ASIDE = re.compile(r",\s+(?:who|which|whose)\s([^,;:.!?]{3,90}),(?=\s)", re.I)
_REASON = re.compile(
    r"(?:,\s+|\b(?:and|but|then),?\s+)(?:because|since|as|seeing|given|though|although)\s([^,;:.!?]{3,110}),(?=\s)",
    re.I,
)
_OPENS_WITH_REASON = re.compile(
    r"\s*(?:because|since|as|seeing|given|knowing|having|though|although|after|now that|with)\s", re.I
)
_TELLS = re.compile(r"\b(?:should|shall|will|must|goes|go|is to|are to|if|unless|except|\d{1,3})\b", re.I)
"""Words of an aside that may be an order, or change one."""
_TELLS_HEX = re.compile(r"\b(?:if|unless|except|\d{1,4})\b", re.I)
_SO = re.compile(
    r"(?:^|[,;.!:]?\s)\s*(?:and\s+)?(?:so(?!\s+(?:far|long|much|many|that|as|can|will|should|must|may|shall|could)\b)|therefore|hence|thus|which\s+is\s+why"
    r"|that is why|that's why|for which reason|accordingly),?\s+",
    re.I,
)
_JOINT = re.compile(r"(?:[,;:.!?]\s|\s-+\s|,?\s(?:but|and)\s)\s*(?:and\s+|but\s+|yet\s+|then\s+|well,?\s+)*", re.I)


@dataclass(frozen=True)
class FinalPart:
    """The last part of a line, and the story ahead of it; `is_drawn` if a word such as ``so`` says that it follows."""

    story: str
    words: str
    is_drawn: bool = False
    is_behind: bool = False
    """True if the story stands behind it: a remark at the end."""


def without_asides(line: str) -> str:
    """The line less what it tells of somebody between commas: ``I, which has stood idle for days, moves to 1816``."""
    plain = _ASIDE.sub(lambda found: found[0] if _TELLS.search(found[1]) else " ", line)
    return _REASON.sub(lambda found: found[0] if _TELLS_HEX.search(found[1]) else ", so ", plain)


def endings(line: str) -> Iterator[FinalPart]:
    """The line in plainer words, whole and from each place on at which a story may end; few of many."""
    if len(line.split()) < LEAST_WORDS:
        return
    plain = without_asides(line)
    if plain != line:
        yield FinalPart("", plain, is_drawn=True)
    cuts = [(found.start(), found.end()) for found in _SO.finditer(plain) if found.start() > 0]
    for start, end in cuts[:MOST_ENDINGS]:
        yield FinalPart(plain[:start], plain[end:], is_drawn=True)
    joints = [(found.start(), found.end()) for found in _JOINT.finditer(plain) if found.end() < len(plain)]
    has_reason = _OPENS_WITH_REASON.match(plain) is not None
    if not cuts:
        for start, end in joints[:MOST_ENDINGS] if has_reason else joints[-MOST_ENDINGS:]:
            yield FinalPart(plain[:start], plain[end:], is_drawn=has_reason)
    for start, end in joints[-1:]:
        yield FinalPart(plain[end:], plain[:start], is_behind=True)
