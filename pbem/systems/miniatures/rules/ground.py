"""The ground of the table, what may be seen across it, and who is closest."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from pbem.core.cache import trial_cached
from pbem.core.clause import rule
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import (
    INCH,
    Box,
    Footprint,
    Gap,
    Point,
    Polygon,
    bearing,
    cross,
    cut_by,
    direction,
    dot,
    edges,
    gap,
    gap_to_point,
    in_arc,
    inside,
    nearest_place,
    root,
    segments_meet,
    way,
)
from pbem.systems.miniatures.rules.layout import figures, ground_of
from pbem.systems.miniatures.state.tabletop import FORMED, Scenario, Tabletop, Terrain, Unit

OPEN = "open"
_LINES = ("stream", "fence_or_works")
"""Ground that costs once, when it is crossed, and not by the inch."""


def boxed(at: Point, shape: Polygon) -> bool:
    """True if a place lies in the box around a polygon."""
    west, south, east, north = _box(shape)
    return west <= at[0] <= east and south <= at[1] <= north


@lru_cache(maxsize=1024)
def _box(shape: Polygon) -> Box:
    xs, ys = [one[0] for one in shape], [one[1] for one in shape]
    return min(xs), min(ys), max(xs), max(ys)


def lies_in(at: Point, terrain: Terrain) -> bool:
    """True if a place lies in a piece of ground."""
    return any(boxed(at, strip) and inside(at, strip) for strip in terrain.strips)


@rule("MR-4.6")
def terrain_at(scenario: Scenario, at: Point) -> str:
    """The type of ground at a place: what stands later in the file lies on top.  MR-4.6."""
    return _terrain_at(Ground(scenario.terrain), at)


@trial_cached
def _terrain_at(ground: "Ground", at: Point) -> str:
    for one in reversed(ground.terrain):
        if lies_in(at, one):
            return one.type
    return OPEN


def _level_at(terrain: tuple[Terrain, ...], at: Point) -> int:
    return max((one.level for one in terrain if lies_in(at, one)), default=0)


def crossed(scenario: Scenario, start: Point, end: Point) -> Iterator[str]:
    """The types of the lines that a step crosses: streams and works."""
    for one in scenario.terrain:
        if one.type in _LINES:
            for first, second in pairwise(one.line):
                if _crosses(start, end, first, second):
                    yield one.type


def _crosses(start: Point, end: Point, first: Point, second: Point) -> bool:
    """True if a step gets to the other side of a line; standing on it counts as being on its right."""
    line = way(first, second)
    if (cross(line, way(first, start)) > 0) == (cross(line, way(first, end)) > 0):
        return False
    step = way(start, end)
    return (cross(step, way(start, first)) > 0) != (cross(step, way(start, second)) > 0)


@rule("MR-5.8")
def stands_in(table: Tabletop, unit: Unit) -> str:
    """The ground in which most of a unit's figures stand; a tie gives the better cover.  MR-5.8, B-214."""
    counts: dict[str, int] = {}
    for _, _, at in figures(unit):
        found = terrain_at(table.scenario, at)
        counts[found] = counts.get(found, 0) + 1
    most = max(counts.values(), default=0)
    return max(
        (one for one, count in counts.items() if count == most), key=lambda one: (_cover(one), one), default=OPEN
    )


def _cover(terrain: str) -> int:
    """The quality of cover: 2 thicket, fallen timber and works, 1 open woods and tall grass."""
    if terrain in ("thicket", "fallen_timber", "fence_or_works"):
        return 2
    return int(terrain in ("open_woods", "tall_grass"))


@rule("MR-5.8")
def target_class(table: Tabletop, unit: Unit, shots: Iterable[tuple[Point, Point]] = ()) -> str:
    """Class A, B or C of a target; fire that crosses works meets class C.  MR-5.8."""
    cover = _cover(stands_in(table, unit))
    if cover == 2 or any(crosses_works(table.scenario, *shot) for shot in shots):
        return "C"
    return "ABC"[cover + (unit.formation not in FORMED)]


def crosses_works(scenario: Scenario, start: Point, end: Point) -> bool:
    """True if a line from one place to another crosses a fence or works."""
    return any(
        one.type == "fence_or_works" and any(segments_meet(start, end, a, b) for a, b in pairwise(one.line))
        for one in scenario.terrain
    )


@rule("MR-6.3")
def in_cover(table: Tabletop, unit: Unit, shots: Iterable[tuple[Point, Point]] = ()) -> bool:
    """True if its rating in cover holds: class C as a target of these shots, or open woods.  MR-6.3, B-219."""
    return target_class(table, unit, shots) == "C" or stands_in(table, unit) == "open_woods"


def sees(table: Tabletop, start: Point, end: Point, others: Iterable[Footprint]) -> bool:
    """True if nothing blocks the sight from one place to another: footprints, higher ground, or too much cover.  B-213."""
    terrain = table.scenario.terrain
    return _sees(Ground(terrain), start, end, tuple(others))


class Ground:
    """The ground of a scenario, known again by the very list of its pieces."""

    __slots__ = ("terrain",)

    def __init__(self, terrain: tuple[Terrain, ...]) -> None:
        self.terrain = terrain

    def __hash__(self) -> int:
        return id(self.terrain)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ground) and self.terrain is other.terrain


@trial_cached
def _sees(ground: Ground, start: Point, end: Point, others: tuple[Footprint, ...]) -> bool:
    if any(cut_by(start, end, part) for shape in others for part in shape.parts if _near_line(start, end, part)):
        return False
    return _sees_over(ground, start, end)


@trial_cached
def _sees_over(ground: Ground, start: Point, end: Point) -> bool:
    """True if neither higher ground nor too much cover blocks the sight."""
    length = root(dot(way(start, end), way(start, end)))
    through: dict[str, Fraction] = {}
    high = max(_level_at(ground.terrain, start), _level_at(ground.terrain, end))
    for terrain, level, part in _stretches(ground.terrain, start, end):
        if level > high:
            return False
        stretch = part * length
        if tables.sees(terrain) is not None and stretch > tables.number("sight", "edge") * INCH:
            through[terrain] = through.get(terrain, Fraction(0)) + stretch
    return all(stretch <= (tables.sees(terrain) or 0) for terrain, stretch in through.items())


def _near_line(start: Point, end: Point, shape: Polygon) -> bool:
    return all(
        max(start[axis], end[axis]) >= min(at[axis] for at in shape)
        and min(start[axis], end[axis]) <= max(at[axis] for at in shape)
        for axis in (0, 1)
    )


def _stretches(terrain: tuple[Terrain, ...], start: Point, end: Point) -> Iterator[tuple[str, int, Fraction]]:
    """The ground along a line of sight: type, level, and which part of the line runs through it without a break."""
    here = [one for one in terrain if any(_near_line(start, end, strip) for strip in one.strips)]
    if not here or start == end:
        return
    line, cuts = way(start, end), {Fraction(0), Fraction(1)}
    for one in here:
        for strip in one.strips:
            for first, second in edges(strip):
                edge = way(first, second)
                if over := cross(line, edge):
                    along, across = cross(way(start, first), edge), cross(way(start, first), line)
                    if 0 <= Fraction(along, over) <= 1 and 0 <= Fraction(across, over) <= 1:
                        cuts.add(Fraction(along, over))
    before: tuple[str, int] | None = None
    length = Fraction(0)
    ordered = sorted(cuts)
    for low, high in pairwise(ordered):
        middle = (low + high) / 2
        # Twice the denominator as a scale makes the middle of the stretch a whole place.
        scale = middle.denominator
        at = (start[0] * scale + int(middle * scale) * line[0], start[1] * scale + int(middle * scale) * line[1])
        found = [one for one in here if any(inside(at, _scaled(strip, scale)) for strip in one.strips)]
        this = (found[-1].type if found else OPEN, max((one.level for one in found), default=0))
        if this != before and before is not None:
            yield (*before, length)
            length = Fraction(0)
        before, length = this, length + high - low
    if before is not None:
        yield (*before, length)


def _scaled(shape: Polygon, scale: int) -> Polygon:
    return tuple((x * scale, y * scale) for x, y in shape)


# Sight and distances between units, and who is closest.


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
