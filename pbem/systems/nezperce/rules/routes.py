"""The cheapest way between two hexes, for orders that name only where to go."""

from collections.abc import Iterator
from heapq import heappop, heappush

from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.rules import reach
from pbem.systems.nezperce.state.position import Campaign, Unit

RIVER_DETOUR = 12
"""So many points a way may be longer before it takes a river that needs a die."""


def route(state: Campaign, units: list[Unit], goal: str) -> tuple[str, ...]:
    """The cheapest way from where the units stand to a hex, () if there is none; it begins with their hex.

    Rivers that need a die are avoided where a ford or a bridge of land is near, towns where Indian units would have to stop.
    """
    start, side = units[0].at, units[0].side
    best: dict[str, int] = {start: 0}
    came: dict[str, str] = {}
    open_: list[tuple[int, str]] = [(0, start)]
    while open_:
        so_far, here = heappop(open_)
        if here == goal:
            break
        if so_far > best[here] or (here != start and any(reach.stops(one, here) for one in units)):
            continue
        for there, points in _steps(state, units, side, here):
            total = so_far + points
            if total < best.get(there, total + 1):
                best[there], came[there] = total, here
                heappush(open_, (total, there))
    return _back(came, start, goal)


def _steps(state: Campaign, units: list[Unit], side: str, here: str) -> Iterator[tuple[str, int]]:
    for there in data.strategic_map().neighbours(here):
        if not any(reach.barred(state, one, here, there)[0] for one in units):
            extra = RIVER_DETOUR if reach.is_river(here, there) else 0
            yield there, reach.step_cost(state, side, here, there) + extra


def _back(came: dict[str, str], start: str, goal: str) -> tuple[str, ...]:
    if goal != start and goal not in came:
        return ()
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def as_far_as(state: Campaign, units: list[Unit], path: tuple[str, ...], mode: str) -> tuple[str, ...]:
    """The beginning of a path that the points of the slowest unit cover."""
    left = min(reach.allowance(state, one, mode) - one.spent for one in units)
    for n in range(1, len(path)):
        left -= reach.step_cost(state, units[0].side, path[n - 1], path[n])
        if left < 0:
            return path[:n]
    return path


def within_reach(state: Campaign, unit: Unit, mode: str) -> dict[str, tuple[str, ...]]:
    """The hexes that a unit reaches in a mode without a river die, each with the cheapest way there."""
    left = reach.allowance(state, unit, mode) - unit.spent
    best: dict[str, int] = {unit.at: 0}
    ways: dict[str, tuple[str, ...]] = {unit.at: (unit.at,)}
    open_: list[tuple[int, str]] = [(0, unit.at)]
    while open_:
        so_far, here = heappop(open_)
        if so_far > best[here] or (here != unit.at and reach.stops(unit, here)):
            continue
        for there in data.strategic_map().neighbours(here):
            if reach.is_river(here, there) or reach.barred(state, unit, here, there)[0]:
                continue
            total = so_far + reach.step_cost(state, unit.side, here, there)
            if total <= left and total < best.get(there, total + 1):
                best[there], ways[there] = total, (*ways[here], there)
                heappush(open_, (total, there))
    return ways
