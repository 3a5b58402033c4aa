"""The log of the night turn (LB-17.E)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.night_events import (
    LodgingTaken,
    NightFell,
    NightPassed,
    RaiderPlaced,
    RaidersCounted,
    StrengthRestored,
    WaterDrawn,
)
from pbem.systems.indian_wars.telling.log import Gathering, Log
from pbem.systems.indian_wars.telling.words import joined, scored

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(NightFell)
def _fell(log: Log, event: NightFell) -> None:
    log.head("Night falls: the Indians leave the map until the US has moved", log.rule("Indians aside"))
    units, herds = len(event.units), len(event.herds) + len(event.led)
    log.step(None, f"put aside with their losses: {units} units and leaders, {herds} herds")
    log.brief.append("Night fell.")
    log.night_falls = True


@TELL.on(WaterDrawn)
def _drawn(log: Log, event: WaterDrawn) -> None:
    if event.units:
        text = f"at the water: {joined(event.units)}{scored(event.to, event.points)}"
        log.head(text, log.rule("night water"))
        log.brief.append(f"Cavalry units at the water: {event.points}.")
    else:
        log.head("no cavalry unit is at the water", log.rule("night water"))


@TELL.on(StrengthRestored)
def _restored(log: Log, event: StrengthRestored) -> None:
    text = f"{event.unit} gets a strength point back for {event.points} VPs"
    log.head(text, log.rule("night replacements"))


@TELL.on(RaidersCounted)
def _counted(log: Log, event: RaidersCounted) -> None:
    text = f"Up to {event.most} Indian units may lie near the cavalry: {log.roll(event.roll)}"
    log.head(text, log.rule("night raiders"))


@TELL.on(RaiderPlaced)
def _raider(log: Log, event: RaiderPlaced) -> None:
    text = f"near the cavalry: {event.unit} in {event.at}, {event.mode}"
    log.head(text, log.rule("night raiders"))


@TELL.on(LodgingTaken)
def _lodged(log: Log, event: LodgingTaken) -> None:
    rule = "night herds" if log.field[event.unit].is_unmanned else "night rest"
    log.gather(Gathering((event.unit,), f"in {event.at}", f"in {event.at}"), log.rule(rule))


@TELL.on(NightPassed)
def _passed(log: Log, event: NightPassed) -> None:
    if event.camps:
        again = joined([f"{camp} ({at})" for camp, at in zip(event.camps, event.hexes, strict=True)])
        log.head(f"set up again: {again}", log.rule("night rest"))
