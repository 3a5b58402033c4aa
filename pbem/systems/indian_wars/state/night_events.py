"""The night turn and grass fires, and how each changes the field (LB-17.D, LB-17.E)."""

from dataclasses import dataclass, replace

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.rules.movement.mobility import spent_up
from pbem.systems.indian_wars.state.counter import DISMOUNTED, PONY_HERD, Counter, Printed
from pbem.systems.indian_wars.state.field import Battlefield

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class NightFell(Event):
    """Night falls: Indian warriors and leaders are put aside with their losses alone, ponies as herds (17.E.1, 17.E.2).

    `herds` are those on the map, `led` the ponies that warriors rode.
    """

    units: tuple[str, ...]
    herds: tuple[str, ...]
    led: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WaterDrawn(Event):
    """So many cavalry units spend the night in or next to a hex with water; the US scores for each (17.E.7)."""

    units: tuple[str, ...]
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class StrengthRestored(Event):
    """A unit got a lost strength point back for VPs that the US won by water in this night (17.E.8)."""

    unit: str
    side: str
    points: int


@dataclass(frozen=True, slots=True)
class RaidersCounted(Event):
    """The number of Indian units that may be placed near the cavalry in this night (17.E.4)."""

    roll: Roll
    most: int


@dataclass(frozen=True, slots=True)
class RaiderPlaced(Event):
    """An Indian unit was placed near the cavalry; `pony` is the herd counter that it uses up where it rides (17.E.4)."""

    unit: str
    at: str
    mode: str
    pony: str = ""


@dataclass(frozen=True, slots=True)
class LodgingTaken(Event):
    """An Indian counter spends the night in a hex: a herd near a camp, others at camps and villagers (17.E.5, 17.E.6)."""

    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class NightPassed(Event):
    """The night is over: packed camps were set up again, each in its hex of `hexes` (17.E.6)."""

    camps: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


def _rested(unit: Counter) -> Counter:
    """A counter off the map, on foot, with nothing left on it but its losses and wounds."""
    return Counter(
        unit.printed,
        mode=DISMOUNTED,
        casualties=unit.casualties,
        attached_to=unit.attached_to,
        wound=unit.wound,
        dies_in=unit.dies_in,
    )


def _herd(printed: Printed) -> Counter:
    return Counter(replace(printed, kind=PONY_HERD, ma_dismounted=0))


@APPLY.on(NightFell)
def _fell(field: Battlefield, event: NightFell) -> None:
    for name in event.units:
        field.put(_rested(field[name]))
    for name in event.herds:
        field.put(_herd(field[name].printed))
    for name in event.led:
        field.put(_herd(field.sheet.roster[name]))
    village = field.notes.village.but(timers={}, warned=(), woken=(), loose=(), strides={})
    country = field.notes.country.but(is_dark=True, raiders=0, water=0, restored=())
    field.notes = field.notes.but(village=village, country=country)


@APPLY.on(WaterDrawn)
def _drawn(field: Battlefield, event: WaterDrawn) -> None:
    field.score(event.to, event.points)
    field.notes = field.notes.but(country=field.notes.country.but(water=event.points))


@APPLY.on(StrengthRestored)
def _restored(field: Battlefield, event: StrengthRestored) -> None:
    unit = field[event.unit]
    field.put(unit.but(casualties=unit.casualties - 1))
    field.points[event.side] -= event.points
    country = field.notes.country
    country = country.but(water=country.water - event.points, restored=(*country.restored, event.unit))
    field.notes = field.notes.but(country=country)


@APPLY.on(RaidersCounted)
def _counted(field: Battlefield, event: RaidersCounted) -> None:
    field.notes = field.notes.but(country=field.notes.country.but(raiders=event.most))


@APPLY.on(RaiderPlaced)
def _raider(field: Battlefield, event: RaiderPlaced) -> None:
    field.put(field[event.unit].but(at=event.at, mode=event.mode))
    field.settle_leaders(event.at)
    if event.pony:
        field.take_off(event.pony)
    field.notes = field.notes.but(country=field.notes.country.but(raiders=field.notes.country.raiders - 1))


@APPLY.on(LodgingTaken)
def _lodged(field: Battlefield, event: LodgingTaken) -> None:
    field.put(field[event.unit].but(at=event.at))
    field.settle_leaders(event.at)


@APPLY.on(NightPassed)
def _passed(field: Battlefield, event: NightPassed) -> None:
    village = field.notes.village
    for camp, at in zip(event.camps, event.hexes, strict=True):
        field.put(Counter(field.sheet.roster[camp], at=at))
    carried = {what: by for what, by in village.carried.items() if what not in event.camps}
    country = field.notes.country.but(is_dark=False, raiders=0, water=0, restored=())
    field.notes = field.notes.but(village=village.but(carried=carried), country=country)


BURNED_OUT = "burned out"


@dataclass(frozen=True, slots=True)
class GrassFireSet(Event):
    """An Indian unit set the grass of its hex alight for `cost` MPs; it burns to the end of the game turn `until` (17.D.1)."""

    fire: str
    at: str
    by: str
    cost: int
    roll: Roll
    until: int


@dataclass(frozen=True, slots=True)
class GrassFireLeft(Event):
    """Counters left the hex of a grass fire by a free step, because they had to (17.D.1; ruling A-126)."""

    units: tuple[str, ...]
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class GrassFireBurnedOut(Event):
    """A grass fire is out; its counter does not come back (17.D.1, 17.D.1-2)."""

    fire: str
    at: str


@APPLY.on(GrassFireSet)
def _set(field: Battlefield, event: GrassFireSet) -> None:
    field.put(Counter(field.sheet.roster[event.fire], at=event.at))
    unit = field[event.by]
    field.put(unit.but(spent=unit.spent + event.cost))
    country = field.notes.country
    field.notes = field.notes.but(country=country.but(fires={**country.fires, event.fire: event.until}))


@APPLY.on(GrassFireLeft)
def _left(field: Battlefield, event: GrassFireLeft) -> None:
    for name in event.units:
        field.put(spent_up(field[name].but(at=event.to, moved=True)))
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


@APPLY.on(GrassFireBurnedOut)
def _out(field: Battlefield, event: GrassFireBurnedOut) -> None:
    field.take_off(event.fire, BURNED_OUT)
    country = field.notes.country
    fires = {name: turn for name, turn in country.fires.items() if name != event.fire}
    field.notes = field.notes.but(country=country.but(fires=fires))
