"""Asides: sentences beside an order that order nothing, told by their words and by how they are read."""

import re

from pbem.language.read import Read
from pbem.language.wording.remarks import says_nothing

_IF_WRONG = re.compile(r"\W*if\s+(?:this|that|it|it's|that's|i|i'm|i've|you|u|you're|there's?)\b[^,]*,", re.I)
"""Begins a sentence of the writer's own: ``If this is a mistake, it is a small one``."""


_OF_THE_WRITER = re.compile(
    r"\W*(?:(?:and|but|so|well|ok|okay)\s+)?(?:i|i've|i'm|i'd|i'll|my|im|ive|it|it's|its|what|this|that|that's|thats)\b",
    re.I,
)
"""Begins what a writer says of themselves and of things."""
_BIDS = re.compile(
    r"\b(?:order|want|need|please|pls|let|would like|i'd like|tell"
    r"|(?<!we )(?<!i )(?<!you )(?<!somebody )(?<!someone )(?:should|shall|must|have to|has to))\b",
    re.I,
)


_OF_A_COMPANY = re.compile(r"\W*(?:[B-HJ-Z]|[AI](?=\s+\w+s\b(?!\s+(?:of|in|to)\b)))(?:/\d)?(?=\s+[a-z])")
"""Begins a sentence about a company: ``M flurbles the slope``."""


def is_no_order(read: Read, words: str) -> bool:
    """True if a sentence beside an order names nobody of one's own and no place, has no condition, and takes nothing back."""
    if says_nothing(words):
        return True
    tells = read.is_talk or read.is_past or read.is_over or _OF_THE_WRITER.match(words) is not None
    first = next(iter(words.split()), "").strip(".,:;!?")
    if read.has_act and (read.names_foe or read.has_place) and read.unknown[:1] == (first,):
        return False  # Louisant shoots at Crow King: it orders somebody whom nobody knows
    bids = read.names_own and ((read.is_wish and read.has_act) or _BIDS.search(words) is not None)
    if tells and not (read.has_hex or read.takes_back or bids):
        return True
    waits = read.has_condition and (_IF_WRONG.match(words) is None or read.names_foe)
    says = (
        read.names_own
        or read.has_name
        or _OF_A_COMPANY.match(words) is not None
        or read.has_place
        or read.takes_back
        or read.is_forbidding
        or waits
    )
    return not (says or any(one.is_whole for one in read.candidates))
