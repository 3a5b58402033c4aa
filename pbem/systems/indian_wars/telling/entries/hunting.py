"""What is told of hunting parties and ponies off: the log, and the line of the village's panel (LB-21.5.B.1)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.counter import PARTY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.hunting_events import (
    HerdsSetAside,
    HuntPlanned,
    PartiesNamed,
    PartiesSent,
    PartyShown,
)
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import joined

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(HuntPlanned)
def _planned(log: Log, event: HuntPlanned) -> None:
    log.head(f"Secret: {event.name} at {event.at}", log.rule("hunting parties"))


@TELL.on(PartiesSent)
def _sent(log: Log, event: PartiesSent) -> None:
    clause = log.rule("hunting parties")
    who = f"{joined(event.units)} {'hunts' if len(event.units) == 1 else 'hunt'}" if event.units else "Nobody hunts"
    log.head(who, clause)
    for marker, at in zip(event.markers, event.hexes, strict=True):
        log.step(None, f"{marker} in {at}: a hunting party, or a dummy", "", clause)
    if event.markers:
        log.brief.append(f"{joined(event.markers)} are hunting parties and dummies.")


@TELL.on(PartiesNamed)
def _named(log: Log, event: PartiesNamed) -> None:
    clause = log.rule("hunting parties")
    for marker, unit in zip(event.markers, event.units, strict=True):
        log.head(f"Secret: {marker} is {unit or 'a dummy'}", clause)


@TELL.on(PartyShown)
def _shown(log: Log, event: PartyShown) -> None:
    what = f"it is {event.unit}" if event.unit else "it is a dummy, and is taken off"
    log.step(None, f"{event.marker} in {event.at} is turned over: {what}", "", log.rule("hunting parties"))
    log.brief.append(f"{event.marker} in {event.at} was {event.unit or 'a dummy'}.")


@TELL.on(HerdsSetAside)
def _aside(log: Log, event: HerdsSetAside) -> None:
    log.head(f"{joined(event.herds)} set aside for mounted units", log.rule("ponies off"))


def parties(field: Battlefield) -> list[str]:
    """The markers on the map, each with what it is as far as that is known here."""
    found = []
    for unit in field.units.values():
        if unit.kind == PARTY and unit.at:
            known = field.secrets.parties.get(unit.name)
            what = "" if known is None else f" ({known or 'a dummy'}; only you know)"
            found.append(f"{unit.name} {unit.at}{what}")
    return found
