"""Morale: the rating with its modifiers, the check, and the three depths of failure.  MR-6."""

from collections.abc import Sequence

from pbem.core.clause import rule
from pbem.core.modifier import Modifier
from pbem.core.umpire import Umpire
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.rules.flight import disorder, flee
from pbem.systems.miniatures.rules.ground import in_cover
from pbem.systems.miniatures.rules.layout import full_ranks
from pbem.systems.miniatures.rules.sighting import facing_to, nearest_enemy
from pbem.systems.miniatures.state.events import MoraleChecked
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.state.unit import COLUMN, LINE, MASS, OPEN_ORDER, Unit

FALLS_BACK, LOSES_A_LEVEL = 3, 5
"""The margins from which a unit falls back, and loses a level of its rating as well."""


@rule("MR-6.3", "MR-6.4", "MR-6.5", "MR-6.6")
def rating(table: Tabletop, unit: Unit) -> int:
    """The rating before modifiers; works are cover if they lie before the nearest enemy.  MR-6.3 to MR-6.6, B-218, B-219."""
    enemy = nearest_enemy(table, unit)
    shots = () if enemy is None else ((enemy.at, unit.at),)
    return tables.rating(unit.face.kind, in_cover(table, unit, shots)) - unit.drop


@rule("MR-6.7", "MR-3.6")
def modifiers(
    table: Tabletop, unit: Unit, chargers: Sequence[Unit] = (), *, flank: bool = False, rally: bool = False
) -> tuple[Modifier, ...]:
    """The modifiers of the rating; of several chargers the worst counts.  MR-6.7, B-237."""
    of = tables.tables()["morale"]
    quarters = 4 * (unit.face.start - unit.figures) // unit.face.start
    further = min(max(unit.hits - 1, 0), of["further_hits_at_most"])
    foot = any(not one.mounted and one.formation in (LINE, OPEN_ORDER, COLUMN) for one in chargers)
    leader = any(True for _ in table.with_unit(unit.name))
    deep = unit.formation in (COLUMN, MASS) and full_ranks(unit) >= 3
    found = (
        Modifier(of["army_leader"] * leader, "leader with the unit", clause="MR-6.7"),
        Modifier(of["no_officer"] * (not table.has_officer(unit)), "no officer", clause="MR-6.7"),
        Modifier(of["depth"] * deep, "depth", clause="MR-3.6"),
        Modifier(of["disordered"] * (unit.is_disordered and not rally), "disorder", clause="MR-6.7"),
        Modifier(of["quarter_lost"] * quarters, "quarters lost", str(quarters), "MR-6.7"),
        Modifier(of["further_hit"] * further, "hits after the first", str(further), "MR-6.7"),
        Modifier(of["artillery"] * unit.shelled, "fired at by artillery", clause="MR-6.7"),
        Modifier(of["charged_by_mounted"] * any(one.mounted for one in chargers), "charged by horse", clause="MR-6.7"),
        Modifier(of["charged_by_formed_foot"] * foot, "charged by formed foot", clause="MR-6.7"),
        Modifier(of["flank_or_rear"] * flank, "charged in flank or rear", clause="MR-6.7"),
        Modifier(of["friends_fleeing"] * unit.saw_flight, "friends in flight near by", clause="MR-6.7"),
    )
    return tuple(one for one in found if one.value)


def standing_rating(table: Tabletop, unit: Unit) -> int:
    """The roll that a unit would need where nothing has happened to it in the phase: ground, losses and officers count."""
    quiet = unit.with_(hits=0, shelled=False, saw_flight=False)
    return rating(table, quiet) + sum(one.value for one in modifiers(table, quiet))


@rule("MR-6.2")
def margin_of(die: int, needed: int) -> int:
    """By how much a check fails, 0 if it passes: a 1 always passes, a 10 always fails by at least 1.  MR-6.2."""
    if die == 1:
        return 0
    return max(die - needed, 1 if die == 10 else 0)


@rule("MR-6.1", "MR-6.2")
def check(
    umpire: Umpire[Tabletop],
    name: str,
    why: str,
    chargers: Sequence[Unit] = (),
    *,
    flank: bool = False,
    rally: bool = False,
) -> int:
    """Roll a unit's morale; the margin of its failure, 0 if it passes.  MR-6.1, MR-6.2."""
    unit = umpire.state.units[name]
    mods = modifiers(umpire.state, unit, chargers, flank=flank, rally=rally)
    basis = rating(umpire.state, unit)
    roll = umpire.roll("1d10", f"{'rally' if rally else 'morale'} {name}", "MR-6.2")
    margin = margin_of(roll.natural, basis + sum(one.value for one in mods))
    # The modifiers change what is needed, not the die; they are told with it.
    umpire.emit(MoraleChecked(name, why, basis, roll, margin, mods))
    return margin


@rule("MR-6.8", "MR-6.9", "MR-6.10")
def suffer(umpire: Umpire[Tabletop], name: str, margin: int) -> None:
    """Carry out the effects of a failure by this margin: MR-6.8, MR-6.9, MR-6.10, B-216."""
    unit = umpire.state.units[name]
    enemy = nearest_enemy(umpire.state, unit)
    if margin < FALLS_BACK:
        disorder(umpire, name, facing_to(unit, enemy) if enemy is not None else unit.facing)
    else:
        flee(umpire, name, margin, lost_levels=int(margin >= LOSES_A_LEVEL))
