"""Circles of the village and their counters, and the places of all (LB-18)."""

from collections.abc import Iterator, Sequence

from pbem.core.clause import rule
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.state.counter import (
    CAMP,
    LEADER,
    PONY_HERD,
    UNMANNED,
    VILLAGERS,
    WARRIOR,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.village import Circle

OF_A_TRIBE = (CAMP, VILLAGERS)
OUTPOST = "outpost"
"""The option with which two units of the village begin beyond the river (LB-21.1.H)."""


def camps(field: Battlefield) -> tuple[Counter, ...]:
    """The camps that stand and do not burn."""
    return tuple(unit for unit in field.units.values() if unit.printed.kind == CAMP and unit.at)


def herds(field: Battlefield) -> tuple[Counter, ...]:
    """The pony herds on the map, scattered ones among them."""
    return tuple(unit for unit in field.units.values() if unit.printed.kind == PONY_HERD and unit.at)


def villagers(field: Battlefield) -> tuple[Counter, ...]:
    """The villagers on the map who are free."""
    return tuple(unit for unit in field.units.values() if unit.printed.kind == VILLAGERS and unit.at)


def is_scenery(field: Battlefield, unit: Counter) -> bool:
    """True if a counter is nothing that its owner orders about: camps, herds and fires, and villagers before the alert."""
    is_quiet = field.notes.village.alert is None
    return unit.printed.kind in UNMANNED or (is_quiet and unit.printed.kind == VILLAGERS)


def camp_at(field: Battlefield, at: str) -> Counter | None:
    """The camp that stands in a hex."""
    return next((one for one in field.at(at) if one.kind == CAMP), None)


def people_of(field: Battlefield, camp: Counter) -> Counter | None:
    """Villagers of a camp's tribe in its hex."""
    return next(
        (one for one in field.at(camp.at) if one.kind == VILLAGERS and one.printed.tribe == camp.printed.tribe), None
    )


@rule("village circles")
def circle_of(field: Battlefield, unit: Counter) -> Circle | None:
    """The circle of a camp or of villagers by their tribe, of warriors and leaders as the scenario lists them."""
    if unit.kind in OF_A_TRIBE:
        return next((one for one in field.sheet.scenario.circles if unit.printed.tribe in one.camps), None)
    if unit.kind not in (WARRIOR, LEADER):
        return None
    return next(
        (one for one in field.sheet.scenario.circles if unit.name in one.warriors or unit.name in one.leaders), None
    )


@rule("outpost")
def is_outpost(field: Battlefield, unit: Counter) -> bool:
    """True if a unit of a circle is its outpost: the only one with ponies before the village moves (ruling A-116)."""
    return OUTPOST in field.options and unit.kind == WARRIOR and unit.is_mounted


def camps_of(field: Battlefield, circle: Circle) -> tuple[Counter, ...]:
    """The camps of a circle that stand."""
    return tuple(one for one in camps(field) if one.printed.tribe in circle.camps)


def called(field: Battlefield, name: str) -> Circle | None:
    """The circle with a name, in any case."""
    return next((one for one in field.sheet.scenario.circles if one.name.lower() == name.lower()), None)


def nearest_circles(field: Battlefield, at: str) -> tuple[str, ...]:
    """The circles whose nearest camp is nearest to a hex: one, or several equally near."""
    distance = field.sheet.map.distance
    far = {
        circle.name: min(distance(at, one.at) for one in standing)
        for circle in field.sheet.scenario.circles
        if (standing := camps_of(field, circle))
    }
    return tuple(name for name, hexes in far.items() if hexes == min(far.values()))


def within(field: Battlefield, at: str, hexes: int, units: tuple[Counter, ...]) -> Iterator[Counter]:
    """Those of some counters who are no more than so many hexes from a hex, in their sequence."""
    distance = field.sheet.map.distance
    return (one for one in units if distance(at, one.at) <= hexes)


def has_captives(unit: Counter) -> bool:
    """True if a unit guards captured villagers."""
    return bool(unit.guards) and kinds.may(unit, kinds.CAPTURE)


@rule("captives protect")
def is_protected(field: Battlefield, unit: Counter) -> bool:
    """True if captives keep Indians from attacking a unit (18.D.2-3; ruling A-121)."""
    return bool(unit.guards) and kinds.may(unit, kinds.CAPTURE) and not field.notes.village.is_fair_game


@rule("passage with captives")
def pass_with_captives(units: Sequence[Counter]) -> bool:
    """True if these are guards with captives, and leaders: no Indian ZOC holds them, and Indians make way (18.D.2-2)."""
    return any(unit.guards for unit in units) and all(unit.is_leader or has_captives(unit) for unit in units)
