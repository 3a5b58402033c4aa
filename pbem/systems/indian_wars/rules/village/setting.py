"""The village as a scenario opens: camps in their circles, the people under them, herds beside them (LB-18, LB-21.1.C)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.village import alert, circles
from pbem.systems.indian_wars.state.counter import CAMP, LEADER, PONY_HERD, VILLAGERS, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import UnitSetUp
from pbem.systems.indian_wars.state.village import Circle

HERDS_TOGETHER = 2


@rule("set-up of the village", "herds of the village", "second village", "herd stacking", "circle of the Hunkpapa")
def pitch(field: Battlefield) -> None:
    """Put down camps, people and herds as a scenario opens.  Only for a field not yet in play.

    Each circle has a camp in its centre and the others next to it, one to a hex; its owner may change them about.
    """
    for circle in field.sheet.scenario.circles:
        names = _camps_listed(field, circle)
        free = _ring(field, circle)
        for name, at in zip(names, free, strict=False):
            field.put(Counter(field.sheet.roster[name], at=at))
            field.put(Counter(field.sheet.roster[people(name)], at=at))
    herds = [name for name, one in field.sheet.roster.items() if one.kind == PONY_HERD]
    for name, at in zip(herds, _meadows(field), strict=False):
        field.put(Counter(field.sheet.roster[name], at=at))


def people(camp: str) -> str:
    """The villagers of a camp: ``Oglala villagers 2`` of ``Oglala camp 2``."""
    return camp.replace(" camp", " villagers")


def _camps_listed(field: Battlefield, circle: Circle) -> list[str]:
    """The camps of a circle, those of its largest tribe first."""
    tribes = sorted(circle.camps, key=lambda tribe: -circle.camps[tribe])
    roster = field.sheet.roster
    return [
        name
        for tribe in tribes
        for name in [one for one, printed in roster.items() if printed.kind == CAMP and printed.tribe == tribe][
            : circle.camps[tribe]
        ]
    ]


def _ring(field: Battlefield, circle: Circle) -> list[str]:
    """The free hexes for the camps of a circle: its centre, then the hexes around it."""
    centres = [one.centre for one in field.sheet.scenario.circles]
    around = (one for one in sorted(field.sheet.map.neighbours(circle.centre)) if one not in centres)
    return [at for at in (circle.centre, *around) if circles.camp_at(field, at) is None]


def _meadows(field: Battlefield) -> list[str]:
    """The hexes of the herds, once for each."""
    listed = field.sheet.scenario.data.get("village", {}).get("herds", {})
    two, one = listed.get("two_each", ()), listed.get("one_each", ())
    return [at for at in two for _ in range(HERDS_TOGETHER)] + list(one)


@rule("set-up of the village", "second village", "camp counters", "camp hex limit", "Cheyenne exception")
def hexes_for(field: Battlefield, unit: Counter) -> tuple[str, ...] | None:
    """The hexes where a camp may be pitched, or a unit of a circle set up; None for others.

    Warriors go under camps of their own tribe, as many as may share a hex with a camp; leaders under any of their circle.
    """
    circle = circles.circle_of(field, unit)
    if circle is None or not circles.camps_of(field, circle):
        return None
    if unit.kind == CAMP:
        others = [one.at for one in circles.camps(field) if one.printed.tribe not in circle.camps]
        centres = [one.centre for one in field.sheet.scenario.circles if one is not circle]
        ring = (circle.centre, *sorted(field.sheet.map.neighbours(circle.centre)))
        keeps_centre = unit.at == circle.centre
        free = [at for at in ring if at not in others and at not in centres]
        return tuple(at for at in free if not keeps_centre or circles.camp_at(field, at) is not None)
    if unit.kind == VILLAGERS:
        return (unit.at,)
    standing = circles.camps_of(field, circle)
    own = tuple(one for one in standing if one.printed.tribe == unit.printed.tribe)
    found = sorted(one.at for one in (own if unit.kind == WARRIOR and own else standing))
    if unit.kind == LEADER:
        return tuple(found)
    posts = alert.hexes(field) if alert.has_room(field, unit) else ()
    return (*(at for at in found if has_room(field, circle, at, unit)), *posts)


def has_room(field: Battlefield, circle: Circle, at: str, unit: Counter) -> bool:
    """True if a combat unit may share the hex of a camp with those who are there."""
    there = sum(one.kind == WARRIOR and one.name != unit.name for one in field.at(at))
    return there < circle.most_in_a_camp


def follow(umpire: Umpire[Battlefield], name: str, at: str) -> None:
    """As a camp is pitched elsewhere its people go along, and a camp that stood there takes its place."""
    field = umpire.state
    unit = field[name]
    if unit.kind != CAMP:
        return
    other = circles.camp_at(field, at)
    if other is not None and other.name != name:
        umpire.emit(UnitSetUp(other.name, unit.at, other.mode))
        umpire.emit(UnitSetUp(people(other.name), unit.at, other.mode))
    umpire.emit(UnitSetUp(people(name), at, unit.mode))
