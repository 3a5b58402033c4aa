"""Factors and modifiers of a melee (10.B-10.G, 16.A): the factors on each unit's strength and the modifiers of the roll."""

from fractions import Fraction
from math import ceil

from pbem.core.clause import rule
from pbem.core.umpire import Factor, Modifier
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.situations import Fight
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.village.circles import is_protected
from pbem.systems.indian_wars.state.combat_events import Fighter
from pbem.systems.indian_wars.state.counter import INFANTRY, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield

HALF, TWICE = Fraction(1, 2), Fraction(2)


# Strength


@rule(
    "melee strengths",
    "infantry defence doubled",
    "melee halved",
    "out of boxes",
    "routed defence",
    "charge strength",
    "units attack undivided",
)
def fighter(field: Battlefield, unit: Counter, *, defending: bool, target: str = "") -> Fighter:
    """The melee strength of a unit: factor, doubled, halved, halved, and the charge bonus at the end (rulings A-058, A-059).

    A unit that charges `target` adds half of its strength, rounded up; `is_empty` is one without boxes on the roster.
    """
    factors = []
    if defending and unit.kind == INFANTRY and not unit.is_mounted:
        factors.append(Factor(TWICE, "infantry in defence", field.rule("limits on attacks")))
    if (unit.low_ammo or ammunition.is_empty(field, unit)) and unit.side == "us" and not unit.is_gun:
        factors.append(Factor(HALF, "low ammo", field.rule("low ammunition")))
    if defending and unit.routed:
        factors.append(Factor(HALF, "routed", field.rule("routed defenders")))
    strength = Fraction(unit.strength)
    for factor in factors:
        strength *= factor.value
    bonus = ceil(strength * HALF) if not defending and unit.charging == target and target else 0
    return Fighter(unit.name, unit.at, unit.strength, tuple(factors), bonus, strength + bonus)


# Modifiers of the roll


@rule("uphill, melee", "one melee modifier of each kind", "melee modifier example")
def uphill(fight: Fight) -> Modifier:
    """-1 for each level that the attack climbs; of several hexes the one best for the defender (10.D)."""
    sheet = fight.field.sheet.map
    there = sheet.level(fight.target)
    lowest = min(sheet.level(one) for one in fight.attack_from)
    climb = max(there - lowest, 0)
    drm = charts.melee_drm_of(fight.field, "uphill")
    return Modifier(
        drm * climb,
        "uphill",
        f"height: attacker level {lowest}, defender level {there}",
        fight.field.rule("melee modifiers"),
    )


@rule("creek, melee", "Rosebud Creek, melee", "ford, melee", "one melee modifier of each kind")
def hexside(fight: Fight) -> Modifier | None:
    """A creek between attacker and defender; of several hexsides the one best for the defender (10.D)."""
    found = [
        (drm, kind, one)
        for one in fight.attack_from
        for kind in fight.field.crossed(one, fight.target)
        if (drm := charts.melee_drm(fight.field, kind)) is not None
    ]
    if not found:
        return None
    drm, kind, one = min(found)
    name = say.TERRAIN.get(kind, kind)
    return Modifier(drm, name, f"{name} between {one} and {fight.target}", fight.field.rule("melee modifiers"))


@rule("light woods, melee", "rocks, melee", "marsh, melee", "one melee modifier of each kind")
def ground(fight: Fight) -> Modifier:
    """The ground of the defender's hex (10.D)."""
    terrain = fight.field.sheet.map.terrain(fight.target)
    name = say.TERRAIN.get(terrain, terrain)
    drm = charts.melee_drm(fight.field, terrain)
    if drm is None:
        return Modifier(0, "ground", f"ground of {fight.target} {name}", fight.field.rule("melee modifiers"))
    return Modifier(drm, name, f"defender in {name}", fight.field.rule("melee modifiers"))


@rule("infantry attack bonus", "mule-mounted units")
def infantry_attack(fight: Fight) -> Modifier | None:
    """Infantry on foot makes up at least half of the attack (10.B; rulings A-029, A-057)."""
    kinds = {one.name: one for one in fight.attackers}
    share = sum(
        (
            one.strength
            for one in fight.attacking
            if kinds[one.unit].kind == INFANTRY and not kinds[one.unit].is_mounted
        ),
        Fraction(0),
    )
    if share * 2 < fight.attack or not share:
        return None
    return Modifier(
        charts.melee_drm_of(fight.field, "infantry_attack"),
        "infantry attack",
        "infantry attacks",
        fight.field.rule("limits on attacks"),
    )


@rule("leaders in melee", "melee needs attachment", "what leaders do")
def leader_of(field: Battlefield, units: tuple[Counter, ...]) -> Counter | None:
    """The senior leader attached to a unit in the melee; the Column HQ that fights counts as one (10.E; A-080)."""
    names = [unit.name for unit in units]
    with_them = [field[leader] for name in names for leader in leaders.attached_to(field, name)]
    return leaders.senior(field, [*with_them, *(unit for unit in units if leaders.leads(field, unit))])


def attacker_leader(fight: Fight) -> Modifier | None:
    """The rating of the attackers' senior leader is added (10.E)."""
    found = leader_of(fight.field, fight.attackers)
    return (
        Modifier(leaders.rating(found), "attacker leader", found.name, fight.field.rule("leaders in a melee"))
        if found
        else None
    )


def defender_leader(fight: Fight) -> Modifier | None:
    """The rating of the defenders' senior leader is subtracted (10.E)."""
    found = leader_of(fight.field, fight.defenders)
    return (
        Modifier(-leaders.rating(found), "defender leader", found.name, fight.field.rule("leaders in a melee"))
        if found
        else None
    )


@rule("pinned, prone and disrupted defenders")
def defender_down(fight: Fight) -> Modifier | None:
    """A defender with a factor is pinned or prone: once (10.G; ruling A-146)."""
    down = [
        one.name for one in fight.defenders if one.strength and not one.sheltered and (one.pinned or one.mode == PRONE)
    ]
    return _because(fight, "defender_pinned_or_prone", "defender pinned or prone", down)


@rule("pinned, prone and disrupted defenders")
def defender_disrupted(fight: Fight) -> Modifier | None:
    """A defender with a factor is disrupted: once, besides (10.G)."""
    down = [one.name for one in fight.defenders if one.strength and one.disrupted]
    return _because(fight, "defender_disrupted", "defender disrupted", down)


@rule("disrupted attackers")
def attacker_disrupted(fight: Fight) -> Modifier | None:
    """An attacker is disrupted (10.G)."""
    down = [one.name for one in fight.attackers if one.disrupted]
    return _because(fight, "attacker_disrupted", "attacker disrupted", down)


@rule("effect of breastworks")
def breastworks(fight: Fight) -> Modifier | None:
    """A defender with a factor is under breastworks: once (16.C; ruling A-146)."""
    under = [one.name for one in fight.defenders if one.strength and one.sheltered]
    return _because(fight, "breastworks", "breastworks", under, "breastworks")


def _because(
    fight: Fight, name: str, called: str, units: list[str], rule: str = "disordered units in melee"
) -> Modifier | None:
    if not units:
        return None
    return Modifier(
        charts.melee_drm_of(fight.field, name), called, f"{called}: {say.several(units)}", fight.field.rule(rule)
    )


def modifiers_of(fight: Fight) -> tuple[Modifier, ...]:
    """The modifiers that hold or are near, in the sequence of the list."""
    return tuple(found for one in fight.field.title.rules.melee_modifiers if (found := one(fight)) is not None)


def fight_at(field: Battlefield, target: str, attackers: tuple[str, ...]) -> Fight:
    """The melee of these attackers against all enemies of a hex, as they are now (10.A; ruling A-140)."""
    attack = tuple(field[name] for name in attackers)
    side = attack[0].side
    defence = tuple(
        one
        for one in field.at(target)
        if one.side != side and not one.is_leader and not one.is_bystander and not is_protected(field, one)
    )
    return Fight(
        field,
        target,
        attack,
        defence,
        tuple(fighter(field, one, defending=False, target=target) for one in attack),
        tuple(fighter(field, one, defending=True) for one in defence),
    )
