"""Offers that differ in nothing but their place, told in few words: one of them, and a list of places that others share.

Where a side sets up, each of its units may stand in hundreds of hexes, and many of them in the same.
"""

from collections.abc import Mapping, Sequence
from typing import Any

PLACE_MARK = "{}"
"""What stands in a line where its place does."""
LEAST = 3
"""So many offers are worth a list."""


def gathered(offers: Sequence[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[list[str]]]:
    """The offers as JSON, in their sequence, and the lists of places: ``"on": 2`` stands for each place of the third list."""
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
        found.append(rest | {"line": _marked(some[0]), "on": number})
    return found, [list(one) for one in places]


def _marked(one: Mapping[str, Any]) -> str:
    """The line with a mark in the place of its place."""
    line: str = one["line"]
    return line.replace(one["at"], PLACE_MARK)


def _key(one: Mapping[str, Any]) -> str:
    """What offers have in common that differ only in their place; for one that differs in more its own line."""
    at = one.get("at", "")
    if (
        not at
        or one["line"].count(at) != 1
        or PLACE_MARK in one["line"]
        or any(one.get(name) for name in ("then", "way", "go"))
    ):
        return str(one)
    return str((_marked(one), *sorted((name, value) for name, value in one.items() if name not in ("at", "line"))))
