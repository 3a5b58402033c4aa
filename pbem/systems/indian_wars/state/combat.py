"""Combat: the events whose hexes a report draws, even where no enemy is near any more."""

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.written import values_of


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """Something that happened in combat."""

    def hexes(self) -> frozenset[str]:
        """The hexes that it was about."""
        found = set()
        for value in values_of(self):
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, str) and len(one) == 4 and one.isdecimal():
                    found.add(one)
        return frozenset(found)
