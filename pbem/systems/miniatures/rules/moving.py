"""The parts of a move: how far, which way, and where it ends."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from pbem.core.cache import trial_cached
from pbem.core.clause import rule
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import (
    INCH,
    ONE,
    SIXTIETHS,
    Gap,
    Point,
    bearing,
    corner,
    cross,
    direction,
    dot,
    edges,
    gap_to_point,
    moved,
    near,
    nearest_on_edge,
    nearest_place,
    point_to_edge,
    root,
    way,
)
from pbem.systems.miniatures.orders.records import EDGE_OF, POINT, TABLE_EDGE, TERRAIN, UNIT, Operation, Part, Place
from pbem.systems.miniatures.rules.ground import Ground, between, lies_in, nearest_enemy
from pbem.systems.miniatures.rules.layout import ground_of, layout
from pbem.systems.miniatures.rules.walking import CHARGE_HALT, TOUCH, Walk
from pbem.systems.miniatures.state.tabletop import Tabletop, Terrain, Unit

FARTHEST = 400 * 16
"""Longer than any table."""
BONUS = (3, 2)
"""A charge's first move is half as far again.  MR-4.2."""


@rule("MR-4.1", "MR-4.2")
def allowance(unit: Unit, *, charge: bool = False) -> int:
    """The worth of a move operation, in sixtieths of a sixteenth.  MR-4.1, MR-4.2."""
    whole = tables.rate(unit) * SIXTIETHS
    return whole * BONUS[0] // BONUS[1] if charge else whole


def walk(table: Tabletop, unit: Unit, operation: Operation) -> Walk:
    """The walk of a move operation, part by part; a part that cannot be ended ends the move."""
    return _walk(TableAsItStands(table), unit, operation).again(table)


class TableAsItStands:
    """A table, known again by all that a walk hangs on: the ground, who stands where, and guns without a crew."""

    __slots__ = ("_key", "table")

    def __init__(self, table: Tabletop) -> None:
        scenario = table.scenario
        left = tuple((name, *place) for name, place in table.left_guns.items())
        self.table = table
        self._key = (Ground(scenario.terrain), scenario.width, scenario.depth, tuple(table.units.values()), left)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableAsItStands) and self._key == other._key


@trial_cached
def _walk(standing: TableAsItStands, unit: Unit, operation: Operation) -> Walk:
    table = standing.table
    found = Walk(table, unit, allowance(unit))
    for part in operation.parts:
        found.shuns = tuple(one for one in table.scenario.terrain if one.id == part.shuns)
        if not _part(table, found, part) or found.halt or found.gone_off:
            break
    return found


def _part(table: Tabletop, found: Walk, part: Part) -> bool:
    length = part.length if part.length >= 0 else FARTHEST
    facing = found.unit.facing
    until = limit(table, part)
    if until is not None and until(found.unit):
        return True
    match part.verb:
        case "ahead":
            found.straight(direction(facing), _reach(found, length), until=until)
        case "back":
            found.straight(direction(facing + 180), _reach(found, length), half=True, until=until)
        case "sidestep":
            turn = 90 if part.side == "right" else 270
            found.straight(direction(facing + turn), _reach(found, length), half=True, until=until)
        case "wheel":
            return found.wheel(part.degrees if part.side == "right" else -part.degrees)
        case "to" | "toward":
            at = place_near(table, part.place, found.unit.at) if part.place is not None else None
            return at is not None and go_to(found, at, length, until)
        case "along":
            return _along(table, found, part, length, until)
        case "beside":
            return _beside(table, found, part)
        case "exit":
            assert part.place is not None
            edge = place_near(table, part.place, found.unit.at)
            found.gone_off = edge is not None and go_to(found, edge) and found.unit.at == edge
    return True


def _beside(table: Tabletop, found: Walk, part: Part) -> bool:
    """Dress on another unit: level with its front, so many sixteenths from it, on the side where the mover stands; ahead or
    back first, then sideways, without a turn.
    """
    other = table.units.get(part.place.name) if part.place is not None else None
    if other is None:
        return False
    unit = found.unit
    right = cross(direction(other.facing), way(other.at, unit.at)) <= 0
    apart = (layout(other).width + layout(unit).width + 1) // 2 + max(part.length, 0)
    goal = corner(other.at, other.facing, apart if right else -apart, 0)
    for turn, half in ((0, False), (90, True)):
        ahead = direction(unit.facing + turn)
        # How much of the way lies in this direction; against it is half pace too.
        reach = near(dot(way(found.unit.at, goal), ahead), ONE)
        towards = ahead if reach >= 0 else (-ahead[0], -ahead[1])
        found.straight(towards, min(abs(reach), _reach(found, FARTHEST)), half=half or reach < 0)
        if found.halt:
            return False
    return True


def _reach(found: Walk, length: int) -> int:
    """No more sixteenths than could be paid for on a road."""
    return min(length, found.left // 48)


def go_to(found: Walk, at: Point, length: int = FARTHEST, until: Callable[[Unit], bool] | None = None) -> bool:
    """Turn toward a place and go there; whether the turn came out."""
    towards = way(found.unit.at, at)
    if towards == (0, 0):
        return True
    if not found.turn_to(bearing(towards)):
        return False
    towards = way(found.unit.at, at)
    found.straight(towards, min(_reach(found, length), root(dot(towards, towards))), until=until)
    return True


def _along(table: Tabletop, found: Walk, part: Part, length: int, until: Callable[[Unit], bool] | None) -> bool:
    """Along a road, to the side of it that the unit faces; corner by corner.

    A unit beside the road comes onto it by half a right angle, as far ahead as the road is away: to go straight to it would
    cost two wheels of a right angle.
    """
    road = next((one for one in table.scenario.terrain if part.place and one.id == part.place.name and one.line), None)
    if road is None:
        return False
    forward = direction(found.unit.facing)
    points = road.line if dot(forward, way(road.line[0], road.line[-1])) >= 0 else road.line[::-1]
    left = length
    for start, end in pairwise(points):
        if dot(way(start, end), way(found.unit.at, end)) <= 0:
            continue  # this stretch lies behind it
        on = nearest_on_edge(found.unit.at, start, end)
        for goal in (_ahead(on, end, gap_of(found.unit.at, on)), end) if gap_of(found.unit.at, on) > INCH else (end,):
            before = found.unit.at
            if left <= 0 or not go_to(found, goal, left, until):
                return left <= 0
            left -= gap_of(before, found.unit.at)
            if found.halt:
                return True
    return True


def _ahead(start: Point, end: Point, length: int) -> Point:
    """The place so far from `start` on the way to `end`, or `end` if that is nearer."""
    line, whole = way(start, end), gap_of(start, end)
    if whole <= length:
        return end
    return start[0] + near(line[0] * length, whole), start[1] + near(line[1] * length, whole)


def gap_of(one: Point, other: Point) -> int:
    """The distance of two places, rounded."""
    line = way(one, other)
    return root(dot(line, line))


def limit(table: Tabletop, part: Part) -> Callable[[Unit], bool] | None:
    """The test that ends a part early: so near to a place, or in a piece of ground; None if nothing does."""
    if part.until:
        pieces = [one for one in table.scenario.terrain if one.id == part.until]
        return lambda unit: any(lies_in(unit.at, one) for one in pieces)
    goal = part.of or part.place
    if part.within >= 0 and goal is not None:
        place = goal
        return lambda unit: gap_to_place(table, place, unit).within(part.within)
    return None


def gap_to_place(table: Tabletop, place: Place, unit: Unit) -> Gap:
    """The distance of a unit from a place: from its footprint's nearest edge."""
    if place.off:
        return gap_to_point(ground_of(unit), place_near(table, place, unit.at) or unit.at)
    if place.kind == UNIT:
        return between(unit, table.units[place.name]) if place.name in table.units else Gap(FARTHEST * FARTHEST)
    if place.kind in (TERRAIN, EDGE_OF):
        near = (nearest_of(one, unit.at) for one in table.scenario.terrain if one.id == place.name)
        return min(gap_to_point(ground_of(unit), at) for at in near)
    return gap_to_point(ground_of(unit), place_near(table, place, unit.at) or unit.at)


def place_near(table: Tabletop, place: Place, at: Point) -> Point | None:
    """The point that a place means for whoever stands at `at`: the nearest of it.  None for a unit that is gone."""
    scenario = table.scenario
    if place.off:
        base = place_near(table, replace(place, off=0), at)
        return moved(base, place.bearing, place.off) if base is not None else None
    match place.kind:
        case kind if kind == POINT:
            return place.x, place.y
        case kind if kind == UNIT:
            unit = table.units.get(place.name)
            return nearest_place(at, ground_of(unit)) if unit is not None else None
        case kind if kind in (TERRAIN, EDGE_OF):
            return next((nearest_of(one, at) for one in scenario.terrain if one.id == place.name), None)
        case kind if kind == TABLE_EDGE:
            x, y = at
            return {"west": (0, y), "east": (scenario.width, y), "south": (x, 0), "north": (x, scenario.depth)}[
                place.name
            ]
    return None


def nearest_of(terrain: Terrain, at: Point) -> Point:
    """The place on the edge of a piece of ground that is nearest."""
    sides = [edge for strip in terrain.strips for edge in edges(strip)]
    return nearest_on_edge(at, *min(sides, key=lambda edge: point_to_edge(at, *edge)))


@rule("MR-1.5")
def charge_walk(
    table: Tabletop, unit: Unit, target: Unit, via: tuple[Place, ...], paid: int, *, contact: bool = False
) -> Walk:
    """The walk of a charge to two inches from its target, or of a plain move into contact with it.  MR-1.5, B-208."""
    found = Walk(table, unit, paid, target=target.name)
    ends = TOUCH if contact else CHARGE_HALT
    if between(unit, target).within(ends):
        return found
    reached = (lambda there: between(there, target).within(ends)) if ends else None
    for place in via:
        at = place_near(table, place, found.unit.at)
        if at is not None and (not go_to(found, at, until=reached) or found.halt):
            return found
    go_to(found, nearest_place(found.unit.at, ground_of(target)), until=reached)
    return found


def draws_nearer(table: Tabletop, unit: Unit, there: Unit) -> bool:
    """True if a move ends nearer to the enemy that was nearest when it began.  B-229."""
    enemy = nearest_enemy(table, unit)
    return enemy is not None and between(there, enemy) < between(unit, enemy)
