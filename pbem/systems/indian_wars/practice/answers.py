"""How a captain answers questions: whom he fires at in passing, from which odds he gets away, when he pursues and advances."""

from collections.abc import Mapping
from fractions import Fraction

from pbem.core.ask import Ask
from pbem.systems.indian_wars.practice import assault, hills, officers, plain
from pbem.systems.indian_wars.state.counter import INFANTRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield

GETS_AWAY: Mapping[str, Fraction] = {"us": Fraction(3), "indian": Fraction(2)}
"""The odds of an attack from which each side tries to get away: at two to one warriors lose what companies lose at three."""
PURSUES = Fraction(2)
"""How many times the strength of those whom he would attack again he wants for a pursuit."""
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
    scoring = hills.open_(view)
    for one in ask.choices:
        if one.key.split()[-1] in scoring and one.key != ask.declined:
            return one.key
    return ask.default or ask.declined or ask.choices[0].key
