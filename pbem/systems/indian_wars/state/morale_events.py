"""Morale: checks, conditions, retreats and routs, and how each changes the field (10.H, 10.I, 10.J, 13.A)."""

from dataclasses import dataclass

from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.state.combat import CombatEvent
from pbem.systems.indian_wars.state.field import Battlefield

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class MoraleChecked(CombatEvent):
    """A Morale Check: ``ok``, ``disrupt``, ``pin``, ``r1/disrupt``, ``r2/disrupt`` or ``rout`` (13.A)."""

    unit: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class UnitDisrupted(CombatEvent):
    """A unit is disrupted; `why` in a few words."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class UnitPinned(CombatEvent):
    """A unit is pinned, with the leaders named (9.D.2, 12.A)."""

    unit: str
    leaders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitRouted(CombatEvent):
    """A unit is routed, in the hex `at`; a pin is lifted by it (10.J)."""

    unit: str
    at: str
    why: str
    by_choice: bool = False


@dataclass(frozen=True, slots=True)
class UnitsRetreated(CombatEvent):
    """Units, with their leaders, went back one hex; `how` is ``retreat``, ``rout`` or ``before melee`` (10.H, 10.I, 10.J)."""

    units: tuple[str, ...]
    start: str
    to: str
    how: str


@dataclass(frozen=True, slots=True)
class UnitsLeftMap(CombatEvent):
    """Units were forced off the map: gone, and no VPs (10.I)."""

    units: tuple[str, ...]
    at: str
    how: str


@dataclass(frozen=True, slots=True)
class RoutEnded(CombatEvent):
    """A routed unit's rout movement stops here; `why` in a few words (10.J.2)."""

    unit: str
    at: str
    why: str


@APPLY.on(UnitDisrupted)
def _disrupted(field: Battlefield, event: UnitDisrupted) -> None:
    field.put(field[event.unit].but(disrupted=True))


@APPLY.on(UnitPinned)
def _pinned(field: Battlefield, event: UnitPinned) -> None:
    for one in (event.unit, *event.leaders):
        field.put(field[one].but(pinned=True))


@APPLY.on(UnitRouted)
def _routed(field: Battlefield, event: UnitRouted) -> None:
    unit = field[event.unit].but(
        routed=True, pinned=False, stopped=True, rout_from=event.at, fled_by_choice=event.by_choice
    )
    field.put(unit.on_its_feet().but(charging=""))
    for leader in field.at(event.at):
        if leader.attached_to == event.unit and leader.pinned:
            field.put(leader.but(pinned=False))


@APPLY.on(UnitsRetreated)
def _retreated(field: Battlefield, event: UnitsRetreated) -> None:
    for name in event.units:
        field.put(field[name].on_its_feet().but(at=event.to))
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


@APPLY.on(UnitsLeftMap)
def _left_map(field: Battlefield, event: UnitsLeftMap) -> None:
    for name in event.units:
        field.take_off(name, f"left the map in {event.how}")
    field.settle_leaders(event.at)


APPLY.nothing_for(MoraleChecked, RoutEnded)
