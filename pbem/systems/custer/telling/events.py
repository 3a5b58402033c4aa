"""How every event of the game is told: in the log, as marks in a picture, and as hexes that a report draws."""

from collections.abc import Callable, Iterable

from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.mechanisms.marks import Marks
from pbem.reports.maps.hex_position import Mark
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.combat_events import CombatDeclared, UnitsFellBack
from pbem.systems.custer.state.moving_events import UnitsLeftBoard
from pbem.systems.custer.telling import combat, draws, moves
from pbem.systems.custer.telling.log import BattleLog, Seen

TELL: Handlers[BattleLog] = Handlers[BattleLog]("tells").including(draws.TELL, moves.TELL, combat.TELL)
MARKS: Handlers[Seen] = Handlers[Seen]("marks").including(moves.MARKS, combat.MARKS)
"""The events that a picture shows: who went where, who attacked whom."""


def marks(before: Battle, events: Iterable[Event], apply: Callable[[Battle, Event], None]) -> tuple[Mark, ...]:
    """The marks of a phase, in the sequence of its events, folded over the state `before` it for where attackers stand."""
    battle = before.thaw()
    seen = Seen(battle, Marks(lambda unit: battle.sheet.roster[unit].side))
    for event in events:
        if type(event) in MARKS:
            MARKS(seen, event)
        apply(battle, event)
    return seen.marks.all()


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that events were about: those that were fought for, and where the losers went."""
    found: set[str] = set()
    for event in events:
        match event:
            case CombatDeclared(target):
                found.add(target)
            case UnitsFellBack(_, start, to):
                found.update((start, to))
            case UnitsLeftBoard(_, at):
                found.add(at)
            case _:
                pass
    return frozenset(found)
