"""The log of the Rally Phase (8.D.2, 12.A, 13.B)."""

from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.rules.morale import rally
from pbem.systems.indian_wars.state.rally_events import LeaderAttached, LossReplaced, RallyFailed, UnitRallied
from pbem.systems.indian_wars.telling.log import Log

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(UnitRallied)
def _rallied(log: Log, event: UnitRallied) -> None:
    text = _rolled(log, event.roll) if event.roll else " by itself"
    log.head(
        f"{event.unit} rallies from {event.condition}{text}",
        log.rule("rally attempt"),
        "-> yes" if event.roll else "",
    )
    log.count("rally")
    log.brief.append(f"{event.unit} rallied from {event.condition}.")


@TELL.on(RallyFailed)
def _failed(log: Log, event: RallyFailed) -> None:
    log.head(
        f"{event.unit} tries to rally from {event.condition}{_rolled(log, event.roll)}",
        log.rule("rally attempt"),
        "-> no",
    )
    log.count("rally")
    log.brief.append(f"{event.unit} is still {event.condition}.")


def _rolled(log: Log, roll: Roll) -> str:
    """`` on 4+: r1 1d6 = 3, Capt Henry +2 = 5``."""
    return f" on {rally.least_total(log.field)}+: {log.sum_of(roll)}"


@TELL.on(LossReplaced)
def _replaced(log: Log, event: LossReplaced) -> None:
    log.head(f"{event.holders}, who have nothing to hold, make up for a loss of {event.unit}", log.rule("holders"))
    log.brief.append(f"{event.holders} joined {event.unit}.")


@TELL.on(LeaderAttached)
def _attached(log: Log, event: LeaderAttached) -> None:
    log.head(f"{event.leader} is now with {event.to or 'no unit'}", log.rule("attachment"))
