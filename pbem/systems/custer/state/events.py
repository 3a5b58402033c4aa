"""What every event of the game does to the battle."""

from pbem.core.event import CHANGE_NOTHING
from pbem.core.handlers import Handlers
from pbem.systems.custer.state import combat_events, draw_events, moving_events
from pbem.systems.custer.state.battle import Battle

APPLY: Handlers[Battle] = Handlers[Battle]("applies").including(
    draw_events.APPLY, moving_events.APPLY, combat_events.APPLY
)
APPLY.nothing_for(*CHANGE_NOTHING)
