"""Small maps of adjudication cases."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from pbem.board import hexes
from pbem.board.hexmap import CLEAR, HexMap

Note = Callable[[str, str, object], None]
"""Notes a fault: the key (``map.blank``), what was expected, what was found."""

BLANK = re.compile(r"([1-9]\d?)x([1-9]\d?)")
COULEE, COULEE_EXIT = "coulee", "coulee exit"
"""Terrain that a coulee runs through, with steep walls or at an entry/exit hex."""
MAP_KEYS = ("blank", "terrain", "levels", "hexsides", "coulees")


def small_map(
    table: object, note: Note, stagger: int, *, terrains: Collection[str], hexsides: Collection[str]
) -> HexMap:
    """A map of the case's own: ``blank = "8x6"`` is level and clear from 0000 to 0705; the rest says what differs.

    `terrains` and `hexsides` are the kinds that the game's charts have a number for.
    """
    if not isinstance(table, Mapping):
        note("map", 'a table such as { blank = "8x6" }', table)
        table = {}
    for key in table:
        if key not in MAP_KEYS:
            note(f"map.{key}", f"one of {', '.join(MAP_KEYS)}", f"the key {key!r}")
    size = BLANK.fullmatch(str(table.get("blank", "")))
    if size is None:
        note("map.blank", "columns and rows such as 8x6", table.get("blank"))
    columns, rows = (int(size[1]), int(size[2])) if size else (1, 1)
    ids = [hexes.hex_id(column, row) for column in range(columns) for row in range(rows)]
    ground = dict.fromkeys(ids, CLEAR)
    levels = dict.fromkeys(ids, 0)
    in_coulees: dict[str, bool] = {}
    for key, found in _of_hexes(table, "terrain", ids, note):
        if found in (COULEE, COULEE_EXIT):
            in_coulees[key] = found == COULEE_EXIT
        elif isinstance(found, str) and found in terrains:
            ground[key] = found
        else:
            note(f"map.terrain.{key}", f"one of {', '.join(terrains)}", found)
    for key, found in _of_hexes(table, "levels", ids, note):
        levels[key] = found if type(found) is int else 0
        if type(found) is not int:
            note(f"map.levels.{key}", "a level such as 2", found)
    sides: dict[tuple[str, str], tuple[str, ...]] = {}
    for pair, kind in _table(table, "hexsides", note).items():
        a, _, b = pair.partition("/")
        if a not in ground or b not in ground or not hexes.are_adjacent(a, b, stagger):
            note(f"map.hexsides.{pair}", "two adjacent hexes of the map such as 0304/0305", pair)
            continue
        if not isinstance(kind, str) or kind not in hexsides:
            note(f"map.hexsides.{pair}", f"one of {', '.join(hexsides)}", kind)
            continue
        sides[a, b] = sides[b, a] = (*sides.get((a, b), ()), kind)
    coulees = (*_coulees(table, ids, note), *_joined(in_coulees, stagger))
    return HexMap(
        "case",
        "A case's own map",
        (0, columns - 1),
        (0, rows - 1),
        ground,
        levels,
        sides,
        coulees=tuple(tuple(one.rstrip("*") for one in coulee) for coulee in coulees),
        stagger=stagger,
        coulee_exits=frozenset(one.rstrip("*") for coulee in coulees for one in coulee if one.endswith("*")),
    )


def _joined(exits: Mapping[str, bool], stagger: int) -> tuple[tuple[str, ...], ...]:
    """The coulees of hexes that the terrain says to be some, each with whether it is an exit: they join their neighbours."""
    named = {at: f"{at}*" if is_exit else at for at, is_exit in exits.items()}
    pairs = [(a, b) for a in named for b in named if a < b and hexes.are_adjacent(a, b, stagger)]
    alone = [at for at in named if not any(at in pair for pair in pairs)]
    return (*((named[a], named[b]) for a, b in pairs), *((named[at],) for at in alone))


def _coulees(table: Mapping[str, Any], ids: Iterable[str], note: Note) -> tuple[tuple[str, ...], ...]:
    """Each coulee a text of hexes along it; a star marks the entry/exit hexes."""
    found = table.get("coulees", [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        note("map.coulees", 'texts such as "0303 0302*"', found)
        return ()
    coulees = tuple(tuple(one.split()) for one in found)
    for at in (one.rstrip("*") for coulee in coulees for one in coulee):
        if at not in ids:
            note("map.coulees", "hexes of the map", at)
    return coulees


def _table(table: Mapping[str, Any], key: str, note: Note) -> Mapping[str, Any]:
    found = table.get(key, {})
    if isinstance(found, Mapping):
        return found
    note(f"map.{key}", "a table", found)
    return {}


def _of_hexes(table: Mapping[str, Any], key: str, ids: Iterable[str], note: Note) -> Iterable[tuple[str, object]]:
    for at, found in _table(table, key, note).items():
        if at in ids:
            yield at, found
        else:
            note(f"map.{key}.{at}", "a hex of the map", at)
