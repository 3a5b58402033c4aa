"""Hexes: ids ``CCRR``, the six neighbours, distance, direction.

Columns are straight lines of hexes; every second one lies half a hex toward the higher rows: the odd ones or the even
ones, as the sheet says.  Directions are counted 0 to 5, clockwise from the neighbour toward the lower row;
`pbem.board.hexmap` knows their names.
"""

from collections.abc import Iterable
from functools import cache

ODD, EVEN = 1, 0
"""Staggers of columns: the remainder of their numbers by two."""

_DIGITS = tuple(f"{n:02}" for n in range(100))
_STEPS = {
    False: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    True: ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
}
"""Column and row of the six neighbours less those of the hex, by whether its column is staggered."""


def is_id(text: str) -> bool:
    """True if `text` has the form of a hex id: four digits."""
    return len(text) == 4 and text.isascii() and text.isdigit()


def hex_id(column: int, row: int) -> str:
    """The id of a hex, such as ``3413``."""
    return f"{column:02}{row:02}"


def ids_in_column(column: int, rows: Iterable[int]) -> list[str]:
    """The ids of hexes of one column, faster than one by one."""
    return [_DIGITS[column] + _DIGITS[row] for row in rows]


@cache
def column_and_row(of: str) -> tuple[int, int]:
    """``3413`` as (34, 13).  Raises ValueError for what is no hex id."""
    if not is_id(of):
        raise ValueError(f"expected a hex id of four digits such as 3413, found {of!r}")
    return divmod(int(of), 100)


@cache
def beside(of: str, direction: int, stagger: int) -> str | None:
    """The neighbour in a direction (0 to 5), None if its column or row would have no two-digit number."""
    column, row = column_and_row(of)
    step = _STEPS[column % 2 == stagger][direction]
    c, r = column + step[0], row + step[1]
    return hex_id(c, r) if 0 <= c <= 99 and 0 <= r <= 99 else None


@cache
def neighbours(of: str, stagger: int) -> tuple[str, ...]:
    """The hexes next to a hex, clockwise from the one toward row 00; on any sheet, so some may not be on this one."""
    column, row = column_and_row(of)
    found = []
    for c, r in _STEPS[column % 2 == stagger]:
        if 0 <= column + c <= 99 and 0 <= row + r <= 99:
            found.append(_DIGITS[column + c] + _DIGITS[row + r])
    return tuple(found)


def are_adjacent(a: str, b: str, stagger: int) -> bool:
    """True if two hexes share a hexside."""
    return distance(a, b, stagger) == 1


@cache
def cube(of: str, stagger: int) -> tuple[int, int]:
    """Two axes that run straight through hexes: the column, and the row freed of the shove of every second column."""
    column, row = column_and_row(of)
    return column, row - (column + 1 - stagger) // 2


def distance(a: str, b: str, stagger: int) -> int:
    """The distance in hexes; 0 for the same hex, 1 for neighbours."""
    (ca, za), (cb, zb) = cube(a, stagger), cube(b, stagger)
    dc, dz = cb - ca, zb - za
    return max(abs(dc), abs(dz), abs(dc + dz))


def distance_to_nearest(of: str, others: Iterable[str], stagger: int) -> int:
    """The distance to the nearest of other hexes.  Raises ValueError if there are none."""
    column, slant = cube(of, stagger)
    return min(
        max(abs(c - column), abs(z - slant), abs(c - column + z - slant))
        for c, z in (cube(one, stagger) for one in others)
    )


def between(first: str, last: str) -> tuple[str, ...]:
    """A range of ids along one column or one row, both ends included: ``1100..1106``.

    Raises ValueError if it runs along neither.
    """
    (c1, r1), (c2, r2) = column_and_row(first), column_and_row(last)
    if c1 == c2:
        return tuple(hex_id(c1, r) for r in range(r1, r2 + 1))
    if r1 == r2:
        return tuple(hex_id(c, r1) for c in range(c1, c2 + 1))
    raise ValueError(f"expected a range along one column or one row, found {first}..{last}")
