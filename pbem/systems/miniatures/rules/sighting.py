"""Sight and distances between units, and who is closest."""

from collections.abc import Iterable

from pbem.core.clause import rule
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.rules.ground import sees
from pbem.systems.miniatures.rules.layout import ground_of
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.state.unit import Unit
from pbem.systems.miniatures.table.angles import Point, bearing, direction, in_arc
from pbem.systems.miniatures.table.shapes import Footprint, Gap, gap, gap_to_point, nearest_place, way


def between(one: Unit, other: Unit) -> Gap:
    """The distance of two units."""
    return gap(ground_of(one), ground_of(other))


def nearest_enemy(table: Tabletop, unit: Unit) -> Unit | None:
    """The enemy unit nearest to a unit, the first in the scenario of two equally near; None if there is none."""
    return min(table.enemies(unit.side), key=lambda other: between(unit, other), default=None)


def others(table: Tabletop, *without: str) -> list[Footprint]:
    """The footprints that may block the sight between two units."""
    return [ground_of(one) for one in table.units.values() if one.name not in without]


def sees_unit(table: Tabletop, at: Point, unit: Unit, other: Unit) -> bool:
    """True if a place of `unit` sees the nearest place of another."""
    return sees(table, at, nearest_place(at, ground_of(other)), others(table, unit.name, other.name))


def toward(unit: Unit, other: Unit) -> Point:
    """The way from a unit's front centre to the nearest place of another; where they touch, to its front centre.

    Two units may stand front centre to front centre: the other then lies where its ranks are, behind its front.
    """
    found = way(unit.at, nearest_place(unit.at, ground_of(other)))
    if found == (0, 0):
        found = way(unit.at, other.at)
    return found if found != (0, 0) else direction(other.facing + 180)


def facing_to(unit: Unit, other: Unit) -> int:
    """The facing with which a unit faces another."""
    return bearing(toward(unit, other))


def in_sight(table: Tabletop, unit: Unit) -> list[tuple[Gap, Unit]]:
    """The enemies that a unit sees from its front centre, the nearest first."""
    seen = [one for one in table.enemies(unit.side) if sees_unit(table, unit.at, unit, one)]
    return sorted(((between(unit, one), one) for one in seen), key=lambda found: found[0])


@rule("MR-5.1", "MR-5.6")
def closest_target(table: Tabletop, unit: Unit, prefer: str = "") -> Unit | None:
    """The closest visible enemy in a unit's arc: MR-5.1, MR-5.6, B-212.

    Of two equally close the one preferred, else the one with more figures, else the first in the scenario.
    """
    half = tables.half_angle(unit.formation)
    if half is None:
        return None
    limit = tables.longest(unit.face.weapon)
    found: list[tuple[Gap, Unit]] = []
    for other in table.enemies(unit.side):
        gap_to = gap_to_point(ground_of(other), unit.at)
        if in_arc(toward(unit, other), unit.facing, half) and gap_to.within(2 * limit):
            found.append((gap_to, other))
    visible = [(gap_to, one) for gap_to, one in found if sees_unit(table, unit.at, unit, one)]
    return _first(visible, prefer)


@rule("MR-5.1")
def _first(found: Iterable[tuple[Gap, Unit]], prefer: str) -> Unit | None:
    best: tuple[Gap, Unit] | None = None
    for gap_to, one in found:
        tied = best is not None and not best[0] < gap_to and not gap_to < best[0]
        if best is None or gap_to < best[0] or (tied and _rank(one, prefer) > _rank(best[1], prefer)):
            best = (gap_to, one)
    return best[1] if best is not None else None


def _rank(unit: Unit, prefer: str) -> tuple[bool, int]:
    return unit.name == prefer, unit.figures
