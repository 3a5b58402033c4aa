"""Combat: the events whose hexes a report draws, even where no enemy is near any more."""

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.record import stored


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """Something that happened in combat."""

    def hexes(self) -> frozenset[str]:
        """The hexes that it was about."""
        texts = (one for _, value in stored(self) for one in (value if isinstance(value, tuple) else (value,)))
        return frozenset(one for one in texts if isinstance(one, str) and len(one) == 4 and one.isdecimal())
