"""The log of grass fires (LB-17.D)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.grass_events import GrassFireBurnedOut, GrassFireLeft, GrassFireSet
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import joined

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(GrassFireSet)
def _set(log: Log, event: GrassFireSet) -> None:
    text = f"{event.by} sets fire to the grass in {event.at}: {event.cost} MP, {log.roll(event.roll)}"
    log.head(text, log.rule("grass fire"))
    log.step(None, f"{event.fire} burns to the end of turn {event.until}")
    log.brief.append(f"{event.by} set fire to the grass in {event.at}.")


@TELL.on(GrassFireLeft)
def _left(log: Log, event: GrassFireLeft) -> None:
    text = f"out of the fire: {joined(event.units)} {event.start}-{event.to}"
    log.step(None, text, "", log.rule("grass fire"))


@TELL.on(GrassFireBurnedOut)
def _out(log: Log, event: GrassFireBurnedOut) -> None:
    log.head(f"{event.fire} ({event.at}) has burned out", log.rule("grass fire"))
