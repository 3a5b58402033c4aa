"""Names as players write them: whole, by a unique word, by initials and number, by letter and ordinal."""

import re
from collections.abc import Iterable

from pbem.systems.miniatures.state.tabletop import Tabletop

_SUFFIX = {"1st": "1", "2nd": "2", "3rd": "3", "4th": "4", "5th": "5", "6th": "6"}


def folded(text: str) -> str:
    """A name without what people leave out: capitals, apostrophes, hyphens."""
    found = re.sub(r"[\u2019']s?\b", "", text.lower())
    return " ".join(re.sub(r"[^a-z0-9]+", " ", found).split())


def aliases(names: Iterable[str], guns: Iterable[str] = ()) -> dict[str, str]:
    """Each way to write a name, with the name; ways that fit two names are left out."""
    ways: dict[str, set[str]] = {}
    for name in names:
        words = folded(name).split()
        found = {" ".join(words), *(word for word in words if not word.isdigit() and len(word) > 2)}
        if words[-1].isdigit():
            body = words[:-1]
            found |= {"".join(word[0] for word in body) + words[-1], f"{' '.join(body)}{words[-1]}"}
            found |= {f"{ordinal} {' '.join(body)}" for ordinal, n in _SUFFIX.items() if n == words[-1]}
        found |= {f"{words[0]}s"} if len(words) == 1 and not words[0].endswith("s") else set()
        if name in guns:
            found |= {"guns", "gun", "battery", "artillery"}
        for way in found:
            ways.setdefault(way, set()).add(name)
    full = {folded(name): name for name in names}
    return {way: next(iter(found)) for way, found in ways.items() if len(found) == 1} | full


def of_side(table: Tabletop, side: str = "") -> dict[str, str]:
    """The ways to write the units of a side, or of both; a leader's name is not among them."""
    units = [unit for unit in table.scenario.units if not side or unit.side == side]
    return aliases([unit.name for unit in units], [unit.name for unit in units if unit.face.guns])


def leaders(table: Tabletop, side: str) -> dict[str, str]:
    """The ways to write the leaders of a side."""
    return aliases([one.name for one in table.scenario.leaders if one.side == side])


def longest(words: list[str], known: dict[str, str]) -> tuple[str, int]:
    """The longest name that the words begin with, and of how many words; "" for none."""
    for count in range(min(len(words), 5), 0, -1):
        if not folded(words[min(count, len(words)) - 1]):
            continue  # a colon is no part of a name
        found = known.get(folded(" ".join(words[:count])))
        if found is not None:
            return found, count
    return "", 0
