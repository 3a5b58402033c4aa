"""The modes of guns (11.B): limbering, unlimbering, and turning the front of one that stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.board.hexmap import Compass
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Moot, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.littlebighorn_records import Limber, TurnGun, Unlimber
from pbem.systems.indian_wars.rules.guns.crews import no_gun
from pbem.systems.indian_wars.rules.movement.mobility import left, spent_of
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.state.counter import GUN_MOVED, Counter, Engagement
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import GunLimbered, GunTurned, GunUnlimbered

# The limits of guns beside other units (11.B): steep slopes, moving without a team, deep water.

RIVER, FORD = "river", "ford"
MUDDY = (FORD, "creek", "dry_creek")
"""Hexsides at which a gun that is pushed may stick (11.B.3; ruling A-166)."""


@rule("limbered movement")
def is_too_steep(field: Battlefield, units: Sequence[Counter], a: str, b: str) -> bool:
    """True if a step climbs or drops more than one level, which no gun does (11.B.1)."""
    if not any(unit.is_gun for unit in units):
        return False
    sheet = field.sheet.map
    return abs(sheet.level(a) - sheet.level(b)) > 1


def bars_retreat(field: Battlefield, units: Sequence[Counter], a: str, b: str) -> bool:
    """True if a gun that is driven back cannot take a step: too steep, or a river without a ford (ruling A-167)."""
    if not any(unit.is_gun for unit in units):
        return False
    return is_too_steep(field, units, a, b) or RIVER in field.crossed(a, b) or any(u.mired for u in units)


@rule("unlimbered movement", "mired state")
def held_gun(field: Battlefield, unit: Counter) -> Problem | None:
    """Why a gun goes nowhere by itself: it is unlimbered, or stuck (11.B.2, 11.B.3)."""
    if unit.mired:
        clause = field.rule("mired state")
        text = f"{unit.name} is mired: it may be freed, unlimbered or abandoned, and nothing else ({clause})."
        return Illegal("E138", text, clause, (f"{unit.name} free",), rests_on=(unit.name,))
    if unit.is_unlimbered:
        clause = field.rule("unlimbered movement")
        text = f"{unit.name} is unlimbered: it is limbered first, or manhandled one hex ({clause})."
        return Illegal("E138", text, clause, (f"{unit.name} limber",), rests_on=(unit.name,))
    return None


def direction_to(field: Battlefield, start: str, goal: str) -> str:
    """The direction in which a gun looks that looks at a hex: the one whose line runs nearest to it."""
    sheet = field.sheet.map
    compass: Compass = sheet.compass

    def off(n: int) -> tuple[int, int]:
        ahead = sheet.beside(start, n)
        return (sheet.distance(ahead, goal) if ahead else 99), n

    near = min(range(6), key=off)
    return compass.directions[near]


def opposite(field: Battlefield, direction: str) -> str:
    """The direction that looks the other way."""
    names = field.sheet.map.compass.directions
    return names[(names.index(direction) + 3) % 6]


def nearest_foe(field: Battlefield, unit: Counter) -> str:
    """The hex of the nearest enemy, "" where there is none."""
    distance = field.sheet.map.distance
    foes = (one.at for one in field.of(field.enemy_of(unit.side)) if not one.abandoned)
    return min(foes, key=lambda at: (distance(unit.at, at), at), default="")


FULL_CREW = 2


@dataclass(frozen=True, slots=True)
class GunChange(Plan):
    """A legal change of a gun: what it costs, and where it looks afterwards ("" while limbered)."""

    cost: int = 0
    facing: str = ""


def work_of(field: Battlefield, gun: Counter) -> int:
    """The MPs for limbering or unlimbering: more with a reduced crew (11.B)."""
    chart = next(one for one in field.sheet.charts["terrain"]["activity"] if one["id"] == "limber_or_unlimber")
    return int(chart["cost"]["full_crew" if gun.strength >= FULL_CREW else "reduced_crew"])


def _ready(field: Battlefield, side: str, name: str) -> Problem | None:
    problem = not_here(field, side, (name,)) or no_gun(field, name)
    return problem or held(field, field[name])


@rule("gun modes")
def _may_change(field: Battlefield, gun: Counter, doing: str) -> Problem | None:
    """Neither pinned nor disrupted, and with MPs enough (11.B.1)."""
    clause = field.rule("gun modes")
    if gun.disrupted:
        text = f"{gun.name} is disrupted: its crew must recover before it can {doing} ({clause})."
        return Illegal("E137", text, clause, (f"{gun.name} recover; {doing}",), rests_on=(gun.name,))
    cost = work_of(field, gun)
    if left(gun) < cost:
        text = f"{gun.name} has {left(gun)} MP left; to {doing} takes {cost} ({clause})."
        return Illegal("E130", text, clause, rests_on=(gun.name,))
    return None


@rule("gun modes", "mired state")
def plan_unlimber(field: Battlefield, side: str, letter: str, order: Unlimber) -> GunChange | Problem:
    """Unlimber, facing any way; a mired gun looks back the way it came (11.B.1, 11.B.3)."""
    problem = not_here(field, side, (order.unit,)) or no_gun(field, order.unit)
    if problem:
        return problem
    gun = field[order.unit]
    if not gun.is_mounted:
        text = f"{gun.name} is unlimbered already ({field.rule('gun modes')})."
        return Moot("E138", text, field.rule("gun modes"), rests_on=(gun.name,))
    free = gun.but(stopped=False) if gun.mired else gun
    problem = held(field, free) or _may_change(field, free, "unlimber")
    if problem:
        return problem
    facing = facing_of(field, gun, order.facing)
    if isinstance(facing, Problem):
        return facing
    if gun.mired and order.facing and facing != gun.mired:
        clause = field.rule("mired state")
        text = f"{gun.name} is mired: unlimbered it faces back the way it came, {gun.mired} ({clause})."
        return Illegal("E138", text, clause, (f"{gun.name} unlimber facing {gun.mired}",), words=order.facing)
    facing = gun.mired or facing
    cost = work_of(field, gun)
    return GunChange(
        order, (f"facing {facing}", spent_of(field, gun.but(spent=gun.spent + cost))), cost=cost, facing=facing
    )


def facing_of(field: Battlefield, gun: Counter, wording: str) -> str | Problem:
    """A direction as a map has it, from one or from a hex; nothing said means toward the nearest enemy."""
    directions = field.sheet.map.compass.directions
    if wording.upper() in directions:
        return wording.upper()
    goal = wording or nearest_foe(field, gun)
    if goal and goal in field.sheet.map and goal != gun.at:
        return direction_to(field, gun.at, goal)
    if not wording:
        return directions[0]
    clause = field.rule("field of fire")
    text = (
        f"{gun.name} ({gun.at}) cannot face {wording}: name another hex or one of {', '.join(directions)} ({clause})."
    )
    if goal == gun.at:  # the line says what it means, and means what no gun can do
        return Illegal("E138", text, clause, words=wording)
    return Malformed("E111", text, clause, words=wording)


def resolve_unlimber(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Unlimber."""
    if isinstance(plan, GunChange) and isinstance(plan.order, Unlimber):
        gun = umpire.state[plan.order.unit]
        umpire.emit(GunUnlimbered(gun.name, gun.at, plan.facing, plan.cost))
    yield from ()


@rule("gun modes", "mired state")
def plan_limber(field: Battlefield, side: str, letter: str, order: Limber) -> GunChange | Problem:
    """Hitch a gun to its team (11.B.1)."""
    problem = _ready(field, side, order.unit)
    if problem:
        return problem
    gun = field[order.unit]
    if gun.is_mounted:
        text = f"{gun.name} is limbered already ({field.rule('gun modes')})."
        return Moot("E138", text, field.rule("gun modes"), rests_on=(gun.name,))
    problem = held_gun(field, gun) if gun.mired else None
    problem = problem or _prone(field, gun) or _may_change(field, gun, "limber")
    if problem:
        return problem
    cost = work_of(field, gun)
    return GunChange(order, (spent_of(field, gun.but(spent=gun.spent + cost)),), cost=cost)


def _prone(field: Battlefield, gun: Counter) -> Problem | None:
    if gun.mode == "prone":
        text = f"The crew of {gun.name} lies prone: it gets up first ({field.rule('gun modes')})."
        line = f"{gun.name} dismount; limber"
        return Illegal("E138", text, field.rule("gun modes"), (line,), rests_on=(gun.name,))
    return None


def resolve_limber(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Limber."""
    if isinstance(plan, GunChange) and isinstance(plan.order, Limber):
        gun = umpire.state[plan.order.unit]
        umpire.emit(GunLimbered(gun.name, gun.at, plan.cost))
    yield from ()


@rule("turning a gun", "mired state")
def plan_turn(field: Battlefield, side: str, letter: str, order: TurnGun) -> GunChange | Problem:
    """Turn the front of a gun that stands: once a player turn, without a roll and without MPs (11.B.2)."""
    problem = not_here(field, side, (order.unit,)) or no_gun(field, order.unit)
    if problem:
        return problem
    gun, clause = field[order.unit], field.rule("turning a gun")
    problem = held(field, gun.but(stopped=False)) or (held_gun(field, gun) if gun.mired else None)
    if problem:
        return problem
    if gun.is_mounted:
        text = f"{gun.name} is limbered: it has no front until it is unlimbered ({clause})."
        return Illegal("E138", text, clause, (f"{gun.name} unlimber facing {order.facing}",), rests_on=(gun.name,))
    if Engagement("C", GUN_MOVED) in gun.shot_in:
        text = f"{gun.name} has already been pushed or turned this player turn ({clause})."
        return Illegal("E138", text, clause, rests_on=(gun.name,))
    facing = facing_of(field, gun, order.facing)
    if isinstance(facing, Problem):
        return facing
    if facing == gun.facing:
        return Moot("E138", f"{gun.name} faces {facing} already.", clause, rests_on=(gun.name,))
    return GunChange(order, (f"facing {facing}",), facing=facing)


def resolve_turn(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Turn the gun."""
    if isinstance(plan, GunChange) and isinstance(plan.order, TurnGun):
        gun = umpire.state[plan.order.unit]
        umpire.emit(GunTurned(gun.name, gun.at, plan.facing))
    yield from ()


def unlimber_by_force(umpire: Umpire[Battlefield], name: str) -> None:
    """The crew of a limbered gun, thrown off its horses, stands at the gun on foot, its front to the nearest enemy."""
    gun = umpire.state[name]
    goal = nearest_foe(umpire.state, gun)
    facing = gun.mired or (direction_to(umpire.state, gun.at, goal) if goal not in ("", gun.at) else "")
    facing = facing or umpire.state.sheet.map.compass.directions[0]
    umpire.emit(GunUnlimbered(name, gun.at, facing, 0, forced=True))
