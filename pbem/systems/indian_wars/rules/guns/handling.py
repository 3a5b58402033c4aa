"""Guns pushed by hand, stuck in water, freed and wrecked (11.B.2 to 11.B.5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Modifier, Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import AbandonGun, FreeGun, ManGun, Manhandle
from pbem.systems.indian_wars.orders.records import Transfer
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.guns import crews, modes
from pbem.systems.indian_wars.rules.guns.crews import abandon, crew_of, no_gun, without_crew
from pbem.systems.indian_wars.rules.movement import stacking, steps
from pbem.systems.indian_wars.rules.movement.mobility import limit
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.state.counter import GUN_CREW, GUN_MOVED, INFANTRY, Counter, Engagement
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import (
    GunFreed,
    GunManhandled,
    GunManned,
    GunMired,
    GunWrecked,
    ManhandleRolled,
    MiredRolled,
    RecoveryRolled,
    WreckRolled,
)
from pbem.systems.indian_wars.state.supply_events import PointsTransferred

YES, STAR, NO = "yes", "*", "no"
STRONG = 4


@dataclass(frozen=True, slots=True)
class Push(Plan):
    """A legal attempt to push a gun: by whom (the gun's own name stands for its crew), where from, and the modifiers."""

    gun: str = ""
    by: str = ""
    start: str = ""
    to: str = ""
    modifiers: tuple[Modifier, ...] = ()


def _chart(field: Battlefield, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = field.sheet.charts["artillery"][name]
    return found


def _result(field: Battlefield, table: str, total: int, meaning: str) -> str:
    for row in _chart(field, table)["rows"]:
        if total <= row["max"]:
            return str(row["result"])
    raise ChartGap(table, str(total), field.rule(meaning))


# Pushing


@rule("unlimbered movement", "manhandle")
def plan_push(field: Battlefield, side: str, letter: str, order: Manhandle) -> Push | Problem:
    """Push an unlimbered gun one hex, by its crew or another unit of the hex (11.B.2; ruling A-164)."""
    problem = not_here(field, side, (order.unit, *([order.by] if order.by else [])))
    problem = problem or crews.no_gun(field, order.unit)
    if problem:
        return problem
    gun = field[order.unit]
    pusher = field[order.by] if order.by and order.by != crews.crew_of(field, gun) else gun
    problem = _cannot_be_pushed(field, gun) or _cannot_push(field, gun, pusher) or _no_way(field, gun, order.to)
    if problem:
        return problem
    movers = (gun,) if pusher is gun else (gun, pusher)
    if stacking.is_over(field, order.to, side, movers):
        points = stacking.points_with(field, order.to, side, movers)
        clause = field.rule("stacking limit")
        text = f"{order.to} would hold {points} strength points; {stacking.LIMIT} may stand there ({clause})."
        return Illegal("E136", text, clause, words=order.to, rests_on=(order.to,))
    mods = _modifiers(field, gun, pusher, order.to)
    drm = sum(one.value for one in mods)
    wins = sum(_result(field, "manhandle", die + drm, "manhandle") != NO for die in range(1, 7))
    note = f"moves on {wins} of 6" + (f" (DRM {drm:+d})" if drm else "")
    return Push(order, (note,), gun=gun.name, by=pusher.name, start=gun.at, to=order.to, modifiers=mods)


def _cannot_be_pushed(field: Battlefield, gun: Counter) -> Problem | None:
    clause = field.rule("unlimbered movement")
    if gun.mired:
        return modes.held_gun(field, gun)
    if not gun.is_unlimbered:
        text = f"{gun.name} is limbered: it moves with its team, and is not manhandled ({clause})."
        return Illegal("E138", text, clause, rests_on=(gun.name,))
    if Engagement("C", GUN_MOVED) in gun.shot_in:
        text = f"{gun.name} has already been pushed or turned this player turn ({clause})."
        return Illegal("E138", text, clause, rests_on=(gun.name,))
    return held(field, gun)


@rule("manhandling unit")
def _cannot_push(field: Battlefield, gun: Counter, by: Counter) -> Problem | None:
    """Why a unit cannot push: pushers must have been there as the turn began, and do nothing else in it (11.B.2)."""
    clause = field.rule("manhandling unit")
    problem = kinds.forbids(field, by, kinds.MANHANDLE)
    if problem:
        return problem
    if by.is_gun and by is not gun:
        text = f"{by.name} cannot push a gun, since it is one itself ({clause})."
        return Illegal("E138", text, clause, words=by.name)
    if by.at != gun.at:
        text = (
            f"{by.name} stands in {by.at} and {gun.name} in {gun.at}: a unit that pushes it starts the turn there "
            f"({clause})."
        )
        return Illegal("E138", text, clause, words=by.name, rests_on=(by.name, gun.name))
    problem = held(field, by)
    if problem:
        return problem
    if by.spent or by.moved or by.fired or by.shot_in or by.resupplying or by.building:
        whose = f"The crew of {by.name}" if by is gun else by.name
        text = f"{whose} has done something else in this player turn: a unit that pushes a gun does nothing else ({clause})."
        return Illegal("E138", text, clause, rests_on=(by.name,))
    return None


@rule("unlimbered movement")
def _no_way(field: Battlefield, gun: Counter, to: str) -> Problem | None:
    """Why a gun cannot be pushed: far, steep, over the river, into a coulee or at the enemy (11.B.2)."""
    sheet, clause = field.sheet.map, field.rule("unlimbered movement")
    if to not in sheet:
        return Malformed("E121", f"{to} is not on the map.", words=to)
    if to not in sheet.neighbours(gun.at):
        text = (
            f"A gun can be manhandled only into an adjacent hex; {to} is not next to {gun.name} ({gun.at}) ({clause})."
        )
        return Illegal("E122", text, clause, words=to)
    why = ""
    if sheet.is_blocked(gun.at, to):
        why = "a cliff lies between"
    elif modes.is_too_steep(field, (gun,), gun.at, to):
        why = f"{to} is more than one level away"
    elif modes.RIVER in field.crossed(gun.at, to):
        why = "the river there has no ford"
    elif sheet.is_coulee_only(gun.at) or sheet.is_coulee_only(to):
        why = "a coulee is entered and left by its entry/exit hexes"
    elif found := steps.enemies_closing(field, to, (gun,)):
        why = f"{to} holds {say.names_of(found)}"
    if why:
        text = f"{gun.name} cannot be manhandled from {gun.at} to {to}: {why} ({clause})."
        return Illegal("E134", text, clause, words=to, rests_on=(gun.name, to))
    return None


@rule("manhandle")
def _modifiers(field: Battlefield, gun: Counter, by: Counter, to: str) -> tuple[Modifier, ...]:
    sheet, clause = field.sheet.map, field.rule("manhandle")
    soft = sheet.terrain(to) == "light_woods" or sheet.is_coulee_exit(gun.at)
    holds = (
        sheet.level(to) > sheet.level(gun.at),
        any(kind in modes.MUDDY for kind in field.crossed(gun.at, to)),
        by.strength >= STRONG,
        soft,
    )
    rows = zip(_chart(field, "manhandle")["drm"], holds, strict=True)
    return tuple(Modifier(int(row["drm"]), str(row["id"]), "", clause) for row, is_so in rows if is_so)


@rule("manhandle", "mired, unlimbered", "manhandling unit")
def resolve_push(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Fire at those who leave a ZOC, the roll, and what comes of it; gun and pushers go together (11.B.2; A-164)."""
    if not isinstance(plan, Push):
        raise TypeError(f"expected the plan of a push, found {plan!r}")
    gun, by, start, to = plan.gun, plan.by, plan.start, plan.to
    names = tuple(dict.fromkeys((gun, by)))
    if steps.is_fired_on_leaving(umpire.state, names, start):
        yield from umpire.state.title.rules.opportunity_fire(umpire, names, start)
        if any(not _is_able(umpire.state, name, start) for name in names):
            return
    if umpire.is_rehearsing:
        # What is written behind it is meant for the gun where it is to stand.
        umpire.emit(GunManhandled(names, gun, start, to))
        return
    dice = str(_chart(umpire.state, "manhandle")["dice"])
    roll = umpire.roll(dice, f"manhandle {gun}", umpire.state.rule("manhandle"), plan.modifiers)
    result = _result(umpire.state, "manhandle", roll.total, "manhandle")
    umpire.emit(ManhandleRolled(gun, by, start, to, roll, result))
    if result == NO:
        if any(kind in modes.MUDDY for kind in umpire.state.crossed(start, to)):
            mire(umpire, gun, start, to)
        return
    with_them = tuple(one.name for one in umpire.state.at(start) if one.is_leader and one.attached_to in names)
    umpire.emit(GunManhandled((*names, *with_them), gun, start, to))
    for settle in umpire.state.title.rules.arrival_settles:
        settle(umpire, names, to)
    if STAR in result:
        check_wreck(umpire, gun)


def _is_able(field: Battlefield, name: str, at: str) -> bool:
    if name not in field:
        return False
    unit = field[name]
    return unit.at == at and not (unit.pinned or unit.routed or unit.abandoned)


# Water


@rule("mired, limbered")
def cross(umpire: Umpire[Battlefield], names: tuple[str, ...], a: str, b: str) -> tuple[str, ...]:
    """Limbered guns roll as they come to the river where there is no ford; those that stick stay behind (11.B.3)."""
    if modes.RIVER not in umpire.state.crossed(a, b):
        return names
    stuck = [name for name in names if umpire.state[name].is_gun and mire(umpire, name, a, b)]
    return tuple(one for one in names if one not in stuck and umpire.state[one].attached_to not in stuck)


@rule("mired results", "mired, limbered", "mired, unlimbered")
def mire(umpire: Umpire[Battlefield], name: str, a: str, b: str) -> bool:
    """The Mired Table: whether a gun sticks; ``yes*`` may wreck it (11.B.3; ruling A-115)."""
    field = umpire.state
    if umpire.is_rehearsing:
        return False
    roll = umpire.roll(str(_chart(field, "mired")["dice"]), f"mired {name}", field.rule("mired results"))
    result = _result(field, "mired", roll.total, "mired results")
    umpire.emit(MiredRolled(name, a, b, roll, result))
    if result == NO:
        return False
    back = modes.opposite(field, modes.direction_to(field, a, b))
    umpire.emit(GunMired(name, a, back))
    if STAR in result:
        check_wreck(umpire, name)
    return True


@rule("gun recovery")
def plan_free(field: Battlefield, side: str, letter: str, order: FreeGun) -> Plan | Problem:
    """Try to free a mired gun, at the start of a Movement Phase later than the one in which it stuck (11.B.4)."""
    problem = not_here(field, side, (order.unit,)) or crews.no_gun(field, order.unit)
    if problem:
        return problem
    gun, clause = field[order.unit], field.rule("gun recovery")
    if not gun.mired:
        return Illegal("E138", f"{gun.name} is not mired ({clause}).", clause, rests_on=(gun.name,))
    if gun.shot_in and any(one.occasion in (GUN_MOVED, "manhandling") for one in gun.shot_in):
        text = f"{gun.name} got stuck in this phase, or you have tried to free it.  Try again in your next phase C ({clause})."
        return Illegal("E138", text, clause, rests_on=(gun.name,))
    if gun.spent:
        text = f"{gun.name} has spent MPs: a gun is freed before all other movement ({clause})."
        return Illegal("E138", text, clause, rests_on=(gun.name,))
    problem = held(field, gun)
    if problem:
        return problem
    wins = sum(_result(field, "recover", die, "gun recovery") == YES for die in range(1, 7))
    return Plan(order, (f"free on {wins} of 6",))


@rule("gun recovery")
def resolve_free(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """The Recover Table; a gun freed limbered has half its MPs, an unlimbered one may only turn (11.B.4)."""
    if not isinstance(plan.order, FreeGun):
        return
    field = umpire.state
    gun = field[plan.order.unit]
    freed = GunFreed(gun.name, gun.at, limit(gun) // 2 if gun.is_mounted else 0)
    if umpire.is_rehearsing:
        umpire.emit(freed)
        return
    roll = umpire.roll(str(_chart(field, "recover")["dice"]), f"recover {gun.name}", field.rule("gun recovery"))
    result = _result(field, "recover", roll.total, "gun recovery")
    umpire.emit(RecoveryRolled(gun.name, gun.at, roll, result))
    if result == YES:
        umpire.emit(freed)
    elif STAR in result:
        check_wreck(umpire, gun.name)
    yield from ()


@rule("wreck")
def check_wreck(umpire: Umpire[Battlefield], name: str) -> None:
    """The Wreck Table: a wrecked gun is out of the game and scores, and its crew stands alone (11.B.5)."""
    field = umpire.state
    gun = field[name]
    roll = umpire.roll(str(_chart(field, "wreck")["dice"]), f"wreck {name}", field.rule("wreck"))
    result = _result(field, "wreck", roll.total, "wreck")
    umpire.emit(WreckRolled(name, gun.at, roll, result))
    if result == YES:
        crews.abandon(umpire, name, "wrecked")
        umpire.emit(GunWrecked(name, gun.at, field.enemy_of(gun.side), int(_chart(field, "wreck")["vp_indian"])))


# Orders to crews (11.D, 11.E): leave a gun, take one over, make good the losses of infantry.


@rule("abandoned guns")
def plan_abandon(field: Battlefield, side: str, letter: str, order: AbandonGun) -> Plan | Problem:
    """Check that a crew may leave its gun on purpose (11.D.1)."""
    problem = not_here(field, side, (order.unit,)) or no_gun(field, order.unit)
    if problem:
        return problem
    gun = field[order.unit]
    if gun.pinned or gun.routed:
        text = f"{gun.name} is {gun.conditions[0]}: its crew stays with it ({field.rule('abandoned guns')})."
        return Illegal("E138", text, field.rule("abandoned guns"), rests_on=(gun.name,))
    return Plan(order, (f"{crew_of(field, gun)} goes on alone, on foot",))


def resolve_abandon(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Leave the gun."""
    if isinstance(plan.order, AbandonGun):
        abandon(umpire, plan.order.unit, "left on purpose")
    yield from ()


# Taken over


@rule("abandoned guns")
def plan_man(field: Battlefield, side: str, letter: str, order: ManGun) -> Plan | Problem:
    """Check that a crew may take over an abandoned gun of its hex; any crew serves either kind (11.D.1)."""
    problem = not_here(field, side, (order.unit, order.gun))
    if problem:
        return problem
    crew, gun, clause = field[order.unit], field[order.gun], field.rule("abandoned guns")
    if crew.kind != GUN_CREW:
        return Illegal("E138", f"{crew.name} is not a gun crew: only a crew serves a gun ({clause}).", clause)
    if not gun.is_gun or not gun.abandoned:
        what = f"has its crew, {crew_of(field, gun)}" if gun.is_gun else "is not a gun"
        return Illegal("E138", f"{gun.name} {what} ({clause}).", clause, rests_on=(gun.name,))
    if crew.pinned or crew.routed:
        text = f"{crew.name} is {crew.conditions[0]}: it must rally before it takes a gun over ({clause})."
        return Illegal("E138", text, clause, rests_on=(crew.name,))
    if crew.at != gun.at:
        text = f"{gun.name} stands in {gun.at} and {crew.name} in {crew.at}: a crew takes over a gun of its hex ({clause})."
        return Illegal("E138", text, clause, rests_on=(crew.name, gun.name))
    return Plan(order, ("limbered" if gun.is_mounted else f"facing {gun.facing}",))


def resolve_man(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Take the gun over."""
    if isinstance(plan.order, ManGun):
        umpire.emit(GunManned(plan.order.gun, plan.order.unit, umpire.state[plan.order.gun].at))
    yield from ()


# Replacements


@rule("crew as replacement")
def plan_transfer(field: Battlefield, side: str, letter: str, order: Transfer) -> Plan | Problem:
    """Points of a crew for an infantry company of its hex; whatever else hands points over does it as always (11.E.3)."""
    problem = not_here(field, side, (order.unit, order.to))
    giver = None if problem else field[order.unit]
    if giver is None or not (giver.kind == GUN_CREW or giver.is_gun):
        return pack_train.plan_transfer(field, side, letter, order) if letter == "C" else _not_now(field, order)
    unit, clause = field[order.to], field.rule("crew as replacement")
    rests_on = (giver.name, unit.name)
    if giver.abandoned:
        return without_crew(field, giver)
    if unit.kind != INFANTRY or unit.at != giver.at:
        text = f"A crew can replace losses only of infantry in its own hex; {unit.name} "
        text += f"stands in {unit.at} ({clause})." if unit.kind == INFANTRY else f"is none ({clause})."
        return Illegal("E138", text, clause, words=unit.name, rests_on=rests_on)
    most = min(giver.strength, unit.casualties)
    if not 0 < order.number <= most:
        text = f"{giver.name} has {giver.strength} to give and {unit.name} has lost {unit.casualties} ({clause})."
        lines = (f"{giver.name} transfer {most} to {unit.name}",) if most else ()
        return Illegal("E138", text, clause, lines, rests_on=rests_on)
    note = f"{unit.strength} to {unit.strength + order.number}"
    leaves = f"; {giver.name} is left without a crew" if giver.is_gun and order.number == giver.strength else ""
    return Plan(order, (note + leaves,))


def _not_now(field: Battlefield, order: Transfer) -> Problem:
    clause = field.rule("pack train personnel")
    return Illegal("E150", f"Packers hand points over in phase C, not in phase A ({clause}).", clause)


def resolve_transfer(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Hand the points over; a crew that gives its last is gone, for no points, and its gun abandoned."""
    if isinstance(plan.order, Transfer):
        order = plan.order
        giver = umpire.state[order.unit]
        left = giver.strength - order.number
        name = order.unit if left or not giver.is_gun else abandon(umpire, order.unit, "its crew joined the infantry")
        umpire.emit(PointsTransferred(name, order.to, order.number, left))
    yield from ()
