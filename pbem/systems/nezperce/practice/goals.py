"""Where practice players want to go: how far every hex of the map is from some goals, in movement points."""

from functools import lru_cache
from heapq import heappop, heappush

from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.rules import reach
from pbem.systems.nezperce.state.position import Campaign

EAST = ("1208", "1309", "1411")
"""The eastern border of Idaho, from which the way leads on."""
RIVER = 9
"""What a river that needs a die counts for: it takes some turns."""
TOWN = 20
"""What passing through a town counts for: a fight."""


@lru_cache(maxsize=256)
def far(goals: tuple[str, ...], shuns_towns: bool) -> dict[str, int]:
    """How many movement points every hex is from the nearest of some goals."""
    sheet = data.strategic_map()
    found = dict.fromkeys(goals, 0)
    open_ = [(0, one) for one in goals]
    while open_:
        so_far, here = heappop(open_)
        if so_far > found[here]:
            continue
        step = data.cost(here) + (TOWN if shuns_towns and data.town(here) else 0)
        for there in sheet.neighbours(here):
            total = so_far + step + (RIVER if reach.is_river(there, here) else 0)
            if total < found.get(there, total + 1):
                found[there] = total
                heappush(open_, (total, there))
    return found


def indian_goals(view: Campaign) -> tuple[str, ...]:
    """Where the Indian side wants to be: at the border of Idaho, then at the rendezvous, then in Canada."""
    limits = data.scenario()["restrictions"]
    if view.turn < limits["idaho_confinement_turns"][1]:
        return EAST
    if reach.canada_is_open(view) or (view.met_on and view.turn >= view.met_on):
        return tuple(sorted(data.zone("Canada")))
    return tuple(sorted(data.zone(limits["rendezvous"]["area"])))
