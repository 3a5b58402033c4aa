"""The log of the pony herds (LB-19)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.herd_events import (
    HerdCaptureRolled,
    HerdLost,
    HerdScattered,
    HerdsDriven,
    HerdSettled,
    HerdsGathered,
    HerdTakenOff,
)
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import counted, joined, scored

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
    text = f"{event.scout} comes upon {event.herd} in {event.at}: {log.roll(event.roll)}"
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
