"""Units that begin the game with fewer MPs than they have (LB-21.1.J.3)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.movement.mobility import limit
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import StartedLate


@rule("start with part of the MPs")
def begin(umpire: Umpire[Battlefield]) -> None:
    """As the first Movement Phase of a side begins: whoever the scenario gives only some of his MPs."""
    field = umpire.state
    if field.turn != field.notes.arrivals.get(THE_BATTLE, 1) or field.phase != "C":
        return
    for group in field.sheet.scenario.setup:
        if not group.mp or group.side != field.phasing:
            continue
        late = tuple(name for name in group.units if name in field and limit(field[name]) > group.mp)
        if late:
            umpire.emit(StartedLate(late, tuple(limit(field[name]) - group.mp for name in late), group.mp))
