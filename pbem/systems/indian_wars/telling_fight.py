"""The log of fighting: fire, melee, and what they do."""

import re
from collections.abc import Iterable
from dataclasses import fields

from pbem.core.event import Event
from pbem.systems.indian_wars import combat_events
from pbem.systems.indian_wars.telling_fire import tell_fire
from pbem.systems.indian_wars.telling_log import Log
from pbem.systems.indian_wars.telling_losses import tell_losses
from pbem.systems.indian_wars.telling_melee import tell_melee

HEX = re.compile(r"\d{4}")


def tell_fighting(log: Log, event: Event) -> bool:
    """Tell an event of combat; False where it is none."""
    return tell_losses(log, event) or tell_fire(log, event) or tell_melee(log, event)


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that combat was about: those are drawn in a panel even where no enemy is near any more."""
    found: set[str] = set()
    for event in events:
        if type(event).__module__ == combat_events.__name__:
            for one_field in fields(event):
                value = getattr(event, one_field.name)
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, str) and HEX.fullmatch(one):
                        found.add(one)
    return frozenset(found)
