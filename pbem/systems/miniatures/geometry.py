"""Lengths, angles and shapes on the table: footprints, what overlaps, how far apart; exact in whole numbers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from pbem.core.cache import trial_cached

# Lengths in whole sixteenths of an inch and angles in whole degrees, with the rounding that all arithmetic shares.

INCH = 16
"""Sixteenths in an inch."""
SIXTIETHS = 60
"""The parts of a sixteenth in which ground is paid: every factor of the terrain table gives a whole number of them."""

_LENGTH = re.compile(r"(\d{1,4})(?:\.(\d{1,2}))?")


def near(numerator: int, denominator: int) -> int:
    """The nearest whole number to a fraction; halves go away from zero, so that a mirrored table rounds alike."""
    if numerator < 0:
        return -near(-numerator, denominator)
    return (2 * numerator + denominator) // (2 * denominator)


def root(square: int) -> int:
    """The square root, rounded to the nearest whole number."""
    low = isqrt(square)
    return low + (square - low * low > low)


def from_hundredths(hundredths: int) -> int:
    """Hundredths of an inch as the nearest sixteenth."""
    return near(INCH * hundredths, 100)


def from_text(text: str) -> int | None:
    """``6``, ``6.3`` or ``6.31`` inches as sixteenths; None for any other text."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    return from_hundredths(100 * int(found[1]) + int((found[2] or "0").ljust(2, "0")))


def inches(sixteenths: int) -> str:
    """A length as letters print it, with two decimals: 101 is ``6.31``."""
    hundredths = near(100 * abs(sixteenths), INCH)
    sign = "-" if sixteenths < 0 else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def point(x: int, y: int) -> str:
    """A place as letters print it: ``(34.50, 20.00)``."""
    return f"({inches(x)}, {inches(y)})"


# Angles in whole degrees clockwise from north: directions, bearings and arcs.

ONE = 65536
# fmt: off
SINES = (
    0, 1144, 2287, 3430, 4572, 5712, 6850, 7987, 9121, 10252,
    11380, 12505, 13626, 14742, 15855, 16962, 18064, 19161, 20252, 21336,
    22415, 23486, 24550, 25607, 26656, 27697, 28729, 29753, 30767, 31772,
    32768, 33754, 34729, 35693, 36647, 37590, 38521, 39441, 40348, 41243,
    42126, 42995, 43852, 44695, 45525, 46341, 47143, 47930, 48703, 49461,
    50203, 50931, 51643, 52339, 53020, 53684, 54332, 54963, 55578, 56175,
    56756, 57319, 57865, 58393, 58903, 59396, 59870, 60326, 60764, 61183,
    61584, 61966, 62328, 62672, 62997, 63303, 63589, 63856, 64104, 64332,
    64540, 64729, 64898, 65048, 65177, 65287, 65376, 65446, 65496, 65526,
    65536,
)
# fmt: on


Point = tuple[int, int]
"""A place, or a way from one place to another: sixteenths of an inch east and north."""

COMPASS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
_LONG = {"north": "N", "east": "E", "south": "S", "west": "W"}


def _by_symmetry(degrees: int) -> int:
    """A sine of any quadrant, from the printed table of the first."""
    quadrant, rest = divmod(degrees % 360, 90)
    value = SINES[90 - rest] if quadrant % 2 else SINES[rest]
    return value if quadrant < 2 else -value


_DIRECTIONS: tuple[Point, ...] = tuple((_by_symmetry(one), _by_symmetry(one + 90)) for one in range(360))


def sine(degrees: int) -> int:
    """65536 times the sine, from the printed table; the other quadrants by symmetry."""
    return _DIRECTIONS[degrees % 360][0]


def cosine(degrees: int) -> int:
    """65536 times the cosine."""
    return _DIRECTIONS[degrees % 360][1]


def direction(degrees: int) -> Point:
    """The direction of a bearing, as long as the table's `ONE`."""
    return _DIRECTIONS[degrees % 360]


def dot(a: Point, b: Point) -> int:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> int:
    """The cross product: above 0 where `b` lies to the left of `a`."""
    return a[0] * b[1] - a[1] * b[0]


def bearing(way: Point) -> int:
    """The bearing of a way: the whole degree that fits it best, the smaller of two that fit alike; 0 for no way at all."""
    if way == (0, 0):
        return 0
    # No degree of another quadrant fits better; 360 is 0, the smaller of two that fit alike.
    start = (0 if way[1] >= 0 else 90) if way[0] >= 0 else (180 if way[1] < 0 else 270)
    return max((one % 360 for one in range(start, start + 91)), key=lambda one: (dot(way, direction(one)), -one))


def in_arc(way: Point, facing: int, half: int) -> bool:
    """True if a way lies in the arc of `half` degrees to either side of a facing; its edges belong to it."""
    if dot(way, direction(facing)) < 0:
        return False
    if half >= 90:
        return True
    return cross(direction(facing - half), way) <= 0 <= cross(direction(facing + half), way)


def moved(start: Point, degrees: int, length: int) -> Point:
    """The place that lies `length` along a bearing."""
    east, north = direction(degrees)
    return start[0] + near(length * east, ONE), start[1] + near(length * north, ONE)


def along(start: Point, way: Point, length: int) -> Point:
    """The place a straight step of `length` along a way leads to; the start where there is no way."""
    whole = root(dot(way, way))
    if not whole:
        return start
    return start[0] + near(length * way[0], whole), start[1] + near(length * way[1], whole)


def wheel_cost(degrees: int, width: int) -> int:
    """The arc of a wheel's outer corner, rounded up: 30 degrees of 12 inches cost 6.31."""
    return (degrees * width * 71 + 4067) // 4068


def from_compass(word: str) -> int | None:
    """The degrees of ``WSW`` or ``east``, half degrees up; None for a word that is no direction."""
    name = _LONG.get(word.lower(), word.upper().replace("-", ""))
    if name not in COMPASS:
        return None
    return (45 * COMPASS.index(name) + 1) // 2


def compass(degrees: int) -> str:
    """The compass word nearest to a bearing."""
    return COMPASS[near(2 * (degrees % 360), 45) % 16]


def turn_between(start: int, end: int) -> int:
    """The degrees from one facing to another the shorter way: above 0 to the right, 180 for a full turn."""
    right = (end - start) % 360
    return right if right <= 180 else right - 360


Polygon = tuple[Point, ...]
"""Corners, joined by straight edges, the last with the first."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """The ground that a unit covers: one rectangle, or one a segment of a bent line, with its front edges from left to
    right."""

    parts: tuple[Polygon, ...]

    @property
    def fronts(self) -> tuple[tuple[Point, Point], ...]:
        """The front edges, each from its left to its right corner."""
        return tuple((part[0], part[1]) for part in self.parts)

    @property
    def corners(self) -> tuple[Point, ...]:
        """All corners."""
        return tuple(corner for part in self.parts for corner in part)


def corner(at: Point, facing: int, right: int, behind: int) -> Point:
    """The place `right` of a front centre and `behind` it."""
    s, c = direction(facing)
    return at[0] + near(right * c - behind * s, ONE), at[1] - near(right * s + behind * c, ONE)


@lru_cache(maxsize=8192)
def rectangle(at: Point, facing: int, width: int, depth: int) -> Polygon:
    """A rectangle behind and beside its front centre: front left, front right, rear right, rear left.

    An odd width has its spare sixteenth on the right.
    """
    (s, c), (x, y) = direction(facing), at
    left, right = -(width // 2), width - width // 2
    return (
        (x + near(left * c, ONE), y - near(left * s, ONE)),
        (x + near(right * c, ONE), y - near(right * s, ONE)),
        (x + near(right * c - depth * s, ONE), y - near(right * s + depth * c, ONE)),
        (x + near(left * c - depth * s, ONE), y - near(left * s + depth * c, ONE)),
    )


def footprint(at: Point, facing: int, width: int, depth: int, bend: Sequence[tuple[int, int]] = ()) -> Footprint:
    """The ground of a unit.  `bend` lists (length, angle) from the right end of the front: each segment's length, and by how
    many degrees the next turns back (above 0) or forward.  The first segment keeps the facing and its right end its place.
    """
    if not bend:
        return Footprint((rectangle(at, facing, width, depth),))
    start = corner(at, facing, width - width // 2, 0)
    parts, towards = [], facing
    for length, angle in bend:
        parts.append(
            (
                corner(start, towards, -length, 0),
                start,
                corner(start, towards, 0, depth),
                corner(start, towards, -length, depth),
            )
        )
        start, towards = parts[-1][0], (towards - angle) % 360
    return Footprint(tuple(parts))


def edges(shape: Polygon) -> Iterator[tuple[Point, Point]]:
    """The edges, each from corner to corner."""
    yield from pairwise((*shape, shape[0]))


def way(start: Point, end: Point) -> Point:
    """The way from one place to another."""
    return end[0] - start[0], end[1] - start[1]


def convex_overlap(one: Polygon, other: Polygon) -> bool:
    """True if the insides of two convex shapes meet; shapes that only touch do not overlap."""
    for first, second in (*edges(one), *edges(other)):
        axis = (second[1] - first[1], first[0] - second[0])
        mine, theirs = [dot(axis, at) for at in one], [dot(axis, at) for at in other]
        if max(mine) <= min(theirs) or max(theirs) <= min(mine):
            return False
    return True


@trial_cached
def overlap(one: Footprint, other: Footprint) -> bool:
    """True if two footprints overlap; they may touch."""
    return any(_boxes_meet(a, b) and convex_overlap(a, b) for a in one.parts for b in other.parts)


@trial_cached
def deeper(one: Footprint, other: Footprint, length: int) -> bool:
    """True if two footprints reach into one another by more than this, whichever way one of them were moved out."""
    return any(_depth_above(a, b, length) for a in one.parts for b in other.parts if _boxes_meet(a, b))


def _depth_above(one: Polygon, other: Polygon, length: int) -> bool:
    for first, second in (*edges(one), *edges(other)):
        axis = (second[1] - first[1], first[0] - second[0])
        mine, theirs = [dot(axis, at) for at in one], [dot(axis, at) for at in other]
        common = min(max(mine) - min(theirs), max(theirs) - min(mine))
        if common <= 0 or common * common <= length * length * dot(axis, axis):
            return False
    return True


def _boxes_meet(one: Polygon, other: Polygon) -> bool:
    xs, others = [at[0] for at in one], [at[0] for at in other]
    if max(xs) <= min(others) or max(others) <= min(xs):
        return False
    ys, others = [at[1] for at in one], [at[1] for at in other]
    return max(ys) > min(others) and max(others) > min(ys)


@dataclass(frozen=True, slots=True)
class Gap:
    """The square of a distance, as an exact fraction of squared sixteenths."""

    square: int
    over: int = 1

    def within(self, length: int) -> bool:
        """True if it is at most `length`; the limit itself is inside."""
        return self.square <= length * length * self.over

    def __lt__(self, other: "Gap") -> bool:
        return self.square * other.over < other.square * self.over

    @property
    def shown(self) -> int:
        """The distance rounded once to sixteenths, for letters; it never decides."""
        low = isqrt(self.square // self.over)
        return low + ((2 * low + 1) ** 2 * self.over <= 4 * self.square)


TOUCHING = Gap(0)


def point_to_edge(at: Point, start: Point, end: Point) -> Gap:
    """The distance of a place from an edge."""
    edge, out = way(start, end), way(start, at)
    length, reach = dot(edge, edge), dot(edge, out)
    if reach <= 0:
        return Gap(dot(out, out))
    if reach >= length:
        back = way(end, at)
        return Gap(dot(back, back))
    side = cross(edge, out)
    return Gap(side * side, length)


def nearest_on_edge(at: Point, start: Point, end: Point) -> Point:
    """The place on an edge that is nearest to `at`, rounded to sixteenths."""
    edge, out = way(start, end), way(start, at)
    length, reach = dot(edge, edge), dot(edge, out)
    if reach <= 0 or not length:
        return start
    if reach >= length:
        return end
    return start[0] + near(reach * edge[0], length), start[1] + near(reach * edge[1], length)


@trial_cached
def gap(one: Footprint, other: Footprint) -> Gap:
    """The distance of two footprints from their nearest edges; 0 where they overlap or touch."""
    if overlap(one, other):
        return TOUCHING
    return _nearer(_nearest(one.corners, other), _nearest(other.corners, one))


def _nearest(places: Sequence[Point], shape: Footprint) -> Gap:
    """The smallest distance of some places from the edges of a shape: `point_to_edge` for all of them at once."""
    best, best_over = -1, 1
    for part in shape.parts:
        for (x0, y0), (x1, y1) in edges(part):
            dx, dy = x1 - x0, y1 - y0
            length = dx * dx + dy * dy
            for x, y in places:
                ox, oy = x - x0, y - y0
                reach = dx * ox + dy * oy
                if reach <= 0:
                    square, over = ox * ox + oy * oy, 1
                elif reach >= length:
                    square, over = (x - x1) * (x - x1) + (y - y1) * (y - y1), 1
                else:
                    side = dx * oy - dy * ox
                    square, over = side * side, length
                if best < 0 or square * best_over < best * over:
                    best, best_over = square, over
    return Gap(best, best_over)


def _nearer(one: Gap, other: Gap) -> Gap:
    return other if other < one else one


Box = tuple[int, int, int, int]
"""West, south, east and north of a shape."""


@trial_cached
def box_of(shape: Footprint) -> Box:
    """The box around a footprint, its sides along the table's."""
    xs = [at[0] for part in shape.parts for at in part]
    ys = [at[1] for part in shape.parts for at in part]
    return min(xs), min(ys), max(xs), max(ys)


def shifted(shape: Footprint, off: Point) -> Footprint:
    """A footprint moved without a turn."""
    east, north = off
    return Footprint(tuple(tuple((x + east, y + north) for x, y in part) for part in shape.parts))


def shifted_box(box: Box, off: Point) -> Box:
    """The box around a footprint that is moved without a turn."""
    return box[0] + off[0], box[1] + off[1], box[2] + off[0], box[3] + off[1]


def boxes_within(one: Box, other: Box, length: int) -> bool:
    """True if two boxes lie no farther apart than this in both directions; nearer shapes have such boxes."""
    return (
        one[0] - other[2] <= length
        and other[0] - one[2] <= length
        and one[1] - other[3] <= length
        and other[1] - one[3] <= length
    )


@trial_cached
def gap_to_point(shape: Footprint, at: Point) -> Gap:
    """The distance from a footprint to a place; 0 for a place inside it."""
    if any(inside(at, part) for part in shape.parts):
        return TOUCHING
    return _nearest((at,), shape)


@trial_cached
def nearest_place(at: Point, shape: Footprint) -> Point:
    """The place of a footprint nearest to `at`."""
    if any(inside(at, part) for part in shape.parts):
        return at
    _, found = min(
        ((point_to_edge(at, *edge), edge) for part in shape.parts for edge in edges(part)), key=lambda one: one[0]
    )
    return nearest_on_edge(at, *found)


def inside(at: Point, shape: Polygon) -> bool:
    """True if a place lies in a polygon, convex or not; a place on an edge is inside."""
    odd = False
    for start, end in edges(shape):
        edge, out = way(start, end), way(start, at)
        side = cross(edge, out)
        if side == 0 and 0 <= dot(edge, out) <= dot(edge, edge):
            return True
        if (start[1] > at[1]) != (end[1] > at[1]) and (side > 0) == (end[1] > start[1]):
            odd = not odd
    return odd


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True if two segments have a place in common, ends included."""
    one, other = cross(way(a, b), way(a, c)), cross(way(a, b), way(a, d))
    third, fourth = cross(way(c, d), way(c, a)), cross(way(c, d), way(c, b))
    if ((one > 0) != (other > 0) and one and other) and ((third > 0) != (fourth > 0) and third and fourth):
        return True
    return any(
        side == 0 and dot(way(at, start), way(at, end)) <= 0
        for side, at, start, end in ((one, c, a, b), (other, d, a, b), (third, a, c, d), (fourth, b, c, d))
    )


def cut_by(start: Point, end: Point, shape: Polygon) -> bool:
    """True if a segment runs through the inside of a convex shape; touching its edge is not running through."""
    line = way(start, end)
    low, high, over = 0, 1, 1
    for first, second in edges(_counter_clockwise(shape)):
        edge = way(first, second)
        ahead, depth = cross(edge, line), cross(edge, way(first, start))
        if ahead == 0:
            if depth <= 0:
                return False
            continue
        # The segment is inside this edge where depth + t * ahead > 0; t is kept as the fractions low / over and high / over.
        bound, scale = (-depth, ahead) if ahead > 0 else (depth, -ahead)
        low, high, bound, over = low * scale, high * scale, bound * over, over * scale
        if ahead > 0:
            low = max(low, bound)
        else:
            high = min(high, bound)
        if low >= high:
            return False
    return True


def _counter_clockwise(shape: Polygon) -> Polygon:
    return shape if sum(cross(a, b) for a, b in edges(shape)) > 0 else shape[::-1]
