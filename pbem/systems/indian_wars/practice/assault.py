"""The average gain of an attack over all rolls: what a captain wants to know before he closes with the enemy."""

from collections import Counter as Count
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.order import Order
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders.records import Melee, Move
from pbem.systems.indian_wars.practice import danger, ground, officers
from pbem.systems.indian_wars.practice.danger import goes_in
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.melee import melee
from pbem.systems.indian_wars.rules.melee.melee_modifiers import fight_at, modifiers_of
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, SCOUT, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield

Worth = Mapping[str, int]
"""The worth of a strength point of each side."""
FACES = range(1, 7)
FIGHTS = "F"
FIGHTERS = (CAVALRY, INFANTRY, SCOUT, WARRIOR)
DRIVEN, ROUTED = 4, 14
"""The worth of driving the enemy back a hex, and of routing him."""
CARE = Fraction(3, 2)
"""The weight of one's own losses beside the enemy's: three to two is what wins."""
WANTED = 5
"""The factor of strength brought against a hex."""
ALONGSIDE = 8
"""The strength that a hex beside an enemy takes, so that it is not crowded."""
REACHED = 6
"""From how far off, in hexes, strength counts as being at hand for an attack."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attack that could be made: on whom, by whom, and what it brings on average."""

    target: str
    names: tuple[str, ...]
    value: Fraction


def prospects(view: Battlefield, side: str, worth: Worth) -> tuple[Prospect, ...]:
    """The attacks that a side had better make as both stand, the best first; `worth` is that of a strength point of each side.

    No unit attacks twice, and nobody but by the same plans as everybody else.
    """
    found: list[Prospect] = []
    busy: set[str] = set()
    hit: set[str] = set()
    open_ = [one for at in sorted({foe.at for foe in danger.foes(view, side)}) for one in _best(view, side, at, worth)]
    for one in sorted(open_, key=lambda one: (-one.value, one.target)):
        hexes = {view[name].at for name in one.names}
        if not hexes & busy and one.target not in hit:
            busy |= hexes
            hit.add(one.target)
            found.append(one)
    return tuple(found)


def orders(view: Battlefield, side: str, worth: Worth) -> Iterator[Order]:
    """The orders for them, with one leader each where one can come along."""
    for one in prospects(view, side, worth):
        with_them = [leader for name in one.names for leader in leaders.attached_to(view, name)]
        if with_them:
            yield Melee((*one.names, *with_them[:1]), one.target)
        yield Melee(one.names, one.target)


def expected(view: Battlefield, side: str, target: str, names: tuple[str, ...], worth: Worth) -> Fraction | None:
    """The average gain of an attack over all rolls, None where it can't be made."""
    if isinstance(melee.plan_melee(view, side, FIGHTS, Melee(names, target)), melee.Assault):
        return average(view, side, target, names, worth)
    return None


def average(view: Battlefield, side: str, target: str, names: tuple[str, ...], worth: Worth) -> Fraction | None:
    """The average gain of a melee over all rolls, None where the odds have no column."""
    fight = fight_at(view, target, names)
    column = charts.odds_column(view, side, fight.attack, fight.defence)
    if column is None:
        return None
    drm = sum(one.value for one in modifiers_of(fight))
    stand = sum(one.strength for one in fight.defenders)
    attacking = sum(one.strength for one in fight.attackers)
    enemy = view.enemy_of(side)
    is_trapped = _is_trapped(view, target, side)
    led = worth[enemy] * officers.at_risk(view, target, enemy) if ground.is_open(view) else 0
    total = Fraction(0)
    for face in FACES:
        _, mine, theirs = charts.melee_result(view, face + drm, column)
        total += _hurt(theirs, stand, worth[enemy], is_trapped) + led * ("c" in theirs)
        total -= CARE * _hurt(mine, attacking, worth[side])
    return total / len(FACES)


def _hurt(result: str, stand: int, worth: int, is_trapped: bool = False) -> int:
    """The cost of a result of melee to those whom it befalls."""
    words = result.split()
    lost = min(sum(int(word[1:]) for word in words if word[0] == "c"), stand)
    if any(word[0] in "rR" for word in words):
        if is_trapped:
            return worth * stand + ROUTED
        return worth * lost + (ROUTED if "Rt" in words else DRIVEN)
    return worth * lost


def _is_trapped(view: Battlefield, target: str, side: str) -> bool:
    """True if there is no hex without enemies next to those who are attacked."""
    near = view.sheet.map.open_neighbours(target)
    return all(any(one.side == side and not one.is_leader for one in view.at(at)) for at in near)


def _best(view: Battlefield, side: str, target: str, worth: Worth) -> Iterator[Prospect]:
    """The attacks on a hex that bring something: by all who can, then without a hex of them at a time, as long as that is no
    worse, since it is the worst ground that counts (10.D) and they may be wanted elsewhere; the best of each number."""
    near = view.sheet.map.open_neighbours(target)
    stacks = [tuple(unit.name for unit in view.at(at) if unit.side == side and _attacks(unit)) for at in near]
    groups = [one for one in stacks if one]
    everybody = tuple(name for one in groups for name in one)
    if not groups or expected(view, side, target, everybody, worth) is None:
        return

    def brings(those: list[tuple[str, ...]]) -> Fraction | None:
        return average(view, side, target, tuple(name for one in those for name in one), worth)

    value = brings(groups)
    while value is not None:
        if value > 0:
            yield Prospect(target, tuple(name for one in groups for name in one), value)
        if len(groups) == 1 or not ground.is_open(view):
            return
        fewer = [[other for other in groups if other != one] for one in groups]
        known = [(found, rest) for rest in fewer if (found := brings(rest)) is not None]
        value, groups = max(known, key=lambda one: one[0], default=(None, groups))


def _attacks(unit: Counter) -> bool:
    return goes_in(unit) and not (unit.pinned or unit.routed or unit.attacked or unit.has_struck)


# Closing with the enemy


def weakest(view: Battlefield, side: str, most: int) -> list[str]:
    """The hexes of the enemy against which a side has the most strength at hand, as far as the enemy's neighbours allow."""
    posts = Count[str]()
    for foe in danger.foes(view, side):
        posts[foe.at] += foe.strength * (2 if foe.kind == INFANTRY and not foe.is_mounted else 1)
    own = danger.threats(view, view.enemy_of(side), REACHED)
    theirs = danger.threats(view, side, 1)
    return sorted(posts, key=lambda at: (-Fraction(own.get(at, 0), posts[at] + theirs.get(at, 0)), at))[:most]


def close_in(trial: Trial[Battlefield], target: str) -> frozenset[str]:
    """Units go next to a hex until they have the odds for an attack on it; the names of those who went or stay there.

    Who has the shortest way goes first; a hex beside the enemy takes so much strength, and whoever has ponies or horses rides.
    """
    side = trial.side
    view = trial.view
    wanted = WANTED * sum(one.strength * (2 if one.kind == INFANTRY else 1) for one in view.at(target))
    beside = view.sheet.map.open_neighbours(target)
    there = Count({at: sum(u.strength for u in view.at(at) if u.side == side and _attacks(u)) for at in beside})
    gone = {unit.name for at in beside for unit in view.at(at) if unit.side == side and _attacks(unit)}
    distance = view.sheet.map.distance
    fit = [u for u in view.of(side) if u.kind in FIGHTERS and u.name not in gone and _attacks(u) and u.at and left(u)]
    for unit in sorted(fit, key=lambda unit: (distance(unit.at, target), unit.name)):
        if sum(there.values()) >= wanted:
            break
        if unit.disrupted or unit.guards or unit.low_ammo or distance(unit.at, target) > REACHED + 2:
            continue
        at = _goes_beside(trial, unit, beside, there)
        if at:
            there[at] += unit.strength
            gone.add(unit.name)
    return frozenset(gone)


def _goes_beside(trial: Trial[Battlefield], unit: Counter, beside: Collection[str], there: Count[str]) -> str:
    view = trial.view
    names = (unit.name, *leaders.attached_to(view, unit.name))
    found = reach(view, tuple(view[name] for name in names))
    level = view.sheet.map.level
    for at in sorted(beside, key=lambda at: (there[at] > ALONGSIDE, -level(at), found.cost.get(at, 0), at)):
        if at not in found.cost or stacking.points_with(view, at, unit.side, (unit,)) == 0:
            continue
        if trial.take(Move(names, found.path(at))):
            return at
    return ""
