"""The tactical maps and charts: what a step costs, who sees whom, what a unit is worth, and what the dice say."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pbem import resources
from pbem.board import crossing
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import map_of
from pbem.core.clause import rule
from pbem.core.umpire import Modifier
from pbem.systems.nezperce.battle.state import DISMOUNTED, FOOT, LIMBERED, MOUNTED, UNLIMBERED, Fighter
from pbem.systems.nezperce.data import FOLDER, tables

STREAM, RIDGE, ROCKS = "stream", "ridge", "rocked_and_broken"
MAPS = ("open-plains", "rolling-hills", "wooded-mountains", "major-mountains")
EDGES = ("north", "east", "south", "west")
LEAVING = 1
"""The movement points that leaving the map costs."""


@cache
def sheet(name: str) -> HexMap:
    """A tactical map by its name (``open-plains``).  Raises Faults."""
    file = f"{FOLDER}/map-tactical-{name}.toml"
    return map_of(resources.toml(file))


@cache
def _chart() -> dict[str, Any]:
    found: dict[str, Any] = resources.toml(f"{FOLDER}/terrain.toml").data["tactical"]
    return found


@rule("NP-C4.3.2a", "NP-D4.0f")
def step(name: str, a: str, b: str, kind: str, mode: str) -> int | None:
    """The movement points of a step from a hex to the next, None if the unit may not enter it."""
    land = sheet(name)
    if b not in land.neighbours(a):
        return None
    across = sum(_side_cost(one, mode) for one in land.edges(a, b) if one in _chart()["hexside"])
    into = entering(name, b, kind, mode)
    return None if into is None else into + across


def _side_cost(kind: str, mode: str) -> int:
    found: int = _chart()["hexside"][kind]["mounted_cost" if mode == MOUNTED else "cost"]
    return found


@rule("NP-C4.3.2a")
def entering(name: str, at: str, kind: str, mode: str) -> int | None:
    """The movement points of a hex, None if the unit may not enter it."""
    terrain = sheet(name).terrain(at)
    if terrain == ROCKS and (mode == MOUNTED or is_artillery(kind)):
        return None
    found: int = _chart()["hex"][terrain]["cost"]
    return found


@cache
def by_stream(name: str) -> tuple[str, ...]:
    """The hexes adjacent to a stream hexside, in ascending order."""
    land = sheet(name)
    return tuple(sorted(one for one in land if any(STREAM in land.edges(one, near) for near in land.neighbours(one))))


@cache
def streams_near(name: str, at: str) -> tuple[str, ...]:
    """The three hexes adjacent to a stream hexside that are nearest to a hex, to name them in a refusal."""
    land = sheet(name)
    return tuple(sorted(by_stream(name), key=lambda there: (land.distance(at, there), there))[:3])


@cache
def near_stream(name: str) -> tuple[str, ...]:
    """The hexes within 2 hexes of a stream hexside: the two beside it count 1."""
    land, found = sheet(name), set(by_stream(name))
    return tuple(sorted(found | {near for one in found for near in land.neighbours(one)}))


@cache
def within_two(name: str, edge: str) -> tuple[str, ...]:
    """The hexes of a map side's edge line and of the next."""
    land = sheet(name)
    return tuple(sorted(one for one in land if line_from(name, one, edge) <= 2))


def line_from(name: str, at: str, edge: str) -> int:
    """The number of hexes from a hex to a map side, the edge hex counting 1."""
    land = sheet(name)
    if edge == "west":
        return int(at[:2]) - land.columns[0] + 1
    if edge == "east":
        return land.columns[1] - int(at[:2]) + 1
    return int(at[2:]) - land.rows[0] + 1 if edge == "north" else land.rows[1] - int(at[2:]) + 1


@cache
def edge(name: str, edges: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes on any of these map sides."""
    return tuple(at for at in sheet(name) if any(line_from(name, at, one) == 1 for one in edges))


@lru_cache(maxsize=65_536)
def within(name: str, at: str, most: int) -> tuple[str, ...]:
    """The hexes within so many hexes of one."""
    land = sheet(name)
    return tuple(one for one in land if land.distance(at, one) <= most)


def edges_of(name: str, at: str) -> tuple[str, ...]:
    """The map sides on which a hex lies."""
    return tuple(one for one in EDGES if line_from(name, at, one) == 1)


@cache
def stream_sides(name: str) -> tuple[str, ...]:
    """The map sides off which a stream runs."""
    found: list[str] = resources.toml(f"{FOLDER}/map-tactical-{name}.toml").data["map"]["stream_sides"]
    return tuple(found)


@rule("NP-C6.5.1a", "NP-C6.5.1b", "NP-C6.5.1c", "NP-C6.5.1d")
@lru_cache(maxsize=65_536)
def sees(name: str, start: str, end: str) -> bool:
    """True if a hex is seen from another.  B-057, B-058."""
    land = sheet(name)
    between = (land.terrain(one) for one in crossing.passed(start, end, land.stagger) if one in land)
    if any(_chart()["hex"][terrain]["blocks_line_of_sight"] for terrain in between):
        return False
    return not any(start not in side and end not in side for side in ridges_met(name, start, end))


def ridges_met(name: str, start: str, end: str) -> list[tuple[str, str]]:
    """The ridge hexsides that a line crosses, runs along, or meets at their end."""
    land = sheet(name)
    sides = crossing.met(start, end, land.stagger)
    return [(a, b) for a, b in sides if a in land and b in land and RIDGE in land.edges(a, b)]


@rule("NP-D4.0f")
def fire_modifiers(name: str, start: str, at: str) -> list[Modifier]:
    """The modifiers by terrain to a shot at a hex."""
    return list(_fire_modifiers(name, start, at))


@lru_cache(maxsize=65_536)
def _fire_modifiers(name: str, start: str, at: str) -> tuple[Modifier, ...]:
    land, found = sheet(name), []
    terrain = land.terrain(at)
    if value := _chart()["hex"][terrain]["fire_modifier"]:
        found.append(Modifier(value, terrain.replace("_", " "), clause="D4.0"))
    if any(at in side for side in ridges_met(name, start, at)):
        found.append(Modifier(_chart()["hexside"][RIDGE]["fire_modifier"], RIDGE, clause="D4.0"))
    return tuple(found)


@rule("NP-D4.0f")
def melee_modifiers(name: str, at: str) -> list[Modifier]:
    """The modifiers by terrain to a melee in a hex."""
    terrain = sheet(name).terrain(at)
    value = _chart()["hex"][terrain]["melee_modifier"]
    return [Modifier(value, terrain.replace("_", " "), clause="D4.0")] if value else []


# The tactical charts: what a unit is worth, the ranges, and what the dice say.

OTHER_MODE = {MOUNTED: DISMOUNTED, DISMOUNTED: MOUNTED, LIMBERED: UNLIMBERED, UNLIMBERED: LIMBERED}
"""The other mode of a unit, by its mode."""
_PART = re.compile(r"(\d)([KM])")


@dataclass(frozen=True, slots=True)
class Values:
    """The values of the showing side of a unit: its fire, its Defence and Melee, its movement points."""

    fire: int
    melee: int
    move: int


@cache
def _file() -> dict[str, Any]:
    return resources.toml(f"{FOLDER}/units-tactical.toml").data


def kind(of: str) -> dict[str, Any]:
    """A type of tactical unit."""
    found: dict[str, Any] = _file()["type"][of]
    return found


@rule("NP-C4.1b", "NP-C1.0b")
def values(one: Fighter) -> Values:
    """The values of a unit in its mode; some bands' braves differ from their type."""
    table = kind(one.kind)[one.mode]
    if one.kind == "warrior":
        table = _file()["band"].get(one.force, {}).get(one.mode, table)
    return Values(table["fire"], table["defence_melee"], table["move"])


def is_artillery(of: str) -> bool:
    """True if a type is artillery."""
    return bool(kind(of).get("artillery"))


def guns() -> tuple[str, ...]:
    """The types that are artillery."""
    return tuple(name for name in _file()["type"] if is_artillery(name))


def is_horse(of: str) -> bool:
    """True if units of a type can ride."""
    return bool(kind(of).get("horse"))


def quiet_mode(of: str) -> str:
    """The mode of a unit that stands ready to fire."""
    return UNLIMBERED if is_artillery(of) else DISMOUNTED if is_horse(of) else FOOT


def moving_mode(of: str) -> str:
    """The mode of a unit on the march."""
    return LIMBERED if is_artillery(of) else MOUNTED if is_horse(of) else FOOT


@rule("NP-C6.5.2a", "NP-C6.5.2b", "NP-C6.5.3b", "NP-C6.5.2c", "NP-C6.3")
def strength_at(one: Fighter, distance: int, *, indirect: bool = False, halved: bool = False) -> int:
    """The fire strength of a unit at a distance: all factors first, then the fraction is dropped.  B-049."""
    bands = tables()["range"]["indirect" if indirect else kind(one.kind)["range"]]
    band = next(row for row in bands if distance <= row.get("to", distance))
    return int(values(one).fire * band["num"] // (band["den"] * (2 if halved else 1)))


def otherwise(table: str, options: Collection[str], **cell: object) -> str:
    """The reading of a doubtful cell by the options of the game, "" if it says what stands in its table.  B-061."""
    for one in tables()[table]["doubtful"]:
        if any(name in options for name in one["options"]) and all(one[key] == value for key, value in cell.items()):
            return str(one["alternative"])
    return ""


def is_doubtful(table: str, **cell: object) -> bool:
    """True if a cell of a table cannot be placed with certainty."""
    return any(all(one[key] == value for key, value in cell.items()) for one in tables()[table]["doubtful"])


@rule("NP-C6.2c", "NP-D4.0e")
def fire_result(of: str, superiority: int, die: int, options: Collection[str] = ()) -> str:
    """The result on the Fire Results Table: ``-``, ``P1``, ``P2``, ``M`` or ``K``."""
    table = tables()["fire"]
    heads = table[f"{kind(of)['fire_heads']}_heads"]
    column = max(0, min(superiority - heads[0], len(heads) - 1))
    row = max(-2, min(6, die))
    if options and (found := otherwise("fire", options, row=row, army_head=table["army_heads"][column])):
        return found
    return str(table["rows"][str(row)][column])


@rule("NP-C5.2c", "NP-D4.0d")
def melee_result(superiority: int, die: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The result on the Melee Table, as K and M of the side with the lower total and of that with the higher.  B-048."""
    cell = tables()["melee"]["rows"][str(max(-1, min(6, die)))][min(superiority, 5)]
    low, _, high = cell.partition("/")
    return _hits(low), _hits(high)


def _hits(text: str) -> tuple[int, int]:
    found = {letter: int(count) for count, letter in _PART.findall(text)}
    return found.get("K", 0), found.get("M", 0)


@rule("NP-D4.0a", "NP-C6.4.3a")
def morale(of: str, die: int, options: Collection[str] = ()) -> str:
    """The result on the Morale Table: ``P2R`` or ``B``."""
    column = kind(of)["morale_column"]
    if options and (found := otherwise("morale", options, column=column, row=die)):
        return found
    return str(tables()["morale"]["columns"][column][die - 1])


@rule("NP-D4.0b", "NP-C2.2f")
def state_of_contact(column: str, die: int, options: Collection[str] = ()) -> str:
    """The result on the State of Contact Table: ``Ambushing``, ``Alerted`` or ``Surprised``."""
    if options and (found := otherwise("state_of_contact", options, column=column, row=die)):
        return found
    return str(tables()["state_of_contact"]["columns"][column][die - 1])


@rule("NP-C6.4.1a", "NP-C6.4.2a")
def is_unpinned(pin: int, die: int) -> bool:
    """True if a die removes a marker P1 or P2."""
    return die in tables()["pins"][f"P{pin}_removed_on"]


@rule("NP-C6.5.3d")
def scatter(die: int) -> int:
    """The number of hexes by which a shell goes astray."""
    found: int = tables()["range"]["scatter_distance"][str(die)]
    return found
