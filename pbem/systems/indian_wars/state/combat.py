"""Combat: the events whose hexes a report draws, even where no enemy is near any more."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbem.core.event import Event
from pbem.core.record import to_json

HEX = 4
"""Digits of a hex id."""


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """Something that happened in combat."""


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that the combat among these events was about: whatever in them reads as a hex."""
    combat: list[Any] = [to_json(event) for event in events if isinstance(event, CombatEvent)]
    values = [value for one in combat for value in one.values()]
    several = [one for value in values if isinstance(value, list) for one in value]
    return frozenset([one for one in (*values, *several) if type(one) is str and len(one) == HEX and one.isdecimal()])
