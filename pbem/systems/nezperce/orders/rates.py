"""What steps cost on the maps of the campaign with nobody on them, which the order page has with the map."""

from functools import cache

from pbem.mechanisms.offered_rates import MapRates
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import guns
from pbem.systems.nezperce.battle.state import DISMOUNTED, LIMBERED, MOUNTED
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.rules.reach import is_river

HORSE = "warrior"


@cache
def of_the_campaign() -> MapRates:
    """The strategic map: the terrain entered; a major river is crossed at a ford alone, for elsewhere a die is rolled."""
    land = data.strategic_map()
    costs = {
        at: {there: data.cost(there) + _river(at, there) for there in land.neighbours(at) if not is_river(at, there)}
        for at in land
    }
    return MapRates((costs,))


def _river(start: str, end: str) -> int:
    return data.river_cost() if data.RIVER in data.strategic_map().edges(start, end) else 0


@cache
def of_a_battle(name: str) -> MapRates:
    """The ground of a battle."""
    land = ground.sheet(name)
    found = []
    # The chart tells apart who rides, who walks, and guns.
    for kind, mode in ((HORSE, MOUNTED), (HORSE, DISMOUNTED), *((gun, LIMBERED) for gun in guns()[:1])):
        steps = {at: {there: ground.step(name, at, there, kind, mode) for there in land.neighbours(at)} for at in land}
        found.append({at: {to: cost for to, cost in some.items() if cost is not None} for at, some in steps.items()})
    return MapRates(found)
