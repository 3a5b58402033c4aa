"""Offers that differ in nothing but their place, told in few words: one of them, and a list of places that others share.

Where a side sets up, each of its units may stand in hundreds of hexes, and many of them in the same.  On a table each place
is so many inches away: what is said of it is one sentence with other figures.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

PLACE_MARK = "{}"
"""The stand-in for a place in a line."""
LEAST = 3
"""So many offers are worth a list."""
_FIGURE = re.compile(r"\d+\.\d\d")


def gathered(offers: Sequence[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[list[str]]]:
    """The offers as JSON, in their sequence, and the lists of places: ``"on": 2`` stands for each place of the third list.

    A place that is two figures, ``12,30``, is marked in the line by ``{0}`` and ``{1}``.  `of` are the figures that stand
    for the marks of the cost, place by place.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for one in offers:
        groups.setdefault(_key(one), []).append(one)
    places: dict[tuple[str, ...], int] = {}
    found: list[Mapping[str, Any]] = []
    for some in groups.values():
        if len(some) < LEAST:
            found += some
            continue
        ats = tuple(one["at"] for one in some)
        rest = {name: value for name, value in some[0].items() if name != "at"}
        number = places.setdefault(ats, len(places))
        figures = [" ".join(_FIGURE.findall(one.get("cost", ""))) for one in some]
        if len(set(figures)) > 1:
            rest |= {"cost": _FIGURE.sub(PLACE_MARK, some[0]["cost"]), "of": figures}
        found.append(rest | {"line": _marked(some[0]), "on": number})
    return found, [list(one) for one in places]


def _marked(one: Mapping[str, Any]) -> str:
    """The line with a mark in the place of its place, or one for each of its figures; without one if it cannot be told."""
    line, at = str(one["line"]), str(one["at"])
    if line.count(at) == 1:
        return line.replace(at, PLACE_MARK)
    figures = at.split(",")
    whole = ", ".join(f"{figure}.00" for figure in figures)
    marks = ", ".join(f"{{{n}}}.00" for n in range(len(figures)))
    return line.replace(whole, marks) if line.count(whole) == 1 else line


def _key(one: Mapping[str, Any]) -> str:
    """The key of offers that differ only in their place; for one that differs in more its own line."""
    if not one.get("at") or "{" in f"{one['line']}{one.get('cost', '')}" or _marked(one) == one["line"]:
        return str(one)
    if any(one.get(name) for name in ("then", "way", "go")):
        return str(one)
    rest = sorted((name, value) for name, value in one.items() if name not in ("at", "line", "cost"))
    return str((_marked(one), _FIGURE.sub(PLACE_MARK, one.get("cost", "")), *rest))
