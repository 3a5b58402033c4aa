"""Ways over the map of a battle: what a unit can reach in one action, and how far it is from where it should be."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.combat import defence, totals
from pbem.systems.nezperce.battle.ground import (
    fire_result,
    is_artillery,
    kind,
    melee_result,
    quiet_mode,
    scatter,
    strength_at,
    values,
)
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


# The score of a shot or a melee: the sum over the six faces of a die, nothing 0, P1 1, P2 2, M 5, K 12.

WORTH = {"-": 0, "P1": 1, "P2": 2, "M": 5, "K": 12}
HARD = ("M", "K")
FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot that a unit could take: at whom, its range, how many faces give M or K, its score, and whether the unit has
    to dismount or unlimber first."""

    unit: Fighter
    target: Fighter
    distance: int
    chance: int
    score: int
    after_change: bool


def shot(battle: Battle, one: Fighter, target: Fighter, *, halved: bool = False) -> Shot | None:
    """The shot of a unit at another as it stands, or as it would stand on foot; None if it has no fire at all.

    A strength that has come to 0 is one like any other, since the range is unlimited.  Whether the unit sees its target, and
    may fire at all, is for the caller.
    """
    ready = quiet_mode(one.kind)
    is_ready = bool(values(one).fire)
    if not is_ready and ready == one.mode:
        return None
    shooter = one if is_ready else one.with_(mode=ready)
    distance = ground.sheet(battle.contact.map).distance(one.at, target.at)
    strength = strength_at(shooter, distance, halved=halved)
    mods = sum(mod.value for mod in ground.fire_modifiers(battle.contact.map, one.at, target.at))
    chance, score = _struck(battle, one.kind, target, strength, mods)
    return Shot(one, target, distance, chance, score, shooter is not one)


def _struck(battle: Battle, by: str, target: Fighter, strength: int, mods: int) -> tuple[int, int]:
    """The number of faces that give M or K against a unit, and the score."""
    superiority = strength - defence(battle, target)
    return _faces(by, superiority, mods, target.pin == 2, battle.contact.options)


@lru_cache(maxsize=4096)
def _faces(kind: str, superiority: int, mods: int, is_hard_pinned: bool, options: tuple[str, ...]) -> tuple[int, int]:
    results = [fire_result(kind, superiority, die + mods, options) for die in FACES]
    hit = ["M" if one == "P2" and is_hard_pinned else one for one in results]
    return sum(one in HARD for one in hit), sum(WORTH[one] for one in hit)


@dataclass(frozen=True, slots=True)
class Shelling:
    """Indirect fire at a hex: its range, how many faces give M or K against the unit there that it threatens most, and its
    score: the sum over the 36 falls of what it does to the enemies meant, less what it does to anybody else."""

    distance: int
    chance: int
    score: int


def shelling(battle: Battle, one: Fighter, at: str, targets: Collection[str]) -> Shelling:
    """The score of a gun's indirect fire at a hex; `targets` are the names of the enemies that it is to hit."""
    land = ground.sheet(battle.contact.map)
    distance = land.distance(one.at, at)
    strength = strength_at(one.with_(mode=quiet_mode(one.kind)), distance, indirect=True)
    there = [_shelled(battle, one, who, strength) for who in battle.at(at) if who.name in targets]
    score = 0
    for steps, faces in Counter(scatter(die) for die in FACES).items():
        for direction in range(len(FACES)):
            hit: str | None = at
            for _ in range(steps):
                hit = land.beside(hit, direction) if hit is not None else None
            for who in battle.at(hit) if hit is not None else ():
                worth = _shelled(battle, one, who, strength)[1]
                score += faces * (worth if who.name in targets else -worth)
    return Shelling(distance, max((chance for chance, _ in there), default=0), score)


def _shelled(battle: Battle, one: Fighter, who: Fighter, strength: int) -> tuple[int, int]:
    mods = sum(mod.value for mod in ground.fire_modifiers(battle.contact.map, who.at, who.at))
    return _struck(battle, one.kind, who, strength, mods)


def advantage(battle: Battle, attackers: Sequence[tuple[Fighter, int]], at: str) -> int:
    """The enemy's score less one's own, for a melee in a hex by units that spend so many points on the way."""
    own, theirs = totals(battle, attackers, at)
    mods = sum(mod.value for mod in ground.melee_modifiers(battle.contact.map, at))
    found = _margin(abs(own - theirs), mods)
    return found if own >= theirs else -found


@lru_cache(maxsize=1024)
def _margin(superiority: int, mods: int) -> int:
    """The score of the side with the lower total less that of the other, over the six faces: what the stronger side gains."""
    results = [melee_result(superiority, die + mods) for die in FACES]
    return sum(_worth(low) - _worth(high) for low, high in results)


def _worth(hits: tuple[int, int]) -> int:
    return hits[0] * WORTH["K"] + hits[1] * WORTH["M"]
