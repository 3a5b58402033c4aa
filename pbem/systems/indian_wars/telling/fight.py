"""The log of fighting: fire, melee, and what they do."""

from collections.abc import Iterable

from pbem.core.event import Event
from pbem.core.record import field_names
from pbem.systems.indian_wars.state import combat_events
from pbem.systems.indian_wars.telling.fire import tell_fire
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.losses import tell_losses
from pbem.systems.indian_wars.telling.melee import tell_melee


def tell_fighting(log: Log, event: Event) -> bool:
    """Tell an event of combat; False where it is none."""
    return tell_losses(log, event) or tell_fire(log, event) or tell_melee(log, event)


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that combat was about: those are drawn in a panel even where no enemy is near any more."""
    found: set[str] = set()
    for event in events:
        if type(event).__module__ == combat_events.__name__:
            for name in field_names(type(event)):
                value = getattr(event, name)
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, str) and len(one) == 4 and one.isdecimal():
                        found.add(one)
    return frozenset(found)
