"""Losses and morale: strength lost, checks, pins, panic, rallies, and how each changes the field (8.D.2, 13, LB-13.F)."""

from dataclasses import dataclass, replace

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.state.counter import CombatEvent
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import Panic

# Losses: strength points, counters and horses, and how each changes the field (11, 16.B, 17).

ELIMINATED = "eliminated"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class CasualtiesTaken(CombatEvent):
    """A unit lost strength points; the enemy `to` scores `points`; `why` is ``fire``, ``melee``, ``no retreat`` (11, 17)."""

    unit: str
    lost: int
    before: int
    after: int
    to: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class UnitEliminated(CombatEvent):
    """A counter is out of the game; `points` are what its loss scores besides its strength points (11)."""

    unit: str
    at: str
    why: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class MountsLost(CombatEvent):
    """Holders lost their animals, or a unit gave its own up (16.B)."""

    of: str
    why: str


@dataclass(frozen=True, slots=True)
class LostHorsesRolled(CombatEvent):
    """The roll for the capture of lost or abandoned mounts; the enemy `to` scores `points` (16.B)."""

    of: str
    roll: Roll
    captured: bool
    to: str
    points: int


@APPLY.on(CasualtiesTaken)
def _casualties(field: Battlefield, event: CasualtiesTaken) -> None:
    unit = field[event.unit]
    field.put(unit.but(casualties=unit.casualties + event.lost))
    field.lost[unit.side] += event.lost
    field.score(event.to, event.points)


@APPLY.on(UnitEliminated)
def _eliminated(field: Battlefield, event: UnitEliminated) -> None:
    field.take_off(event.unit, event.why)
    field.settle_leaders(event.at)
    field.score(event.to, event.points)


@APPLY.on(MountsLost)
def _mounts_lost(field: Battlefield, event: MountsLost) -> None:
    if field[event.of].is_holder:
        field.put(field[event.of].but(has_mounts=False))


@APPLY.on(LostHorsesRolled)
def _horses(field: Battlefield, event: LostHorsesRolled) -> None:
    field.score(event.to, event.points)


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


IGNORABLE = 99
"""The rank of a leader that the side may pass over."""


@dataclass(frozen=True, slots=True)
class PanicBroke(CombatEvent):
    """More Indian units are near a leader than cavalry is in that leader's Command Radius; `units` is that cavalry (13.F.2)."""

    leader: str
    at: str
    indians: int
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PanicRolled(CombatEvent):
    """The result of the panic: its `result`, ``rout`` where the leader is alone, the `rating` from now on (13.F.3 to 6)."""

    leader: str
    roll: Roll
    result: str
    rating: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class PanicPassed(CombatEvent):
    """The leader was gone before the panic was rolled for: no effect (13.F.3)."""

    leader: str


def _note(field: Battlefield, panic: Panic) -> None:
    field.notes = field.notes.but(country=field.notes.country.but(panic=panic))


@APPLY.on(PanicBroke)
def _broke(field: Battlefield, event: PanicBroke) -> None:
    _note(field, Panic(event.units, event.indians >= 2 * len(event.units)))


@APPLY.on(PanicRolled)
def _rolled(field: Battlefield, event: PanicRolled) -> None:
    leader = field[event.leader]
    wounded = min(leader.printed.wounded_rating, event.rating)
    field.put(leader.but(printed=replace(leader.printed, rating=event.rating, wounded_rating=wounded, rank=IGNORABLE)))
    _note(field, Panic(is_over=True))


@APPLY.on(PanicPassed)
def _passed(field: Battlefield, event: PanicPassed) -> None:
    _note(field, Panic(is_over=True))


JOINED = "joined the ranks"


@dataclass(frozen=True, slots=True)
class UnitRallied(Event):
    """A unit got over a condition (``pinned``, ``routed``); without a roll where it did so by itself (13.B)."""

    unit: str
    condition: str
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class RallyFailed(Event):
    """A unit tried to get over a condition and did not (13.B)."""

    unit: str
    condition: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class LossReplaced(Event):
    """Holders without animals made up for a point that a unit had lost, and their counter is gone; no VPs (8.D.2)."""

    unit: str
    holders: str


@dataclass(frozen=True, slots=True)
class LeaderAttached(Event):
    """A leader is now with another unit of the hex, or with none (12.A)."""

    leader: str
    to: str


@APPLY.on(UnitRallied)
def _rallied(field: Battlefield, event: UnitRallied) -> None:
    unit = field[event.unit]
    is_unpinned = event.condition == "pinned"
    field.put(unit.but(pinned=False) if is_unpinned else unit.but(routed=False, rout_from="", fled_by_choice=False))


@APPLY.on(LossReplaced)
def _replaced(field: Battlefield, event: LossReplaced) -> None:
    field.put(field[event.unit].but(casualties=field[event.unit].casualties - 1))
    at = field[event.holders].at
    field.take_off(event.holders, JOINED)
    field.settle_leaders(at)


@APPLY.on(LeaderAttached)
def _attached(field: Battlefield, event: LeaderAttached) -> None:
    field.put(field[event.leader].but(attached_to=event.to))


APPLY.nothing_for(RallyFailed)
