"""The log of turns, draws and activations (3, 4)."""

from pbem.core.handlers import Handlers
from pbem.systems.custer.card import SIDE_NAMES
from pbem.systems.custer.state.draw_events import MarkerDrawn, MarkerSetAside, MarkerUsed, TurnBegan, UnitsActivated
from pbem.systems.custer.telling.log import BattleLog

ASIDE = {
    "limit": ("its side has used all its markers this turn", "3.4"),
    "nobody": ("there is nobody whom it could activate", "3.4"),
    "declined": ("its side waits for the other one", "3.8"),
}

TELL: Handlers[BattleLog] = Handlers("tells")
TELL.nothing_for(UnitsActivated)


@TELL.on(TurnBegan)
def _turn_began(log: BattleLog, event: TurnBegan) -> None:
    log.head(f"turn {event.turn} begins, {len(event.cup)} markers are in the cup", "3.2")
    log.close()


@TELL.on(MarkerDrawn)
def _drawn(log: BattleLog, event: MarkerDrawn) -> None:
    marker = log.field.sheet.scenario.by_id(event.marker).name  # of two alike nobody minds which it was
    log.head(f"{marker} ({SIDE_NAMES[event.side]}) is drawn: {log.roll(event.roll)} of the cup", "3.1")


@TELL.on(MarkerSetAside)
def _set_aside(log: BattleLog, event: MarkerSetAside) -> None:
    text, rule = ASIDE[event.why]
    log.step(None, f"set aside: {text}", "", rule)


@TELL.on(MarkerUsed)
def _used(log: BattleLog, event: MarkerUsed) -> None:
    side = SIDE_NAMES[event.side]
    log.step(None, f"used: {side} marker {event.number} of {event.limit} this turn", "", "3.7")
    log.brief.append(f"{log.field.sheet.scenario.by_id(event.marker).name} is drawn ({side}).")
