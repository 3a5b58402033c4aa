"""The log of the pony herds and of hunting parties, with the line of the village's panel (LB-19, LB-21.5.B.1)."""

from pbem.core.event import Handlers
from pbem.systems.indian_wars.state.counter import PARTY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.herd_events import (
    HerdCaptureRolled,
    HerdLost,
    HerdScattered,
    HerdsDriven,
    HerdSettled,
    HerdsGathered,
    HerdsSetAside,
    HerdTakenOff,
    HuntPlanned,
    PartiesNamed,
    PartiesSent,
    PartyShown,
)
from pbem.systems.indian_wars.telling.log import Log, counted, joined, scored

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(HerdsGathered)
def _gathered(log: Log, event: HerdsGathered) -> None:
    where = joined([f"{herd} ({log.field[herd].at})" for herd in event.herds])
    if event.roll is not None:
        log.head(f"Herds are gathered: {log.roll(event.roll)}", log.rule("gathering by roll"))
        log.step(None, where)
        log.brief.append(f"{counted(len(event.herds), 'pony herd was', 'pony herds were')} gathered.")
    else:
        log.step(None, f"{event.by} gathers {where}", "", log.rule("gathering by entry"))


@TELL.on(HerdCaptureRolled)
def _captured(log: Log, event: HerdCaptureRolled) -> None:
    text = f"Capture of {event.herd} in {event.at} by {event.scout}: {log.roll(event.roll)}"
    log.step(None, text, "-> captured" if event.captured else "-> not captured", log.rule("capturing ponies"))
    if event.captured:
        log.brief.append(f"{event.scout} captured a pony herd.")


@TELL.on(HerdLost)
def _lost(log: Log, event: HerdLost) -> None:
    if event.by and event.by != event.herd:
        text = f"{event.by} loses {event.herd} ({event.why})"
    else:
        text = f"{event.herd} ({event.at}) run: {event.why}"
    log.step(None, text, "", log.rule("when herds scatter"))


@TELL.on(HerdsDriven)
def _driven(log: Log, event: HerdsDriven) -> None:
    text = f"{event.unit} drives off {joined(event.herds)} in {event.at}: all MP"
    log.head(text, log.rule("when herds scatter"))


@TELL.on(HerdScattered)
def _scattered(log: Log, event: HerdScattered) -> None:
    rolls = f"{log.roll(event.way)} ({event.direction}), {log.roll(event.hexes)}"
    text = f"{event.herd} runs from {event.start} to {event.to}" if event.to else f"{event.herd} runs off the map"
    log.step(None, f"{text}: {rolls}", "", log.rule("scatter roll"))


@TELL.on(HerdSettled)
def _settled(log: Log, event: HerdSettled) -> None:
    end = "-> holders have it again" if event.gathered else "-> it runs loose"
    log.step(None, f"{event.herd} in {event.at}: {log.roll(event.roll)}", end, log.rule("after the scatter"))


@TELL.on(HerdTakenOff)
def _taken_off(log: Log, event: HerdTakenOff) -> None:
    text = f"{event.herd} is taken off the map for good{scored(event.to, event.points)}"
    log.step(None, text, "", log.rule("capturing ponies"))


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
