"""The average gain of an attack over all rolls: what a captain wants to know before it closes with the enemy."""

from collections import Counter as Count
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import Trial
from pbem.systems.indian_wars.orders.records import ChangeMode, Melee, Move
from pbem.systems.indian_wars.practice import danger, fire, plain
from pbem.systems.indian_wars.practice.danger import goes_in, is_spent
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.fire.shot import Shot
from pbem.systems.indian_wars.rules.melee import melee
from pbem.systems.indian_wars.rules.melee.melee_modifiers import fight_at, modifiers_of
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.victory import points_of
from pbem.systems.indian_wars.state.counter import CAVALRY, DISMOUNTED, INFANTRY, SCOUT, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield

# The cost to a captain of the chance that fire or melee may hit a leader: each loss in a leader's hex is a Leader Loss
# Check (12.E).

LEADER, COMMANDER = Fraction(2, 5), Fraction(2, 3)
"""The average gain of the enemy from a check of a leader, in victory points: 5 for 1 in 36, and for 5 in 36 a wound, which one
time in three is mortal or severe; 10 for a commander."""


def at_risk(view: Battlefield, at: str, side: str) -> Fraction:
    """The average gain of the enemy from one check of the leaders of a side in a hex, in victory points; 0 if there is none."""
    here = leaders.exposed(view, at, side)
    if not here:
        return Fraction(0)
    return sum((COMMANDER if one in view.title.commanders else LEADER for one in here), Fraction(0)) / len(here)


def shot(view: Battlefield, one: Shot) -> Fraction:
    """The worth of a shot, the leaders in its target's hex included."""
    found = fire.worth(view, one)
    risk = at_risk(view, one.target_at, view.enemy_of(view[one.firer].side))
    return found + fire.POINT * risk * fire.chance(view, one) if risk and found else found


Worth = Mapping[str, int]
"""The worth of a strength point of each side."""
FACES = range(1, 7)
FIGHTS = "F"
FIGHTERS = (CAVALRY, INFANTRY, SCOUT, WARRIOR)
DRIVEN, ROUTED = 4, 14
"""The worth of driving the enemy back a hex, and of routing it."""
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
    led = worth[enemy] * at_risk(view, target, enemy) if danger.is_open(view) else 0
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
        if len(groups) == 1 or not danger.is_open(view):
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


# Answers of the captain in the open, and the hills that it holds.

HOLDERS = 1
"""The number of bands that go for a hill."""
FAR = 12
"""From how far off they do, in hexes."""
AFOOT = 3
"""The distance of the enemy at which they get off their ponies."""


def open_(view: Battlefield) -> Mapping[str, int]:
    """The hex of each hill that still scores, with its points."""
    return {
        place.hexes[0]: points_of(view, place.name)
        for place in view.sheet.map.places.values()
        if "victory" in place.tags and place.name not in view.scored
    }


def holding(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, beginner: Sequence[Order]
) -> tuple[Order, ...]:
    """The nearest bands go onto each hill that still scores, or toward it; the rest as a beginner."""
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    distance = view.sheet.map.distance
    gone: set[str] = set()
    for hill in open_(view):
        fit = [one for one in view.of(side) if _holds(one) and one.name not in gone]
        near = sorted((distance(one.at, hill), one.name) for one in fit if distance(one.at, hill) <= FAR)
        for _, name in near[:HOLDERS]:
            gone.add(name)
            _goes(trial, name, hill)
    for order in beginner:
        named = getattr(order, fields(order)[0].name)
        if gone.isdisjoint((named,) if isinstance(named, str) else named):
            trial.take(order)
    return tuple(trial.orders)


def _holds(unit: Counter) -> bool:
    return bool(unit.at) and unit.kind == WARRIOR and not unit.conditions and not is_spent(unit)


def _goes(trial: Trial[Battlefield], name: str, hill: str) -> None:
    view = trial.view
    if view[name].at == hill:
        return
    found = reach(view, (view[name],))
    best = min(found.cost, key=lambda at: (view.sheet.map.distance(at, hill), found.cost[at], at))
    if best != view[name].at:
        trial.take(Move((name,), found.path(best)))
    gap = danger.gaps(trial.view, trial.side).get(trial.view[name].at, danger.NOWHERE)
    if trial.view[name].is_mounted and gap <= AFOOT:
        trial.take(ChangeMode(name, DISMOUNTED))


GETS_AWAY: Mapping[str, Fraction] = {"us": Fraction(3), "indian": Fraction(2)}
"""The odds of an attack from which each side tries to get away: at two to one warriors lose what companies lose at three."""
PURSUES = Fraction(2)
"""The factor of strength that it wants for a pursuit over units that it would attack again."""
ONE = 10


def choice(view: Battlefield, ask: Ask) -> str:
    """The key of the answer to a question; a beginner's where it has no better."""
    match ask.kind:
        case "pursuit":
            return _pursuit(view, ask)
        case "renewed melee":
            return _renewed(view, ask)
        case "advance":
            return _advance(view, ask)
        case _:
            return plain.choice(view, ask, shot, GETS_AWAY[ask.side])


def _pursuit(view: Battlefield, ask: Ask) -> str:
    """After those who got away, where they are weak enough and no others stand by them."""
    facts = dict(ask.facts)
    if "at" not in facts:
        return ask.default or ask.choices[0].key
    group = [one for one in view.at(facts["at"]) if one.side == ask.side and facts["target"] in one.attacked]
    strength = sum(one.strength for one in group)
    found = {}
    for end in [one.key for one in ask.choices if one.key != ask.declined]:
        near = [
            at
            for at in view.sheet.map.open_neighbours(end.split()[-1])
            if any(_fights(one, ask) for one in view.at(at))
        ]
        stacks = [sum(_defence(one) for one in view.at(at) if _fights(one, ask)) for at in near]
        if stacks and strength >= PURSUES * min(stacks) and strength >= sum(stacks):
            found[end] = sum(stacks)
    return min(found, key=lambda end: (found[end], end), default=ask.declined or ask.choices[0].key)


def _fights(one: Counter, ask: Ask) -> bool:
    return one.side != ask.side and not one.is_leader


def _defence(one: Counter) -> int:
    return one.strength * (2 if one.kind == INFANTRY and not one.is_mounted else 1)


def _renewed(view: Battlefield, ask: Ask) -> str:
    """Another attack where it brings something on average."""
    at = dict(ask.facts)["at"]
    near = view.sheet.map.open_neighbours(at)
    names = tuple(one.name for hex_ in near for one in view.at(hex_) if one.side == ask.side and one.attacked)
    worth = {view.enemy_of(ask.side): ONE, ask.side: ONE}
    value = average(view, ask.side, at, names, worth) if names else None
    return (ask.declined if value is not None and value < 0 else ask.default) or ask.choices[0].key


def _advance(view: Battlefield, ask: Ask) -> str:
    """Onto a hill that still scores, whether to score or so that the enemy does not."""
    scoring = open_(view)
    for one in ask.choices:
        if one.key.split()[-1] in scoring and one.key != ask.declined:
            return one.key
    return ask.default or ask.declined or ask.choices[0].key
