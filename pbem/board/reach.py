"""Reachability from a hex: the cheapest way to every hex within a budget, and shortest ways in hexes."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

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
