"""Melee of a sensible beginner: attacks at good odds, by those in good order."""

from collections.abc import Collection, Iterator
from fractions import Fraction

from pbem.core.order import Order
from pbem.mechanisms.practice import Pick
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.state.counter import HOLDERS, HQ, INFANTRY, PACK_PERSONNEL, PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield

ODDS = {"us": Fraction(3), "indian": Fraction(6)}
"""The least odds at which he attacks, by side.  Warriors lose more at the same odds, and fought at arm's length that day."""
BEHIND = (*HOLDERS, HQ, PACK_TRAIN, PACK_PERSONNEL)
"""Who stays out of the fight."""


def goes_in(unit: Counter) -> bool:
    """Whether a beginner would send a unit into a melee: one that may attack, is no headquarters and has not lost too much."""
    return kinds.may(unit, kinds.ATTACK) and unit.kind not in BEHIND and unit.mode != PRONE and not is_spent(unit)


def is_spent(unit: Counter) -> bool:
    """Whether a unit has lost half of its strength, and is to be taken out of the fight."""
    return unit.casualties >= unit.strength > 0


def melees(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    """Two attacks in three of those that he has the odds for."""
    busy: set[str] = set()
    for at in sorted({enemy.at for enemy in view.of(view.enemy_of(side))}):
        names = attackers_of(view, side, at, busy)
        if names and pick(f"melee {at}", 3):
            busy.update(names)
            with_them = [one for name in names for one in leaders.attached_to(view, name)]
            yield o.Melee((*names, *with_them[:1]), at)
            yield o.Melee(names, at)


def attackers_of(view: Battlefield, side: str, at: str, busy: Collection[str] = ()) -> tuple[str, ...]:
    """Who of a side would attack a hex together, as they stand; nobody where the odds are not good enough."""
    sheet = view.sheet.map
    defence = sum(
        enemy.strength * (2 if enemy.kind == INFANTRY and not enemy.is_mounted else 1) for enemy in view.at(at)
    )
    attackers = [
        unit
        for unit in view.of(side)
        if unit.name not in busy
        and goes_in(unit)
        and not unit.conditions
        and sheet.distance(unit.at, at) == 1
        and not sheet.is_blocked(unit.at, at)
    ]
    is_good = defence and Fraction(sum(unit.strength for unit in attackers), defence) >= ODDS[side]
    return tuple(unit.name for unit in attackers) if is_good else ()
