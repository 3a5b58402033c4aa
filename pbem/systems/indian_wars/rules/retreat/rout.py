"""Rout movement (10.J): the flight at once, the flights of the turns after, and routs by choice."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.cache import Later
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import ChangeMode, Rout
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import crews
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import duties, modes, stacking, steps
from pbem.systems.indian_wars.rules.retreat import rally_places, retreat
from pbem.systems.indian_wars.rules.retreat.rally_places import (
    SAFE,
    edge_hexes,
    enemies,
    goals,
    leads_away,
    may_stop,
    nearest_edges,
    rally_place,
    runs_like_indians,
)
from pbem.systems.indian_wars.rules.retreat.retreat import WayBack, ways
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.counter import DISMOUNTED, HQ, MOUNTED, PACK_TRAIN, PONY_HERD, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import RoutEnded, UnitRouted, UnitsLeftMap


@dataclass(frozen=True, slots=True)
class Flight(Plan):
    """A legal rout move: its hexes.

    `by_choice` where the unit is not routed yet, `off_map` where it leaves the map; `change` the change of mode in a
    rout by choice, None for none, made after so many hexes of the way as `before` says.
    """

    path: tuple[str, ...] = ()
    by_choice: bool = False
    off_map: bool = False
    change: modes.ModeChange | None = None
    before: int = 0


# At once


@rule(
    "rout",
    "mandatory rout",
    "mandatory distance",
    "rout in a new sequence",
    "rout off the map",
    "routed while pinned",
    "rout result of melee",
)
def rout(umpire: Umpire[Battlefield], names: tuple[str, ...], foes: tuple[str, ...], why: str) -> Play[None]:
    """Units of one hex are routed by `foes` and make their mandatory rout move, those of one mode together (10.J.2).

    Of a pack train its personnel run, and leave it behind (15.B).
    """
    going = tuple(name for name in names if name in umpire.state)
    yield from leaders.choose_sides(umpire, going, "is routed")
    going = tuple(crews.leave(umpire, pack_train.leave(umpire, name)) for name in going)
    for name in going:
        umpire.emit(UnitRouted(name, umpire.state[name].at, why))
        horses.lose(umpire, name, "routed")
    _settle(umpire)
    left = tuple(umpire.state[name] for name in going if name in umpire.state)
    left = tuple(unit for unit in left if unit.kind != PONY_HERD)
    for mounted in (True, False):
        group = tuple(unit.name for unit in left if unit.is_mounted is mounted)
        back = charts.rout_hexes(umpire.state, "mandatory", mounted)
        yield from retreat.fall_back(umpire, group, back, foes, "rout")


def _settle(umpire: Umpire[Battlefield]) -> None:
    """Carry out the effects of a rout where it happens, before anybody runs: captives and ponies get free."""
    for settle in umpire.state.title.rules.rout_settles:
        settle(umpire, ())


# In the turns after


def rate(field: Battlefield, unit: Counter) -> int:
    """The number of hexes that a unit routs in a Movement Phase (10.J.2)."""
    return charts.rout_hexes(field, "subsequent", unit.is_mounted)


# Where to


@rule("US destinations", "shortest route", "US voluntary", "prolonged Indian and scout rout", "voluntary rout")
def plan_rout(field: Battlefield, side: str, letter: str, order: Rout) -> Flight | Problem:
    """The path of an order to rout, and how far (10.J.2).

    In phase C it is for routed units; in phase A a unit in good order, or disrupted, may rout by choice (ruling A-069).
    """
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit = field[order.unit]
    problem = kinds.forbids(field, unit, kinds.ROUT)
    if problem:
        return problem
    if unit.pinned:
        return Illegal(
            "E132",
            f"{unit.name} is pinned: it can't rout ({field.rule('limits of routed units')}, {field.rule('fire results')}).",
            field.rule("fire results"),
            rests_on=(unit.name,),
        )
    if letter == "C" and not unit.routed:
        text = f"{unit.name} is not routed; a rout by choice is declared in phase A ({field.rule('kinds of rout')})."
        return Illegal("E133", text, field.rule("kinds of rout"), rests_on=(unit.name,))
    problem = None if unit.routed else pack_train.forbids_leaving(field, unit)
    if problem:
        return problem
    if letter == "A" and unit.routed:
        text = f"{unit.name} is already routed: it routs in phase C unless it rallies ({field.rule('rout movement')})."
        return Illegal("E133", text, field.rule("rout movement"), rests_on=(unit.name,))
    if not unit.routed:
        unit = unit.but(rout_from=unit.at)  # the places beside it are no goals for a rout by choice either
    found = _plan_changed(field, unit, order) if order.mode else _plan_to(field, unit, order)
    return _forbidden_by_choice(field, unit, found) or found


@rule("Eagles Nest rule", "HQ stays near Crook")
def _forbidden_by_choice(field: Battlefield, unit: Counter, found: Flight | Problem) -> Problem | None:
    """Why a unit that must keep near a place may not run from it by choice."""
    if isinstance(found, Problem) or not found.by_choice:
        return None
    if found.off_map:
        return duties.forbids_leaving_map(field, unit)
    return duties.forbids(field, (unit,), (unit.at, *found.path)) if found.path else None


@rule("mode change in voluntary rout")
def _plan_changed(field: Battlefield, unit: Counter, order: Rout) -> Flight | Problem:
    """A rout by choice with mounting in it, for two hexes, or dismounting, for one (10.J.1).

    It changes as it begins or on its way, with a hex at least left to run; then it has the rate of its new mode, less
    what it has run.
    """
    if not field.title.rules.mounts_in_rout:
        text = f"{unit.name} cannot change mode in a rout ({field.rule('kinds of rout')})."
        return Illegal(
            "E133",
            text,
            field.rule("kinds of rout"),
            (f"{unit.name} rout to {order.to}",),
            words=order.mode,
            rests_on=(unit.name,),
        )
    if unit.routed:
        text = f"{unit.name} is routed: you can change mode only in a rout by choice ({field.rule('kinds of rout')})."
        return Illegal("E133", text, field.rule("kinds of rout"), words=order.mode, rests_on=(unit.name,))
    if order.mode not in (MOUNTED, DISMOUNTED):
        text = (
            f"{unit.name} may mount or dismount in a rout by choice, not {order.mode} ({field.rule('kinds of rout')})."
        )
        return Illegal("E138", text, field.rule("kinds of rout"), words=order.mode)
    if order.change_at not in ("", unit.at):
        return _plan_changed_on_the_way(field, unit, order)
    changed = modes.plan_change(field, unit.side, "C", ChangeMode(unit.name, order.mode), pays=False)
    if isinstance(changed, Problem):
        return changed
    found = _plan_to(field, unit.but(mode=order.mode), order)
    if isinstance(found, Problem):
        return found
    return _with_change(field, unit, order, (), found.path, changed, off_map=found.off_map)


def _plan_changed_on_the_way(field: Battlefield, unit: Counter, order: Rout) -> Flight | Problem:
    """Run to where the mode is changed, and on from there; the way through that hex is no longer than any (10.J.2.a)."""
    at, far = order.change_at, rate(field, unit)
    straight = _whole_way(field, unit, order)
    if isinstance(straight, Problem):
        return straight
    first = _way_to(field, unit, (at,), may_be_full=True)
    there = field.thaw()
    there.put(unit.but(at=at))
    onward = _whole_way(there, there[unit.name], order)
    if isinstance(onward, Problem) or first is None or first.steps + len(onward) > len(straight):
        text = f"{at} is not on any shortest path of {unit.name} to {order.to} ({field.rule('rout movement')})."
        return Illegal("E133", text, field.rule("rout movement"), words=at, rests_on=(unit.name, at, order.to))
    if first.steps >= far:
        text = f"{unit.name} has run its {far} hexes by {at}: one must be left to change mode ({field.rule('kinds of rout')})."
        return Illegal("E133", text, field.rule("kinds of rout"), words=at, rests_on=(unit.name,))
    changed = modes.plan_change(there, unit.side, "C", ChangeMode(unit.name, order.mode), pays=False)
    if isinstance(changed, Problem):
        return changed
    return _with_change(field, unit, order, first.path, onward, changed)


def _whole_way(field: Battlefield, unit: Counter, order: Rout) -> tuple[str, ...] | Problem:
    """The way to a rout's goal, however far it is; to a map edge it ends on the edge."""
    if order.to.endswith(" edge"):
        ends: tuple[str, ...] | Problem = edge_hexes(field, unit, order)
    else:
        ends = goals(field, unit, order.to)
    if isinstance(ends, Problem):
        return ends
    found = _way_to(field, unit, ends)
    return found.path if found is not None else _no_way(field, unit, order.to)


def _with_change(
    field: Battlefield,
    unit: Counter,
    order: Rout,
    before: tuple[str, ...],
    after: tuple[str, ...],
    changed: modes.ModeChange,
    *,
    off_map: bool = False,
) -> Flight | Problem:
    """As far as the rate of the new mode goes, less what was run before and what the change counts."""
    counts = charts.mode_change_hexes(field, order.mode == MOUNTED)
    whole = rate(field, unit.but(mode=order.mode))
    path = (*before, *after[: max(whole - counts - len(before), 0)])
    while len(path) > len(before) and stacking.is_over(field, path[-1], unit.side, (unit,)):
        path = path[:-1]
    if path and stacking.is_over(field, path[-1], unit.side, (unit,)):
        text = f"{path[-1]}, where {unit.name} would end up, is full ({field.rule('stacking limit')})."
        return Illegal(
            "E136", text, field.rule("stacking limit"), words=order.change_at, rests_on=(unit.name, path[-1])
        )
    notes = (f"{len(path) + counts} of {whole} hexes",)
    return Flight(order, notes, path=path, by_choice=True, off_map=off_map, change=changed, before=len(before))


def _plan_to(field: Battlefield, unit: Counter, order: Rout) -> Flight | Problem:
    by_choice = not unit.routed
    if order.to.endswith(" edge"):
        return _to_edge(field, unit, order, by_choice)
    ends = goals(field, unit, order.to)
    if isinstance(ends, Problem):
        return ends
    found = _way_to(field, unit, ends)
    if found is None:
        return _no_way(field, unit, order.to)
    if order.to in field.sheet.map and runs_like_indians(field, unit):
        safe = next((way.steps for way in ways(field, (unit,), 1) if may_stop(field, unit, way.end)), 0)
        if not leads_away(field, unit, found.path, safe):
            return _wrong_way(field, unit, order.to)
    path = _as_far_as_it_goes(field, unit, found.path)
    if by_choice and not path:
        text = (
            f"{unit.name} is already in {unit.at}: a rout by choice must lead to another hex "
            f"({field.rule('rout movement')})."
        )
        return Illegal("E133", text, field.rule("rout movement"), words=order.to, rests_on=(unit.name,))
    return Flight(order, (f"{len(path)} of {rate(field, unit)} hexes",), path=path, by_choice=by_choice)


def _wrong_way(field: Battlefield, unit: Counter, to: str) -> Problem:
    """A hex that lies toward the enemy, or to which a rout that is no longer compelled does not go on (10.J.2.b)."""
    edges = () if unit.side == "us" else nearest_edges(field, unit.at)
    lines = tuple(f"{unit.name} rout to {edge} edge" for edge in edges)
    on = "toward the nearest map edge" if edges else "to a rally location"
    text = (
        f"{to} does not lead away: {unit.name} runs from the enemy until it is {SAFE} hexes off, and from there only {on}"
        f" ({field.rule('rout movement')})."
    )
    return Illegal("E133", text, field.rule("rout movement"), lines, to, (unit.name, to))


def _no_way(field: Battlefield, unit: Counter, to: str) -> Problem:
    text = f"{unit.name} has no way to reach {to} ({field.rule('rout movement')})."
    return Illegal("E133", text, field.rule("rout movement"), words=to, rests_on=(unit.name, to))


def _way_to(field: Battlefield, unit: Counter, ends: tuple[str, ...], *, may_be_full: bool = False) -> WayBack | None:
    """The best way to the first of `ends` in which it may stop, itself included as a way of no hexes."""
    if unit.at in ends:
        return WayBack(0, 0, ())
    for way in ways(field, (unit,), 1):
        if way.end in ends and (may_be_full or not stacking.is_over(field, way.end, unit.side, (unit,))):
            return way
    return None


@rule("subsequent distance", "overstacking")
def _as_far_as_it_goes(field: Battlefield, unit: Counter, path: tuple[str, ...]) -> tuple[str, ...]:
    """The part of a way that a phase's rate covers, and on to the next hex that is not full (10.I.7)."""
    far = min(rate(field, unit), len(path))
    while far < len(path) and stacking.is_over(field, path[far - 1], unit.side, (unit,)):
        far += 1
    return path[:far]


@rule("rout off the map", "prolonged Indian and scout rout")
def _to_edge(field: Battlefield, unit: Counter, order: Rout, by_choice: bool) -> Flight | Problem:
    """Toward the nearest map edge (10.J.2.b); from an edge hex off the map."""
    ends = edge_hexes(field, unit, order)
    if isinstance(ends, Problem):
        return ends
    if unit.at in ends:
        return Flight(order, ("leaves the map",), by_choice=by_choice, off_map=True)
    found = _way_to(field, unit, ends)
    path = _as_far_as_it_goes(field, unit, found.path) if found else ()
    if by_choice and not path:
        return _no_way(field, unit, order.to)
    return Flight(order, (f"{len(path)} of {rate(field, unit)} hexes",), path=path, by_choice=by_choice)


# The run


@rule("normal movement", "subsequent rout", "subsequent distance")
def subsequent_rout(umpire: Umpire[Battlefield], name: str) -> Play[None]:
    """A routed unit's run in the Movement Phase to the nearest legal place, where no order said one; pinned ones lie still."""
    field = umpire.state
    unit = field[name]
    if unit.pinned or not unit.routed:
        return
    if may_stop(field, unit, unit.at):
        return
    path = _shortest(field, unit)
    with umpire.act(unit.side, f"{name} rout to {path[-1]}" if path else f"{name} rout"):
        yield from _run(umpire, name, path, stop_early=True)


def _shortest(field: Battlefield, unit: Counter) -> tuple[str, ...]:
    """The way to the nearest hex where the compulsion ends; if none is in reach, the way that leads farthest from enemies."""
    limit = rate(field, unit)
    is_goal = may_stop if runs_like_indians(field, unit) else rally_place
    best: tuple[int, int, int] | None = None
    away: tuple[str, ...] = ()
    for way in ways(field, (unit,), 1):
        if runs_like_indians(field, unit) and way.steps > limit:
            continue
        full = stacking.is_over(field, way.end, unit.side, (unit,))
        if not full and is_goal(field, unit, way.end):
            return _as_far_as_it_goes(field, unit, way.path)
        if full or way.steps > limit:
            continue
        near = min((field.sheet.map.distance(way.end, one.at) for one in enemies(field, unit)), default=0)
        worth = (near, -way.zocs, -way.steps)
        if best is None or worth > best:
            best, away = worth, way.path
    return away


def resolve_rout(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Carry out an order to rout."""
    if not isinstance(plan, Flight) or not isinstance(plan.order, Rout):
        raise TypeError(f"expected the plan of a rout, found {plan!r}")
    name = plan.order.unit
    if plan.by_choice:
        name = crews.leave(umpire, name, "left in a rout by choice")
        yield from leaders.choose_sides(umpire, (name,), "is routed")
        umpire.emit(UnitRouted(name, umpire.state[name].at, "by choice", by_choice=True))
        horses.lose(umpire, name, "routed")
        _settle(umpire)
        if name not in umpire.state or umpire.state[name].kind == PONY_HERD:
            return
    if plan.change is not None:
        yield from _run_and_change(umpire, plan, plan.order, plan.change)
    elif plan.off_map:
        _leave_map(umpire, name)
    else:
        yield from _run(umpire, name, plan.path, stop_early=False)


def _leave_map(umpire: Umpire[Battlefield], name: str) -> None:
    umpire.emit(UnitsLeftMap((name, *leaders.attached_to(umpire.state, name)), umpire.state[name].at, "rout"))


@rule("mode change in voluntary rout")
def _run_and_change(umpire: Umpire[Battlefield], plan: Flight, order: Rout, change: modes.ModeChange) -> Play[None]:
    """Run to where it mounts or dismounts, if nothing stops it on the way, and on in its new mode."""
    name, mode = order.unit, umpire.state[order.unit].mode
    if plan.before:
        yield from _run(umpire, name, plan.path[: plan.before], stop_early=False, goes_on=True)
        if not _still_runs(umpire.state, name, plan.path[plan.before - 1]) or umpire.state[name].mode != mode:
            return
    modes.change(umpire, name, order.mode, change)
    if plan.off_map:
        _leave_map(umpire, name)
    else:
        yield from _run(umpire, name, plan.path[plan.before :], stop_early=False)


@rule(
    "fire at routing units",
    "opportunity fire trigger",
    "pinned while routed",
    "overstacking",
    "mounted units never carry a pin",
)
def _run(
    umpire: Umpire[Battlefield], name: str, path: tuple[str, ...], *, stop_early: bool, goes_on: bool = False
) -> Play[None]:
    """Hex by hex: fired at on leaving a ZOC in the Movement Phase, and on entering one always (ruling A-148).

    A company thrown off its horses on the way goes on at the rate on foot (ruling A-145).  What goes on beyond its rate
    does so because the hexes there are full, and jostles them (10.I.7).  With `goes_on` the rout does not end here.
    """
    for n, there in enumerate(path, start=1):
        here = umpire.state[name].at
        if umpire.state.phase == "C" and steps.is_fired_on_leaving(umpire.state, (name,), here):
            yield from umpire.state.title.rules.opportunity_fire(umpire, (name,), here)
            if not _still_runs(umpire.state, name, here):
                return
        yield from retreat.walk(umpire, (name,), (there,), "rout", 1)
        if not _still_runs(umpire.state, name, there):
            return
        unit = umpire.state[name]
        is_full = stacking.is_over(umpire.state, there, unit.side, (unit,))
        reached = may_stop(umpire.state, unit, there)
        ends_here = reached and not goes_on and (stop_early or there == path[-1])
        if ends_here and not is_full:
            umpire.emit(RoutEnded(name, there, reached))
            return
        if n < rate(umpire.state, unit) and not ends_here:
            continue
        if not is_full:
            return
        yield from retreat.jostle(umpire, there, unit.side, (name,))


def _still_runs(field: Battlefield, name: str, at: str) -> bool:
    return name in field and field[name].at == at and not field[name].pinned


# Routs by choice after fire and after melee (10.J.1): for standing orders; nobody is asked about them.

STAY, RUN = "stay", "rout to "


@rule("voluntary rout", "US voluntary")
def offer(umpire: Umpire[Battlefield], before: Mapping[str, int], what: str) -> Play[None]:
    """Let units that were fired on, or have fought, rout by choice (10.J.1; ruling A-069).

    `before` are the units with the strength that they had; `what` says what happened.  Pinned units may not.
    """
    field = umpire.state
    may_run = [name for name in before if name in field and may_rout(field[name]) and _has_place(field, field[name])]
    if not may_run:
        return
    now = field.thaw()  # where they could run is looked for later or never
    asks = tuple(_question(now, name, before[name], what) for name in may_run)
    answers = yield asks
    for one, answer in zip(asks, answers, strict=True):
        if answer.choice == STAY or one.subject not in umpire.state or not may_rout(umpire.state[one.subject]):
            continue  # what another did in between may have pinned it, or worse
        flight = _flight(umpire.state, umpire.state[one.subject], answer.choice.removeprefix(RUN))
        if flight is not None:
            yield from resolve_rout(umpire, flight)


def _question(field: Battlefield, name: str, strength: int, what: str) -> Ask:
    unit = field[name]
    choices = Later(
        (Choice(STAY, "stay"),),
        lambda: [Choice(f"{RUN}{to}", f"rout to {to}, by choice") for to in _places(field, unit)],
    )
    facts = (("at", unit.at), ("lost", str(strength - unit.strength)), ("what", what))
    prompt = f"{name} ({unit.at}) {what}.  Does it rout by choice?"
    clause = field.rule("kinds of rout")
    return Ask(unit.side, "voluntary rout", name, prompt, clause, choices, STAY, STAY, facts, quiet=True)


def may_rout(unit: Counter) -> bool:
    """True if a unit may rout by choice now: not routed yet, not pinned (ruling A-069), and no packers (15.B)."""
    return kinds.may(unit, kinds.ROUT) and not (unit.routed or unit.pinned or pack_train.stays_with_train(unit))


def _flight(field: Battlefield, unit: Counter, to: str) -> Flight | None:
    """The way to the place named or, where none leads there, to the first of the others that can be reached.

    It is looked for when a standing order wants it, and not for every shot: a search of the map takes its time.
    """
    for place in dict.fromkeys((to, *_places(field, unit))):
        plan = plan_rout(field, unit.side, "A", Rout(unit.name, place))
        if isinstance(plan, Flight) and plan.path:
            return plan
    return None


def _has_place(field: Battlefield, unit: Counter) -> bool:
    """True if it may run anywhere: Indians always to an edge, US units always to woods or rocks if the sheet has any."""
    return unit.side != "us" or bool(_shelter(field)) or bool(_places(field, unit))


def _shelter(field: Battlefield) -> tuple[str, ...]:
    kinds = field.sheet.map.kinds
    return tuple([name for name, terrain in rally_places.SHELTER.items() if terrain in kinds])


@rule("leave the first refuge")
def _places(field: Battlefield, unit: Counter) -> tuple[str, ...]:
    """The hexes to which a unit that is not routed yet may run: no place that it stands in or next to."""
    unit = unit.but(rout_from=unit.at)
    if unit.side != "us":
        return tuple(f"{edge} edge" for edge in rally_places.nearest_edges(field, unit.at))
    fixed = tuple(one.name for one in field.of("us") if one.kind in (HQ, PACK_TRAIN) and one.name != unit.name)
    closest = (
        *fixed,
        *rally_places.closest_friends(field, unit),
        *rally_places.closest_friends(field, unit, leader=True),
    )
    distance = field.sheet.map.distance
    friends = tuple(name for name in closest if distance(field[name].at, unit.at) > 1)  # beside them it is at its goal
    return (*friends, *_shelter(field))
