"""The Rally Phase: what it brings about, and how that changes the field (8.D.2, 12.A, 13.B)."""

from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.state.field import Battlefield

JOINED = "joined the ranks"

APPLY: Handlers[Battlefield] = Handlers("applies")


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
    """A leader is now with another unit of his hex, or with none (12.A)."""

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
