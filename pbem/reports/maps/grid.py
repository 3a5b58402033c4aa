"""Where hexes touch on paper: every second column stands half a hex lower.

`stagger` is 1 where those are the odd columns, 0 where they are the even ones.
"""

from functools import cache, lru_cache

MOST_ROUND = 1 << 10
"""Hexes of which it is kept what lies round them."""
UPPER = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)}
LOWER = {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


@cache
def hex_id(column: int, row: int) -> str:
    """``CCRR``."""
    return f"{column:02}{row:02}"


@cache
def place(hex_id: str) -> tuple[int, int]:
    """Column and row of ``CCRR``; of a sheet with more than a hundred columns ``CCCRR``."""
    return int(hex_id[:-2]), int(hex_id[-2:])


@cache
def beside(hex_id_: str, side: str, stagger: int = 1) -> str:
    """The hex across a side (``N NE SE S SW NW``); it may lie off the map, and then it is no hex that anything stands in."""
    column, row = place(hex_id_)
    dc, dr = (LOWER if column % 2 == stagger else UPPER)[side]
    return hex_id(column + dc, row + dr)


def pair(a: str, b: str) -> tuple[str, str]:
    """A hexside by its two hexes, in ascending sequence."""
    return (a, b) if a < b else (b, a)


def distance(a: str, b: str, stagger: int = 1) -> int:
    """Hexes from one to the other (docs/map-format.md, 1)."""
    (ca, ra), (cb, rb) = place(a), place(b)
    dc = cb - ca
    dz = (rb - (cb + 1 - stagger) // 2) - (ra - (ca + 1 - stagger) // 2)
    return max(abs(dc), abs(dz), abs(dc + dz))


@lru_cache(maxsize=MOST_ROUND)
def within(at: str, radius: int, stagger: int = 1) -> frozenset[str]:
    """The hexes at most so far from one, itself too; some may lie off the map, which no hex there can be taken for."""
    column, row = place(at)
    level = row - (column + 1 - stagger) // 2
    found = []
    for across in range(max(-radius, -column), radius + 1):
        # Of a column those whose `distance` is no more: what runs down and what runs askew are both bounded.
        here = level + (column + across + 1 - stagger) // 2
        rows = range(here + max(-radius, -radius - across), here + min(radius, radius - across) + 1)
        found += [hex_id(column + across, r) for r in rows if r >= 0]
    return frozenset(found)
