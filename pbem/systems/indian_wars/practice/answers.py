"""Answers of the captain in the open, and the hills that it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders.records import ChangeMode, Move
from pbem.systems.indian_wars.practice import assault, danger, officers, plain
from pbem.systems.indian_wars.practice.danger import is_spent
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.victory.victory import points_of
from pbem.systems.indian_wars.state.counter import DISMOUNTED, INFANTRY, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield

HOLDERS = 1
"""The number of bands that go for a hill."""
FAR = 12
"""From how far off they do, in hexes."""
AFOOT = 3
"""The distance of the enemy at which they get off their ponies."""


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


GETS_AWAY: Mapping[str, Fraction] = {"us": Fraction(3), "indian": Fraction(2)}
"""The odds of an attack from which each side tries to get away: at two to one warriors lose what companies lose at three."""
PURSUES = Fraction(2)
"""The factor of strength that he wants for a pursuit over those whom he would attack again."""
ONE = 10


def choice(view: Battlefield, ask: Ask) -> str:
    """The key of the answer to a question; a beginner's where he has no better."""
    match ask.kind:
        case "pursuit":
            return _pursuit(view, ask)
        case "renewed melee":
            return _renewed(view, ask)
        case "advance":
            return _advance(view, ask)
        case _:
            return plain.choice(view, ask, officers.shot, GETS_AWAY[ask.side])


def _pursuit(view: Battlefield, ask: Ask) -> str:
    """After those who got away, where they are weak enough and no others stand by them."""
    facts = dict(ask.facts)
    if "at" not in facts:
        return ask.default or ask.choices[0].key
    group = [one for one in view.at(facts["at"]) if one.side == ask.side and facts["target"] in one.attacked]
    strength = sum(one.strength for one in group)
    found = {}
    for end in [one.key for one in ask.choices if one.key != ask.declined]:
        near = [
            at
            for at in view.sheet.map.open_neighbours(end.split()[-1])
            if any(_fights(one, ask) for one in view.at(at))
        ]
        stacks = [sum(_defence(one) for one in view.at(at) if _fights(one, ask)) for at in near]
        if stacks and strength >= PURSUES * min(stacks) and strength >= sum(stacks):
            found[end] = sum(stacks)
    return min(found, key=lambda end: (found[end], end), default=ask.declined or ask.choices[0].key)


def _fights(one: Counter, ask: Ask) -> bool:
    return one.side != ask.side and not one.is_leader


def _defence(one: Counter) -> int:
    return one.strength * (2 if one.kind == INFANTRY and not one.is_mounted else 1)


def _renewed(view: Battlefield, ask: Ask) -> str:
    """Another attack where it brings something on average."""
    at = dict(ask.facts)["at"]
    near = view.sheet.map.open_neighbours(at)
    names = tuple(one.name for hex_ in near for one in view.at(hex_) if one.side == ask.side and one.attacked)
    worth = {view.enemy_of(ask.side): ONE, ask.side: ONE}
    value = assault.average(view, ask.side, at, names, worth) if names else None
    return (ask.declined if value is not None and value < 0 else ask.default) or ask.choices[0].key


def _advance(view: Battlefield, ask: Ask) -> str:
    """Onto a hill that still scores, whether to score or so that the enemy does not."""
    scoring = open_(view)
    for one in ask.choices:
        if one.key.split()[-1] in scoring and one.key != ask.declined:
            return one.key
    return ask.default or ask.declined or ask.choices[0].key
