"""Hunting parties, dummies and outposts: sent out, named in secret, seen; and how each changes the field (LB-21.5.B.1)."""

from dataclasses import dataclass, replace

from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.counter import MOUNTED, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.secrets import INDIAN

SET_ASIDE = "set aside for mounted units"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class HuntPlanned(Event):
    """The Indian side placed a party, or a dummy (``dummy 1``); nobody else knows."""

    name: str
    at: str

    def known_to(self) -> tuple[str, ...]:
        """Only the side that placed it."""
        return (INDIAN,)


@dataclass(frozen=True, slots=True)
class PartiesSent(Event):
    """Units left the village to hunt; `markers` stand in `hexes` for them and for dummies, () where they go openly."""

    units: tuple[str, ...]
    markers: tuple[str, ...]
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartiesNamed(Event):
    """Which unit each marker stands for, "" for a dummy; only its owner knows."""

    markers: tuple[str, ...]
    units: tuple[str, ...]

    def known_to(self) -> tuple[str, ...]:
        """Only the side that placed them."""
        return (INDIAN,)


@dataclass(frozen=True, slots=True)
class PartyShown(Event):
    """A marker was seen, or another of its map: it is a unit, or a dummy (`unit` is "")."""

    marker: str
    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class HerdsSetAside(Event):
    """Pony herds are kept off the map for units that begin mounted (LB-21.1.H; ruling A-155)."""

    herds: tuple[str, ...]


@APPLY.on(HuntPlanned)
def _planned(field: Battlefield, event: HuntPlanned) -> None:
    field.secrets = replace(field.secrets, hunt={**field.secrets.hunt, event.name: event.at})


@APPLY.on(PartiesSent)
def _sent(field: Battlefield, event: PartiesSent) -> None:
    field.notes = field.notes.but(hunters=dict.fromkeys(event.units, ""))
    field.secrets = replace(field.secrets, hunt={})
    for name in event.units:
        field.put(field[name].but(at="", mode=MOUNTED))
    for marker, at in zip(event.markers, event.hexes, strict=True):
        field.put(Counter(field.sheet.roster[marker], at=at, mode=MOUNTED))


@APPLY.on(PartiesNamed)
def _named(field: Battlefield, event: PartiesNamed) -> None:
    field.secrets = replace(field.secrets, parties=dict(zip(event.markers, event.units, strict=True)))


@APPLY.on(PartyShown)
def _shown(field: Battlefield, event: PartyShown) -> None:
    marker = field[event.marker]
    field.take_off(event.marker)
    left = {name: unit for name, unit in field.secrets.parties.items() if name != event.marker}
    field.secrets = replace(field.secrets, parties=left)
    if event.unit:
        field.notes = field.notes.but(hunters={**field.notes.hunters, event.unit: event.marker})
        unit = field[event.unit]
        field.put(unit.but(at=event.at, mode=MOUNTED, spent=marker.spent, stopped=marker.stopped))


@APPLY.on(HerdsSetAside)
def _aside(field: Battlefield, event: HerdsSetAside) -> None:
    for name in event.herds:
        field.take_off(name, SET_ASIDE)
