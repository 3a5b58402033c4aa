"""Targets of a gun, and the line of its chart (11.C): field of fire, conditions, range, modifiers.  Pure."""

from collections.abc import Mapping
from typing import Any

from pbem.board import hexes, sight
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Modifier
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.guns import crews, modes
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.counter import CANNON, MANHANDLING, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import GunShot

FULL, HALF = "full", "half"
MELEE_COLUMN = "M"
CROWDED = 11
FULL_CREW = 2


def chart(field: Battlefield, name: str) -> Any:
    """A part of the artillery charts."""
    return field.sheet.charts["artillery"][name]


# Field of fire


@rule("field of fire")
def is_covered(field: Battlefield, at: str, facing: str, target: str) -> bool:
    """True if a hex lies in the field of fire of a gun: within 30 degrees of the line of its front (11.C.1).

    Split into steps along the front and steps to one side of it, a way may have no more of the latter.
    """
    ahead, aside = _steps(field, at, facing, target)
    return ahead > 0 and aside <= ahead


def _steps(field: Battlefield, at: str, facing: str, target: str) -> tuple[int, int]:
    """The way to a hex as steps straight ahead and steps 60 degrees to one side of that; ahead is 0 or less behind it."""
    sheet = field.sheet.map
    n = sheet.compass.directions.index(facing)
    found = []
    for side in (1, -1):
        a = _unit(n)
        b = _unit((n + side) % 6)
        (c0, z0), (c1, z1) = hexes.cube(at, sheet.stagger), hexes.cube(target, sheet.stagger)
        dc, dz = c1 - c0, z1 - z0
        det = a[0] * b[1] - a[1] * b[0]
        ahead = (dc * b[1] - dz * b[0]) // det
        aside = (a[0] * dz - a[1] * dc) // det
        if ahead >= 0 and aside >= 0:
            found.append((ahead, aside))
    return found[0] if found else (0, 1)


def _unit(direction: int) -> tuple[int, int]:
    """One step in a direction, on the axes of `hexes.cube`."""
    return ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))[direction]


def hexes_covered(field: Battlefield, gun: Counter) -> tuple[str, ...]:
    """The hexes of the map in a gun's field of fire, as far as it shoots."""
    if not gun.facing:
        return ()
    far, distance = reach_of(field, gun), field.sheet.map.distance
    return tuple(
        at for at in field.sheet.map if 0 < distance(gun.at, at) <= far and is_covered(field, gun.at, gun.facing, at)
    )


@rule("gun ranges")
def reach_of(field: Battlefield, gun: Counter) -> int:
    """The range of a gun, in hexes: a Gatling two, the 12-pounder five (11.C.2)."""
    return int(chart(field, "gun_fire")["ranges"][gun.kind])


# Whether it may fire


@rule("gunnery", "half fire of guns")
def unable(field: Battlefield, gun: Counter, occasion: str, how: str) -> Problem | None:
    """Why a gun may fire at nothing now (11.C.2)."""
    clause = field.rule("gunnery")
    if gun.abandoned:
        return crews.without_crew(field, gun)
    if gun.mired:
        return modes.held_gun(field, gun)
    if gun.is_mounted:
        text = f"{gun.name} is limbered: guns fire unlimbered ({clause})."
        return Illegal("E144", text, clause, (f"in C: {gun.name} unlimber",), rests_on=(gun.name,))
    state = not_ready(gun)
    if state:
        text = f"The crew of {gun.name} is {state}: it must be in good order and not prone ({clause})."
        return Illegal("E144", text, clause, rests_on=(gun.name,))
    if ammunition.is_empty(field, gun):
        text = f"{gun.name} has no ammunition left ({field.rule('gun roster')})."
        return Illegal("E144", text, field.rule("gun roster"), rests_on=(gun.name,))
    if how == HALF and gun.kind == CANNON:
        halves = field.rule("half fire of guns")
        text = f"{gun.name} is a cannon: only Gatlings fire half by choice ({halves})."
        return Illegal("E145", text, halves, (f"{gun.name} fire full",))
    if how == HALF and occasion == "defensive" and not ammunition.is_on_roster(field, gun):
        halves = field.rule("half fire of guns")
        text = f"Half fire is for phase B, where it saves half the MP ({halves})."
        return Illegal("E145", text, halves)
    if any(one.occasion == MANHANDLING for one in gun.shot_in):
        text = f"The crew of {gun.name} has handled it this player turn, and can do nothing else ({clause})."
        return Illegal("E144", text, clause, rests_on=(gun.name,))
    if occasion == "advance" and gun.moved:
        text = f"{gun.name} moved in phase C: guns that moved do not fire in phase E ({clause})."
        return Illegal("E143", text, clause, rests_on=(gun.name,))
    return shot.has_fired(field, gun, occasion)


def not_ready(gun: Counter) -> str:
    """The reason why a crew cannot serve its gun: ``pinned``; "" if nothing does."""
    if gun.pinned or gun.routed or gun.disrupted:
        return next(one for one in gun.conditions if one != "low ammo")
    return "prone" if gun.mode == PRONE else ""


# At what


def plan_shot(
    field: Battlefield, gun: Counter, at: str, occasion: str, how: str = FULL, only: str = ""
) -> GunShot | Problem:
    """The shot of a gun at a hex, or at one unit there that draws it; or why there can be none (11.C.2)."""
    problem = unable(field, gun, occasion, how) or _no_target(field, gun, at) or _no_line(field, gun, at)
    if problem:
        return problem
    if ammunition.must_halve(field, gun, occasion) and gun.kind != CANNON:
        how = HALF
    pivots = not is_covered(field, gun.at, gun.facing, at)
    facing = modes.direction_to(field, gun.at, at) if pivots else gun.facing
    line, mods = line_of(field, gun, how == HALF or occasion == "opportunity")
    mods = (*pivot(field, pivots), *_ground(field, at, only), *mods)
    column = str(field.sheet.map.distance(gun.at, at))
    return GunShot(gun.name, gun.at, at, only, occasion, how, gun.kind, line, column, facing, pivots, mods)


def _no_target(field: Battlefield, gun: Counter, at: str) -> Problem | None:
    clause = field.rule("gun ranges")
    if at not in field.sheet.map:
        return Illegal("E121", f"{at} is not on the map.", words=at)
    if not foes_at(field, at, gun.side):
        text = f"There is no enemy unit in {at} ({field.rule('gunnery')})."
        return Illegal("E141", text, field.rule("gunnery"), words=at, rests_on=(at,))
    if any(one.side == gun.side and not one.abandoned for one in field.at(at)):
        text = f"Your own units are in {at}: a gun hits the whole hex ({field.rule('gun results')})."
        return Illegal("E141", text, field.rule("gun results"), words=at, rests_on=(at,))
    far, most = field.sheet.map.distance(gun.at, at), reach_of(field, gun)
    if not 0 < far <= most:
        text = f"{at} is {far} hexes from {gun.name} ({gun.at}); its range is {most} hexes ({clause})."
        return Illegal("E141", text, clause, words=at, rests_on=(gun.name,))
    return None


def foes_at(field: Battlefield, at: str, side: str) -> list[Counter]:
    """The enemy units of a hex, villagers too; leaders, camps, herds and what has no people are left out."""
    return [one for one in field.at(at) if one.side != side and not one.is_leader and not one.is_unmanned]


@rule("guns and coulees", "gunnery")
def _no_line(field: Battlefield, gun: Counter, at: str) -> Problem | None:
    """Why a gun does not see a hex: what lies between, or the walls of a coulee (11.C.1, 9.C)."""
    sheet = field.sheet.map
    between = sight.blockers(
        sheet, gun.at, at, lambda one: shot.blocks(field, one), either=shot.HIGHER_BETWEEN in field.options
    )
    if between:
        why = " and ".join(between)
        text = (
            f"{gun.name} ({gun.at}) does not see {at}: {why} lies between and blocks ({field.rule('line of sight')})."
        )
        return Illegal("E141", text, field.rule("line of sight"), words=at, rests_on=(gun.name, *between))
    drop = sheet.level(gun.at) - sheet.level(at)
    if sheet.is_coulee_only(at) and sheet.distance(gun.at, at) > drop:
        clause = field.rule("guns and coulees")
        text = f"{at} is in a coulee, and no entry/exit hex of it: a gun reaches it only from above, "
        text += f"one hex for each level that it is higher ({clause})."
        return Illegal("E141", text, clause, words=at, rests_on=(gun.name,))
    return None


# By which line


@rule("half fire of guns", "gun chart", "gun ammunition")
def line_of(field: Battlefield, gun: Counter, halved: bool) -> tuple[str, tuple[Modifier, ...]]:
    """The line of the crew; what halves its fire takes the half-crew line, or -1 from who is on it already (A-111, A-162)."""
    reduced = gun.strength < FULL_CREW
    low = gun.low_ammo and not ammunition.is_on_roster(field, gun)
    if not (halved or low):
        return (HALF if reduced else FULL), ()
    if not reduced:
        return HALF, ()
    why = "low ammo" if low else "half fire"
    return HALF, (Modifier(-1, why, f"{why}, and on the half-crew line already", field.rule("half fire of guns")),)


def _drm(field: Battlefield, name: str) -> int:
    return int(next(row["drm"] for row in chart(field, "gun_drm") if row["id"] == name))


@rule("field of fire", "pivot in melee")
def pivot(field: Battlefield, pivots: bool) -> tuple[Modifier, ...]:
    """Fire at what lies outside the field of fire (11.C.1, 11.C.4)."""
    clause = field.rule("field of fire")
    return (Modifier(_drm(field, "pivot"), "pivot", "outside the field of fire", clause),) if pivots else ()


@rule("gun chart")
def _ground(field: Battlefield, at: str, only: str) -> tuple[Modifier, ...]:
    """Woods at the target, and how crowded it is (the modifiers beside the chart)."""
    clause, found = field.rule("gun chart"), []
    if field.sheet.map.terrain(at) == "light_woods":
        found.append(Modifier(_drm(field, "light-woods"), "light woods", "target in light woods", clause))
    points = stacking.points(field, at)
    if points >= CROWDED and not only:
        found.append(Modifier(_drm(field, "crowded"), "crowded", f"{points} points in {at}", clause))
    return tuple(found)


@rule("gun chart", "gun results")
def result_of(field: Battlefield, aimed: GunShot, total: int) -> str:
    """The result on the chart: ``1``, ``R`` or ``-`` (11.C.3)."""
    rows = chart(field, "gun_fire")[aimed.kind][aimed.line].get(aimed.column, ())
    return str(_row(field, rows, total, aimed.column)["result"])


@rule("guns in melee")
def points_of(field: Battlefield, kind: str, line: str, total: int) -> int:
    """The strength points that the melee column costs (11.C.4)."""
    return int(_row(field, chart(field, "gun_fire")[kind][line][MELEE_COLUMN], total, MELEE_COLUMN)["cp"])


def _row(field: Battlefield, rows: Any, total: int, column: str) -> Mapping[str, Any]:
    for row in rows:
        if total <= row["max"]:
            found: Mapping[str, Any] = row
            return found
    raise ChartGap("gun_fire", f"{total} in column {column}", field.rule("gun chart"))


def targets(field: Battlefield, gun: Counter, occasion: str, how: str = FULL) -> tuple[str, ...]:
    """The hexes that a gun may fire at now, nearest first, those in its field of fire before others."""
    if unable(field, gun, occasion, how):
        return ()
    far, distance = reach_of(field, gun), field.sheet.map.distance
    near = [at for at in field.stacks if 0 < distance(gun.at, at) <= far]
    able = [at for at in near if isinstance(plan_shot(field, gun, at, occasion, how), GunShot)]
    return tuple(sorted(able, key=lambda at: (not is_covered(field, gun.at, gun.facing, at), distance(gun.at, at), at)))


def odds(field: Battlefield, aimed: GunShot) -> str:
    """``1 on 5-6, R on 3-4``: what each die brings."""
    drm = sum(one.value for one in aimed.modifiers)
    found = [result_of(field, aimed, die + drm) for die in range(1, 7)]
    lines = []
    for code in ("1", "R"):
        dice = [n for n, one in enumerate(found, 1) if one == code]
        if dice:
            lines.append(f"{code} on {dice[0]}-{dice[-1]}" if len(dice) > 1 else f"{code} on {dice[0]}")
    return ", ".join(lines) or "no effect"
