"""What bears on a melee (10.B-10.G, 16.A): the factors on each unit's strength and the modifiers of the roll."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil

from pbem.core.clause import rule
from pbem.core.frozen import dataclass
from pbem.core.modifier import Factor, Modifier
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.counter import INFANTRY, PRONE, Counter
from pbem.systems.indian_wars.state.field import Field
from pbem.systems.indian_wars.state.melee_events import Fighter

HALF, TWICE = Fraction(1, 2), Fraction(2)


@dataclass(frozen=True, slots=True)
class Fight:
    """A melee as it stands before the roll: who attacks `target`, who defends it, and with what strength."""

    field: Field
    target: str
    attackers: tuple[Counter, ...]
    defenders: tuple[Counter, ...]
    attacking: tuple[Fighter, ...]
    defending: tuple[Fighter, ...]

    @property
    def attack(self) -> Fraction:
        """The attackers' strength in all."""
        return sum((one.strength for one in self.attacking), Fraction(0))

    @property
    def defence(self) -> Fraction:
        """The defenders' strength in all."""
        return sum((one.strength for one in self.defending), Fraction(0))

    @property
    def side(self) -> str:
        """The attacking side's id."""
        return self.attackers[0].side

    @property
    def attack_from(self) -> tuple[str, ...]:
        """The hexes from which the attack comes."""
        return tuple(dict.fromkeys(one.at for one in self.attackers))


# Strength


@rule("RC-10.A.5", "RC-10.B.3", "RC-14.B.2", "RC-14.D.5", "RC-10.F.3", "RC-16.A.2", "RC-10.B.4")
def fighter(field: Field, unit: Counter, *, defending: bool, target: str = "") -> Fighter:
    """The melee strength of a unit: factor, doubled, halved, halved, and the charge bonus at the end (rulings A-058, A-059).

    A unit that charges `target` adds half of its strength, rounded up; `is_empty` is one without boxes on the roster.
    """
    factors = []
    if defending and unit.kind == INFANTRY and not unit.is_mounted:
        factors.append(Factor(TWICE, "infantry in defence", "10.B"))
    if (unit.low_ammo or ammunition.is_empty(field, unit)) and unit.side == "us":
        factors.append(Factor(HALF, "low ammo", "14.B"))
    if defending and unit.routed:
        factors.append(Factor(HALF, "routed", "10.F"))
    strength = Fraction(unit.strength)
    for factor in factors:
        strength *= factor.value
    bonus = ceil(strength * HALF) if not defending and unit.charging == target and target else 0
    return Fighter(unit.name, unit.at, unit.strength, tuple(factors), bonus, strength + bonus)


# Modifiers of the roll


@rule("RC-10.D.1-1", "RC-10.D.2", "RC-10.D.3")
def uphill(fight: Fight) -> Modifier:
    """-1 for each level that the attack climbs; of several hexes the one best for the defender (10.D)."""
    sheet = fight.field.sheet.map
    there = sheet.level(fight.target)
    lowest = min(sheet.level(one) for one in fight.attack_from)
    climb = max(there - lowest, 0)
    drm = charts.melee_drm_of(fight.field, "uphill")
    return Modifier(drm * climb, "uphill", f"height: attacker level {lowest}, defender level {there}", "10.D")


@rule("RC-10.D.1-3", "RC-10.D.1-4", "RC-10.D.2")
def hexside(fight: Fight) -> Modifier | None:
    """A creek between attacker and defender; of several hexsides the one best for the defender (10.D)."""
    found = [
        (drm, kind, one)
        for one in fight.attack_from
        for kind in fight.field.sheet.map.edges(one, fight.target)
        if (drm := charts.melee_drm(fight.field, kind)) is not None
    ]
    if not found:
        return None
    drm, kind, one = min(found)
    name = say.TERRAIN.get(kind, kind)
    return Modifier(drm, name, f"{name} between {one} and {fight.target}", "10.D")


@rule("RC-10.D.1-2", "RC-10.D.1-5", "RC-10.D.1-6", "RC-10.D.2")
def ground(fight: Fight) -> Modifier:
    """The ground of the defender's hex (10.D)."""
    terrain = fight.field.sheet.map.terrain(fight.target)
    name = say.TERRAIN.get(terrain, terrain)
    drm = charts.melee_drm(fight.field, terrain)
    if drm is None:
        return Modifier(0, "ground", f"ground of {fight.target} {name}", "10.D")
    return Modifier(drm, name, f"defender in {name}", "10.D")


@rule("RC-10.B.2", "RC-8.3")
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
    return Modifier(charts.melee_drm_of(fight.field, "infantry_attack"), "infantry attack", "infantry attacks", "10.B")


@rule("RC-10.E.1", "RC-12.A.3", "RC-12.0")
def leader_of(field: Field, units: tuple[Counter, ...]) -> Counter | None:
    """The senior leader attached to a unit in the melee; the Column HQ that fights counts as one (10.E; A-080)."""
    names = [unit.name for unit in units]
    with_them = [field[leader] for name in names for leader in leaders.attached_to(field, name)]
    return leaders.senior([*with_them, *(unit for unit in units if leaders.leads(unit))])


def attacker_leader(fight: Fight) -> Modifier | None:
    """The attackers' senior leader adds his rating (10.E)."""
    found = leader_of(fight.field, fight.attackers)
    return Modifier(leaders.rating(found), "attacker leader", found.name, "10.E") if found else None


def defender_leader(fight: Fight) -> Modifier | None:
    """The defenders' senior leader subtracts his (10.E)."""
    found = leader_of(fight.field, fight.defenders)
    return Modifier(-leaders.rating(found), "defender leader", found.name, "10.E") if found else None


@rule("RC-10.G.1")
def defender_down(fight: Fight) -> Modifier | None:
    """A defender with a factor is pinned or prone: once (10.G; ruling A-146)."""
    down = [
        one.name for one in fight.defenders if one.strength and not one.sheltered and (one.pinned or one.mode == PRONE)
    ]
    return _because(fight, "defender_pinned_or_prone", "defender pinned or prone", down)


@rule("RC-10.G.1")
def defender_disrupted(fight: Fight) -> Modifier | None:
    """A defender with a factor is disrupted: once, besides (10.G)."""
    down = [one.name for one in fight.defenders if one.strength and one.disrupted]
    return _because(fight, "defender_disrupted", "defender disrupted", down)


@rule("RC-10.G.2")
def attacker_disrupted(fight: Fight) -> Modifier | None:
    """An attacker is disrupted (10.G)."""
    down = [one.name for one in fight.attackers if one.disrupted]
    return _because(fight, "attacker_disrupted", "attacker disrupted", down)


@rule("RC-16.C.5")
def breastworks(fight: Fight) -> Modifier | None:
    """A defender with a factor is under breastworks: once (16.C; ruling A-146)."""
    under = [one.name for one in fight.defenders if one.strength and one.sheltered]
    return _because(fight, "breastworks", "breastworks", under, "16.C")


def _because(fight: Fight, name: str, called: str, units: list[str], clause: str = "10.G") -> Modifier | None:
    if not units:
        return None
    return Modifier(charts.melee_drm_of(fight.field, name), called, f"{called}: {say.several(units)}", clause)


MODIFIERS: tuple[Callable[[Fight], Modifier | None], ...] = (
    hexside,
    uphill,
    ground,
    infantry_attack,
    attacker_leader,
    defender_leader,
    defender_down,
    defender_disrupted,
    attacker_disrupted,
    breastworks,
)


def modifiers_of(fight: Fight) -> tuple[Modifier, ...]:
    """The modifiers that hold or are near, in the sequence of the list."""
    return tuple(found for one in MODIFIERS if (found := one(fight)) is not None)


def fight_at(field: Field, target: str, attackers: tuple[str, ...]) -> Fight:
    """The melee of these attackers against all enemies of a hex, as they stand now (10.A; ruling A-140)."""
    attack = tuple(field[name] for name in attackers)
    side = attack[0].side
    defence = tuple(one for one in field.at(target) if one.side != side and not one.is_leader and not one.abandoned)
    return Fight(
        field,
        target,
        attack,
        defence,
        tuple(fighter(field, one, defending=False, target=target) for one in attack),
        tuple(fighter(field, one, defending=True) for one in defence),
    )
