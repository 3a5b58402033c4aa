"""Movement: set-up, entry, steps, modes and exit, and how each changes the field (7, 8.D, 16.A, 16.D, 16.G, 18)."""

from dataclasses import dataclass

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.rules.movement.mobility import spent_up
from pbem.systems.indian_wars.state.counter import DISMOUNTED, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import forget_entry

EXITED = "left the map"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class UnitSetUp(Event):
    """A counter was set up (18)."""

    unit: str
    at: str
    mode: str


@dataclass(frozen=True, slots=True)
class UnitEntered(Event):
    """A counter entered the map in the hex `at`, for `cost` MPs, and counts against the limits of `zone` (18.1)."""

    unit: str
    at: str
    mode: str
    cost: int
    zone: str = ""


@dataclass(frozen=True, slots=True)
class ArrivalRolled(Event):
    """A die decided on which game turn the force enters that comes by a zone."""

    zone: str
    roll: Roll
    turn: int


@dataclass(frozen=True, slots=True)
class StartedLate(Event):
    """Units have already marched as the game begins: the MPs that each has spent, so that it has `left` in this phase."""

    units: tuple[str, ...]
    spent: tuple[int, ...]
    left: int


@dataclass(frozen=True, slots=True)
class UnitsMoved(Event):
    """Counters that move together took one step, each for `cost` MPs; a `minimum` move takes all that they have (7.D)."""

    units: tuple[str, ...]
    start: str
    to: str
    cost: int
    minimum: bool = False


@dataclass(frozen=True, slots=True)
class UnitCrawled(Event):
    """A prone unit crawled one hex for all its MPs (7.F)."""

    unit: str
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class ModeChanged(Event):
    """A unit changed its mode for `cost` MPs; `penalty` are the MPs that its holder's walk cost it (8.D.2.b).

    `abandoned` where it gave its horses up because nobody was left to hold them (8.D.2.a).
    """

    unit: str
    before: str
    mode: str
    cost: int
    penalty: int = 0
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class HoldersPlaced(Event):
    """A unit that dismounted left its mounts to holders, in its hex (8.D.2.a)."""

    holders: str
    of: str
    at: str


@dataclass(frozen=True, slots=True)
class HoldersTaken(Event):
    """Holders were taken up again by the unit that mounted (8.D.2.b)."""

    holders: str
    by: str


@dataclass(frozen=True, slots=True)
class UnitRecovered(Event):
    """A unit spent MPs and is no longer disrupted (7.E)."""

    unit: str
    cost: int


@dataclass(frozen=True, slots=True)
class ChargeDeclared(Event):
    """Units charge the hex `target`; "" if they were stopped and charge no more (16.A)."""

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class MovementStopped(Event):
    """Counters that were on their way go no further by this order; `why` in a few words."""

    units: tuple[str, ...]
    at: str
    why: str


@dataclass(frozen=True, slots=True)
class UnitExited(Event):
    """A counter left the map by choice; the enemy `to` scores `points` (7.J)."""

    unit: str
    at: str
    edge: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class UnitScattered(Event):
    """An Indian unit scattered before a US unit and is routed (7.K)."""

    unit: str
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class HillTaken(Event):
    """A hill was entered for the first time; `side` scores `points` (17)."""

    hill: str
    unit: str
    side: str
    points: int


@dataclass(frozen=True, slots=True)
class EaglesNestReleased(Event):
    """The units that were held near the Eagle's Nest are free for the rest of the game; `why` in a few words (16.D)."""

    why: str


@dataclass(frozen=True, slots=True)
class HitAndRunHalted(Event):
    """A mounted Indian unit halts to fire in its Movement Phase, with so many MPs `left` (16.G)."""

    unit: str
    target: str
    at: str
    left: int


@dataclass(frozen=True, slots=True)
class HitAndRunEnded(Event):
    """It could not fire: `why` in a few words (16.G)."""

    unit: str
    why: str


@APPLY.on(UnitSetUp)
def _set_up(field: Battlefield, event: UnitSetUp) -> None:
    field.put(field[event.unit].but(at=event.at, mode=event.mode))
    field.settle_leaders(event.at)


@APPLY.on(UnitEntered)
def _entered(field: Battlefield, event: UnitEntered) -> None:
    field.put(field[event.unit].but(at=event.at, mode=event.mode, spent=event.cost, moved=True))
    forget_entry(field, event.unit)
    if event.zone:
        field.notes = field.notes.with_entry(event.zone, event.unit)
    field.settle_leaders(event.at)


@APPLY.on(UnitsMoved)
def _moved(field: Battlefield, event: UnitsMoved) -> None:
    for name in event.units:
        unit = field[name]
        moved = unit.but(at=event.to, moved=True, spent=unit.spent + (0 if event.minimum else event.cost))
        field.put(spent_up(moved) if event.minimum else moved)
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


@APPLY.on(UnitCrawled)
def _crawled(field: Battlefield, event: UnitCrawled) -> None:
    field.put(spent_up(field[event.unit].but(at=event.to, moved=True)))
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


@APPLY.on(ModeChanged)
def _mode_changed(field: Battlefield, event: ModeChanged) -> None:
    unit = field[event.unit]
    changed = unit.but(mode=event.mode, spent=unit.spent + event.cost + event.penalty)
    field.put(changed.but(casualties=changed.casualties - 1) if event.abandoned else changed)


@APPLY.on(HoldersPlaced)
def _holders_placed(field: Battlefield, event: HoldersPlaced) -> None:
    field.put(Counter(field.sheet.roster[event.holders], at=event.at, mode=DISMOUNTED))
    field.settle_leaders(event.at)


@APPLY.on(HoldersTaken)
def _holders_taken(field: Battlefield, event: HoldersTaken) -> None:
    at = field[event.holders].at
    for leader in field.at(at):
        if leader.attached_to == event.holders:
            field.put(leader.but(attached_to=event.by))
    field.take_off(event.holders)
    field.settle_leaders(at)  # the staff's horses may be led to a headquarters in another hex


@APPLY.on(UnitRecovered)
def _recovered(field: Battlefield, event: UnitRecovered) -> None:
    unit = field[event.unit]
    field.put(unit.but(disrupted=False, recovered=True, spent=unit.spent + event.cost))


@APPLY.on(ChargeDeclared)
def _charges(field: Battlefield, event: ChargeDeclared) -> None:
    for name in event.units:
        field.put(field[name].but(charging=event.target))


@APPLY.on(ArrivalRolled)
def _arrival_rolled(field: Battlefield, event: ArrivalRolled) -> None:
    field.notes = field.notes.but(arrivals={**field.notes.arrivals, event.zone: event.turn})


@APPLY.on(StartedLate)
def _started_late(field: Battlefield, event: StartedLate) -> None:
    for name, spent in zip(event.units, event.spent, strict=True):
        field.put(field[name].but(spent=spent))


@APPLY.on(UnitExited)
def _exited(field: Battlefield, event: UnitExited) -> None:
    field.take_off(event.unit, EXITED)
    field.settle_leaders(event.at)
    field.score(event.to, event.points)


@APPLY.on(UnitScattered)
def _scattered(field: Battlefield, event: UnitScattered) -> None:
    # A pin on the way is lifted by the rout, as any is (10.J.3).
    field.put(field[event.unit].but(routed=True, pinned=False, fled_by_choice=True))


@APPLY.on(HillTaken)
def _hill_taken(field: Battlefield, event: HillTaken) -> None:
    field.scored[event.hill] = event.points
    field.score(event.side, event.points)


@APPLY.on(EaglesNestReleased)
def _released(field: Battlefield, event: EaglesNestReleased) -> None:
    field.notes = field.notes.but(is_nest_released=True)


APPLY.nothing_for(MovementStopped, HitAndRunHalted, HitAndRunEnded)
