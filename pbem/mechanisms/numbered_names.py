"""Names that differ by a number, several at once: ``Herds 4, 5 and 6``, ``Herds 4-6``, ``Hunkpapa camps 1 to 3``."""

import re
from collections.abc import Callable, Sequence

from pbem.orders.syntax import Group, Members, Name

HALF_A_HEX = 2
"""Digits on either side of the dash in ``26-28``."""
MOST = 60
"""Counters of one range."""
_NUMBERED = re.compile(
    r"(?P<stem>(?:\S+\s+)*[a-z'.]{3,})\s+(?:nos?\.?\s+)?(?P<first>\d{1,2})(?:\s*[-/]\s*(?P<last>\d{1,2}))?", re.I
)
_NUMBER = re.compile(r"(?:(?:nos?|numbers?)\.?\s+)?(?P<first>\d{1,2})(?:\s*[-/]\s*(?P<last>\d{1,2}))?", re.I)
_RANGE = re.compile(
    r"(?<=[a-z]s )(\s*\d{1,2}|(?:\d{1,2}\s*(?:,|and|&)\s*)+\d{1,2})(\s*(?:to|through|thru|until|-)\s*)(\d{1,2})(?![\d\w/.])",
    re.I,
)
_NOT_NAMES = re.compile(r"\b(?:transfers|turns?|lines|levels|moves|resupplies|within|hexes|steps)\s$", re.I)

Finds = Callable[[str], tuple[str, ...]]


def with_ranges(words: str) -> str:
    """The words with a range of numbers behind a plural in one piece, in as many columns: ``herds 4 to 6`` as ``herds 4-6``."""

    def joined(match: re.Match[str]) -> str:
        if _NOT_NAMES.search(words[: match.start()]):
            return match[0]
        # 26-28 would be hex 2628.
        sign = "/" if len(match[1].split()[-1]) == len(match[3]) == HALF_A_HEX else "-"
        return f"{match[1]}{sign}{match[3]}".ljust(len(match[0]))

    return _RANGE.sub(joined, words)


def singular(text: str) -> str:
    """A name without the s of its last word; "" if it has none."""
    return text[:-1] if len(text) > 3 and text[-1:].lower() == "s" else ""


def in_singular(words: str, is_name: Callable[[str], bool]) -> str:
    """The words with each plural of a word of names in the singular: ``herds 4-6 stay`` as ``herd 4-6 stay``."""

    def one(match: re.Match[str]) -> str:
        return match[1] if is_name(match[1]) and not is_name(match[0]) else match[0]

    return re.sub(r"\b([A-Za-z]{3,})s\b", one, words)


def spread_numbers(members: Members, finds: Finds) -> Members:
    """Members with each number as a name of its own, where the name before them says whose number it is.

    `finds` gives the counters that a name fits.
    """
    stem, named = _spread(members.members, "", finds)
    _, but = _spread(members.but, stem, finds)
    return members if named == members.members and but == members.but else Members(named, but, members.each)


def _spread(members: tuple[Name | Group, ...], stem: str, finds: Finds) -> tuple[str, tuple[Name | Group, ...]]:
    out: list[Name | Group] = []
    for one in members:
        if not isinstance(one, Name):
            stem = ""
            out.append(one)
            continue
        alone = _NUMBER.fullmatch(one.text) if stem else None
        match = alone or _NUMBERED.fullmatch(one.text)
        if match is None:
            stem = _stem_of_all(one.text, finds)
            out.append(one)
            continue
        stem = stem if alone else _stem(match["stem"], match["first"], finds)
        numbers = range(int(match["first"]), int(match["last"] or match["first"]) + 1)
        if not stem or not 0 < len(numbers) <= MOST:
            out.append(one)
            continue
        out += [Name(f"{stem} {number}", one.start, one.end) for number in numbers]
    return stem, tuple(out)


def _stem(stem: str, number: str, finds: Finds) -> str:
    """The words before a number in a name: as it is written, or its singular; "" if no counter is called so."""
    return next((one for one in (stem, singular(stem)) if one and len(finds(f"{one} {number}")) == 1), "")


_ALL_OF = re.compile(r"(?:(?:all|both|the|of|my)\s+)+", re.I)


def _stem_of_all(text: str, finds: Finds) -> str:
    """``all Herds``: what the numbers behind ``except`` belong to."""
    rest = _ALL_OF.sub("", text, count=1)
    one = singular(rest)
    return one if one and len(finds(one)) > 1 else ""


def by_plural(text: str, finds: Finds) -> tuple[str, ...]:
    """The counters of a plural that stands in none of their names: ``Herds``, ``Oglala camps``; () for anything else."""
    one = singular(text)
    found = finds(one) if one else ()
    return found if len(found) > 1 and _differ_by_number(found) else ()


def _differ_by_number(names: Sequence[str]) -> bool:
    return all(re.search(r"\d+$", name) for name in names) or all(not re.search(r"\d", name) for name in names)
