"""Fire: who of a unit can shoot, at which number, and what the hits do.  MR-5."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.umpire import Roll, Umpire
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.rules.ground import between, others, sees, target_class
from pbem.systems.miniatures.rules.layout import figures, firing, ground_of
from pbem.systems.miniatures.state.events import OfficerTested, UnitFired
from pbem.systems.miniatures.state.tabletop import UNLIMBERED, Tabletop, Unit
from pbem.systems.miniatures.table.measures import Point, in_arc
from pbem.systems.miniatures.table.shapes import gap_to_point, nearest_place, way

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
