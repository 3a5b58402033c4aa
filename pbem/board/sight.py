"""Lines of sight: the hexes between two hexes, and whether one can see the other (9.C of the series rules).

Nothing but blocking ground and standing units limits sight; there is no greatest distance.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from pbem.board import hexes
from pbem.board.hexmap import LIGHT_WOODS, HexMap
from pbem.core.clause import rule

Occupied = Callable[[str], bool]
"""A test that is true if a hex holds a unit that blocks sight at its own height: standing, and more than one strength point."""

HALF = Fraction(1, 2)
WOODED = (LIGHT_WOODS,)
MOST_LINES = 1 << 13
"""Lines that are kept, up to 1 KB each; a large sheet has millions."""


@lru_cache(maxsize=MOST_LINES)
def line(start: str, end: str, stagger: int) -> tuple[tuple[str, ...], ...]:
    """The hexes between two hexes, step by step: one hex, or the two beside the line where it runs along a hexside.

    ``line("3413", "3411")`` is ``(("3412",),)``; adjacent hexes have nothing between them.  Hexes off the sheet are named
    too: whoever looks along the line passes over them.
    """
    (ca, za), (cb, zb) = hexes.cube(start, stagger), hexes.cube(end, stagger)
    far = hexes.distance(start, end, stagger)
    steps = (
        _near(Fraction(ca * (far - k) + cb * k, far), Fraction(za * (far - k) + zb * k, far), stagger)
        for k in range(1, far)
    )
    return tuple(steps)


def _near(column: Fraction, axis: Fraction, stagger: int) -> tuple[str, ...]:
    """The hex in which a point of the line lies, or the two between which it lies, in cube axes."""
    parts = (column, axis, -column - axis)
    whole = [_rounded(part) for part in parts]
    if sum(whole) == 0 and all(abs(part - one) < HALF for part, one in zip(parts, whole, strict=True)):
        return (_hex(whole[0], whole[1], stagger),)
    centres = {(int(c), int(z)) for c in (column // 1, column // 1 + 1) for z in (axis // 1, axis // 1 + 1)}
    least = min(_away(parts, centre) for centre in centres)
    return tuple(_hex(*centre, stagger) for centre in sorted(centres) if _away(parts, centre) == least)


def _rounded(value: Fraction) -> int:
    return int((value + HALF) // 1)


def _away(parts: tuple[Fraction, ...], centre: tuple[int, int]) -> Fraction:
    """The distance of a point from a hex's centre: the largest of the three differences of the axes, then their sum."""
    own = (*centre, -centre[0] - centre[1])
    gaps = [abs(part - one) for part, one in zip(parts, own, strict=True)]
    return max(gaps) * 4 + sum(gaps)


def _hex(column: int, axis: int, stagger: int) -> str:
    return hexes.hex_id(column, axis + (column + 1 - stagger) // 2)


@rule("line of sight")
def blockers(sheet: HexMap, start: str, end: str, occupied: Occupied, *, either: bool = False) -> tuple[str, ...]:
    """The hexes that block the first blocked step between two hexes, () if `end` is seen from `start`.

    A step along a hexside is blocked only if both hexes beside it block (ruling A-040).  `either` as in `why_blocked`.
    """
    for step in line(start, end, sheet.stagger):
        seen = [one for one in step if one in sheet]
        if seen and all(why_blocked(sheet, start, one, end, occupied, either=either) for one in seen):
            return tuple(seen)
    return ()


def is_seen(sheet: HexMap, start: str, end: str, occupied: Occupied, *, either: bool = False) -> bool:
    """True if there is a clear line of sight."""
    return not blockers(sheet, start, end, occupied, either=either)


@rule("woods block", "higher ground blocks", "units block", "high target", "high firer")
def why_blocked(sheet: HexMap, start: str, between: str, end: str, occupied: Occupied, *, either: bool = False) -> str:
    """Why a hex between two others blocks: ``woods``, ``height``, ``units``, or "".

    Ground blocks where it is higher than both ends, or with `either` than one of them (ruling A-039).  Units do not block
    the sight of a firer who stands higher, nor of a target higher than both where the firer is not below them.
    """
    if sheet.terrain(between) in WOODED:
        return "woods"
    here, there, middle = sheet.level(start), sheet.level(end), sheet.level(between)
    if middle > (min(here, there) if either else max(here, there)):
        return "height"
    over = here > middle or (there > here and there > middle and here >= middle)
    return "units" if not over and occupied(between) else ""
