"""Units and places as players write them."""

import re
from collections.abc import Iterable

from pbem.core.clause import rule
from pbem.core.problem import Ambiguous, Malformed, Problem
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import card, cards
from pbem.systems.nezperce.state.position import GONE, Campaign

_JOINT = re.compile(r"\s*(?:\+|,|;|&|\band\b)\s*", re.I)
_ALL = re.compile(r"(?:all|everybody|every unit|all units)(?:\s+(?:at|in))?(?:\s+(\S.*))?", re.I)


def folded(text: str) -> str:
    """A name without case, dots and hyphens."""
    return " ".join(re.sub(r"[.'-]", " ", text).lower().split())


def units(text: str, view: Campaign, side: str) -> tuple[str, ...] | Problem:
    """The units of a side that these words name: ``Howard + Perry``, ``all in 0811``."""
    group = _ALL.fullmatch(text.strip())
    if group is not None:
        return _all(group[1] or "", view, side)
    found: list[str] = []
    for word in _JOINT.split(text.strip()):
        one = unit(word, view, side)
        if isinstance(one, Problem):
            return one
        if one not in found:
            found.append(one)
    return tuple(found)


def _all(where: str, view: Campaign, side: str) -> tuple[str, ...] | Problem:
    mine = view.of(side)
    at = place(where) if where else ""
    if isinstance(at, Problem):
        return at
    found = tuple(one.name for one in mine if at in ("", one.at))
    if not found:
        return Malformed("E101", f"No unit of yours is in {where}.", words=where)
    return found


def unit(word: str, view: Campaign, side: str) -> str | Problem:
    """The one unit that a word names: its name, an alias, or the beginning of a word of it."""
    wanted, mine = folded(word), [name for name, one in cards().items() if one.side == side and name in view.units]
    if not wanted:
        return Malformed("E101", "A unit's name is missing.", words=word)
    exact = [name for name in mine if wanted in map(folded, (name, *card(name).aliases))]
    near = exact or [name for name in mine if _fits(wanted, (name, *card(name).aliases))]
    if len(near) == 1:
        return near[0]
    if near:
        return Ambiguous("E102", f"'{word}' may be {', '.join(near)}.", suggest=tuple(near), words=word)
    known = ", ".join(name for name in mine if view.units[name].status != GONE)
    return Malformed("E101", f"No unit of yours is called '{word}'.  Your units: {known}.", words=word)


def _fits(wanted: str, names: Iterable[str]) -> bool:
    """Whether the words stand at the beginning of the name, or of some words in it."""
    return any(f" {folded(one)}".find(f" {wanted}") >= 0 for one in names)


@rule("NP-B4.2d")
def place(word: str) -> str | Problem:
    """The hex that a word names: its number, or a place of the map."""
    sheet, text = data.strategic_map(), word.strip(" .,:")
    if re.fullmatch(r"\d{4}", text):
        if text in sheet:
            return text
        return Malformed("E104", f"There is no hex {text} on the map.", words=word)
    wanted = folded(text)
    towns = {folded(one.name): one.hexes[0] for one in sheet.places.values() if len(one.hexes) == 1}
    if wanted in towns:
        return towns[wanted]
    near = [name for name in towns if wanted and _fits(wanted, [name])]
    if len(near) == 1:
        return towns[near[0]]
    return Malformed("E104", f"No hex or place is called '{word}'.  A hex is written as four digits: 0709.", words=word)
