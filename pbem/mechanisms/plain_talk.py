"""Order or chat in games whose lines begin with a unit and go on with what it does (`systems.starter.StarterDialect`).

As in `likeness`, an order taken for chat costs a player his phase, and chat taken for an order costs him a letter.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.mechanisms.likeness import ASKS_FOR_IT, GROUPS, NO_NAMES, TELLS_A_STORY


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


TOKEN = re.compile(r"[^\s,:;&+]+|[,:;&+]")
"""A word, or a sign that stands between words."""
INTERJECTION = re.compile(
    r"(?:dear|hi|hello|hey)\s+[A-Z]\w*\s*[,!:-]+\s*(?=\S)|(?:(?:oh|ah|hm+|sorry|apologies|oops|whoops|correction|(?:my\s+)?mistake|ok(?:ay)?|alright|well|actually|no\s+wait|hi|hello"
    r"|so|now|finally|next|lastly|firstly|secondly|meanwhile|instead|right(?=\s*[,.:-]))\b[\s,.!:-]*)+(?=\S)",
    re.I,
)
"""Interjections before the point."""
TELLS = _set(
    "is isn't are aren't was were has have had looks look seems seem did does doesn't don't can't got "
    "could would really "
)
"""Behind a unit's name these tell of it; they order nothing."""
OPENS_CHAT = NO_NAMES | _set(
    "i'll i'm i've i'd we'll we're it's that's thanks thank good great looking hope sorry well see best "
    "cheers regards happy hello hi dear nice have can could do please here's there's back off "
)
ARTICLES = ("the", "my", "our")
ALL = _set("all everyone everybody each both every rest others remaining ")
NEAR_BY = 5
"""Words from the start among which a verb stands where a line opens with a unit."""


@dataclass(frozen=True)
class Talk:
    """A game's knowledge of names: `own` says how many of these words name units of the writer's, at their beginning; `near`
    whether they begin with something near a name; `is_verb` whether a word is one of the order language."""

    own: Callable[[Sequence[str]], int]
    near: Callable[[Sequence[str]], bool]
    is_verb: Callable[[str], bool]

    def is_order(self, line: str) -> bool:
        """True if a line that could not be read was meant as an order."""
        words = TOKEN.findall(without_interjection(line))
        words = words[1:] if words and words[0].lower() in ARTICLES else words
        if not words:
            return False
        named = self.own(words)
        if named:
            behind = words[named].lower() if named < len(words) else ""
            return behind == ":" or behind not in TELLS
        if TELLS_A_STORY.search(line) is not None and ASKS_FOR_IT.search(line) is None:
            return False
        low = [one.lower() for one in words]
        has_verb = any(map(self.is_verb, low[1:NEAR_BY]))
        if (low[0] in ALL or low[0] in GROUPS) and has_verb:
            return True
        if ":" in words[1:4] and any(map(self.is_verb, low)) and low[0] not in OPENS_CHAT:
            return True
        if has_verb and low[0] not in OPENS_CHAT and (self.near(words) or any(one[0].isdigit() for one in words[1:])):
            return True
        is_named = any(
            self.own(words[n:]) for n, one in enumerate(words) if n and (one[0].isupper() or one[0].isdigit())
        )
        return is_named and (self.is_verb(low[0]) or (low[0] not in OPENS_CHAT and any(map(self.is_verb, low))))


def without_interjection(line: str) -> str:
    """A line from where it comes to the point."""
    text = line.strip()
    found = INTERJECTION.match(text)
    return text[found.end() :] if found else text
