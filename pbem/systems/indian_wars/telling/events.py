"""The telling of every event of the series: in the log, and as marks in a picture."""

from collections.abc import Iterable

from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.mechanisms.marks import Marks
from pbem.reports.maps.hex_position import Mark
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.entries import (
    camps,
    fire,
    guns,
    herds,
    leaders,
    losses,
    melee,
    moves,
    night,
    secrets,
    supply,
)
from pbem.systems.indian_wars.telling.log import Log

TELL: Handlers[Log] = Handlers[Log]("tells").including(
    moves.TELL,
    losses.TELL,
    supply.TELL,
    fire.TELL,
    leaders.TELL,
    melee.TELL,
    guns.TELL,
    camps.TELL,
    herds.TELL,
    night.TELL,
    secrets.TELL,
)
MARKS: Handlers[Marks] = Handlers[Marks]("marks").including(
    moves.MARKS, fire.MARKS, losses.MARKS, melee.MARKS, guns.MARKS
)
"""The events that a picture shows: who went where, who shot at whom, who attacked whom."""


def marks(before: Battlefield, events: Iterable[Event]) -> tuple[Mark, ...]:
    """The marks of a phase, in the sequence of its events.  Events say their hexes, so that nothing need be folded."""
    found = Marks(lambda unit: before.sheet.roster[unit].side)
    for event in events:
        if type(event) in MARKS:
            MARKS(found, event)
    return found.all()
