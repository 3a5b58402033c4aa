"""The Column HQ's holder (8.D.2, 12.F), where the option plays it: a counter of no strength that can lose its horses."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.state.counter import HQ, HQ_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.loss_events import UnitEliminated
from pbem.systems.indian_wars.state.moving_events import HoldersPlaced, HoldersTaken

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
