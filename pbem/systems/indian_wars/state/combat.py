"""Combat: the events whose hexes a report draws, even where no enemy is near any more."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.written import values_of

HEX = 4
"""Digits of a hex id."""


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """Something that happened in combat."""


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that the combat among these events was about: whatever in them reads as a hex."""
    values = [value for event in events if isinstance(event, CombatEvent) for value in values_of(event)]
    several = [one for value in values if type(value) is tuple for one in value]
    return frozenset([one for one in (*values, *several) if type(one) is str and len(one) == HEX and one.isdecimal()])
