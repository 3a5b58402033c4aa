"""Danger from the enemy, and the melees that are worth it."""

from collections import Counter as Count
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from pbem.board.reach import distances
from pbem.core.order import Order
from pbem.mechanisms.practice import Pick
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.state.counter import HOLDERS, HQ, INFANTRY, PACK_PERSONNEL, PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield

ODDS = {"us": Fraction(3), "indian": Fraction(6)}
"""The least odds at which he attacks, by side.  Warriors lose more at the same odds, and fought at arm's length that day."""
BEHIND = (*HOLDERS, HQ, PACK_TRAIN, PACK_PERSONNEL)
"""Units that stay out of the fight."""


def goes_in(unit: Counter) -> bool:
    """True if a beginner would send a unit into a melee: one that may attack, is no headquarters and has not lost too much."""
    return kinds.may(unit, kinds.ATTACK) and unit.kind not in BEHIND and unit.mode != PRONE and not is_spent(unit)


def is_spent(unit: Counter) -> bool:
    """True if a unit has lost half of its strength, and is to be taken out of the fight."""
    return unit.casualties >= unit.strength > 0


def melees(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    """Two attacks in three of those that he has the odds for."""
    busy: set[str] = set()
    for at in sorted({enemy.at for enemy in view.of(view.enemy_of(side))}):
        names = attackers_of(view, side, at, busy)
        if names and pick(f"melee {at}", 3):
            busy.update(names)
            with_them = [one for name in names for one in leaders.attached_to(view, name)]
            yield o.Melee((*names, *with_them[:1]), at)
            yield o.Melee(names, at)


def attackers_of(view: Battlefield, side: str, at: str, busy: Collection[str] = ()) -> tuple[str, ...]:
    """The units of a side that would attack a hex together, as they stand; nobody where the odds are not good enough."""
    sheet = view.sheet.map
    defence = sum(
        enemy.strength * (2 if enemy.kind == INFANTRY and not enemy.is_mounted else 1) for enemy in view.at(at)
    )
    attackers = [
        unit
        for unit in view.of(side)
        if unit.name not in busy
        and goes_in(unit)
        and not unit.conditions
        and sheet.distance(unit.at, at) == 1
        and not sheet.is_blocked(unit.at, at)
    ]
    is_good = defence and Fraction(sum(unit.strength for unit in attackers), defence) >= ODDS[side]
    return tuple(unit.name for unit in attackers) if is_good else ()


Neighbours = Callable[[str], Iterable[str]]
Posts = tuple[tuple[str, int], ...]
"""The hexes in which the enemy stands, each with his strength there."""
KEPT = 8
NOWHERE = 99
"""The distance of an enemy who is not on the map."""


def foes(view: Battlefield, side: str) -> list[Counter]:
    """The enemies who can fight: no leaders, and nobody without strength."""
    return [one for one in view.of(view.enemy_of(side)) if not one.is_leader and one.strength]


def gaps(view: Battlefield, side: str) -> Mapping[str, int]:
    """The distance of the nearest enemy from each hex; empty where there is none."""
    return _gaps(view.sheet.map.neighbours, tuple(dict.fromkeys(one.at for one in foes(view, side))))


def threats(view: Battlefield, side: str, within: int) -> Mapping[str, int]:
    """The strength of the enemy within so many hexes of each hex; no entry where there is none."""
    posts = Count[str]()
    for one in foes(view, side):
        posts[one.at] += one.strength
    return _threats(view.sheet.map.neighbours, tuple(posts.items()), within)


@lru_cache(maxsize=KEPT)
def _gaps(neighbours: Neighbours, posts: tuple[str, ...]) -> Mapping[str, int]:
    return distances(posts, neighbours)


@lru_cache(maxsize=KEPT)
def _threats(neighbours: Neighbours, posts: Posts, within: int) -> Mapping[str, int]:
    found = Count[str]()
    for at, strength in posts:
        reached = {at}
        ring = [at]
        for _ in range(within):
            ring = [
                one for one in dict.fromkeys(near for here in ring for near in neighbours(here)) if one not in reached
            ]
            reached.update(ring)
        for one in reached:
            found[one] += strength
    return found
