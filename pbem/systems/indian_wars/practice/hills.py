"""The hills that score when companies enter them (17): which still do, and how warriors keep companies off them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders.records import ChangeMode, Move
from pbem.systems.indian_wars.practice import danger
from pbem.systems.indian_wars.practice.melee import is_spent
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.victory.hills import points_of
from pbem.systems.indian_wars.state.counter import DISMOUNTED, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield

HOLDERS = 1
"""How many bands go for a hill."""
FAR = 12
"""From how far off they do, in hexes."""
AFOOT = 3
"""How near the enemy is when they get off their ponies."""


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
