"""What the picture of a phase marks: who went where, who shot at whom, who attacked whom."""

from collections.abc import Iterable

from pbem.core.event import Event
from pbem.mechanisms.marks import Marks
from pbem.reports.report import Mark
from pbem.systems.indian_wars.state import combat_events as c
from pbem.systems.indian_wars.state import moving_events as m
from pbem.systems.indian_wars.state.field import Field


def marks(before: Field, events: Iterable[Event]) -> tuple[Mark, ...]:
    """The marks of a phase, in the sequence of its events.  Events say their hexes, so that nothing need be folded."""
    found = Marks(lambda unit: before.sheet.roster[unit].side)
    for event in events:
        match event:
            case m.UnitsMoved(units, start, to) | c.UnitsPursued(units, start, to) | c.UnitsAdvanced(units, start, to):
                found.step("move", units, start, to)
            case m.UnitCrawled(unit, start, to):
                found.step("move", (unit,), start, to)
            case m.UnitScattered(unit, start, to):
                found.step("retreat", (unit,), start, to)
            case c.UnitsRetreated(units, start, to):
                found.step("retreat", units, start, to)
            case c.UnitFired(unit, _, start, to):
                found.fight("fire", unit, start, to)
            case c.MeleeDeclared(target, attackers, starts) if not event.renewed:
                for start in starts:
                    found.fight("melee", attackers[0], start, target)
            case _:
                pass
    return found.all()
