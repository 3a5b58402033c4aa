"""The effects of the series' events on the field, but for the beginning and end of a phase (`rules.turn.sequence`) and for what
one title alone has (`title.Title.events`)."""

from pbem.core.event import CHANGE_NOTHING, Handlers
from pbem.systems.indian_wars.state import (
    camp_events,
    combat_events,
    gun_events,
    leader_events,
    morale_events,
    moving_events,
    notes,
    supply_events,
)
from pbem.systems.indian_wars.state.field import Battlefield

APPLY: Handlers[Battlefield] = Handlers[Battlefield]("applies").including(
    moving_events.APPLY,
    morale_events.APPLY,
    supply_events.APPLY,
    combat_events.APPLY,
    leader_events.APPLY,
    gun_events.APPLY,
    camp_events.APPLY,
    notes.APPLY,
)
APPLY.nothing_for(*CHANGE_NOTHING)
