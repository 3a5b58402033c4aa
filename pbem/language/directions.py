"""Directions in words, ``one hex north``, ``north-east two hexes``, as steps that games on hexes read: ``1N``, ``2NE``."""

import re

NUMBER_WORDS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "once": 1,
    "twice": 2,
}
_COUNT = rf"\d{{1,2}}|{'|'.join(NUMBER_WORDS)}"
_HEXES = r"(?:hex(?:es|agons?|s)?|spaces?|steps?)"
_LONG = r"(?:north|south)(?:[\s-]?(?:east|west))?(?:wards?|erly)?|(?:east|west)(?:wards?|erly)?"
_SHORT = r"[ns][ew]|[nesw]"
_AIM = r"(?:(?:further|farther|more|up|out|back|straight)\s+)?(?:due\s+|(?:to|towards?|in|on)\s+(?:the\s+)?|the\s+)?"
WORDED = re.compile(
    rf"(?<![\w/])(?:"
    rf"(?P<n1>{_COUNT})\s+(?:{_HEXES}\s+)?{_AIM}(?P<d1>{_LONG})"
    rf"|(?P<n2>{_COUNT})\s+{_HEXES}\s+{_AIM}(?P<d2>{_SHORT})"
    rf"|(?P<n6>\d)\s+(?P<d6>[ns][ew]|[nsw])(?=\s*(?:[.,;]|$))"
    rf"|{_AIM}(?P<d3>{_LONG})\s+(?:by\s+|for\s+)?(?P<n3>{_COUNT})(?:\s+{_HEXES}|(?=\s*(?:[;,]|$)))"
    rf"|(?P<d4>{_SHORT})\s+(?:by\s+|for\s+)?(?P<n4>\d{{1,2}}|one|two|three)(?:\s+{_HEXES}|(?=\s*(?:[;,]|$)))"
    rf"|{_AIM}(?P<d5>{_LONG})"
    r")(?![\w/])(?!\s+(?:edge|side|sheet|map))",
    re.I,
)
"""A direction in words, with how many hexes if it says so."""
BETWEEN = re.compile(r"(?<=[NSEW])(\s*)(,?\s*(?:and\s+then|then|and)\s+)(?=\d{1,2}[NSEW])")
"""``one hex north then two hexes north-east``: what joins two steps."""


def with_steps(words: str) -> str:
    """The words with each direction as a step, in as many columns: ``move one hex north`` as ``move 1N           ``."""
    text = WORDED.sub(_step, words)
    return text if text == words else BETWEEN.sub(lambda joint: " " * len(joint[0]), text)


def _step(match: re.Match[str]) -> str:
    parts = {key[0]: value for key, value in match.groupdict().items() if value}
    return f"{number(parts.get('n', '1'))}{letters(parts['d'])}".ljust(len(match[0]))


def number(word: str) -> int:
    """``two`` and ``2`` as 2."""
    return int(word) if word.isdigit() else NUMBER_WORDS[word.lower()]


def letters(word: str) -> str:
    """``north-east`` as ``NE``."""
    low = word.lower()
    if len(low) < 3:
        return low.upper()
    found = [name[0] for name in ("north", "south", "east", "west") if name in low]
    return "".join(found).upper()
