"""Losses: strength points, counters and horses, and how each changes the field (11, 16.B, 17)."""

from dataclasses import dataclass

from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.state.combat import CombatEvent
from pbem.systems.indian_wars.state.field import Battlefield

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
