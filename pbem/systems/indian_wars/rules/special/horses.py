"""Lost horses and ponies (16.B)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.state.counter import HQ_HOLDER, PONY_HOLDER
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.loss_events import LostHorsesRolled, MountsLost, UnitEliminated


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
    """Whether lost or abandoned US mounts are captured; one roll for each set (16.B; ruling A-131)."""
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
