"""The log of entry, marches, changes of status and exit, and their marks in a picture (5, 6, 9)."""

from pbem.core.handlers import Handlers
from pbem.mechanisms.words import joined
from pbem.systems.custer.state.moving_events import StatusChanged, UnitsArrived, UnitsLeftBoard, UnitsMarched
from pbem.systems.custer.telling.log import BattleLog, Going, Seen, verb

TELL: Handlers[BattleLog] = Handlers("tells")
MARKS: Handlers[Seen] = Handlers("marks")


@TELL.on(UnitsArrived)
def _arrived(log: BattleLog, event: UnitsArrived) -> None:
    log.head(f"{joined(event.units)} {verb(event.units, 'enters', 'enter')} in {event.at}", "9.1")
    log.count("entry")


@TELL.on(StatusChanged)
def _status_changed(log: BattleLog, event: StatusChanged) -> None:
    who = (event.unit,)
    how = verb(who, "mounts", "mount") if event.mode == "mounted" else verb(who, "dismounts", "dismount")
    log.head(f"{event.unit} ({log.field[event.unit].at}) {how}: {event.cost} MP", "6.2")


@TELL.on(UnitsMarched)
def _marched(log: BattleLog, event: UnitsMarched) -> None:
    log.march(Going(event.units, (event.start, event.to), event.cost))


@MARKS.on(UnitsMarched)
def _mark_march(seen: Seen, event: UnitsMarched) -> None:
    seen.marks.step("move", event.units, event.start, event.to)


@TELL.on(UnitsLeftBoard)
def _left_board(log: BattleLog, event: UnitsLeftBoard) -> None:
    who = joined(event.units)
    log.head(f"{who} {verb(event.units, 'leaves', 'leave')} the board from {event.at}, {event.edge}", "9.2")
    log.brief.append(f"{who} left the board.")
