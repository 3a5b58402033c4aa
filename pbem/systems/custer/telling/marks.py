"""What the picture of a phase marks: who went where, who attacked whom."""

from collections.abc import Callable, Iterable

from pbem.core.event import Event
from pbem.mechanisms.marks import Marks
from pbem.reports.report import Mark
from pbem.systems.custer.state import events as e
from pbem.systems.custer.state.battle import Battle


def marks(before: Battle, events: Iterable[Event], apply: Callable[[Battle, Event], None]) -> tuple[Mark, ...]:
    """The marks of a phase, in the sequence of its events, folded over the state `before` it for where attackers stand."""
    battle = before.thaw()
    found = Marks(lambda unit: battle.sheet.roster[unit].side)
    for event in events:
        match event:
            case e.UnitsMarched(units, start, to):
                found.step("move", units, start, to)
            case e.HexOccupied(units, to):
                for unit in units:
                    found.step("move", (unit,), battle[unit].at, to)
            case e.UnitsFellBack(units, start, to):
                found.step("retreat", units, start, to)
            case e.CombatDeclared(target, attackers):
                for attacker in attackers:
                    found.fight("melee", attacker, battle[attacker].at, target)
            case _:
                pass
        apply(battle, event)
    return found.all()
