"""Grass fires: set, left, burned out; and how each of these events changes the field (LB-17.D)."""

from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.rules.movement.mobility import spent_up
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

BURNED_OUT = "burned out"

APPLY: Handlers[Battlefield] = Handlers("applies")


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
