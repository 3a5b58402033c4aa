"""What can be reached from a hex: the cheapest way to every hex within a budget, and shortest ways in hexes."""

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from pbem.core.frozen import dataclass

Steps = Callable[[str], Iterable[tuple[str, int]]]
"""The steps that may be taken out of a hex, clockwise from the one toward row 00, each with its cost."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The hexes that can be reached from `start`, each with its least cost and the hexes before it on the cheapest ways."""

    start: str
    cost: dict[str, int]
    before: dict[str, tuple[str, ...]]

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self.cost

    def path(self, to: str) -> tuple[str, ...]:
        """A cheapest path, start and end included.

        Among equals the one whose last steps come first clockwise from the end's neighbour toward row 00.
        """
        out = [to]
        while out[-1] != self.start:
            out.append(self.before[out[-1]][0])
        return tuple(reversed(out))


def within(start: str, budget: int, steps: Steps, clockwise: Callable[[str], Iterable[str]]) -> Reach:
    """Every hex that `steps` lead to for at most `budget`; `clockwise` gives the neighbours of a hex in sequence."""
    cost = {start: 0}
    queue = [(0, start)]
    taken: dict[tuple[str, str], int] = {}
    while queue:
        so_far, here = heappop(queue)
        if so_far > cost[here]:
            continue
        for there, price in steps(here):
            taken[here, there] = price
            total = so_far + price
            if total <= budget and total < cost.get(there, budget + 1):
                cost[there] = total
                heappush(queue, (total, there))
    before = {
        one: tuple(
            near
            for near in clockwise(one)
            if near in cost and cost[near] + taken.get((near, one), budget + 1) == cost[one]
        )
        for one in cost
        if one != start
    }
    return Reach(start, cost, before)


def distances(starts: Iterable[str], neighbours: Callable[[str], Iterable[str]]) -> dict[str, int]:
    """How many steps each hex is from the nearest of `starts`, along `neighbours`."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
