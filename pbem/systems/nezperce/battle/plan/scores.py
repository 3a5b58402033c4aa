"""The score of a shot or a melee: the sum over the six faces of a die, nothing 0, P1 1, P2 2, M 5, K 12."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import (
    fire_result,
    melee_result,
    quiet_mode,
    scatter,
    strength_at,
    values,
)
from pbem.systems.nezperce.battle.combat import defence, totals
from pbem.systems.nezperce.battle.state import Battle, Fighter

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
