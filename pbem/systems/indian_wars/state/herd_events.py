"""Pony herds and hunting parties, and how each changes the field (LB-19, LB-21.5.B.1)."""

from dataclasses import dataclass, replace

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.rules.movement.mobility import spent_up
from pbem.systems.indian_wars.state.counter import MOUNTED, PONY_HERD, PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import INDIAN

RAN_OFF = "ran off the map"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class HerdsGathered(Event):
    """Herds are now with holders: by a roll of the Rally Phase, or because `by` has come to them (19.B)."""

    herds: tuple[str, ...]
    by: str = ""
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class HerdCaptureRolled(Event):
    """Scouts came upon a herd and tried to take it; `captured` whether they have it (19.C.1)."""

    scout: str
    herd: str
    at: str
    roll: Roll
    captured: bool


@dataclass(frozen=True, slots=True)
class HerdLost(Event):
    """A herd is without those who held it: scouts who had captured it, or its own holders (19.C.1-1, 19.C.2)."""

    herd: str
    at: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class HerdsDriven(Event):
    """A US unit scatters the herds of its hex on purpose, for all its MPs (19.C.2)."""

    unit: str
    herds: tuple[str, ...]
    at: str


@dataclass(frozen=True, slots=True)
class HerdScattered(Event):
    """A herd ran `hexes` hexes in a direction, by two rolls; `to` is "" where it ran off the map (19.C.3)."""

    herd: str
    start: str
    to: str
    direction: str
    way: Roll
    hexes: Roll


@dataclass(frozen=True, slots=True)
class HerdSettled(Event):
    """The fate of a scattered herd: with holders again, or loose (19.C.4)."""

    herd: str
    at: str
    roll: Roll
    gathered: bool


@dataclass(frozen=True, slots=True)
class HerdTakenOff(Event):
    """Scouts have left the map for good with a captured herd (19.C.1)."""

    herd: str
    to: str
    points: int


def _note(field: Battlefield, **changes: object) -> None:
    field.notes = field.notes.but(village=field.notes.village.but(**changes))


def _gather(field: Battlefield, herd: str) -> None:
    """Turn a herd to its holder side."""
    walks = next(one.ma_dismounted for one in field.sheet.roster.values() if one.kind == PONY_HOLDER)
    unit = field[herd]
    field.put(unit.but(printed=replace(unit.printed, kind=PONY_HOLDER, ma_dismounted=walks)))
    _note(field, loose=tuple(name for name in field.notes.village.loose if name != herd))
    field.settle_leaders(unit.at)


def _as_herd(unit: Counter) -> Counter:
    """The herd side of a counter, with no condition of its holders."""
    return Counter(replace(unit.printed, kind=PONY_HERD, ma_dismounted=0), at=unit.at)


@APPLY.on(HerdsGathered)
def _gathered(field: Battlefield, event: HerdsGathered) -> None:
    for herd in event.herds:
        _gather(field, herd)


@APPLY.on(HerdCaptureRolled)
def _captured(field: Battlefield, event: HerdCaptureRolled) -> None:
    if event.captured:
        field.take_off(event.herd)
        field.put(field[event.scout].but(guards=event.herd))
        _note(field, loose=tuple(name for name in field.notes.village.loose if name != event.herd))


@APPLY.on(HerdLost)
def _lost(field: Battlefield, event: HerdLost) -> None:
    if event.by in field and field[event.by].guards == event.herd:
        field.put(field[event.by].but(guards=""))
    strays = {name: at for name, at in field.notes.village.strays.items() if name != event.herd}
    _note(field, strays=strays)
    if event.herd in field:
        field.put(_as_herd(field[event.herd]))
        field.settle_leaders(event.at)
    else:
        field.put(_as_herd(Counter(field.sheet.roster[event.herd], at=event.at)))


@APPLY.on(HerdsDriven)
def _driven(field: Battlefield, event: HerdsDriven) -> None:
    field.put(spent_up(field[event.unit]))


@APPLY.on(HerdScattered)
def _scattered(field: Battlefield, event: HerdScattered) -> None:
    if not event.to:
        field.take_off(event.herd, RAN_OFF)
        return
    field.put(field[event.herd].but(at=event.to))
    if event.herd not in field.notes.village.loose:
        _note(field, loose=(*field.notes.village.loose, event.herd))


@APPLY.on(HerdSettled)
def _settled(field: Battlefield, event: HerdSettled) -> None:
    if event.gathered:
        _gather(field, event.herd)


@APPLY.on(HerdTakenOff)
def _taken_off(field: Battlefield, event: HerdTakenOff) -> None:
    _note(field, taken=tuple(name for name in field.notes.village.taken if name != event.herd))
    field.gone[event.herd] = "taken off the map"
    field.score(event.to, event.points)


SET_ASIDE = "set aside for mounted units"


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
    """The unit of each marker, "" for a dummy; only its owner knows."""

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
