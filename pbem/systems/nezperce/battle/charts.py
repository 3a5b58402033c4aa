"""The tactical charts: what a unit is worth, the ranges, and what the dice say."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem import resources
from pbem.core.clause import rule
from pbem.systems.nezperce.battle.state import DISMOUNTED, FOOT, LIMBERED, MOUNTED, UNLIMBERED, Fighter
from pbem.systems.nezperce.files.data import tables
from pbem.systems.nezperce.files.units import FOLDER

ARMY_HEADS, INDIAN_HEADS = "army", "indian"
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
