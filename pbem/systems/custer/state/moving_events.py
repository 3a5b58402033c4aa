"""Movement: entry, marches, changes of status and exit, and how each changes the battle (5, 6, 9)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.systems.custer.state.battle import Battle, Names

EXITED = "left the board"

APPLY: Handlers[Battle] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class UnitsArrived(Event):
    """Counters were placed on the board (CL-9.1)."""

    units: Names
    at: str


@dataclass(frozen=True, slots=True)
class StatusChanged(Event):
    """A unit mounted or dismounted for `cost` MPs; `mode` is its status now (CL-6)."""

    unit: str
    mode: str
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsMarched(Event):
    """Counters that march together took one step, each for `cost` MPs (CL-5.1)."""

    units: Names
    start: str
    to: str
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsLeftBoard(Event):
    """Counters left the board from `at` for good (CL-9.2, CL-9.4)."""

    units: Names
    at: str
    edge: str


@APPLY.on(UnitsArrived)
def _arrived(battle: Battle, event: UnitsArrived) -> None:
    for name in event.units:
        battle.put(battle[name].but(at=event.at))


@APPLY.on(StatusChanged)
@rule("CL-6.3")
def _status_changed(battle: Battle, event: StatusChanged) -> None:
    unit = battle[event.unit]
    battle.put(unit.but(mode=event.mode, changed=True, spent=unit.spent + event.cost))


@APPLY.on(UnitsMarched)
def _marched(battle: Battle, event: UnitsMarched) -> None:
    for name in event.units:
        battle.put(battle[name].but(at=event.to, moved=True, spent=battle[name].spent + event.cost))


@APPLY.on(UnitsLeftBoard)
def _left_board(battle: Battle, event: UnitsLeftBoard) -> None:
    for name in event.units:
        battle.take_off(name, EXITED)
