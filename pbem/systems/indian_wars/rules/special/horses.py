"""Horses whose riders are lost: cavalry's and the staff's."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.state.counter import HQ, HQ_HOLDER, PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import LostHorsesRolled, MountsLost, UnitEliminated
from pbem.systems.indian_wars.state.moving_events import HoldersPlaced, HoldersTaken


@rule(
    "lost horses pointer",
    "losing control",
    "who never loses horses",
    "holder without horses",
    "ponies of pony holders",
    "pinned holders",
)
def lose(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """Holders who are pinned, routed or in a melee lose their animals; nothing where they have none (16.B).

    Pony holders, and the HQ's, have no side without mounts and are removed (ruling A-032).
    """
    unit = umpire.state[name]
    if not unit.is_holder or not unit.has_mounts:
        return
    if unit.kind == PONY_HOLDER:
        if any(run(umpire, name, why) for run in umpire.state.title.rules.pony_losses):
            return
        umpire.emit(UnitEliminated(name, unit.at, f"lost its ponies ({why})", "", 0))
        return
    umpire.emit(MountsLost(name, why))
    roll_for_capture(umpire, name, unit.side)
    if unit.kind == HQ_HOLDER:
        umpire.emit(UnitEliminated(name, unit.at, f"lost its horses ({why})", "", 0))


@rule("captured horses")
def roll_for_capture(umpire: Umpire[Battlefield], of: str, side: str) -> None:
    """Roll for the capture of lost or abandoned US mounts, one roll for each set (16.B; ruling A-131)."""
    field = umpire.state
    roll = umpire.roll(
        charts.dice_of(field, "special", "lost_horses"), f"lost horses {of}", umpire.state.rule("horses")
    )
    captured = charts.are_captured(field, roll.natural)
    points = charts.victory_points(field, "captured_horses") if captured else 0
    umpire.emit(LostHorsesRolled(of, roll, captured, field.enemy_of(side), points))


@rule("abandoning horses", "one-point unit")
def give_up(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """A unit gave its horses up, or holders let theirs go on purpose: rolled for like lost ones (16.B)."""
    umpire.emit(MountsLost(name, why))
    roll_for_capture(umpire, name, umpire.state[name].side)


STAFF_HORSES = "staff horses"
"""The option by which the HQ's holder is a counter on the map (ruling A-032)."""


@rule("HQ holder", "HQ mode")
def settle(umpire: Umpire[Battlefield]) -> None:
    """As a phase ends the holder stands with the HQ, if that is dismounted; the mounted HQ has its horses (A-032).

    It costs nobody a point.  A holder that lost its horses is off for good, and the HQ mounts all the same.  In a hex
    that is full there is no room for it until somebody leaves.
    """
    field = umpire.state
    if STAFF_HORSES not in field.options:
        return
    for hq in tuple(unit for unit in field.units.values() if unit.kind == HQ and unit.at):
        if hq.printed.holders not in field.gone:
            _stand_with(umpire, hq)
    for holder in tuple(unit for unit in field.units.values() if unit.kind == HQ_HOLDER):
        if not any(one.kind == HQ and one.side == holder.side for one in field.units.values()):
            umpire.emit(UnitEliminated(holder.name, holder.at, "its HQ is gone", "", 0))


def _stand_with(umpire: Umpire[Battlefield], hq: Counter) -> None:
    name = hq.printed.holders
    stands = umpire.state[name].at if name in umpire.state else ""
    belongs = "" if hq.is_mounted else hq.at
    if stands == belongs:
        return
    if stands:
        umpire.emit(HoldersTaken(name, hq.name))
    holder = Counter(umpire.state.sheet.roster[name], at=belongs)
    if belongs and not stacking.is_over(umpire.state, belongs, hq.side, (holder,)):
        umpire.emit(HoldersPlaced(name, hq.name, belongs))
