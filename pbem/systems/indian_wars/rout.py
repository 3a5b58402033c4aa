"""Rout movement (10.J): the flight at once, the flights of the turns after, and routs by choice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbem.board import hexes, sight
from pbem.board.hexmap import LIGHT_WOODS, ROCKS
from pbem.core.clause import rule
from pbem.core.order import Order
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import (
    acts,
    charts,
    horses,
    leaders,
    modes,
    pack_train,
    reaction_fire,
    retreat,
    shot,
    stacking,
    steps,
)
from pbem.systems.indian_wars.combat_events import RoutEnded, UnitRouted, UnitsLeftMap
from pbem.systems.indian_wars.counter import DISMOUNTED, HQ, MOUNTED, PACK_TRAIN, PONY_HOLDER, SCOUT, Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.orders import ChangeMode, Rout
from pbem.systems.indian_wars.refusals import not_here
from pbem.systems.indian_wars.ways_back import Way, ways

SAFE = 3
"""Hexes from every enemy at which Indians and scouts may stop (10.J.2.b; ruling A-072)."""
FAR = 15
"""Hexes beyond which no Indian unit compels a US rout (10.J.2.a)."""
FREE_ROUT = "free rout"
"""The option by which any place of its kind will do (ruling A-071)."""
SHELTER = {"woods": LIGHT_WOODS, "rocks": ROCKS}


@dataclass(frozen=True, slots=True)
class Flight(Plan):
    """A lawful rout move: its hexes.

    `by_choice` where the unit is not routed yet, `off_map` where it leaves the map; `change` the change of mode with
    which a rout by choice begins, None for none.
    """

    path: tuple[str, ...] = ()
    by_choice: bool = False
    off_map: bool = False
    change: modes.Change | None = None


# At once


@rule("RC-10.J.0", "RC-10.J.1-1", "RC-10.J.2-1", "RC-10.J.2-3", "RC-10.J.2-4", "RC-10.J.3-4", "RC-10.C.3-1")
def rout(umpire: Umpire[Field], names: tuple[str, ...], foes: tuple[str, ...], why: str) -> Play[None]:
    """Units of one hex are routed by `foes` and make their mandatory rout move, those of one mode together (10.J.2).

    Of a pack train its personnel run, and leave it behind (15.B).
    """
    going = tuple(name for name in names if name in umpire.state)
    yield from leaders.choose_sides(umpire, going, "is routed")
    going = tuple(pack_train.leave(umpire, name) for name in going)
    for name in going:
        umpire.emit(UnitRouted(name, umpire.state[name].at, why))
        horses.lose(umpire, name, "routed")
    left = tuple(umpire.state[name] for name in going if name in umpire.state)
    for mounted in (True, False):
        group = tuple(unit.name for unit in left if unit.is_mounted is mounted)
        back = charts.rout_hexes(umpire.state, "mandatory", mounted)
        yield from retreat.fall_back(umpire, group, back, foes, "rout")


# In the turns after


def rate(field: Field, unit: Counter) -> int:
    """How many hexes a unit routs in a Movement Phase (10.J.2)."""
    return charts.rout_hexes(field, "subsequent", unit.is_mounted)


def runs_like_indians(unit: Counter) -> bool:
    """Indians and scouts run from the enemy, other US units to a rally location (10.J.2)."""
    return unit.side != "us" or unit.kind == SCOUT


@rule("RC-10.J.1-2", "RC-10.J.2.a-4", "RC-10.J.2.b-1")
def may_stop(field: Field, unit: Counter, at: str) -> str:
    """Why a routed unit's compulsion ends in a hex, "" where it does not (10.J.2)."""
    if runs_like_indians(unit):
        near = min((field.sheet.map.distance(at, one.at) for one in _enemies(field, unit)), default=SAFE)
        return "" if near < SAFE else "no enemy within two hexes"
    place = rally_place(field, unit, at)
    return place or ("" if _is_watched(field, unit, at) else "out of sight of the enemy")


@rule("RC-10.J.2.a-1", "RC-10.J.2.a-2")
def rally_place(field: Field, unit: Counter, at: str) -> str:
    """Why a hex is a rally location for a routed US unit: what is there, "" where there is nothing (10.J.2.a)."""
    friend = _refuge(field, unit, at)
    if friend:
        return f"next to {friend}" if field[friend].at != at else f"with {friend}"
    terrain = field.sheet.map.terrain(at)
    if terrain not in SHELTER.values() or (unit.rout_from and field.sheet.map.distance(unit.rout_from, at) <= 1):
        return ""
    return "in woods" if terrain == LIGHT_WOODS else "among rocks"


def _enemies(field: Field, unit: Counter) -> Iterator[Counter]:
    """The enemies that drive a unit on: leaders are none (ruling A-008)."""
    return (one for one in field.of(field.enemy_of(unit.side)) if not one.is_leader and not one.abandoned)


def _refuge(field: Field, unit: Counter, at: str) -> str:
    """A non-routed unit, or a leader, in or next to a hex, other than those it was routed beside (10.J.2.a)."""
    for near in (at, *field.sheet.map.neighbours(at)):
        for one in field.at(near) if near in field.stacks else ():
            if _is_refuge(field, unit, one):
                return one.name
    return ""


@rule("RC-10.J.2.a-2", "RC-10.J.2.a-6")
def _is_refuge(field: Field, unit: Counter, one: Counter) -> bool:
    if one.side != unit.side or one.routed or one.abandoned or one.name == unit.name or one.attached_to == unit.name:
        return False
    return not unit.rout_from or field.sheet.map.distance(unit.rout_from, one.at) > 1


@rule("RC-10.J.2.a-4")
def _is_watched(field: Field, unit: Counter, at: str) -> bool:
    """Whether some Indian combat unit has a hex in sight, and some one, it or another, is within 15 hexes (10.J.2.a)."""
    sheet = field.sheet.map
    fighters = [one for one in _enemies(field, unit) if one.kind != PONY_HOLDER]
    return any(sheet.distance(at, one.at) <= FAR for one in fighters) and any(
        sight.is_seen(sheet, one.at, at, lambda between: shot.blocks(field, between)) for one in fighters
    )


# Where to


@rule("RC-10.J.2.a-1", "RC-10.J.2.a-3", "RC-10.J.2.a-5", "RC-10.J.2.b-2", "RC-10.J.1-3")
def plan_rout(field: Field, side: str, letter: str, order: Rout) -> Flight | Problem:
    """Where an order to rout leads, and how far (10.J.2).

    In phase C it is for routed units; in phase A a unit in good order, or disrupted, may rout by choice (ruling A-069).
    """
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit = field[order.unit]
    if unit.is_leader:
        return Illegal("E133", f"{unit.name} is a leader: leaders are never routed (10.J.3).", "10.J.3")
    if unit.pinned:
        return Illegal("E132", f"{unit.name} is pinned: it may not rout (10.J.3, 9.D).", "9.D", rests_on=(unit.name,))
    if letter == "C" and not unit.routed:
        text = f"{unit.name} is not routed; a rout by choice is declared in phase A (10.J.1)."
        return Illegal("E133", text, "10.J.1", rests_on=(unit.name,))
    problem = None if unit.routed else pack_train.forbids_leaving(unit)
    if problem:
        return problem
    if letter == "A" and unit.routed:
        text = f"{unit.name} is routed already: it runs in phase C if it does not rally (10.J.2)."
        return Illegal("E133", text, "10.J.2", rests_on=(unit.name,))
    if not order.mode:
        return _plan_to(field, unit, order)
    return _plan_changed(field, unit, order)


@rule("RC-10.J.1-4")
def _plan_changed(field: Field, unit: Counter, order: Rout) -> Flight | Problem:
    """A rout by choice that begins with mounting, for two hexes, or dismounting, for one (10.J.1)."""
    if unit.routed:
        text = f"{unit.name} is routed: a change of mode is for routs by choice (10.J.1)."
        return Illegal("E133", text, "10.J.1", words=order.mode, rests_on=(unit.name,))
    if order.mode not in (MOUNTED, DISMOUNTED):
        text = f"{unit.name} may begin a rout by choice by mounting or dismounting, not {order.mode} (10.J.1)."
        return Illegal("E138", text, "10.J.1", words=order.mode)
    changed = modes.plan_change(field, unit.side, "C", ChangeMode(unit.name, order.mode), pays=False)
    if isinstance(changed, Problem):
        return changed
    found = _plan_to(field, unit.but(mode=order.mode), order)
    if isinstance(found, Problem):
        return found
    change = charts.mode_change_hexes(field, order.mode == MOUNTED)
    whole = rate(field, unit.but(mode=order.mode))
    path = found.path[: whole - change]
    while path and stacking.is_over(field, path[-1], unit.side, (unit,)):
        path = path[:-1]
    notes = (f"{len(path) + change} of {whole} hexes",)
    return Flight(order, notes, path=path, by_choice=True, off_map=found.off_map, change=changed)


def _plan_to(field: Field, unit: Counter, order: Rout) -> Flight | Problem:
    by_choice = not unit.routed
    if order.to.endswith(" edge"):
        return _to_edge(field, unit, order, by_choice)
    goals = _goals(field, unit, order.to)
    if isinstance(goals, Problem):
        return goals
    found = _way_to(field, unit, goals)
    if found is None:
        text = f"{unit.name} finds no way to {order.to} (10.J.2)."
        return Illegal("E133", text, "10.J.2", words=order.to, rests_on=(unit.name, order.to))
    path = _as_far_as_it_goes(field, unit, found.path)
    return Flight(order, (f"{len(path)} of {rate(field, unit)} hexes",), path=path, by_choice=by_choice)


def _goals(field: Field, unit: Counter, to: str) -> tuple[str, ...] | Problem:
    """The hexes in which a rout to a place ends."""
    sheet = field.sheet.map
    if to in SHELTER:
        return _shelter(field, unit, SHELTER[to])
    if runs_like_indians(unit) and to in sheet:
        if may_stop(field, unit, to):
            return (to,)
        text = f"{to} is less than {SAFE} hexes from an enemy: {unit.name} may not stop there (10.J.2)."
        return Illegal("E133", text, "10.J.2", words=to, rests_on=(unit.name, to))
    if to in sheet:
        if rally_place(field, unit, to):
            return (to,) if to in _near_places(field, unit) else _too_far(unit, to)
        text = (
            f"{to} is no rally place: routs end next to a friend who is not routed, in woods or among rocks (10.J.2)."
        )
        return Illegal("E133", text, "10.J.2", words=to, rests_on=(unit.name, to))
    return _beside(field, unit, to)


def _shelter(field: Field, unit: Counter, ground: str) -> tuple[str, ...]:
    """The woods, or the rocks, to which a unit may run: the nearest, with the option all."""
    sheet = field.sheet.map
    found = tuple(one for one in sheet if sheet.terrain(one) == ground and rally_place(field, unit, one))
    return found if FREE_ROUT in field.options else _nearest(field, unit, found)


@rule("RC-10.J.2.a-1", "RC-10.J.2.a-3")
def _near_places(field: Field, unit: Counter) -> frozenset[str]:
    """The rally places that a unit may name by their hex: the nearest of each kind (ruling A-071), with the option all."""
    sheet = field.sheet.map
    if FREE_ROUT in field.options:
        return frozenset(sheet)
    found = {one for ground in SHELTER.values() for one in _shelter(field, unit, ground)}
    friends = [one for leader in (False, True) for one in closest_friends(field, unit, leader=leader)]
    friends += [one.name for one in field.of(unit.side) if one.kind in (HQ, PACK_TRAIN)]
    for name in friends:
        found.update((field[name].at, *sheet.neighbours(field[name].at)))
    return frozenset(found)


def _too_far(unit: Counter, to: str) -> Problem:
    text = (
        f"{to} is not the nearest place of its kind: {unit.name} runs to the closest unit, leader, wood or rocks, to the"
        " HQ or a pack train (10.J.2)."
    )
    return Illegal("E133", text, "10.J.2", words=to, rests_on=(unit.name, to))


def _beside(field: Field, unit: Counter, to: str) -> tuple[str, ...] | Problem:
    """The hexes with or next to a friend: the HQ, a pack train, or the closest unit or leader (10.J.2.a; ruling A-071)."""
    if to not in field or field[to].side != unit.side or not field[to].at or not _is_refuge(field, unit, field[to]):
        text = (
            f"{to} is no place for {unit.name} to rally: a friend who is not routed, not where it was routed (10.J.2)."
        )
        return Illegal("E133", text, "10.J.2", words=to, rests_on=(unit.name, to))
    friend = field[to]
    if friend.kind not in (HQ, PACK_TRAIN):
        closest = closest_friends(field, unit, leader=friend.is_leader)
        if to not in closest and FREE_ROUT not in field.options:
            kind = "leader" if friend.is_leader else "unit"
            lines = tuple(f"{unit.name} rout to {name}" for name in closest[:3])
            text = f"{to} is not the closest {kind} that is not routed (10.J.2). Choose:"
            return Illegal("E133", text, "10.J.2", lines, to, rests_on=(unit.name, to, *closest))
    return (*field.sheet.map.neighbours(friend.at), friend.at)


def closest_friends(field: Field, unit: Counter, *, leader: bool = False) -> tuple[str, ...]:
    """The friends, units or leaders, who are the closest of those a unit may rout to."""
    found = [one for one in field.of(unit.side) if one.is_leader is leader and _is_refuge(field, unit, one)]
    found = [one for one in found if one.kind not in (HQ, PACK_TRAIN)]
    far = [field.sheet.map.distance(one.at, unit.at) for one in found]
    return tuple(one.name for one, away in zip(found, far, strict=True) if away == min(far))


def _nearest(field: Field, unit: Counter, found: tuple[str, ...]) -> tuple[str, ...]:
    far = {one: field.sheet.map.distance(unit.at, one) for one in found if one != unit.at}
    least = min(far.values(), default=0)
    # A little beyond the nearest: the nearest as the crow flies may not be the nearest to run to.
    return tuple(one for one, away in far.items() if away <= least + 1)


def _way_to(field: Field, unit: Counter, goals: tuple[str, ...]) -> Way | None:
    """The best way to the first of `goals` in which it may stop, itself included as a way of no hexes."""
    if unit.at in goals:
        return Way(0, 0, ())
    for way in ways(field, (unit,), 1):
        if way.end in goals and not stacking.is_over(field, way.end, unit.side, (unit,)):
            return way
    return None


@rule("RC-10.J.2-2", "RC-10.I.7")
def _as_far_as_it_goes(field: Field, unit: Counter, path: tuple[str, ...]) -> tuple[str, ...]:
    """The part of a way that a phase's rate covers, and on to the next hex that is not full (10.I.7)."""
    far = min(rate(field, unit), len(path))
    while 0 < far < len(path) and stacking.is_over(field, path[far - 1], unit.side, (unit,)):
        far += 1
    return path[:far]


@rule("RC-10.J.2-4", "RC-10.J.2.b-2")
def _to_edge(field: Field, unit: Counter, order: Rout, by_choice: bool) -> Flight | Problem:
    """Toward the nearest map edge (10.J.2.b); from an edge hex off the map."""
    sheet, edge = field.sheet.map, order.to.removesuffix(" edge")
    if not runs_like_indians(unit) or unit.side == "us":
        text = f"{unit.name} routs to a rally location, not to a map edge (10.J.2)."
        return Illegal("E133", text, "10.J.2", words=order.to)
    nearest = nearest_edges(field, unit.at)
    if edge not in nearest:
        text = f"The nearest edge is the {nearest[0]} edge (10.J.2)."
        return Illegal("E133", text, "10.J.2", (f"{unit.name} rout to {nearest[0]} edge",), order.to, (unit.name,))
    if edge in sheet.map_edges(unit.at):
        return Flight(order, ("leaves the map",), by_choice=by_choice, off_map=True)
    goals = tuple(one for one in sheet if edge in sheet.map_edges(one))
    found = _way_to(field, unit, goals)
    path = _as_far_as_it_goes(field, unit, found.path) if found else ()
    return Flight(order, (f"{len(path)} of {rate(field, unit)} hexes",), path=path, by_choice=by_choice)


def nearest_edges(field: Field, at: str) -> tuple[str, ...]:
    """The map edges that are nearest to a hex."""
    sheet = field.sheet.map
    column, row = hexes.column_and_row(at)
    far = {
        "north": row - sheet.rows[0],
        "east": sheet.columns[1] - column,
        "south": sheet.rows[1] - row,
        "west": column - sheet.columns[0],
    }
    return tuple(edge for edge, away in far.items() if away == min(far.values()))


# The run


@rule("RC-4.C.2", "RC-10.J.1-2", "RC-10.J.2-2")
def subsequent_rout(umpire: Umpire[Field], name: str, to: str) -> Play[None]:
    """A routed unit's run in the Movement Phase, to `to` or, with "", to the nearest lawful place; pinned ones lie still."""
    field = umpire.state
    unit = field[name]
    if unit.pinned or not unit.routed:
        return
    if to:
        plan = plan_rout(field, unit.side, "C", Rout(name, to))
        if isinstance(plan, Flight):
            yield from resolve_rout(umpire, plan)
            return
    if may_stop(field, unit, unit.at):
        return
    path = _shortest(field, unit)
    with umpire.act(unit.side, f"{name} rout to {path[-1]}" if path else f"{name} rout"):
        yield from _run(umpire, name, path, stop_early=True)


def _shortest(field: Field, unit: Counter) -> tuple[str, ...]:
    """The way to the nearest hex where the compulsion ends; if none is in reach, the way that leads farthest from enemies."""
    limit = rate(field, unit)
    is_goal = may_stop if runs_like_indians(unit) else rally_place
    best: tuple[int, int, int] | None = None
    away: tuple[str, ...] = ()
    for way in ways(field, (unit,), 1):
        if runs_like_indians(unit) and way.steps > limit:
            continue
        full = stacking.is_over(field, way.end, unit.side, (unit,))
        if not full and is_goal(field, unit, way.end):
            return _as_far_as_it_goes(field, unit, way.path)
        if full or way.steps > limit:
            continue
        near = min((field.sheet.map.distance(way.end, one.at) for one in _enemies(field, unit)), default=0)
        worth = (near, -way.zocs, -way.steps)
        if best is None or worth > best:
            best, away = worth, way.path
    return away


def resolve_rout(umpire: Umpire[Field], plan: Plan) -> Play[None]:
    """Carry out an order to rout."""
    if not isinstance(plan, Flight) or not isinstance(plan.order, Rout):
        raise TypeError(f"expected the plan of a rout, found {plan!r}")
    name = plan.order.unit
    if plan.by_choice:
        yield from leaders.choose_sides(umpire, (name,), "is routed")
        umpire.emit(UnitRouted(name, umpire.state[name].at, "by choice", by_choice=True))
        if plan.change is not None:
            modes.change(umpire, name, plan.order.mode, plan.change)
        horses.lose(umpire, name, "routed")
        if name not in umpire.state:
            return
    if plan.off_map:
        at = umpire.state[name].at
        umpire.emit(UnitsLeftMap((name, *leaders.attached_to(umpire.state, name)), at, "rout"))
        return
    yield from _run(umpire, name, plan.path, stop_early=False)


@rule("RC-10.J.1-5", "RC-9.F.1", "RC-10.J.3-3", "RC-10.I.7", "RC-9.D.2-12")
def _run(umpire: Umpire[Field], name: str, path: tuple[str, ...], *, stop_early: bool) -> Play[None]:
    """Hex by hex: fired at on leaving a ZOC in the Movement Phase, and on entering one always (ruling A-148).

    A company thrown off its horses on the way goes on at the rate on foot (ruling A-145).  What goes on beyond its rate
    does so because the hexes there are full, and jostles them (10.I.7).
    """
    for n, there in enumerate(path, start=1):
        here = umpire.state[name].at
        if umpire.state.phase == "C" and steps.is_fired_on_leaving(umpire.state, (name,), here):
            yield from reaction_fire.opportunity_fire(umpire, (name,), here)
            if not _still_runs(umpire.state, name, here):
                return
        yield from retreat.walk(umpire, (name,), (there,), "rout", 1)
        if not _still_runs(umpire.state, name, there):
            return
        reached = may_stop(umpire.state, umpire.state[name], there)
        if reached and (stop_early or there == path[-1]):
            umpire.emit(RoutEnded(name, there, reached))
            return
        unit = umpire.state[name]
        if n < rate(umpire.state, unit):
            continue
        if not stacking.is_over(umpire.state, there, unit.side):
            return
        yield from retreat.jostle(umpire, there, unit.side, (name,))


def _still_runs(field: Field, name: str, at: str) -> bool:
    return name in field and field[name].at == at and not field[name].pinned


PLANS: Mapping[type[Order], acts.PlanOrder] = {Rout: plan_rout}
RESOLVES: Mapping[type[Order], acts.ResolvePlan] = {Rout: resolve_rout}
