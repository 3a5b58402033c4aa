"""Lengths in whole sixteenths of an inch, and the rounding that all of the table's arithmetic shares."""

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
