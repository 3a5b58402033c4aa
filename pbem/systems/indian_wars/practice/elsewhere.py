"""One unit somewhere else: what a captain tries besides what his drafts have for it."""

from collections.abc import Sequence

from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.captain import Orders, parts
from pbem.mechanisms.practice import Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders.records import ChangeMode, Move
from pbem.systems.indian_wars.practice import danger
from pbem.systems.indian_wars.practice.melee import BEHIND
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.state.counter import DISMOUNTED, MOUNTED, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield

NEAR = 3
"""How near the enemy the hexes are that he thinks of, as far as there are any."""
ABOUT = 8
"""How near the enemy a unit is that he thinks of."""
AFOOT = 2
"""How near the enemy is when a unit may get off its horses."""


def another_way(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, orders: Sequence[Order], pick: Pick
) -> Orders | None:
    """The orders with another hex for one unit near the enemy, or none, and perhaps another mode there."""
    gaps = danger.gaps(view, side)
    units = [one for one in view.of(side) if _may(one) and gaps.get(one.at, danger.NOWHERE) <= ABOUT]
    if not units:
        return None
    name = units[pick("unit", len(units))].name
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    for who, own in parts(tuple(orders)).items():
        for one in own if who != name else ():
            trial.take(one)
    if name not in trial.view or not left(trial.view[name]):
        return None
    if not trial.view[name].is_mounted and pick("ride", 2):
        trial.take(ChangeMode(name, MOUNTED))
    _goes(trial, name, pick)
    return tuple(trial.orders)


def _goes(trial: Trial[Battlefield], name: str, pick: Pick) -> None:
    view = trial.view
    names = (name, *leaders.attached_to(view, name))
    found = reach(view, tuple(view[one] for one in names))
    gaps = danger.gaps(view, trial.side)
    ends = sorted(at for at in found.cost if gaps.get(at, danger.NOWHERE) <= NEAR) or sorted(found.cost)
    end = ends[pick("hex", len(ends))]
    if end != view[name].at:
        trial.take(Move(names, found.path(end)))
    unit = trial.view.units.get(name)
    if unit is not None and unit.is_mounted and gaps.get(unit.at, danger.NOWHERE) <= AFOOT and pick("afoot", 4):
        trial.take(ChangeMode(name, DISMOUNTED))


def _may(unit: Counter) -> bool:
    is_fighter = unit.is_combat_unit and not (unit.is_gun or unit.kind in BEHIND or unit.guards)
    return is_fighter and bool(unit.at) and not (unit.routed or unit.pinned) and unit.mode != PRONE
