"""The log of everything but fighting: set-up, entry, movement, modes, rally, resupply."""

from pbem.core.event import Event
from pbem.systems.indian_wars.state.counter import LEADER
from pbem.systems.indian_wars.state.moving_events import (
    ChargeDeclared,
    EaglesNestReleased,
    HillTaken,
    HoldersPlaced,
    HoldersTaken,
    LeaderAttached,
    LossReplaced,
    ModeChanged,
    MovementStopped,
    RallyFailed,
    ResupplyBegun,
    ResupplyFailed,
    UnitCrawled,
    UnitEntered,
    UnitExited,
    UnitRallied,
    UnitRecovered,
    UnitResupplied,
    UnitScattered,
    UnitSetUp,
    UnitsMoved,
)
from pbem.systems.indian_wars.telling.log import Gathering, Going, Log, by
from pbem.systems.indian_wars.telling.words import SIDE_NAMES, counted, joined

MODE_VERBS = {"mounted": "mounts", "dismounted": "dismounts", "prone": "goes prone"}


def tell_moving(log: Log, event: Event) -> bool:
    """Tell an event of movement, set-up or rally; False where it is none."""
    match event:
        case UnitSetUp(unit, at, mode):
            where = f"in {at}{_mode(log, unit, mode)}"
            log.gather(Gathering((unit,), f"sets up {where}", f"set up {where}"), log.field.rule("set-up"))
        case UnitEntered(unit, at, mode, cost):
            how = f"at {at}{_mode(log, unit, mode)}: {cost} MP"
            log.gather(Gathering((unit,), f"enters {how}", f"enter {how}"), log.field.rule("set-up"))
        case UnitsMoved():
            if log.go(
                Going(
                    event.units,
                    (event.start, event.to),
                    event.cost,
                    log.field.rule("minimum move") if event.minimum else "",
                ),
                log.field.rule("terrain costs"),
            ):
                log.count("move")
        case UnitCrawled(unit, start, to):
            log.head(f"{unit} crawls {start}-{to}, for all its MPs", log.field.rule("crawling"))
            log.count("move")
        case ModeChanged():
            _mode_changed(log, event)
        case HoldersPlaced(holders, _, at):
            log.step(None, f"{holders} hold its mounts in {at}", "", log.field.rule("dismounting"))
        case HoldersTaken(holders, name):
            log.step(None, f"{holders} are taken up by {name}", "", log.field.rule("mounting up"))
        case UnitRecovered(unit, cost):
            log.head(f"{unit} ({_at(log, unit)}) recovers from disruption: {cost} MP", log.field.rule("recovery"))
        case ChargeDeclared(units, target):
            who = joined(units)
            verb = "charges" if len(units) == 1 else "charge"
            log.head(
                f"{who} {verb} {target}" if target else f"{who}: the charge is broken off", log.field.rule("charge")
            )
        case MovementStopped(units, at, why):
            log.step(None, f"{joined(units)} {'goes' if len(units) == 1 else 'go'} no further than {at}: {why}")
        case UnitExited(unit, at, edge, to, points):
            scored = f"; {SIDE_NAMES[to]} VP +{points}" if points else ""
            log.head(f"{unit} leaves the map by the {edge} edge at {at}{scored}", log.field.rule("leaving the map"))
            log.brief.append(f"{unit} left the map by the {edge} edge.")
        case UnitScattered(unit, start, to):
            _scattered(log, unit, start, to)
        case HillTaken(hill, unit, side, points):
            log.step(None, f"{unit} is first on {hill}: {SIDE_NAMES[side]} VP +{points}", "", log.field.rule("victory"))
            log.brief.append(f"{unit} took {hill}: {SIDE_NAMES[side]} VP +{points}.")
        case EaglesNestReleased(why):
            log.step(
                None, f"the units near the Eagle's Nest are free to move: {why}", "", log.field.rule("Eagles Nest")
            )
        case UnitRallied(unit, condition, roll):
            said = f": {log.sum_of(roll)}" if roll else " by itself"
            log.head(
                f"{unit} rallies from {condition}{said}", log.field.rule("rally attempt"), "-> yes" if roll else ""
            )
            log.count("rally")
            log.brief.append(f"{unit} rallied from {condition}.")
        case RallyFailed(unit, condition, roll):
            log.head(
                f"{unit} tries to rally from {condition}: {log.sum_of(roll)}", log.field.rule("rally attempt"), "-> no"
            )
            log.count("rally")
            log.brief.append(f"{unit} is still {condition}.")
        case LossReplaced(unit, holders):
            log.head(f"{holders}, who have nothing to hold, make up for a loss of {unit}", log.field.rule("holders"))
            log.brief.append(f"{holders} joined {unit}.")
        case LeaderAttached(leader, to):
            log.head(
                f"{leader} is now with {to}" if to else f"{leader} is now with no unit", log.field.rule("attachment")
            )
        case ResupplyBegun(unit, supplier):
            log.head(f"{unit} means to resupply from {supplier or 'its own saddle bags'}", log.field.rule("resupply"))
        case UnitResupplied(unit, supplier, _, left):
            source = supplier or "its own saddle bags"
            log.head(f"{unit} is resupplied from {source}: no longer low on ammunition", log.field.rule("resupply"))
            log.step(
                None,
                f"{counted(left, 'point')} left there; no MPs are left to unit and supplier",
                "",
                log.field.rule("resupply"),
            )
        case ResupplyFailed(unit, why):
            log.head(f"{unit} is not resupplied: {why}", log.field.rule("resupply"))
        case _:
            return False
    return True


def _at(log: Log, name: str) -> str:
    return log.field[name].at if name in log.field else "gone"


def _mode(log: Log, name: str, mode: str) -> str:
    printed = log.field.sheet.roster.get(name)
    return "" if printed is not None and printed.kind == LEADER else f", {mode}"


def _mode_changed(log: Log, event: ModeChanged) -> None:
    verb = "gets up" if event.before == "prone" and event.mode == "dismounted" else MODE_VERBS[event.mode]
    walk = f", and {event.penalty} for its holders' walk" if event.penalty else ""
    log.head(f"{event.unit} ({_at(log, event.unit)}) {verb}: {event.cost} MP{walk}", log.field.rule("mode change"))
    if event.abandoned:
        log.step(
            None,
            "nobody stays with the horses: they are given up, and nobody leaves the ranks for them",
            "",
            log.field.rule("dismounting"),
        )


def _scattered(log: Log, unit: str, start: str, to: str) -> None:
    decided = log.take("scatter")
    log.head(f"{unit} scatters ({start} -> {to})", log.field.rule("scatter"))
    log.brief.append(f"{unit} scattered to {to}.")
    log.step(None, f"{by(decided)}; ends routed" if decided else "ends routed")
