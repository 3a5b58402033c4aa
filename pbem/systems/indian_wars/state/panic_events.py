"""Major Reno's panic, and how each of its events changes the field (LB-13.F)."""

from dataclasses import dataclass, replace

from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.state.combat import CombatEvent
from pbem.systems.indian_wars.state.country import Panic
from pbem.systems.indian_wars.state.field import Battlefield

IGNORABLE = 99
"""The rank of a leader whom his side may pass over."""

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class PanicBroke(CombatEvent):
    """More Indian units are near a leader than cavalry is in his Command Radius; `units` is that cavalry (13.F.2)."""

    leader: str
    at: str
    indians: int
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PanicRolled(CombatEvent):
    """What the panic comes to: its `result`, ``rout`` where the leader is alone, his `rating` for good (13.F.3 to 6)."""

    leader: str
    roll: Roll
    result: str
    rating: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class PanicPassed(CombatEvent):
    """The leader was gone before his panic was rolled for; nothing comes of it (13.F.3)."""

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
