"""The village: the search for it, and how that changes the field (16.E)."""

from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.state.field import Battlefield

PARTY_LEFT = "gone to look for the village"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class VillageSought(Event):
    """The US looks for the Indian village, under a leader: `points` for it, and on a 6 leave to ride on (16.E)."""

    leader: str
    units: tuple[str, ...]
    roll: Roll
    to: str
    points: int
    may_exit: bool


@dataclass(frozen=True, slots=True)
class VillagePartyLeft(Event):
    """Cavalry, with the leaders among them, left the map to look for the village (16.E); `strengths` are the units'."""

    units: tuple[str, ...]
    strengths: tuple[int, ...]
    leaders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VillageFate(Event):
    """The villagers' fate when the game ended: ``trail``, ``nothing`` or ``ambush`` (16.E)."""

    roll: Roll
    result: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class VillageAmbush(Event):
    """The strength points that they lost in the ambush, by unit (16.E)."""

    roll: Roll
    units: tuple[str, ...]
    lost: tuple[int, ...]
    to: str
    points: int


@APPLY.on(VillageSought)
def _sought(field: Battlefield, event: VillageSought) -> None:
    field.notes = field.notes.but(is_village_sought=True)
    field.score(event.to, event.points)


@APPLY.on(VillagePartyLeft)
def _party_left(field: Battlefield, event: VillagePartyLeft) -> None:
    field.notes = field.notes.but(village_party=tuple(zip(event.units, event.strengths, strict=True)))
    left = {field[name].at for name in event.units}
    for name in (*event.units, *event.leaders):
        field.take_off(name, PARTY_LEFT)
    for at in sorted(left):
        field.settle_leaders(at)


@APPLY.on(VillageFate)
def _fate(field: Battlefield, event: VillageFate) -> None:
    field.notes = field.notes.but(village_party=())
    field.score(event.to, event.points)


@APPLY.on(VillageAmbush)
def _ambush(field: Battlefield, event: VillageAmbush) -> None:
    field.lost["us"] = field.lost.get("us", 0) + sum(event.lost)
    field.score(event.to, event.points)
