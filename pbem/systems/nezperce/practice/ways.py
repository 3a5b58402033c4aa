"""Ways and goals of practice players."""

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from pbem.mechanisms.practice import Trial
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.rules import marching
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign, Unit


def modes(view: Campaign, unit: Unit) -> tuple[str, ...]:
    return (NORMAL,) if marching.why_not_fast(view, unit)[0] else (NORMAL, FAST)


def go(trial: Trial[Campaign], unit: Unit, badness: Callable[[str], int]) -> None:
    """Move a unit to the best hex in its reach, by its normal rate if that does, and on over a river if that is better."""
    ways = {mode: marching.within_reach(trial.view, unit, mode) for mode in modes(trial.view, unit)}
    best = {mode: min(sorted(found), key=badness) for mode, found in ways.items()}
    mode = min(best, key=lambda one: (badness(best[one]), one == FAST))
    path = over_rivers(trial.view, unit, ways[mode][best[mode]], mode, badness)
    if path[-1] != unit.at:
        trial.take(March((unit.name,), path, mode))


def over_rivers(
    view: Campaign, unit: Unit, path: tuple[str, ...], mode: str, badness: Callable[[str], int]
) -> tuple[str, ...]:
    """A path that goes on over a river, and beyond, as far as every step is better and the points last."""
    left = marching.allowance(view, unit, mode) - unit.spent
    left -= sum(marching.step_cost(view, unit.side, a, b) for a, b in pairwise(path))
    while len(path) == 1 or not marching.stops(unit, path[-1]):
        ahead = {
            there: points
            for there in data.strategic_map().neighbours(path[-1])
            if (points := marching.step_cost(view, unit.side, path[-1], there)) <= left
            and badness(there) < badness(path[-1])
            and not marching.barred(view, unit, path[-1], there)[0]
        }
        if not ahead:
            break
        there = min(sorted(ahead), key=badness)
        path, left = (*path, there), left - ahead[there]
    return path


def reached(view: Campaign, unit: Unit) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The hexes in a unit's reach without a river die, each with the rate and the way: the normal rate where it does."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for mode in modes(view, unit):
        for at, way in marching.within_reach(view, unit, mode).items():
            found.setdefault(at, (mode, way))
    return found


EAST = ("1208", "1309", "1411")
"""The eastern border of Idaho, from which the way leads on."""
RIVER = 9
"""The weight of a river that needs a die: it takes some turns."""
TOWN = 20
"""The weight of passing through a town: a fight."""


@lru_cache(maxsize=256)
def far(goals: tuple[str, ...], shuns_towns: bool) -> dict[str, int]:
    """The movement points from every hex to the nearest of some goals."""
    sheet = data.strategic_map()
    found = dict.fromkeys(goals, 0)
    open_ = [(0, one) for one in goals]
    while open_:
        so_far, here = heappop(open_)
        if so_far > found[here]:
            continue
        step = data.cost(here) + (TOWN if shuns_towns and data.town(here) else 0)
        for there in sheet.neighbours(here):
            total = so_far + step + (RIVER if marching.is_river(there, here) else 0)
            if total < found.get(there, total + 1):
                found[there] = total
                heappush(open_, (total, there))
    return found


def indian_goals(view: Campaign) -> tuple[str, ...]:
    """The goals of the Indian side: at the border of Idaho, then at the rendezvous, then in Canada."""
    limits = data.scenario()["restrictions"]
    if view.turn < limits["idaho_confinement_turns"][1]:
        return EAST
    if marching.canada_is_open(view) or (view.met_on and view.turn >= view.met_on):
        return tuple(sorted(data.zone("Canada")))
    return tuple(sorted(data.zone(limits["rendezvous"]["area"])))
