"""Danger from the enemy, and the melees that are worth it."""

from collections import Counter as Count
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from pbem.board.hexes import distances
from pbem.core.order import Order
from pbem.mechanisms.practice import Pick, Trial
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.mobility import LAMING_WOUNDS, left
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.state.counter import (
    CAVALRY,
    HOLDERS,
    HQ,
    INFANTRY,
    PACK_PERSONNEL,
    PACK_TRAIN,
    PRONE,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield

# The captain's objects: the field alone, or a village on it.


def is_open(view: Battlefield) -> bool:
    """True if no village is fought for.

    What it does only then has been measured only there: how it holds its fire and aims it, attacks, pursues, and looks for
    other hexes.  Where a village stands it fights as its games there have shown to be good.
    """
    return not view.sheet.scenario.circles


ODDS = {"us": Fraction(3), "indian": Fraction(6)}
"""The least odds at which it attacks, by side.  Warriors lose more at the same odds, and fought at arm's length that day."""
BEHIND = (*HOLDERS, HQ, PACK_TRAIN, PACK_PERSONNEL)
"""Units that stay out of the fight."""


def goes_in(unit: Counter) -> bool:
    """True if a beginner would send a unit into a melee: one that may attack, is no headquarters and has not lost too much."""
    return kinds.may(unit, kinds.ATTACK) and unit.kind not in BEHIND and unit.mode != PRONE and not is_spent(unit)


def is_spent(unit: Counter) -> bool:
    """True if a unit has lost half of its strength, and is to be taken out of the fight."""
    return unit.casualties >= unit.strength > 0


def melees(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    """Two attacks in three of those that it has the odds for."""
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
"""The hexes in which the enemy stands, each with its strength there."""
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


# Leaders of a sensible beginner: each rides with men who fight, and looks for others when their own are out of it.

COMPANIES = (CAVALRY, INFANTRY)
TOUCH = 2
"""The distance of the enemy, in hexes, to those who need a leader most."""
FRONT = 12
"""The worth to a leader of a hex in touch with the enemy, beside a strength point there."""
IN_RANGE = 2
"""The distance of the enemy to those with whom an officer out of danger rides last."""
UNDER_FIRE = 12
"""The cost of a hex with the enemy so near: a few companies together outweigh it, one alone does not."""
TAKEN = 20
"""The cost of a hex with another leader."""


def follow(trial: Trial[Battlefield], name: str) -> None:
    """Move a leader who did not ride with a unit in this phase: to men who need a leader, or toward the nearest."""
    view = trial.view
    leader = view[name]
    if (
        leader.spent
        or leader.pinned
        or leader.wound in LAMING_WOUNDS
        or not left(leader)
        or _is_well_placed(view, leader)
    ):
        return
    led = {at: value for at, value in _posts(view, leader).items() if at != leader.at}
    found = reach(view, (leader,))
    near = [at for at in led if at in found.cost]
    if near:
        trial.take(o.Move((name,), found.path(max(near, key=lambda at: (led[at], -found.cost[at], at)))))
        return
    if led and not leader.attached_to:
        distance = view.sheet.map.distance
        best = min(found.cost, key=lambda at: (min(distance(at, goal) for goal in led), found.cost[at], at))
        if best != leader.at:
            trial.take(o.Move((name,), found.path(best)))


def fronts(view: Battlefield, leader: Counter) -> list[str]:
    """The hexes of men whom a leader could join, the best first."""
    posts = _posts(view, leader)
    return sorted(posts, key=lambda at: (-posts[at], at))


def _is_well_placed(view: Battlefield, leader: Counter) -> bool:
    """True if the unit of a leader can fight; Crook stays with the headquarters (12.F)."""
    unit = view.units.get(leader.attached_to)
    if unit is None:
        return False
    return leader.name in view.title.leaders_of_hq.get(unit.name, ()) if unit.kind == HQ else _fights(unit)


def _posts(view: Battlefield, leader: Counter) -> dict[str, int]:
    """The worth to a leader of each hex of fighting men: their strength, touch with the enemy, and no other leader there.

    Where a village is fought for, US officers keep out of range and apart from each other: each is worth more points than a
    company, and they die with their men.
    """
    distance = view.sheet.map.distance
    foes = {one.at for one in view.of(view.enemy_of(leader.side)) if not one.is_leader and one.strength}
    men = [one for one in view.of(leader.side) if _fights(one)]
    spares_himself = leader.side == "us" and bool(view.sheet.scenario.circles)
    if spares_himself:
        men = [one for one in men if one.kind in COMPANIES] or men
    found: dict[str, int] = {}
    for at in sorted({one.at for one in men}):
        in_touch = any(distance(at, foe) <= (IN_RANGE if spares_himself else TOUCH) for foe in foes)
        others = [one for one in view.at(at) if one.is_leader and one.name != leader.name and leaders.leads(view, one)]
        front = -UNDER_FIRE * in_touch if spares_himself else FRONT * in_touch
        taken = len(others) if spares_himself else bool(others)
        found[at] = sum(one.strength for one in men if one.at == at) + front - TAKEN * taken
    return found


def _fights(unit: Counter) -> bool:
    if not unit.is_combat_unit or unit.kind in BEHIND or unit.routed:
        return False
    return bool(unit.at) and unit.strength > 0 and not is_spent(unit)
