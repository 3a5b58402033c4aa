"""Hexes: ids ``CCRR``, the six neighbours, distance, direction, and the cheapest ways.

Columns are straight lines of hexes; every second one lies half a hex toward the higher rows: the odd ones or the even
ones, as the sheet says.  Directions are counted 0 to 5, clockwise from the neighbour toward the lower row;
`pbem.board.hexmap` knows their names.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush

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


# Reachability from a hex: the cheapest way to every hex within a budget, and shortest ways in hexes.

Steps = Callable[[str], Sequence[tuple[str, int]]]
"""The steps that may be taken out of a hex, clockwise from the one toward row 00, each with its cost."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The hexes that can be reached from `start`, each with its least cost.

    `steps` are those that lead out of each of them, `clockwise` gives the neighbours of a hex: a path is looked for when it
    is asked for, since of all that is reached hardly anything is gone to.
    """

    start: str
    cost: dict[str, int]
    steps: dict[str, Sequence[tuple[str, int]]]
    clockwise: Callable[[str], Iterable[str]]

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self.cost

    def path(self, to: str) -> tuple[str, ...]:
        """A cheapest path, start and end included.

        Among equals the one whose last steps come first clockwise from the end's neighbour toward row 00.
        """
        out = [to]
        while out[-1] != self.start:
            out.append(next(near for near in self.clockwise(out[-1]) if self._leads_to(near, out[-1])))
        return tuple(reversed(out))

    def _leads_to(self, near: str, there: str) -> bool:
        """True if a cheapest way to a hex leads over this neighbour."""
        if near not in self.cost:
            return False
        price = self.cost[there] - self.cost[near]
        return (there, price) in self.steps[near]


def within(start: str, budget: int, steps: Steps, clockwise: Callable[[str], Iterable[str]]) -> Reach:
    """Every hex that `steps` lead to for at most `budget`; `clockwise` gives the neighbours of a hex in sequence."""
    cost = {start: 0}
    queue = [(0, start)]
    taken: dict[str, Sequence[tuple[str, int]]] = {}
    too_much = budget + 1
    while queue:
        so_far, here = heappop(queue)
        if so_far > cost[here]:
            continue
        taken[here] = out = steps(here)
        for there, price in out:
            total = so_far + price
            if total < cost.get(there, too_much):
                cost[there] = total
                heappush(queue, (total, there))
    return Reach(start, cost, taken, clockwise)


def distances(starts: Iterable[str], neighbours: Callable[[str], Iterable[str]]) -> dict[str, int]:
    """The number of steps from each hex to the nearest of `starts`, along `neighbours`."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
