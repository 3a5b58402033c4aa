"""Breastworks: built, lain under, loaded again, and how each changes the field (16.C)."""

from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.rules.movement.mobility import limit
from pbem.systems.indian_wars.state.counter import DISMOUNTED, PRONE
from pbem.systems.indian_wars.state.field import Battlefield

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class BreastworksBegun(Event):
    """A unit builds breastworks from the boxes of a pack train; both do nothing else in this player turn (16.C)."""

    unit: str
    train: str


@dataclass(frozen=True, slots=True)
class BuildersCounted(Event):
    """The number of units that may build breastworks in this player turn (16.C)."""

    roll: Roll
    most: int


@dataclass(frozen=True, slots=True)
class BreastworksRaised(Event):
    """As the player turn ended a builder went under its marker, prone (16.C)."""

    unit: str
    at: str
    train: str


@dataclass(frozen=True, slots=True)
class BreastworksGivenUp(Event):
    """A builder was driven off before its breastworks stood (16.C)."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class ShelterTaken(Event):
    """A unit went under a marker of breastworks that lay free in its hex (16.C; ruling A-089)."""

    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class BreastworksLoaded(Event):
    """A unit loaded the boxes of a marker back onto their pack train (16.C)."""

    unit: str
    at: str
    train: str


@APPLY.on(BreastworksBegun)
def _begun(field: Battlefield, event: BreastworksBegun) -> None:
    unit = field[event.unit]
    field.put(unit.on_its_feet().but(building=event.train, stopped=True, spent=limit(unit)))
    field.put(field[event.train].but(stopped=True))
    field.settle_leaders(field[event.unit].at)


@APPLY.on(BuildersCounted)
def _counted(field: Battlefield, event: BuildersCounted) -> None:
    field.notes = field.notes.but(builders=event.most)


@APPLY.on(BreastworksRaised)
def _raised(field: Battlefield, event: BreastworksRaised) -> None:
    field.works[event.at] = (*field.works.get(event.at, ()), event.train)
    field.put(field[event.unit].but(building="", sheltered=True, mode=PRONE))


@APPLY.on(BreastworksGivenUp)
def _given_up(field: Battlefield, event: BreastworksGivenUp) -> None:
    if event.unit in field:
        field.put(field[event.unit].but(building=""))


@APPLY.on(ShelterTaken)
def _sheltered(field: Battlefield, event: ShelterTaken) -> None:
    field.put(field[event.unit].but(sheltered=True, mode=PRONE))


@APPLY.on(BreastworksLoaded)
def _loaded(field: Battlefield, event: BreastworksLoaded) -> None:
    left = list(field.works[event.at])
    left.remove(event.train)
    if left:
        field.works[event.at] = tuple(left)
    else:
        del field.works[event.at]
    unit = field[event.unit]
    if unit.sheltered:
        unit = unit.but(sheltered=False, mode=DISMOUNTED)
    field.put(unit.but(stopped=True, spent=limit(unit)))
    field.put(field[event.train].but(stopped=True))
