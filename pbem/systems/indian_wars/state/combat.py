"""Combat: the events whose hexes a report draws, even where no enemy is near any more."""

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.written import values_of

HEX = 4
"""Digits of a hex id."""


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """Something that happened in combat."""

    def hexes(self) -> frozenset[str]:
        """The hexes that it was about."""
        found = []
        for value in values_of(self):
            if isinstance(value, str):
                found.append(value)
            elif isinstance(value, tuple):
                found += [one for one in value if isinstance(one, str)]
        return frozenset([one for one in found if len(one) == HEX and one.isdecimal()])
