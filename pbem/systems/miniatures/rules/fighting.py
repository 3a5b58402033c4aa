"""Fire, and melee by pairs.  MR-5, MR-7, B-222 to B-225."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.umpire import Modifier, Roll, Umpire
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import ONE, Point, direction, dot, gap_to_point, in_arc, nearest_place, way
from pbem.systems.miniatures.rules.ground import between, crosses_works, others, sees, stands_in, target_class
from pbem.systems.miniatures.rules.layout import figures, firing, ground_of
from pbem.systems.miniatures.rules.morale import disorder, go_away, suffer
from pbem.systems.miniatures.state.events import ChargeEnded, MeleeFought, OfficerTested, PairFought, UnitFired
from pbem.systems.miniatures.state.tabletop import MASS, SKIRMISH, UNLIMBERED, Tabletop, Unit

KILLED, PUSHED = "killed", "pushed"


@dataclass(frozen=True, slots=True)
class Fighter:
    """A figure at the place where it fights: across and ahead along the attacker's facing, in sixteenths times `ONE`."""

    across: int
    ahead: int
    half: int


@rule("MR-7.1")
def fighters(unit: Unit, facing: int, *, attacks: bool) -> list[Fighter]:
    """The figures of the rank that meets the enemy, from left to right of the attacker: none stands behind another."""
    ahead, right = direction(facing), direction(facing + 90)
    half = tables.base(unit)[0] * ONE // 2
    sign = 1 if attacks else -1
    every = [Fighter(dot(at, right), dot(at, ahead), half) for _, _, at in figures(unit)]
    every.sort(key=lambda one: (-sign * one.ahead, one.across))
    chosen: list[Fighter] = []
    for one in every:
        if all(abs(one.across - other.across) >= half for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.across)


def meeting(attacker: Unit, defender: Unit) -> tuple[int, int]:
    """The number of figures of each that fight: those whose bases lie within the common width, widened by an inch.  B-222."""
    mine = fighters(attacker, attacker.facing, attacks=True)
    theirs = fighters(defender, attacker.facing, attacks=False)
    spare = tables.number("melee", "widened_sixteenths") * ONE // 2
    low = max(mine[0].across - mine[0].half, theirs[0].across - theirs[0].half) - spare
    high = min(mine[-1].across + mine[-1].half, theirs[-1].across + theirs[-1].half) + spare
    count = (
        sum(low <= one.across - one.half and one.across + one.half <= high for one in mine),
        sum(low <= one.across - one.half and one.across + one.half <= high for one in theirs),
    )
    return max(count[0], 1), max(count[1], 1)


@rule("MR-7.1", "MR-7.2")
def pairs(attackers: int, defenders: int, flank: bool = False) -> list[tuple[int, int]]:
    """The figures of each pair, from the centre outward; who has more doubles up, at most two against one.  MR-7.1, MR-7.2."""
    few, many = sorted((attackers, defenders))
    doubled = min(many - few, few)
    sizes = [2] * doubled + [1] * (few - doubled)
    if flank:
        sizes.reverse()
    return [(size, 1) if attackers >= defenders else (1, size) for size in sizes]


@rule("MR-7.4", "MR-7.7", "MR-7.8", "MR-7.10")
def attack_modifiers(attacker: Unit, count: int) -> tuple[Modifier, ...]:
    """The bonuses of an attacking figure. MR-7.4, MR-7.7, MR-7.8, MR-7.10, B-224."""
    of = tables.tables()["melee"]
    charging = 0
    if attacker.charged and not attacker.face.is_indian:
        charging = of["charging"]
    elif attacker.charged:
        charging = {SKIRMISH: of["indian_skirmish"], MASS: of["indian_mass"]}.get(attacker.formation, 0)
    return _some(
        Modifier(of["mounted"] * attacker.mounted, "mounted", clause="MR-7.4"),
        Modifier(of["disorder"] * attacker.is_disordered, "disorder", clause="MR-7.7"),
        Modifier(charging, "charging", clause="MR-7.8"),
        Modifier(of["support"] * (count > 1), "one more figure", clause="MR-7.10"),
    )


@rule("MR-7.4", "MR-7.5", "MR-7.6", "MR-7.7", "MR-7.9", "MR-7.10")
def defence_modifiers(defender: Unit, count: int, *, in_front: bool, works: bool, water: bool) -> tuple[Modifier, ...]:
    """The bonuses of a defending figure. MR-7.4 to MR-7.7, MR-7.9, MR-7.10."""
    of = tables.tables()["melee"]
    return _some(
        Modifier(of["mounted"] * defender.mounted, "mounted", clause="MR-7.4"),
        Modifier(of["works"] * (works and in_front), "defends works", clause="MR-7.5"),
        Modifier(of["flank_or_rear"] * (not in_front), "flank or rear", clause="MR-7.6"),
        Modifier(of["disorder"] * defender.is_disordered, "disorder", clause="MR-7.7"),
        Modifier(of["water"] * water, "in water", clause="MR-7.9"),
        Modifier(of["support"] * (count > 1), "one more figure", clause="MR-7.10"),
    )


def _some(*mods: Modifier) -> tuple[Modifier, ...]:
    return tuple(one for one in mods if one.value)


@rule("MR-7.11", "MR-7.12")
def result(attack: int, defence: int) -> tuple[str, str]:
    """The result of two totals, and for whom: ``attacker``, ``defender`` or "".  MR-7.11, MR-7.12, B-223."""
    mine, theirs = max(attack, 1), max(defence, 1)
    if mine == theirs:
        return "", ""
    low, high = sorted((mine, theirs))
    return (KILLED if high >= 2 * low else PUSHED), ("defender" if mine > theirs else "attacker")


@rule("MR-7.5")
def defends_works(table: Tabletop, attacker: Unit, defender: Unit, came_from: Point) -> bool:
    """True if works lie on the attacker's last two inches, or the defender is in fallen timber and the attacker outside it."""
    if any(crosses_works(table.scenario, place, attacker.at) for place in (came_from, defender.at)):
        return True
    own = stands_in(table, defender)
    return tables.is_works(own) and stands_in(table, attacker) != own


@rule("MR-7.3", "MR-7.13")
def fight(
    umpire: Umpire[Tabletop], name: str, other: str, came_from: Point, *, in_front: bool, flank_double: bool = False
) -> None:
    """Fight the melee of a charger, which came straight from a place near by, and the unit that it met.  MR-7.3."""
    table = umpire.state
    attacker, defender = table.units[name], table.units[other]
    works = defends_works(table, attacker, defender, came_from)
    water = stands_in(table, defender) in ("river", "stream")
    dead, pushed = [0, 0], [0, 0]
    for mine, theirs in pairs(*meeting(attacker, defender), flank_double):
        attack = _total(umpire, name, attack_modifiers(attacker, mine))
        defence = _total(
            umpire, other, defence_modifiers(defender, theirs, in_front=in_front, works=works, water=water)
        )
        what, who = result(attack.total, defence.total)
        if what:
            (dead if what == KILLED else pushed)[who == "defender"] += 1
        umpire.emit(PairFought(mine, theirs, attack, defence, what, who))
    margin = abs(dead[0] - dead[1])
    loser = "" if not margin else (name if dead[0] > dead[1] else other)
    umpire.emit(MeleeFought(name, other, in_front, (dead[0], dead[1]), (pushed[0], pushed[1]), loser, margin))
    _after(umpire, (name, other), pushed, loser, margin)


@rule("MR-7.3")
def _total(umpire: Umpire[Tabletop], name: str, mods: tuple[Modifier, ...]) -> Roll:
    return umpire.roll("1d10", f"melee {name}", "MR-7.3", mods)


@rule("MR-7.14")
def _after(umpire: Umpire[Tabletop], names: tuple[str, str], pushed: list[int], loser: str, margin: int) -> None:
    """The loser's fate, and the disorder of whoever was pushed back with more than half of its figures.  MR-7.14, B-225."""
    if loser in umpire.state.units:
        if umpire.state.units[loser].charging:
            umpire.emit(ChargeEnded(loser, "it lost the melee"))
        suffer(umpire, loser, margin)
    for name, count in zip(names, pushed, strict=True):
        unit = umpire.state.units.get(name)
        if unit is None or name == loser or 2 * count <= unit.figures:
            continue
        disorder(umpire, name, unit.facing)
        if not umpire.state.units[name].has_guns:
            go_away(umpire, name, 1, "pushed back")


# Fire: who of a unit can shoot, at which number, and what the hits do. MR-5.

CREW_OF_A_GUN = 2
KILLS_OFFICER = 10


@dataclass(frozen=True, slots=True)
class Volley:
    """A possible volley of a unit at a target: the class, dice by number to hit (the highest first), and figures that cannot
    fire."""

    target_class: str
    dice: tuple[tuple[int, int], ...]
    held_back: int


@rule("MR-3.6", "MR-3.7", "MR-5.9")
def can_fire(unit: Unit) -> str:
    """Why a unit cannot fire, "" if it can.  MR-3.6, MR-3.7, MR-5.9."""
    if unit.face.guns and not unit.has_guns:
        return "its crew has left the guns"
    if tables.half_angle(unit.formation) is None:
        return f"it is {'limbered' if unit.formation == 'limbered' else 'in disorder'}"
    if not unit.loaded:
        return "it is not loaded"
    if unit.has_guns and unit.figures < CREW_OF_A_GUN:
        return "a gun needs two figures of crew"
    return ""


def shooters(unit: Unit) -> tuple[tuple[Point, int], ...]:
    """From where its figures fire, and where they face; a battery's crew from the guns that have two figures each.  B-234."""
    if unit.formation != UNLIMBERED:
        return firing(unit)
    manned = min(unit.face.guns, unit.figures // CREW_OF_A_GUN)
    if not manned:
        return ()
    # A gun fires from the middle of its front edge.
    ground = ground_of(unit)
    fronts = [nearest_place(at, ground) if unit.face.guns > 1 else unit.at for _, _, at in figures(unit)]
    return tuple((fronts[k % manned], unit.facing) for k in range(unit.figures))


@rule("MR-5.4")
def volley(table: Tabletop, unit: Unit, target: Unit) -> Volley:
    """The possible fire of each figure: its own arc, range and sight.  MR-5.4, B-233."""
    half, ground = tables.half_angle(unit.formation) or 0, ground_of(target)
    blocking = others(table, unit.name, target.name)
    places = shooters(unit)
    able = []
    for at, facing in places:
        aim = nearest_place(at, ground)
        if in_arc(way(at, aim), facing, half) and sees(table, at, aim, blocking):
            able.append((at, aim))
    found = target_class(table, target, able)
    dice: dict[int, int] = {}
    shots = 0
    for at, _ in able:
        number, rolls = tables.to_hit(unit.face.weapon, gap_to_point(ground, at).within, found)
        if number:
            shots += 1
            dice[number] = dice.get(number, 0) + rolls
    return Volley(found, tuple(sorted(dice.items(), reverse=True)), len(places) - shots)


@rule("MR-5.7", "MR-5.10")
def fire(umpire: Umpire[Tabletop], name: str, at: str, *, reaction: bool = False) -> None:
    """Fire a unit at a target; hits are taken at once.  MR-5.7, B-231."""
    table = umpire.state
    unit, target = table.units[name], table.units[at]
    found = volley(table, unit, target)
    rolls: list[tuple[Roll, int]] = []
    hits = 0
    for number, dice in found.dice:
        roll = umpire.roll(f"{dice}d10", f"{name} fires at {at}", "MR-5.7")
        rolls.append((roll, number))
        hits += sum(face <= number for face in roll.faces)
    gap = between(unit, target).shown
    umpire.emit(UnitFired(name, at, gap, found.target_class, tuple(rolls), hits, found.held_back, reaction))
    if hits:
        test_officer(umpire, at)


@rule("MR-5.10")
def test_officer(umpire: Umpire[Tabletop], name: str) -> None:
    """Roll for the officer of a unit that was hit; a leader is hit only where there is no officer.  MR-5.10, B-231."""
    unit = umpire.state.units.get(name)
    if unit is None or not umpire.state.has_officer(unit):
        return
    roll = umpire.roll("1d10", f"officer of {name}", "MR-5.10")
    leader = "" if unit.officer else next(umpire.state.with_unit(name)).name
    umpire.emit(OfficerTested(name, roll, (leader or "officer") if roll.natural == KILLS_OFFICER else ""))
