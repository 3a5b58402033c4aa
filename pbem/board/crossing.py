"""The hexes and hexsides on a straight line from the centre of one hex to that of another.

All of it is computed exactly, in whole numbers.  A line that only touches a corner of a hex does not pass that hex, but it
meets the hexsides that end in the corner.
"""

from functools import lru_cache
from math import lcm

from pbem.board import hexes

Cell = tuple[int, int]
"""A hex in cube axes, less those of the hex in which the line begins."""
_NEAR: tuple[Cell, ...] = ((0, 1), (1, 0), (1, -1))
"""Three of the six neighbours: with them every hexside is met once."""


def passed(start: str, end: str, stagger: int) -> tuple[str, ...]:
    """The hexes between two hexes that a line passes, also those beside a hexside along which it runs."""
    cells, _ = _line(*_apart(start, end, stagger))
    return tuple(one for one in (_hex(start, cell, stagger) for cell in cells) if one)


def met(start: str, end: str, stagger: int) -> tuple[tuple[str, str], ...]:
    """The hexsides with which a line has a point in common, each as the two hexes beside it."""
    _, sides = _line(*_apart(start, end, stagger))
    found = ((_hex(start, a, stagger), _hex(start, b, stagger)) for a, b in sides)
    return tuple((a, b) for a, b in found if a and b)


def _apart(start: str, end: str, stagger: int) -> Cell:
    (ca, za), (cb, zb) = hexes.cube(start, stagger), hexes.cube(end, stagger)
    return cb - ca, zb - za


def _hex(start: str, cell: Cell, stagger: int) -> str:
    """The hex of a cell, "" if its column or row would have no two-digit number."""
    column, axis = hexes.cube(start, stagger)
    column, axis = column + cell[0], axis + cell[1]
    row = axis + (column + 1 - stagger) // 2
    return hexes.hex_id(column, row) if 0 <= column <= 99 and 0 <= row <= 99 else ""


@lru_cache(maxsize=1 << 13)
def _line(dc: int, dz: int) -> tuple[tuple[Cell, ...], tuple[tuple[Cell, Cell], ...]]:
    """The cells that a line from (0, 0) to (dc, dz) passes, without these two, and the hexsides that it meets."""
    far = max(abs(dc), abs(dz), abs(dc + dz))
    slopes = (dc - dz, dc + 2 * dz, -2 * dc - dz)
    parts = lcm(*(abs(one) for one in slopes if one)) if far else 1
    spans: dict[Cell, tuple[int, int]] = {}
    for step in range(far + 1):
        column, axis = dc * step // max(far, 1), dz * step // max(far, 1)
        for cell in ((column + c, axis + z) for c in (-1, 0, 1, 2) for z in (-1, 0, 1, 2)):
            if cell not in spans and (span := _span(cell, slopes, parts)) is not None:
                spans[cell] = span
    ends = ((0, 0), (dc, dz))
    cells = sorted((span, cell) for cell, span in spans.items() if span[0] < span[1] and cell not in ends)
    sides = []
    for cell, (first, last) in sorted(spans.items()):
        for c, z in _NEAR:
            beside = (cell[0] + c, cell[1] + z)
            if beside in spans and max(first, spans[beside][0]) <= min(last, spans[beside][1]):
                sides.append((cell, beside))
    return tuple(cell for _, cell in cells), tuple(sides)


def _span(cell: Cell, slopes: tuple[int, int, int], parts: int) -> tuple[int, int] | None:
    """From where to where on the line a cell lies, its border included, in `parts` of the whole line; None if nowhere.

    A hex is where no two of the three cube axes differ by more than 1 from its centre.
    """
    column, axis = cell
    first, last = 0, parts
    for slope, own in zip(slopes, (axis - column, -column - 2 * axis, 2 * column + axis), strict=True):
        if slope == 0:
            if abs(own) > 1:
                return None
            continue
        one, two = (-1 - own) * parts // slope, (1 - own) * parts // slope
        first, last = max(first, min(one, two)), min(last, max(one, two))
    return (first, last) if first <= last else None
