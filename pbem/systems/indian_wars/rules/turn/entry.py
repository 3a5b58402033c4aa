"""Entry (18.1): the Indian force comes on in its Movement Phase of turn 1."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Enter
from pbem.systems.indian_wars.phases import SET_UP
from pbem.systems.indian_wars.rules.movement import movement, stacking
from pbem.systems.indian_wars.rules.movement.mobility import left, limit, stands_in, starting_late
from pbem.systems.indian_wars.rules.movement.steps import enemies_closing, step_cost
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE
from pbem.systems.indian_wars.state.counter import DISMOUNTED, HOLDER_OF, HQ, MOUNTED, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import HoldersPlaced, StartedLate, UnitEntered
from pbem.systems.indian_wars.title import EntryEdge, EntryForce


def waiting(field: Battlefield, side: str) -> tuple[Counter, ...]:
    """The counters of a side that are due to enter this game turn and have not."""
    return tuple(unit for entry in field.sheet.scenario.entries for unit in due(field, side, entry))


def due(field: Battlefield, side: str, entry: EntryForce) -> tuple[Counter, ...]:
    """Those of one force."""
    if entry.side != side or field.turn < turn_of(field, entry):
        return ()
    return tuple(field[name] for name in entry.units if name in field and not field[name].at)


@rule("earlier infantry", "single map")
def turn_of(field: Battlefield, entry: EntryForce) -> int:
    """The game turn on which a force enters."""
    return entry.turn_by(field.options, field.notes.arrivals.get(entry.edges[0].zone, 0))


def edges_for(field: Battlefield, names: Collection[str]) -> tuple[EntryEdge, ...]:
    """The edges by which the force enters to which all these counters belong, () if they belong to none."""
    force = force_of(field, names)
    return force.edges if force is not None else ()


def force_of(field: Battlefield, names: Collection[str]) -> EntryForce | None:
    """The force to which all these counters belong, None if they belong to none or to several."""
    return next((one for one in field.sheet.scenario.entries if all(name in one.units for name in names)), None)


@rule("Indian entry", "entry terms", "Indian leaders", "entry with the Gatlings", "entry of the Montana column")
def plan_enter(field: Battlefield, side: str, letter: str, order: Enter) -> Plan | Problem:
    """Check that these counters may enter there (18.1; ruling A-105)."""
    if letter == SET_UP and setup.forces(field, side):
        return setup.plan_written(field, side, order)
    units = tuple(field[name] for name in order.units if name in field)
    problem = (
        _wrong_units(field, side, order)
        or _not_as_written(field, side, order)
        or _wrong_place(field, side, order, units)
    )
    if problem is not None:
        return problem
    modes = {unit.name: mode_of(unit, order.mode) for unit in units}
    cost = max(entry_cost(field, order.at, mode) for mode in modes.values())
    least = min(limit(unit.but(mode=modes[unit.name])) for unit in units)
    return Plan(order, (f"{cost} of {least} MP",))


def _wrong_units(field: Battlefield, side: str, order: Enter) -> Problem | None:
    """Only counters that are due this turn enter, in a mode in which they may come."""
    coming = [unit.name for unit in waiting(field, side)]
    for name in order.units:
        if name not in coming:
            return Malformed(
                "E153",
                f"{name} is not due to enter the map this turn ({field.rule('scenario')}).",
                field.rule("scenario"),
                words=name,
            )
    if order.mode == PRONE and not _comes_in_any_mode(field, order.units):
        return Illegal(
            "E153",
            f"Units enter mounted or dismounted ({field.rule('scenario')}).",
            field.rule("scenario"),
            words=order.mode,
        )
    units = tuple(field[name] for name in order.units)
    other = next(
        (unit for unit in units if order.mode and not unit.is_leader and not _may_come(field, unit, order.mode)), None
    )
    if other is not None:
        text = f"{other.name} enters {mode_of(other, '')} ({field.rule('scenario')})."
        return Illegal("E153", text, field.rule("scenario"), words=order.mode)
    return None


def _wrong_place(field: Battlefield, side: str, order: Enter, units: tuple[Counter, ...]) -> Problem | None:
    """They enter by a hex of their own edges that holds no enemies and has room for them."""
    edges = _edges_at(field, order.units, order.at)
    if not edges:
        own = [say.zone_with_hexes(edge.zone, edge.hexes) for edge in edges_for(field, order.units)]
        return Illegal(
            "E153",
            f"{order.at} is not an entry hex of theirs: they enter by the {say.several(own, 'or')} "
            f"({field.rule('scenario')}).",
            field.rule("scenario"),
            words=order.at,
        )
    problems = [_forbids(field, edge, units) for edge in edges]
    problem = None if None in problems else problems[0]
    if problem:
        return Illegal("E153", problem, field.rule("scenario"), words=order.at)
    if enemies_closing(field, order.at, units):
        return Illegal(
            "E135",
            f"{order.at} holds enemy units ({field.rule('movement limits')}).",
            field.rule("movement limits"),
            words=order.at,
            rests_on=(order.at,),
        )
    if stacking.is_over(field, order.at, side, units):
        points = stacking.points_with(field, order.at, side, units)
        text = (
            f"{order.at} would hold {points} strength points; the limit is {stacking.LIMIT} "
            f"({field.rule('stacking limit')})."
        )
        return Illegal("E136", text, field.rule("stacking limit"), words=order.at, rests_on=(order.at,))
    return None


@rule("written entry")
def _not_as_written(field: Battlefield, side: str, order: Enter) -> Problem | None:
    """Units come where it was written down, unless they cannot (21.1.K)."""
    for name in order.units:
        at = setup.hex_for(field, name)
        if at and at != order.at and can_enter(field, side, name, at):
            clause = field.rule("written entry")
            text = f"{name} enters at {at}, as you wrote down before play ({clause})."
            return Illegal("E153", text, clause, (f"{name} enter {at}",), words=order.at)
    return None


def can_enter(field: Battlefield, side: str, name: str, at: str) -> bool:
    """True if a hex has room for a counter and no enemy."""
    unit = field[name]
    return not stacking.is_over(field, at, side, (unit,)) and not enemies_closing(field, at, (unit,))


@rule("single map")
def _comes_in_any_mode(field: Battlefield, names: Collection[str]) -> bool:
    """True if the scenario lets these counters choose their mode (21.5.B.2)."""
    force = force_of(field, names)
    return force is not None and force.any_mode


def _may_come(field: Battlefield, unit: Counter, mode: str) -> bool:
    """True if a unit may enter in a mode.  Where any is open to a force, a gun and who has no mounts still have no choice."""
    if unit.is_gun or not unit.printed.mounts:
        return _enters_in(unit, mode)
    return _enters_in(unit, mode) or _comes_in_any_mode(field, (unit.name,))


def _enters_in(unit: Counter, mode: str) -> bool:
    """True if a unit may enter in a mode: on foot without mounts, in the saddle where men would stay with the horses."""
    if unit.is_gun:
        return mode == MOUNTED
    if not unit.printed.mounts:
        return mode == DISMOUNTED
    return mode == MOUNTED or unit.printed.mounts not in ("horse", "mule")


def mode_of(unit: Counter, ordered: str) -> str:
    """The mode in which a counter enters: as ordered, else mounted if it can be.  Leaders ride with anyone."""
    return ordered or (MOUNTED if unit.is_leader or _enters_in(unit, MOUNTED) else DISMOUNTED)


def _edges_at(field: Battlefield, names: Collection[str], at: str) -> tuple[EntryEdge, ...]:
    return tuple(edge for edge in edges_for(field, names) if at in edge.hexes)


def _forbids(field: Battlefield, edge: EntryEdge, units: tuple[Counter, ...]) -> str | None:
    """The limit of an edge that these units would break, given who has entered there before, or None."""
    warriors = [unit for unit in units if not unit.is_leader]
    if not warriors and not edge.open_to_leaders:
        return f"a leader enters by the {say.zone(edge.zone)} only with a unit ({field.rule('scenario')})."
    for unit in warriors:
        if edge.tribes and unit.printed.tribe not in edge.tribes:
            return (
                f"{unit.name} is {unit.printed.tribe}: the {say.zone(edge.zone)} is for "
                f"{say.several(edge.tribes, 'and')} ({field.rule('scenario')})."
            )
    before = [field.sheet.roster[name] for name in field.notes.entered.get(edge.zone, ())]
    number = len(before) + len(warriors)
    if edge.most_units and number > edge.most_units:
        return f"{number} units would enter by the {say.zone(edge.zone)}; {edge.most_units} may ({field.rule('scenario')})."
    tribes = sorted({one.tribe for one in before} | {unit.printed.tribe for unit in warriors})
    if edge.most_tribes and len(tribes) > edge.most_tribes:
        return (
            f"{say.several(tribes)} would enter by the {say.zone(edge.zone)}; {edge.most_tribes} tribes may "
            f"({field.rule('scenario')})."
        )
    return None


def entry_cost(field: Battlefield, at: str, mode: str) -> int:
    """The MPs for the first hex: its terrain (18.1.D)."""
    return field.sheet.ground.entry(at, mode == MOUNTED)[1]


def resolve_enter(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Bring the counters on, with their pony holders where they come on foot."""
    if isinstance(plan.order, Enter):
        yield from bring_on(umpire, plan.order.units, plan.order.at, plan.order.mode)


def bring_on(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str, mode: str) -> Play[None]:
    """Let counters enter, mounted where `mode` is ""; all pay for the first hex."""
    zone = next(
        (edge.zone for edge in _edges_at(umpire.state, names, at) if _forbids_none(umpire.state, edge, names)), ""
    )
    for name in names:
        unit = umpire.state[name]
        rides = mode_of(unit, mode)
        cost = entry_cost(umpire.state, at, rides)
        umpire.emit(UnitEntered(name, at, stands_in(unit, rides), cost, "" if unit.is_leader else zone))
        if rides != MOUNTED and unit.printed.mounts in HOLDER_OF and unit.kind != HQ:
            umpire.emit(HoldersPlaced(unit.printed.holders, name, at))
    yield from movement.arrived(umpire, names, at)


def _forbids_none(field: Battlefield, edge: EntryEdge, names: tuple[str, ...]) -> bool:
    return _forbids(field, edge, tuple(field[name] for name in names)) is None


@rule("Indian entry")
def enter_the_rest(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """Entry on turn 1 is compulsory: who has no order comes on by the last edge listed, mounted, hex by hex in hex order."""
    for unit in waiting(umpire.state, side):
        first = setup.hex_for(umpire.state, unit.name)
        hexes = edges_for(umpire.state, (unit.name,))[-1].hexes
        for at in (*((first,) if first else ()), *hexes):
            if can_enter(umpire.state, side, unit.name, at):
                with umpire.act(side, f"{unit.name} enter {at}"):
                    yield from bring_on(umpire, (unit.name,), at, "")
                break


@rule("start with part of the MPs")
def begin(umpire: Umpire[Battlefield]) -> None:
    """In the first player turn of a side: the units that the scenario gives only some of their MPs.

    They are taken as its Rally Phase begins, so that moves ordered then are held to them, and again for the Movement Phase.
    """
    for mps, late in starting_late(umpire.state):
        umpire.emit(StartedLate(tuple(late), tuple(late.values()), mps))


def first_turn_points(field: Battlefield, unit: Counter) -> int | None:
    """The MPs that a unit has in the first turn, if it starts with a part of its own and has not begun; None for all others."""
    if field.turn not in (0, field.notes.arrivals.get(THE_BATTLE, 1)):
        return None
    group = next((one for one in field.sheet.scenario.setup if one.mp and unit.name in one.units), None)
    return group.mp if group is not None and left(unit) > group.mp else None


@rule("start with part of the MPs")
def part_way(field: Battlefield, units: Sequence[Counter], path: Sequence[str]) -> Problem | None:
    """Why a move ordered before its first player turn has begun is too long for units that start with part of their MPs."""
    clause = field.rule("start with part of the MPs")
    for unit in units:
        most = first_turn_points(field, unit)
        if most is None:
            continue
        steps = [step_cost(field, units, a, b) for a, b in pairwise(path)]
        if sum(step.cost for step in steps if step) > most:
            text = f"{unit.name} has {most} MP in the first turn ({clause}): too few for the way to {path[-1]}."
            return Illegal("E130", text, clause, words=path[-1])
    return None
