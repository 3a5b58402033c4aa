"""Ways over the map of a battle: what a unit can reach in one action, and how far it is from where it should be."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.charts import is_artillery, kind
from pbem.systems.nezperce.battle.state import MOUNTED, Battle, Fighter, other
from pbem.systems.nezperce.state.contact import ARMY

Steps = Mapping[str, tuple[tuple[str, int], ...]]
Reached = Mapping[str, tuple[int, tuple[str, ...]]]


@lru_cache(maxsize=64)
def _steps(name: str, is_gun: bool, is_mounted: bool) -> tuple[Steps, Steps]:
    """Each hex with the hexes beside it and what the step costs: out of it, and into it."""
    sort, mode = ("howitzer", "limbered") if is_gun else ("cavalry", MOUNTED if is_mounted else "dismounted")
    land = ground.sheet(name)
    away: dict[str, list[tuple[str, int]]] = {at: [] for at in land}
    into: dict[str, list[tuple[str, int]]] = {at: [] for at in land}
    for at in land:
        for near in land.neighbours(at):
            cost = ground.step(name, at, near, sort, mode) if near in land else None
            if cost is not None:
                away[at].append((near, cost))
                into[near].append((at, cost))
    return {at: tuple(found) for at, found in away.items()}, {at: tuple(found) for at, found in into.items()}


def steps(battle: Battle, one: Fighter, mode: str) -> tuple[Steps, Steps]:
    """The steps that a unit can take in a mode, on any hex."""
    return _steps(battle.contact.map, is_artillery(one.kind), mode == MOUNTED)


def move_in(one: Fighter, mode: str) -> int:
    """The movement points of a unit in a mode, 0 if it has no such mode."""
    found: int = kind(one.kind).get(mode, {}).get("move", 0)
    return found


def closed_to(battle: Battle, one: Fighter) -> frozenset[str]:
    """The hexes that a unit may not pass: with enemies, and for the Army with friends."""
    found = {who.at for who in battle.on_map(other(one.side))}
    if one.side == ARMY:
        found |= {who.at for who in battle.on_map(ARMY) if who.name != one.name}
    return frozenset(found - {""})


def reach(battle: Battle, one: Fighter, allowed: int) -> Reached:
    """The hexes on the map that a unit reaches with so many points: their cost and the path.  Closed hexes end a path."""
    key = battle.contact.map, is_artillery(one.kind), one.mode == MOUNTED
    return _reach(key, closed_to(battle, one), one.at, allowed)


@lru_cache(maxsize=4096)
def _reach(key: tuple[str, bool, bool], closed: frozenset[str], start: str, allowed: int) -> Reached:
    away = _steps(*key)[0]
    open_: list[tuple[int, tuple[str, ...]]] = [(0, (start,))]
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    while open_:
        points, path = heappop(open_)
        here = path[-1]
        if here in found:
            continue
        found[here] = points, path
        if here in closed and len(path) > 1:
            continue
        for there, cost in away[here]:
            if points + cost <= allowed and there not in found:
                heappush(open_, (points + cost, (*path, there)))
    return found


@lru_cache(maxsize=512)
def _left(
    into_key: tuple[str, bool, bool], closed: frozenset[str], goals: tuple[tuple[str, int], ...]
) -> Mapping[str, int]:
    into = _steps(*into_key)[1]
    open_ = [(extra, at) for at, extra in goals]
    open_.sort()
    found: dict[str, int] = {}
    while open_:
        points, here = heappop(open_)
        if here in found:
            continue
        found[here] = points
        if here in closed and points > 0 and here not in dict(goals):
            continue
        for there, cost in into[here]:
            if there not in found:
                heappush(open_, (points + cost, there))
    return found


def left(
    battle: Battle, one: Fighter, mode: str, goals: Iterable[str], extra: int = 0, is_free: bool = False
) -> Mapping[str, int]:
    """By hex the points of the cheapest way from it to a goal, in a mode; `extra` points are spent in the goal.

    With `is_free` no hex is closed: what would be the way if nobody stood in it.
    """
    closed = frozenset() if is_free else closed_to(battle, one)
    key = battle.contact.map, is_artillery(one.kind), mode == MOUNTED
    return _left(key, closed, tuple(sorted((at, extra) for at in goals)))


def cover(battle: Battle, at: str) -> int:
    """The exposure of a hex: less is better."""
    return sum(one.value for one in ground.fire_modifiers(battle.contact.map, at, at))


def is_open_to(battle: Battle, one: Fighter, mode: str, at: str) -> bool:
    """True if a unit may be in a hex in a mode, as far as terrain goes."""
    return ground.entering(battle.contact.map, at, one.kind, mode) is not None


def entry_hexes(battle: Battle, one: Fighter) -> list[str]:
    """The hexes by which a unit may enter now, those nearest to an enemy first."""
    land, enemies = ground.sheet(battle.contact.map), [who.at for who in battle.on_map(other(one.side))]
    may = [at for at in actions.entries(battle, one.side) if is_open_to(battle, one, one.mode, at)]
    free = [at for at in may if actions.why_not_end(battle, one, at) is None and not battle.at(at, other(one.side))]
    return sorted(free, key=lambda at: (min((land.distance(at, who) for who in enemies), default=0), at))
