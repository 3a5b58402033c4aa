"""The log and the panel of guns (LB-11)."""

from collections.abc import Iterator

from pbem.core.event import Handlers
from pbem.mechanisms.log import Marks
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.guns.crews import crew_of
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.counter import CANNON, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import (
    CanisterResolved,
    CrewLost,
    GunAbandoned,
    GunAnsweredMelee,
    GunFired,
    GunFireResolved,
    GunFreed,
    GunLeftAtEnd,
    GunLimbered,
    GunManhandled,
    GunManned,
    GunMired,
    GunTurned,
    GunUnlimbered,
    GunWrecked,
    ManhandleRolled,
    MiredRolled,
    RecoveryRolled,
    WreckRolled,
)
from pbem.systems.indian_wars.telling.entries.fire import RULES, modifiers
from pbem.systems.indian_wars.telling.log import Log, by, counted, joined, scored
from pbem.systems.indian_wars.telling.position import Position

TELL: Handlers[Log] = Handlers("tells")
MARKS: Handlers[Marks] = Handlers("marks")

RESULTS = {"1": "-> one strength point, and all there run", "R": "-> all there run", "-": "-> no effect"}
ONLY = {"1": "-> one strength point, and it runs", "R": "-> it runs", "-": "-> no effect"}
LOADS = {"canister": "canister", "shell": "shell, for want of canister", "Gatling": "its barrels"}
WAYS = {"yes": "it moves", "yes*": "it moves, and may be wrecked", "no": "it stays"}
STUCK = {"yes": "stuck", "yes*": "stuck, and may be wrecked", "no": "not stuck"}
FREED = {"yes": "free", "no": "still stuck", "no*": "still stuck, and may be wrecked"}


# Modes


@TELL.on(GunUnlimbered)
def _unlimbered(log: Log, event: GunUnlimbered) -> None:
    if event.forced:
        text = f"the crew of {event.gun} is thrown off and stands at its gun, facing {event.facing}"
        log.step("condition", text, "", log.rule("gun modes"))
    else:
        text = f"{event.gun} ({event.at}) unlimbers, facing {event.facing}: {event.cost} MP"
        log.head(text, log.rule("gun modes"))


@TELL.on(GunLimbered)
def _limbered(log: Log, event: GunLimbered) -> None:
    log.head(f"{event.gun} ({event.at}) limbers: {event.cost} MP", log.rule("gun modes"))


@TELL.on(GunTurned)
def _turned(log: Log, event: GunTurned) -> None:
    log.head(f"{event.gun} ({event.at}) turns to {event.facing}", log.rule("turning a gun"))


# Handling


@TELL.on(ManhandleRolled)
def _pushed(log: Log, event: ManhandleRolled) -> None:
    who = "its crew" if event.by == event.gun else event.by
    log.head(f"{event.gun} ({event.at}) is pushed toward {event.to} by {who}", log.rule("manhandle"))
    modifiers(log, event.roll.modifiers)
    log.step("roll", log.sum_of(event.roll), f"-> {WAYS[event.result]}", log.rule("manhandle"))


@MARKS.on(GunManhandled)
def _mark_push(marks: Marks, event: GunManhandled) -> None:
    marks.step("move", event.units, event.start, event.to)


@TELL.on(GunManhandled)
def _manhandled(log: Log, event: GunManhandled) -> None:
    log.step(None, f"{joined(event.units)}: {event.start}-{event.to}")


@TELL.on(MiredRolled)
def _mired_roll(log: Log, event: MiredRolled) -> None:
    text = f"{event.gun} at the water between {event.at} and {event.to}: {log.sum_of(event.roll)}"
    log.step("mired", text, f"-> {STUCK[event.result]}", log.rule("mired results"))


@TELL.on(GunMired)
def _mired(log: Log, event: GunMired) -> None:
    log.step("mired", f"{event.gun} is mired in {event.at}", "", log.rule("mired state"))
    log.brief.append(f"{event.gun} is mired in {event.at}.")


@TELL.on(RecoveryRolled)
def _tried(log: Log, event: RecoveryRolled) -> None:
    log.head(f"{event.gun} ({event.at}) is to be freed", log.rule("gun recovery"))
    log.step("roll", log.sum_of(event.roll), f"-> {FREED[event.result]}", log.rule("gun recovery"))


@TELL.on(GunFreed)
def _freed(log: Log, event: GunFreed) -> None:
    may = f"it has {event.left} MP in this phase" if event.left else "it may only turn in this phase"
    log.step(None, f"{event.gun} is free: {may}")


@TELL.on(WreckRolled)
def _wreck_roll(log: Log, event: WreckRolled) -> None:
    text = "-> wrecked" if event.result == "yes" else "-> sound"
    log.step("wreck", f"{event.gun}: {log.sum_of(event.roll)}", text, log.rule("wreck"))


@TELL.on(GunWrecked)
def _wrecked(log: Log, event: GunWrecked) -> None:
    log.step("loss", f"{event.gun} is out of the game{scored(event.to, event.points)}", "", log.rule("wreck"))
    log.count_points(event.to, event.points)
    log.brief.append(f"{event.gun} is wrecked.")


# Crews


@TELL.on(GunAbandoned)
def _abandoned(log: Log, event: GunAbandoned) -> None:
    text = f"{event.crew} leaves {event.gun} ({event.at}): {event.why}"
    if event.why == "left on purpose":
        log.head(f"{event.crew} leaves {event.gun} ({event.at})", log.rule("abandoned guns"))
    else:
        log.step("crew", text, "", log.rule("abandoned guns"))
    log.brief.append(f"{event.gun} stands abandoned in {event.at}.")


@TELL.on(CrewLost)
def _crew_lost(log: Log, event: CrewLost) -> None:
    text = f"{event.crew} is gone, {event.gun} ({event.at}) stands abandoned: {event.why}"
    log.step("loss", text, "", log.rule("abandoned guns"))
    log.brief.append(f"{event.gun} has lost its crew in {event.at}.")


@TELL.on(GunManned)
def _manned(log: Log, event: GunManned) -> None:
    log.head(f"{event.crew} takes {event.gun} over in {event.at}", log.rule("abandoned guns"))


@TELL.on(GunLeftAtEnd)
def _left_at_end(log: Log, event: GunLeftAtEnd) -> None:
    clause = log.rule("abandoned guns at the end")
    log.head(f"{event.gun} ({event.at}) stands abandoned as the game ends{scored(event.to, event.points)}", clause)
    log.count_points(event.to, event.points)


# Fire


@MARKS.on(GunFired)
def _mark_shot(marks: Marks, event: GunFired) -> None:
    marks.fight("fire", event.firer, event.firer_at, event.target_at)


@TELL.on(GunFired)
def _fired(log: Log, event: GunFired) -> None:
    decided = log.take(f"{event.occasion} fire", event.firer)
    strength = " at half strength" if event.how == "half" else ""
    at = f"{event.only} ({event.target_at})" if event.only else event.target_at
    clause = log.rule(RULES[event.occasion])
    log.head(f"{event.firer} ({event.firer_at}) fires{strength} at {at}", clause)
    if decided:
        log.step(None, f"{by(decided)}: fire at {decided.choice}")
    gun = log.field[event.firer]
    if gun.facing != event.facing:
        log.step(None, f"it pivots from {gun.facing} to {event.facing}", "", log.rule("field of fire"))
    log.count("fire")


@TELL.on(GunFireResolved)
def _resolved(log: Log, event: GunFireResolved) -> None:
    aimed = event.shot
    kind = "cannon" if aimed.kind == CANNON else "Gatling"
    column = f"{kind}, {aimed.line}-crew line, range {aimed.column}"
    log.step("column", column, "", log.rule("gun chart"), brief=column)
    modifiers(log, event.roll.modifiers)
    text = (ONLY if aimed.only else RESULTS)[event.result]
    rolled = log.sum_of(event.roll)
    log.step("result", rolled, text, log.rule("gun results"), brief=rolled)
    if event.result == "1":
        what = (
            f"{aimed.only}: a strength point, and it"
            if aimed.only
            else f"{aimed.target_at}: a strength point, and all there"
        )
        log.brief.append(f"{aimed.firer} hit {what} ran.")
    elif event.result == "R":
        log.brief.append(f"{aimed.firer} drove {aimed.only or f'those in {aimed.target_at}'} off.")
    else:
        log.misses += 1


@TELL.on(GunAnsweredMelee)
def _answered(log: Log, event: GunAnsweredMelee) -> None:
    decided = log.take("gun in melee", event.gun)
    text = f"{event.gun} fires {LOADS[event.load]} at {joined(event.targets)}"
    log.step("gun", text, "", log.rule("guns in melee"))
    if decided:
        log.step(None, f"{by(decided)}: {decided.choice}")
    gun = log.field[event.gun]
    if gun.facing != event.facing:
        log.step(None, f"it pivots from {gun.facing} to {event.facing}", "", log.rule("pivot in melee"))


@TELL.on(CanisterResolved)
def _canister(log: Log, event: CanisterResolved) -> None:
    modifiers(log, event.roll.modifiers)
    text = counted(event.points, "strength point") if event.points else "no effect"
    log.step("gun", f"{event.line}-crew line: {log.sum_of(event.roll)}", f"-> {text}", log.rule("guns in melee"))


# The panel


def lines(here: Position) -> Iterator[str]:
    """Each gun on the map, in a line or two: where it stands, how, its crew, what it looks at, its ammunition."""
    for gun in here.guns:
        yield from wrap(f"{gun.name:<12} {gun.at}  {_gun_state(here.field, gun)}", WIDTH, first="  ", rest=" " * 21)


def _gun_state(field: Battlefield, gun: Counter) -> str:
    stands = "limbered" if gun.is_mounted else f"unlimbered, facing {gun.facing}"
    parts = [stands]
    if gun.mired:
        parts.append("mired")
    if gun.abandoned:
        return ", ".join((*parts, "abandoned"))
    parts.append(f"{crew_of(field, gun)} ({gun.strength})")
    parts.append(_supply(field, gun))
    covered = gunnery.hexes_covered(field, gun)
    if covered:
        parts.append(f"covers {ranges(covered)}")
    return ", ".join(one for one in parts if one)


def _supply(field: Battlefield, gun: Counter) -> str:
    if not ammunition.is_on_roster(field, gun):
        return "low ammo" if gun.low_ammo else ""
    boxes = f"{say.halves(ammunition.half_boxes_left(field, gun)) or '0'} boxes"
    if gun.kind == CANNON:
        return f"{boxes} of shell, {say.halves(ammunition.canister_halves(field, gun)) or '0'} of canister"
    return boxes


def ranges(hexes: tuple[str, ...]) -> str:
    """Hexes in their sequence, runs along a column as ``4711-13``."""
    out: list[list[str]] = []
    for at in sorted(hexes):
        last = out[-1] if out else []
        if last and last[-1][:2] == at[:2] and int(at[2:]) == int(last[-1][2:]) + 1:
            last.append(at)
        else:
            out.append([at])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1][2:]}" for run in out)
