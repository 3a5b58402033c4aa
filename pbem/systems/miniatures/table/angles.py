"""Angles in whole degrees clockwise from north: directions, bearings and arcs."""

from pbem.systems.miniatures.table.lengths import near, root
from pbem.systems.miniatures.table.sines import ONE, SINES

Point = tuple[int, int]
"""A place, or a way from one place to another: sixteenths of an inch east and north."""

COMPASS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
_LONG = {"north": "N", "east": "E", "south": "S", "west": "W"}


def sine(degrees: int) -> int:
    """65536 times the sine, from the printed table; the other quadrants by symmetry."""
    quadrant, rest = divmod(degrees % 360, 90)
    value = SINES[90 - rest] if quadrant % 2 else SINES[rest]
    return value if quadrant < 2 else -value


def cosine(degrees: int) -> int:
    """65536 times the cosine."""
    return sine(degrees + 90)


def direction(degrees: int) -> Point:
    """The direction of a bearing, as long as the table's `ONE`."""
    return sine(degrees), cosine(degrees)


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
    return max(range(360), key=lambda degrees: (dot(way, direction(degrees)), -degrees))


def in_arc(way: Point, facing: int, half: int) -> bool:
    """Whether a way lies in the arc of `half` degrees to either side of a facing; its edges belong to it."""
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
