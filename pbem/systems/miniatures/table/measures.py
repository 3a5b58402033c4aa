"""Lengths in whole sixteenths of an inch and angles in whole degrees, with the rounding that all arithmetic shares."""

import re
from math import isqrt

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
