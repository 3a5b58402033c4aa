"""The hexes that a unit can reach in one action, for practice players."""

from heapq import heappop, heappush

from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.charts import values
from pbem.systems.nezperce.battle.orders import Go
from pbem.systems.nezperce.battle.state import Battle, Fighter, other
from pbem.systems.nezperce.state.contact import ARMY


def within_reach(battle: Battle, one: Fighter) -> dict[str, tuple[str, ...]]:
    """The hexes that a unit can reach without entering one with enemies, with the path to each."""
    name, enemies = battle.contact.map, {who.at for who in battle.on_map(other(one.side))}
    friends = {who.at for who in battle.on_map(ARMY)} if one.side == ARMY else set()
    open_: list[tuple[int, tuple[str, ...]]] = [(0, (one.at,))] if one.at else []
    for at in actions.entries(battle, one.side) if not one.at else ():
        if at not in friends and (cost := ground.entering(name, at, one.kind, one.mode)) is not None:
            heappush(open_, (cost, (at,)))
    found: dict[str, tuple[str, ...]] = {}
    while open_:
        points, path = heappop(open_)
        here = path[-1]
        if points > values(one).move or here in found or here in enemies - {one.at}:
            continue
        found[here] = path
        for there in ground.sheet(name).neighbours(here):
            cost = ground.step(name, here, there, one.kind, one.mode)
            if cost is not None and there not in found and there not in friends:
                heappush(open_, (points + cost, (*path, there)))
    return found


def nearer(battle: Battle, one: Fighter) -> list[Order]:
    """Moves that bring a unit nearer to the enemy, the best first."""
    land = ground.sheet(battle.contact.map)
    enemies = [who.at for who in battle.on_map(other(one.side))]
    if not enemies:
        return []

    def far(at: str) -> int:
        return min(land.distance(at, enemy) for enemy in enemies)

    ways = within_reach(battle, one)
    best = sorted((at for at in ways if at != one.at), key=lambda at: (far(at), at))
    if one.at:
        best = [at for at in best if far(at) < far(one.at)]
    found: list[Order] = [Go(one.name, ways[at]) for at in best if actions.why_not_end(battle, one, at) is None]
    return found[:3]


def leaving(battle: Battle, one: Fighter) -> list[Order]:
    """The way off the map, or toward the edge that is nearest."""
    name = battle.contact.map
    ways = within_reach(battle, one)
    for at, path in ways.items():
        if ground.edges_of(name, at) and not isinstance(actions.spent(battle, one, path, True), Problem):
            return [Go(one.name, path, True)]

    def out(at: str) -> int:
        return min(ground.line_from(name, at, edge) for edge in ground.EDGES)

    best = sorted(
        (at for at in ways if at != one.at and one.at and out(at) < out(one.at)), key=lambda at: (out(at), at)
    )
    found: list[Order] = [Go(one.name, ways[at]) for at in best if actions.why_not_end(battle, one, at) is None]
    return found[:3]
