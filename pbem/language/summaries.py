"""Lines that say twice whom they are for, or what they order: in words first, and then in full.

``Custer's column rides on: move 8004-7904``, ``Reno's command (all in 8612) moves 8512``.
"""

import re
from collections.abc import Callable

from pbem.language.gazetteer import LONGEST_NAME, PIECE, Gazetteer
from pbem.language.read import Read
from pbem.language.sentence import SEPARATORS
from pbem.language.tokens import Tokenizer

MOST_WORDS = 14
"""Words of a summary."""
_CHANGES = re.compile(
    r"\b(?:if|when|unless|except|only|but|not|no|never|nobody|none|until|till|without|instead|in\s+[a-z])\b|n't\b|[;!?]",
    re.I,
)
"""Words of a summary that change what is ordered behind it."""
_EXPLAINED = re.compile(
    r"(?P<who>\b[A-Za-z][\w.]*(?:'s|s')?(?:\s+[a-z]+){0,2})\s*\((?P<list>[^()]{2,80})\)(?=\s+[a-z])"
)
_ALL_IN = re.compile(r"\s*(?:all|everybody|everyone|those|the\s+(?:whole\s+)?lot)\s+(?:in|at|of)\s+\d{4}\s*", re.I)
_JOINTS = re.compile(r"\s*(?:,|\+|&|/|\band\b)\s*", re.I)
_DOES = frozenset(("ACT", "HEX", "STEP", "PLACE", "TOWARD", "HOW", "NEG"))
_SUBJECTS = frozenset(("NAME", "KIND", "ALL", "WITH", "AT", "HEX", "PRON", *SEPARATORS))


def explained(line: str, gazetteer: Gazetteer) -> str:
    """The line with a group that brackets list as that list: ``Keogh's wing (Keogh, C, I and L) comes on``."""

    def listed(found: re.Match[str]) -> str:
        names = [one for one in _JOINTS.split(found["list"]) if one.strip()]
        is_list = len(names) > 1 and all(_own(one, gazetteer) for one in names)
        return found["list"].strip() if is_list or _ALL_IN.fullmatch(found["list"]) else found[0]

    return _EXPLAINED.sub(listed, line)


_OBLIGES = re.compile(
    r"\bif\s+(?P<who>[\w/'. ]{1,30}?)\s+(?:would|will|could|can|does(?:n't| not)|don't|wouldn't)\s+(?:please|oblige|agree"
    r"|mind(?:\s+it)?|be\s+(?:willing|game)|be\s+so\s+(?:kind|good))\s*,\s*(?:then\s+)?(?:he|she|they|it)\b",
    re.I,
)
_WARDS = re.compile(r"\b(?P<where>[A-Z]\w+(?: [A-Z]\w+)?)-wards?\b")


def plainer(line: str) -> str:
    """The line with a polite condition as what it asks for, and directions as towards whom: ``Missoula-wards``."""
    return _WARDS.sub(lambda found: f"toward {found['where']}", _OBLIGES.sub(lambda found: found["who"], line))


def _own(words: str, gazetteer: Gazetteer) -> bool:
    pieces = [one for one in PIECE.findall(words) if one.lower() not in ("the", "both")]
    found = gazetteer.find(pieces) if 0 < len(pieces) <= LONGEST_NAME else None
    return found is not None and bool(found.own)


def without_summary(line: str, tokenizer: Tokenizer, read: Callable[[str], Read]) -> str:
    """The line less a summary ahead of its order; the line itself where it has none.

    Who is named in the summary does what stands behind it, where that names nobody."""
    head, colon, order = line.partition(":")
    if not colon or not order.strip() or len(head.split()) > MOST_WORDS or "'" in order[:1]:
        return line
    sentences = tokenizer.sentences(head)
    if len(sentences) != 1:
        return line
    verbs = [one.start for one in sentences[0].tokens if one.type == "ACT"]
    column = min([*verbs, *sentences[0].strange, len(head)])
    subject = [one for one in sentences[0].tokens if one.start < column]
    is_named = any(one.type in ("NAME", "ALL", "KIND") for one in subject)
    if column == len(head) or not is_named or not all(one.type in _SUBJECTS for one in subject):
        return line
    told = head[column:]
    if (
        _CHANGES.search(told)
        or re.search(r"\d", told)
        or any(one.is_covered and one.lines for one in read(head).candidates)
    ):
        return line
    does = [one.type for two in tokenizer.sentences(order) for one in two.tokens]
    if not _DOES.intersection(does):
        return line  # kingy will give them beans: C/3
    behind = read(order.strip())
    if not behind.names_own and any(one.type == "NAME" and one.start > column for one in sentences[0].tokens):
        return line  # Big Road can rest, He Dog does the talking: ...
    whole = order.strip() if behind.names_own else f"{head[:column].strip(' ,')} {order.strip()}"
    found = behind if behind.names_own else read(whole)
    return whole if any(one.is_covered for one in found.candidates) else line
