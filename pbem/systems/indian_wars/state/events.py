"""The effects of the series' events on the field, but for the beginning and end of a phase (`rules.turn.sequence`) and for what
one title alone has (`title.Title.events`)."""

from pbem.core.event import CHANGE_NOTHING
from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state import (
    breastworks_events,
    camp_events,
    fire_events,
    gun_events,
    leader_events,
    loss_events,
    melee_events,
    morale_events,
    moving_events,
    secrets,
    supply_events,
    village_events,
)
from pbem.systems.indian_wars.state.field import Battlefield

APPLY: Handlers[Battlefield] = Handlers[Battlefield]("applies").including(
    moving_events.APPLY,
    morale_events.APPLY,
    supply_events.APPLY,
    fire_events.APPLY,
    leader_events.APPLY,
    loss_events.APPLY,
    melee_events.APPLY,
    breastworks_events.APPLY,
    gun_events.APPLY,
    village_events.APPLY,
    camp_events.APPLY,
    secrets.APPLY,
)
APPLY.nothing_for(*CHANGE_NOTHING)
