"""The limits of guns beside other units (11.B): steep slopes, moving without a team, deep water."""

from collections.abc import Sequence

from pbem.board.compass import Compass
from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

RIVER, FORD = "river", "ford"
MUDDY = (FORD, "creek", "dry_creek")
"""Hexsides at which a gun that is pushed may stick (11.B.3; ruling A-166)."""


@rule("limbered movement")
def is_too_steep(field: Battlefield, units: Sequence[Counter], a: str, b: str) -> bool:
    """True if a step climbs or drops more than one level, which no gun does (11.B.1)."""
    if not any(unit.is_gun for unit in units):
        return False
    sheet = field.sheet.map
    return abs(sheet.level(a) - sheet.level(b)) > 1


def bars_retreat(field: Battlefield, units: Sequence[Counter], a: str, b: str) -> bool:
    """True if a gun that is driven back cannot take a step: too steep, or a river without a ford (ruling A-167)."""
    if not any(unit.is_gun for unit in units):
        return False
    return is_too_steep(field, units, a, b) or RIVER in field.crossed(a, b) or any(u.mired for u in units)


@rule("unlimbered movement", "mired state")
def held_gun(field: Battlefield, unit: Counter) -> Problem | None:
    """Why a gun goes nowhere by itself: it is unlimbered, or stuck (11.B.2, 11.B.3)."""
    if unit.mired:
        clause = field.rule("mired state")
        text = f"{unit.name} is mired: it may be freed, unlimbered or abandoned, and nothing else ({clause})."
        return Illegal("E138", text, clause, (f"{unit.name} free",), rests_on=(unit.name,))
    if unit.is_unlimbered:
        clause = field.rule("unlimbered movement")
        text = f"{unit.name} is unlimbered: it is limbered first, or manhandled one hex ({clause})."
        return Illegal("E138", text, clause, (f"{unit.name} limber",), rests_on=(unit.name,))
    return None


def direction_to(field: Battlefield, start: str, goal: str) -> str:
    """The direction in which a gun looks that looks at a hex: the one whose line runs nearest to it."""
    sheet = field.sheet.map
    compass: Compass = sheet.compass

    def off(n: int) -> tuple[int, int]:
        ahead = sheet.beside(start, n)
        return (sheet.distance(ahead, goal) if ahead else 99), n

    near = min(range(6), key=off)
    return compass.directions[near]


def opposite(field: Battlefield, direction: str) -> str:
    """The direction that looks the other way."""
    names = field.sheet.map.compass.directions
    return names[(names.index(direction) + 3) % 6]


def nearest_foe(field: Battlefield, unit: Counter) -> str:
    """The hex of the nearest enemy, "" where there is none."""
    distance = field.sheet.map.distance
    foes = (one.at for one in field.of(field.enemy_of(unit.side)) if not one.abandoned)
    return min(foes, key=lambda at: (distance(unit.at, at), at), default="")
