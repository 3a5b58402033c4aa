"""The log of set-up, entry, movement, modes and exit, and its marks in a picture (7, 8.D, 16.A, 16.D, 16.G, 18)."""

from pbem.core.event import Handlers
from pbem.mechanisms.log import Marks
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE
from pbem.systems.indian_wars.state.counter import HOLDERS, LEADER, PONY_HERD
from pbem.systems.indian_wars.state.moving_events import (
    ArrivalRolled,
    ChargeDeclared,
    EaglesNestReleased,
    HillTaken,
    HitAndRunEnded,
    HitAndRunHalted,
    HoldersPlaced,
    HoldersTaken,
    ModeChanged,
    MovementStopped,
    StartedLate,
    UnitCrawled,
    UnitEntered,
    UnitExited,
    UnitRecovered,
    UnitScattered,
    UnitSetUp,
    UnitsMoved,
)
from pbem.systems.indian_wars.telling.log import SIDE_NAMES, Gathering, Going, Log, by, clock, joined, scored

MODE_VERBS = {"mounted": "mounts", "dismounted": "dismounts", "prone": "goes prone"}
HERD = "Herd "
"""The beginning of a herd's name, which is one; holders and ponies of a band are several."""


TELL: Handlers[Log] = Handlers("tells")
MARKS: Handlers[Marks] = Handlers("marks")


@TELL.on(UnitSetUp)
def _set_up(log: Log, event: UnitSetUp) -> None:
    where = f"in {event.at}{_mode(log, event.unit, event.mode)}"
    log.gather(Gathering((event.unit,), f"sets up {where}", f"set up {where}", event.at), log.rule("set-up"))


@TELL.on(UnitEntered)
def _entered(log: Log, event: UnitEntered) -> None:
    how = f"at {event.at}{_mode(log, event.unit, event.mode)}: {event.cost} MP"
    log.gather(Gathering((event.unit,), f"enters {how}", f"enter {how}", event.at), log.rule("set-up"))


@TELL.on(UnitsMoved)
def _moved(log: Log, event: UnitsMoved) -> None:
    if log.go(
        Going(event.units, (event.start, event.to), event.cost, log.rule("minimum move") if event.minimum else ""),
        log.rule("terrain costs"),
    ):
        log.count("move")
        log.entries[-1].is_minor = all(_is_holder(log, name) for name in event.units)


@MARKS.on(UnitsMoved)
def _mark_move(marks: Marks, event: UnitsMoved) -> None:
    marks.step("move", event.units, event.start, event.to)


@TELL.on(UnitCrawled)
def _crawled(log: Log, event: UnitCrawled) -> None:
    log.head(f"{event.unit} crawls {event.start}-{event.to}, for all its MPs", log.rule("crawling"))
    log.count("move")


@MARKS.on(UnitCrawled)
def _mark_crawl(marks: Marks, event: UnitCrawled) -> None:
    marks.step("move", (event.unit,), event.start, event.to)


@TELL.on(HoldersPlaced)
def _holders_placed(log: Log, event: HoldersPlaced) -> None:
    if log.night_falls:
        return
    log.step(None, f"{event.holders} hold its mounts in {event.at}", "", log.rule("dismounting"))


@TELL.on(HoldersTaken)
def _holders_taken(log: Log, event: HoldersTaken) -> None:
    rule = log.rule("mounting up")
    if event.holders.startswith(HERD):
        log.step(None, f"{event.holders} is taken up by {event.by}", "", rule)
    else:
        log.step(None, f"{event.holders} are taken up by {event.by}", "", rule)


@TELL.on(UnitRecovered)
def _recovered(log: Log, event: UnitRecovered) -> None:
    log.head(f"{event.unit} ({_at(log, event.unit)}) recovers from disruption: {event.cost} MP", log.rule("recovery"))


@TELL.on(ChargeDeclared)
def _charges(log: Log, event: ChargeDeclared) -> None:
    who = joined(event.units)
    verb = "charges" if len(event.units) == 1 else "charge"
    log.head(f"{who} {verb} {event.target}" if event.target else f"{who}: the charge is broken off", log.rule("charge"))


@TELL.on(MovementStopped)
def _stopped(log: Log, event: MovementStopped) -> None:
    verb = "goes" if len(event.units) == 1 else "go"
    log.step(None, f"{joined(event.units)} {verb} no further than {event.at}: {event.why}")


@TELL.on(ArrivalRolled)
def _arrival_rolled(log: Log, event: ArrivalRolled) -> None:
    if event.zone == THE_BATTLE:
        text = f"The battle begins late: {log.roll(event.roll)} -> {clock(log.field, event.turn)}"
        log.head(text, log.rule("scenario"))
        return
    log.head(
        f"When the units of the {event.zone} come: {log.roll(event.roll)} -> {clock(log.field, event.turn)}",
        log.rule("single map"),
    )


@TELL.on(StartedLate)
def _started_late(log: Log, event: StartedLate) -> None:
    verb = "starts" if len(event.units) == 1 else "start"
    log.head(f"{joined(event.units)} {verb} with {event.left} MP", log.rule("start with part of the MPs"))


@TELL.on(UnitExited)
def _exited(log: Log, event: UnitExited) -> None:
    way = f"by the {event.edge} edge"
    log.head(
        f"{event.unit} leaves the map {way} at {event.at}{scored(event.to, event.points)}",
        log.rule("leaving the map"),
    )
    log.brief.append(f"{event.unit} left the map {way}.")


@TELL.on(HillTaken)
def _hill_taken(log: Log, event: HillTaken) -> None:
    gain = f"{SIDE_NAMES[event.side]} VP +{event.points}"
    log.step(None, f"{event.unit} is first on {event.hill}: {gain}", "", log.rule("victory"))
    log.brief.append(f"{event.unit} took {event.hill}: {gain}.")


@TELL.on(EaglesNestReleased)
def _released(log: Log, event: EaglesNestReleased) -> None:
    log.step(None, f"the units near the Eagle's Nest are free to move: {event.why}", "", log.rule("Eagles Nest"))


@TELL.on(HitAndRunHalted)
def _halted(log: Log, event: HitAndRunHalted) -> None:
    left = f"{event.left} MP left"
    log.head(
        f"{event.unit} halts in {event.at} to fire at {event.target} and ride away: {left}",
        log.rule("hit and run"),
    )
    log.brief.append(f"{event.unit} hit and ran at {event.target}.")


@TELL.on(HitAndRunEnded)
def _hit_and_run_ended(log: Log, event: HitAndRunEnded) -> None:
    log.step(None, f"{event.unit} does not fire: {event.why}", "", log.rule("hit and run"))


def _is_holder(log: Log, name: str) -> bool:
    printed = log.sheet.roster.get(name)
    if printed is None or printed.kind == PONY_HERD:  # which turns to its holder side when it is gathered
        is_holder: bool = log.field[name].is_holder
        return is_holder
    return printed.kind in HOLDERS


def _at(log: Log, name: str) -> str:
    return log.field[name].at if name in log.field else "gone"


def _mode(log: Log, name: str, mode: str) -> str:
    printed = log.sheet.roster.get(name)
    return "" if printed is not None and printed.kind == LEADER else f", {mode}"


@TELL.on(ModeChanged)
def _mode_changed(log: Log, event: ModeChanged) -> None:
    if log.night_falls and not event.abandoned:
        gathering = Gathering((event.unit,), "dismounts for the night", "dismount for the night")
        log.gather(gathering, log.rule("US at night"))
        return
    verb = "gets up" if event.before == "prone" and event.mode == "dismounted" else MODE_VERBS[event.mode]
    walk = f", and {event.penalty} for its holders' walk" if event.penalty else ""
    log.head(f"{event.unit} ({_at(log, event.unit)}) {verb}: {event.cost} MP{walk}", log.rule("mode change"))
    if event.abandoned:
        log.step(
            None,
            "nobody stays with the horses: they are given up, and nobody leaves the ranks for them",
            "",
            log.rule("dismounting"),
        )


@TELL.on(UnitScattered)
def _scattered(log: Log, event: UnitScattered) -> None:
    decided = log.take("scatter")
    log.head(f"{event.unit} scatters ({event.start} -> {event.to})", log.rule("scatter"))
    log.brief.append(f"{event.unit} scattered to {event.to}.")
    log.step(None, f"{by(decided)}; ends routed" if decided else "ends routed")


@MARKS.on(UnitScattered)
def _mark_scatter(marks: Marks, event: UnitScattered) -> None:
    marks.step("retreat", (event.unit,), event.start, event.to)
