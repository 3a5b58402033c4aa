"""The charge of mounted cavalry (16.A): declared and ridden in the Movement Phase, fought in the Melee Phase."""

from dataclasses import dataclass
from itertools import pairwise

from pbem.board.hexmap import CLEAR
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Charge, Move
from pbem.systems.indian_wars.rules.movement import duties, stacking
from pbem.systems.indian_wars.rules.movement.mobility import left, limit, spent_of
from pbem.systems.indian_wars.rules.movement.movement import March, barred, movers, plan_move, take_step, warnings
from pbem.systems.indian_wars.rules.movement.steps import enemies_closing, step_cost
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.say import TERRAIN
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import ChargeDeclared

EXTRA = 1
CLIMB = 1


@dataclass(frozen=True, slots=True)
class Ride(Plan):
    """A legal charge: the path to the hex from which it strikes, the start included."""

    path: tuple[str, ...] = ()


@rule("charge declaration", "charge in good order", "charge reserved")
def plan_charge(field: Battlefield, side: str, letter: str, order: Charge) -> Ride | Problem:
    """The cost of a charge, or why not (16.A; ruling A-060)."""
    problem = not_here(field, side, order.units)
    if problem:
        return problem
    for name in order.units:
        problem = held(field, field[name]) or _unfit(field, field[name])
        if problem:
            return problem
    path = (field[order.units[0]].at, *order.via)
    if any(field[name].at != path[0] for name in order.units):
        where = say.several([f"{name} {field[name].at}" for name in order.units])
        return Illegal(
            "E123",
            f"Units that charge together must start in the same hex: {where}.",
            field.rule("moving a stack"),
            rests_on=order.units,
        )
    if not enemies_closing(field, order.target, tuple(field[name] for name in order.units)):
        return _nobody(field, order)
    return (
        _ground(field, order, path)
        or duties.forbids(field, movers(field, order.units), path)
        or _ride(field, order, path)
    )


def _nobody(field: Battlefield, order: Charge) -> Problem:
    """Why there is nobody to charge in a hex: people and lone leaders are none, and guards of captives don't charge (18.D)."""
    clause = field.rule("charge")
    side = field[order.units[0]].side
    people = [one.name for one in field.at(order.target) if one.side != side and not one.is_unmanned]
    guard = next((name for name in order.units if field[name].guards), "")
    text = f"{order.target} holds no enemy unit: there is nobody to charge ({clause})."
    if people:
        text = f"{order.target} holds only {say.several(people)}: there is nobody to charge ({clause})."
    if people and guard:
        text = f"{guard} guards {field[guard].guards} and can't charge with them ({clause})."
    return Illegal("E170", text, clause, words=order.target, rests_on=(order.target, *order.units))


def _unfit(field: Battlefield, unit: Counter) -> Problem | None:
    if not unit.printed.may_charge:
        return Illegal(
            "E170",
            f"{unit.name} can't charge: only US cavalry can ({field.rule('charge')}, {field.rule('mounted units')}).",
            field.rule("charge"),
        )
    if not unit.is_mounted:
        return Illegal(
            "E170",
            f"{unit.name} is {unit.mode}: only mounted cavalry can charge ({field.rule('mounted units')}).",
            field.rule("charge"),
            rests_on=(unit.name,),
        )
    if unit.disrupted or unit.recovered:
        was = "was disrupted as the phase began" if unit.recovered else "is disrupted"
        text = f"{unit.name} {was}: units must be in good order to charge ({field.rule('charge')})."
        return Illegal("E170", text, field.rule("charge"), rests_on=(unit.name,))
    return None


@rule("charge minimum run", "charge terrain", "charge slope")
def _ground(field: Battlefield, order: Charge, path: tuple[str, ...]) -> Problem | None:
    """Clear, level ground, no water, and at least one hex toward the target."""
    sheet, distance = field.sheet.map, field.sheet.map.distance
    for n, (a, b) in enumerate(pairwise((*path, order.target))):
        last = n == len(path) - 1
        if b not in sheet.neighbours(a):
            text = f"{a} and {b} are {sheet.distance(a, b)} hexes apart: name the hexes between them after   via  ."
            return Malformed("E122", text, field.rule("charge"), words=b)
        problem = (
            None
            if last
            else barred(field, tuple(field[name] for name in order.units), Move(order.units, path), n, a, b)
        )
        if problem:
            return problem
        text = _bad_ground(field, path[0], a, b)
        if text:
            return _without(field, order, path, Illegal("E170", text, field.rule("charge"), words=b))
    if not any(distance(b, order.target) < distance(a, order.target) for a, b in pairwise(path)):
        text = (
            f"At least one hex of a charge must bring it closer to the target; {say.several(order.units)} would get "
            f"no closer ({field.rule('charge')})."
        )
        return Illegal("E170", text, field.rule("charge"), words=order.target, rests_on=order.units)
    return None


def _bad_ground(field: Battlefield, start: str, a: str, b: str) -> str:
    sheet = field.sheet.map
    if sheet.level(b) - sheet.level(start) > CLIMB or sheet.level(b) - sheet.level(a) > CLIMB:
        climb = f"{start} is level {sheet.level(start)}, {b} level {sheet.level(b)}"
        return f"A charge may climb only one level in all; {climb} ({field.rule('charge')})."
    if sheet.terrain(b) != CLEAR:
        return (
            f"A charge needs clear ground; {b} is {TERRAIN.get(sheet.terrain(b), sheet.terrain(b))} "
            f"({field.rule('charge')})."
        )
    if sheet.is_coulee(b):
        return f"A charge needs clear ground; a coulee runs through {b} ({field.rule('charge')})."
    if b in sheet.steep:
        return f"No charge may enter {b}: the ground changes level three times or more in it ({field.rule('charge')})."
    for kind in sheet.edges(a, b):
        return f"A charge can't cross any {TERRAIN.get(kind, kind)}; one runs between {a} and {b} ({field.rule('charge')})."
    return ""


def _without(field: Battlefield, order: Charge, path: tuple[str, ...], problem: Problem) -> Problem:
    """The same problem with the way to attack without a charge, where the move is legal."""
    move = Move(order.units, path)
    if len(path) < 2 or not isinstance(plan_move(field, field[order.units[0]].side, "C", move), March):
        return problem
    who = say.together(order.units)
    lines = (f"{who} move {say.path_text(path)}", f"in F: {who} melee {order.target}")
    lead = "Without a charge:   "
    indent = " " * len(f"({field.rule('charge')}).  {lead}")
    text = f"{problem.text}  {lead}{lines[0]}\n{indent}{lines[1]}"
    return Illegal(problem.code, text, problem.clause, lines, problem.words)


@rule("charge movement")
def _ride(field: Battlefield, order: Charge, path: tuple[str, ...]) -> Ride | Problem:
    """One MP more than it has otherwise."""
    units = movers(field, order.units)
    most = min(left(unit) for unit in units) + EXTRA
    total = 0
    for a, b in pairwise(path):
        step = step_cost(field, units, a, b)
        total += step.cost if step else 0
        if total > most:
            text = (
                f"{order.units[0]} has {most} MP in a charge; to reach {b} it would need {total} "
                f"({field.rule('terrain costs')}, {field.rule('charge')})."
            )
            return Illegal("E170", text, field.rule("charge"), words=b)
    if stacking.is_over(field, path[-1], units[0].side, units):
        points = stacking.points_with(field, path[-1], units[0].side, units)
        text = (
            f"{path[-1]} would hold {points} strength points; the limit is {stacking.LIMIT} "
            f"({field.rule('stacking limit')})."
        )
        return Illegal("E136", text, field.rule("stacking limit"), words=path[-1], rests_on=(path[-1],))
    least = min(units, key=left)
    note = spent_of(field, least.but(spent=limit(least) - left(least) + total), EXTRA)
    return Ride(order, (note,), warnings(field, units, path), path)


def resolve_charge(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Declare, then ride; who is stopped on the way does not charge."""
    if not isinstance(plan, Ride) or not isinstance(plan.order, Charge):
        raise TypeError(f"expected the plan of a charge, found {plan!r}")
    umpire.emit(ChargeDeclared(plan.order.units, plan.order.target))
    going = tuple(unit.name for unit in movers(umpire.state, plan.order.units))
    for a, b in pairwise(plan.path):
        going = yield from take_step(umpire, going, a, b, extra=EXTRA)
    stopped = tuple(name for name in plan.order.units if name in umpire.state and name not in going)
    if stopped:
        umpire.emit(ChargeDeclared(stopped, ""))
