"""The words of the series in reports: sides, phases, the hour, how a counter is named in a line."""

from collections.abc import Sequence
from fractions import Fraction

from pbem.mechanisms.words import counted as counted
from pbem.mechanisms.words import fitted as fitted
from pbem.mechanisms.words import joined as joined
from pbem.systems.indian_wars.sides import SIDE_NAMES as SIDE_NAMES
from pbem.systems.indian_wars.state.counter import (
    DISMOUNTED,
    LEADER,
    MINERS,
    MOUNTED,
    PONY_HOLDER,
    PRONE,
    VILLAGERS,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield

BRACKETS = {"us": "[]", "indian": "<>"}
MODE_LETTERS = {MOUNTED: "M", DISMOUNTED: "D", PRONE: "P"}
CONDITION_LETTERS = {"routed": "r", "pinned": "p", "disrupted": "d", "low ammo": "l"}


def clock(field: Battlefield, turn: int | None = None) -> str:
    """``Turn 3 of 19 (08:40)``: the field's game turn, or the one given."""
    now = field.turn if turn is None else turn
    if now == 0:
        return "Set-up"
    return f"Turn {now} of {field.sheet.scenario.turns} ({hour(field, now)})"


def hour(field: Battlefield, turn: int) -> str:
    """``08:40``: the time of day at which a game turn begins (18.1)."""
    minute = field.sheet.scenario.minute(turn)
    return f"{minute // 60 % 24:02}:{minute % 60:02}"


def points(values: dict[str, int]) -> str:
    """``US 3, Indian 3``."""
    return ", ".join(f"{name} {values.get(side, 0)}" for side, name in SIDE_NAMES.items())


def condition_letters(unit: Counter) -> str:
    """``dl``: the conditions, worst first."""
    return "".join([CONDITION_LETTERS[name] for name in unit.conditions])


def short_state(unit: Counter) -> str:
    """``4D`` or ``6Dl``: strength, mode, conditions; "" for leaders, and for villagers, who are always on foot."""
    kind = unit.printed.kind
    if kind == LEADER:
        return ""
    in_order = not (unit.routed or unit.pinned or unit.disrupted or unit.low_ammo)
    conditions = "" if in_order else condition_letters(unit)
    return conditions if kind == VILLAGERS else f"{unit.strength}{MODE_LETTERS[unit.mode]}{conditions}"


def enemy_name(unit: Counter) -> str:
    """``Crow King 5D``; ponies are not told apart by whose they are."""
    printed = unit.printed
    name = "Pony holders" if printed.kind == PONY_HOLDER else printed.name
    state = short_state(unit)
    return f"{name} {state}" if state else name


def standing_at(unit: Counter) -> str:
    """``C/3 Cav (3413 D)``."""
    return unit.name if unit.is_leader else f"{unit.name} ({unit.at} {MODE_LETTERS[unit.mode]})"


def number(value: Fraction | int) -> str:
    """``5/2`` or ``4``: exact."""
    return str(value)


def signed(value: int) -> str:
    """``+1``, ``-2``, `` 0``."""
    return f"{value:+d}" if value else " 0"


MANY = ("holders", "mules", "ponies", "Miners", "Scouts", "villagers")
"""Last words of the names that speak of several."""


def is_several(names: Sequence[str]) -> bool:
    """True if the verb behind these names stands in the plural: ``Miners' mules set up``."""
    return len(names) > 1 or names[0].rstrip(" 0123456789").endswith(MANY)


def fires(unit: Counter) -> str:
    """The verb that goes with a counter: ``fire`` for miners, holders, mules and scouts."""
    return "fire" if unit.kind == MINERS or unit.is_holder or is_several((unit.name,)) else "fires"


def scored(to: str, points: int) -> str:
    """``; US VP +1``, or nothing."""
    return f"; {SIDE_NAMES[to]} VP {points:+d}" if points else ""
