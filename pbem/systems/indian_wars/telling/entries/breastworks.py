"""The log of breastworks (16.C)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.breastworks_events import (
    BreastworksBegun,
    BreastworksGivenUp,
    BreastworksLoaded,
    BreastworksRaised,
    BuildersCounted,
    ShelterTaken,
)
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import counted

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(BreastworksBegun)
def _begun(log: Log, event: BreastworksBegun) -> None:
    at = log.field[event.unit].at
    log.head(f"{event.unit} ({at}) builds breastworks from the boxes of {event.train}", log.rule("breastworks"))
    log.step(None, "both do nothing else in this player turn")


@TELL.on(BuildersCounted)
def _counted(log: Log, event: BuildersCounted) -> None:
    most = counted(event.most, "unit")
    log.step("builders", f"{log.roll(event.roll)}: {most} may build in this player turn", "", log.rule("breastworks"))


@TELL.on(BreastworksRaised)
def _raised(log: Log, event: BreastworksRaised) -> None:
    log.head(f"{event.unit} lies under breastworks in {event.at}", log.rule("breastworks"))
    log.brief.append(f"{event.unit} has breastworks in {event.at}.")


@TELL.on(BreastworksGivenUp)
def _given_up(log: Log, event: BreastworksGivenUp) -> None:
    log.head(f"{event.unit} gives its breastworks up: {event.why}", log.rule("breastworks"))


@TELL.on(ShelterTaken)
def _sheltered(log: Log, event: ShelterTaken) -> None:
    log.head(f"{event.unit} goes under breastworks that lie in {event.at}", log.rule("breastworks"))


@TELL.on(BreastworksLoaded)
def _loaded(log: Log, event: BreastworksLoaded) -> None:
    log.head(f"{event.unit} loads breastworks of {event.at} back onto {event.train}", log.rule("breastworks"))
