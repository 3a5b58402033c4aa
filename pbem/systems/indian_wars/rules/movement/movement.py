"""Movement (7): what a move costs, what forbids it, and how it is carried out, hex by hex."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.board.hexes import within
from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem, Warning_
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Move
from pbem.systems.indian_wars.rules.guns import modes
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import duties, stacking
from pbem.systems.indian_wars.rules.movement.ground import MoveStep
from pbem.systems.indian_wars.rules.movement.mobility import left, left_among, left_now, limit, spent_of
from pbem.systems.indian_wars.rules.movement.steps import (
    OpenSteps,
    enemies_closing,
    is_fired_on_leaving,
    is_next_to_foe,
    reach,
    step_cost,
)
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.state.counter import GRASS_FIRE, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import MovementStopped, UnitsMoved

STOP = "stop"


@dataclass(frozen=True, slots=True)
class March(Plan):
    """A legal move: its steps' costs, the ZOC exit included, and whether it is the minimum move."""

    costs: tuple[int, ...] = ()
    minimum: bool = False


@rule("one counter or stack", "shared fate, one unit", "leader with several units")
def movers(field: Battlefield, names: Sequence[str]) -> tuple[Counter, ...]:
    """Those who move: the units named, and leaders attached to them who can keep up."""
    named = tuple(field[name] for name in names)
    with_them = tuple(
        leader
        for leader in field.at(named[0].at)
        if leader.is_leader
        and leader.attached_to in names
        and leader.name not in names
        and left_among(leader, (*named, leader)) > 0
    )
    return (*named, *with_them)


def plan_move(field: Battlefield, side: str, letter: str, order: Move) -> March | Problem:
    """The cost of a move, or why not (7.A-7.D, 7.I, 6.A)."""
    problem = not_here(field, side, order.units) or _not_together(field, order)
    if problem:
        return problem
    for name in order.units:
        problem = held(field, field[name]) or _prone(field, field[name], order)
        problem = problem or modes.held_gun(field, field[name])
        if problem:
            return problem
    units = movers(field, order.units)
    walked = _walk(field, units, order)
    if isinstance(walked, Problem):
        return walked
    end = order.path[-1]
    if stacking.is_over(field, end, side, units):
        return overstacked(field, units, order)
    for limited in field.title.rules.move_limits:
        problem = limited(field, units, order.path)
        if problem:
            return problem
    return duties.forbids(field, units, order.path) or walked


def _not_together(field: Battlefield, order: Move) -> Problem | None:
    start = order.path[0]
    for name in order.units:
        at = field[name].at
        if at != start:
            away = field.sheet.map.distance(at, start)
            where = f"{away} hexes away" if away > 1 else "next to it"
            text = f"{name} stands in {at}; your path begins in {start}, {where}."
            return Illegal("E123", text, field.rule("moving a stack"), words=start, rests_on=(name,))
    if len(order.path) < 2:
        return Malformed("E111", f"Where to?  {order.units[0]} stands in {start}.", words=start)
    return None


@rule("prone units")
def _prone(field: Battlefield, unit: Counter, order: Move) -> Problem | None:
    if unit.mode != PRONE:
        return None
    text = (
        f"{unit.name} is prone: it crawls one hex for all its MP or gets up first "
        f"({field.rule('movement limits')}, {field.rule('crawling')})."
    )
    up = f"{unit.name} dismount"
    lines = (f"{unit.name} crawl {order.path[1]}", f"{up}; move {say.path_text(order.path)}", up)
    return Illegal("E138", text, field.rule("movement limits"), lines, rests_on=(unit.name,))


def _walk(field: Battlefield, units: tuple[Counter, ...], order: Move) -> March | Problem:
    """Every step of a path, costed; the first that cannot be taken is the problem."""
    most = min(left_now(field, unit, units) for unit in units)
    total = 0
    steps: list[MoveStep] = []
    for n, (a, b) in enumerate(pairwise(order.path)):
        problem = barred(field, units, order, n, a, b)
        if problem:
            return problem
        step = step_cost(field, units, a, b)
        if step is None:
            raise AssertionError(f"the hexside {a}/{b} is barred and was not found so")
        if total + step.cost > most:
            if n == 0 and _may_move_least(units, order):
                note = (mp_note(field, units, most), "minimum move")
                return March(order, note, warnings(field, units, order.path), (most,), minimum=True)
            return _too_far(field, units, order, steps, b, step)
        steps.append(step)
        total += step.cost
    notes = [mp_note(field, units, total)]
    if any(stacking.is_in_enemy_zoc(field, one, units[0].side) for one in order.path[1:]):
        notes.append("in the enemy ZOC")
    return March(order, tuple(notes), warnings(field, units, order.path), tuple(step.cost for step in steps))


def mp_note(field: Battlefield, units: Sequence[Counter], cost: int) -> str:
    least = min(units, key=lambda unit: left(unit) - cost)
    return spent_of(field, least.but(spent=limit(least) - left(least) + cost))


@rule("minimum move procedure", "minimum move and ZOC", "nothing else with it")
def _may_move_least(units: Sequence[Counter], order: Move) -> bool:
    """One adjacent hex for all MPs, and nothing before, during or after it (7.D; ruling A-019)."""
    return len(order.path) == 2 and all(unit.spent == 0 and limit(unit) > 0 for unit in units)


def barred(field: Battlefield, units: Sequence[Counter], order: Move, n: int, a: str, b: str) -> Problem | None:
    """Why a step may not be taken whatever it costs: off the map, no neighbour, a cliff, an enemy."""
    sheet, who = field.sheet.map, say.together(order.units)
    if b not in sheet:
        text = (
            f"{b} is not on the map.  To leave the map say   exit   at an edge hex "
            f"({field.rule('leaving the map')} costs VPs)."
        )
        return Malformed("E121", text, field.rule("leaving the map"), words=b)
    if b not in sheet.neighbours(a):
        text = f"{a} and {b} are {sheet.distance(a, b)} hexes apart: name the hexes between them."
        return Malformed("E122", text, field.rule("moving a stack"), words=b)
    if sheet.is_blocked(a, b):
        round_it = _way_round(field, units, order.path[: n + 1], b)
        text = f"A cliff runs between {a} and {b}: it can't be crossed ({field.rule('terrain costs')})."
        lead = "  Way round:" if round_it else ""
        lines = (f"{who} move {say.path_text(round_it)}",) if round_it else ()
        return Illegal("E134", text + lead, field.rule("terrain costs"), lines, words=f"{a}-{b}")
    if modes.is_too_steep(field, units, a, b):
        clause = field.rule("limbered movement")
        text = f"{a} and {b} are more than one level apart: guns do not go there ({clause})."
        return Illegal("E134", text, clause, words=b)
    enemies = enemies_closing(field, b, units)
    if not enemies:
        return _too_near(field, units, b)
    known = [unit for unit in enemies if not unit.is_leader] or list(enemies)
    rests_on = (b, *(unit.name for unit in known))
    if known[0].is_ablaze:
        clause = field.rule("grass fire effects") if known[0].kind == GRASS_FIRE else field.rule("burning camp")
        return Illegal("E135", f"{b} burns: nobody enters it ({clause}).", clause, words=b, rests_on=rests_on)
    text = f"{b} holds {say.names_of(known)}: you can't enter an enemy hex ({field.rule('movement limits')})."
    if not any(unit.strength and not unit.minds_mounts for unit in units):
        return Illegal("E135", text, field.rule("movement limits"), words=b, rests_on=rests_on)
    line = f"in F: {who} melee {b}"
    them = "them" if len(known) > 1 else "it"
    if n == 0:
        stand = "stand" if len(order.units) > 1 else "stands"
        text += f"  {who} {stand} next to {them} already; to attack write   {line}   ({field.rule('attack')})."
    else:
        text += f"  To attack, stop next to {them} and write   {line}   ({field.rule('attack')})."
    return Illegal("E135", text, field.rule("movement limits"), (line,), words=b, rests_on=rests_on)


@rule("move on after a strike")
def _too_near(field: Battlefield, units: Sequence[Counter], at: str) -> Problem | None:
    """After a hit and run no hex of a unit's move may be next to a US unit (16.G)."""
    struck = next((unit.name for unit in units if unit.has_struck), "")
    if struck and is_next_to_foe(field, at, units[0].side):
        text = f"{struck} has hit and run: it can no longer move next to a US unit, and {at} is ({field.rule('hit and run')})."
        return Illegal("E138", text, field.rule("hit and run"), words=at, rests_on=(struck, at))
    return None


def _way_round(field: Battlefield, units: Sequence[Counter], path: tuple[str, ...], goal: str) -> tuple[str, ...]:
    """The path so far and the cheapest way on from its end to `goal`, () if the MPs do not reach."""
    on = tuple(unit.but(at=path[-1]) for unit in units)
    spent = 0
    for a, b in pairwise(path):
        step = step_cost(field, units, a, b)
        spent += step.cost if step else 0
    found = within(
        path[-1], min(left(unit) for unit in units) - spent, OpenSteps(field, on), field.sheet.map.neighbours
    )
    return (*path[:-1], *found.path(goal)) if goal in found else ()


def _too_far(
    field: Battlefield, units: Sequence[Counter], order: Move, steps: list[MoveStep], there: str, step: MoveStep
) -> Problem:
    least = min(units, key=lambda unit: left_now(field, unit, units))
    have = left_now(field, least, units)
    half = f", half of its MP after half fire ({field.rule('offensive fire phase')})" if least.fired == "half" else ""
    spent = sum(one.cost for one in steps)
    need = f"{there} ({say.costs(step.parts)})"
    gone = f"nothing is left for {need}" if have == spent else f"{have - spent} left, too little for {need}"
    if steps:
        so_far = _steps_text(order.path[1 : len(steps) + 1], steps)
        text = f"{least.name} has {have} MP{half}.  {so_far}: {gone} ({field.rule('terrain costs')})."
        far = f"{say.together(order.units)} move {say.path_text(order.path[: len(steps) + 1])}"
        return Illegal("E130", f"{text}  The farthest it can go:", field.rule("terrain costs"), (far,), words=there)
    start = f"{least.name} has {have} MP left{half}: too little for {need} ({field.rule('terrain costs')})."
    return Illegal("E130", start, field.rule("terrain costs"), words=there, rests_on=(least.name,))


def _steps_text(path: Sequence[str], steps: Sequence[MoveStep]) -> str:
    """``3212 and 3211 cost 3 each (clear 2, uphill 1)``; steps of different kinds one after the other."""
    runs: list[tuple[list[str], MoveStep]] = []
    for at, step in zip(path, steps, strict=True):
        if runs and runs[-1][1] == step:
            runs[-1][0].append(at)
        else:
            runs.append(([at], step))
    out = []
    for ats, step in runs:
        costs = "cost" if len(ats) > 1 else "costs"
        out.append(f"{say.several(ats)} {costs} {step.cost}{' each' if len(ats) > 1 else ''} ({say.costs(step.parts)})")
    return "; ".join(out)


@rule("when stacking counts")
def overstacked(field: Battlefield, units: Sequence[Counter], order: Move) -> Problem:
    """The end hex would be overstacked: how far the move may go (6.A; ruling A-014)."""
    end, side = order.path[-1], units[0].side
    there = [unit for unit in field.at(end) if unit.side == side and not unit.is_leader]
    now, would = stacking.points(field, end), stacking.points_with(field, end, side, units)
    who = say.folded([unit.name for unit in there])
    if would > stacking.LIMIT:
        do = "and do" if now == stacking.LIMIT else f"and {now} do"
        text = f"{end} would hold {would} strength points at the end of the phase; "
        text += f"{stacking.LIMIT} may stand there ({field.rule('stacking limit')}) {do}: {who}."
    elif most := stacking.most_in_camp(field, end, side):
        text = (
            f"{end} would hold too many at the end of the phase: {most} combat units and {stacking.IN_A_CAMP} holders "
        )
        text += f"may share a hex with a camp ({field.rule('camp hex limit')})."
    else:
        text = (
            f"{end} would hold more than {stacking.PONY_HOLDERS} pony holders at the end of the phase "
            f"({field.rule('holders in a stack')})."
        )
    rests_on = (end, *(unit.name for unit in there))
    for n in range(len(order.path) - 1, 1, -1):
        if not stacking.is_over(field, order.path[n - 1], side, units):
            line = f"{say.together(order.units)} move {say.path_text(order.path[:n])}"
            return Illegal(
                "E136",
                f"{text}  The farthest it can go:",
                field.rule("stacking limit"),
                (line,),
                words=end,
                rests_on=rests_on,
            )
    return Illegal("E136", text, field.rule("stacking limit"), words=end, rests_on=rests_on)


def warnings(field: Battlefield, units: Sequence[Counter], path: Sequence[str]) -> tuple[Warning_, ...]:
    """W301 where the move leaves an enemy ZOC and may be fired on (9.F)."""
    names = tuple(unit.name for unit in units)
    firers: list[str] = []
    for at in path[:-1]:
        if is_fired_on_leaving(field, names, at):
            firers += [one.name for one in stacking.exerting(field, at, units[0].side) if one.name not in firers]
    if not firers:
        return ()
    return (
        Warning_(
            "W301",
            f"leaves an enemy ZOC: opportunity fire by {say.several(firers)} ({field.rule('opportunity fire')})",
            field.rule("opportunity fire"),
        ),
    )


@rule("one counter or stack", "pin or rout stops", "friendly hexes free", "exit cost", "ZOC to ZOC", "leaving ZOC cost")
def resolve_move(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Carry out a move, hex by hex: opportunity fire before each hex left, then the step, and what it sets off."""
    if not isinstance(plan, March) or not isinstance(plan.order, Move):
        raise TypeError(f"expected the plan of a move, found {plan!r}")
    going = tuple(unit.name for unit in movers(umpire.state, plan.order.units))
    yield from march(umpire, going, plan.order.path, minimum=plan.minimum)


def march(
    umpire: Umpire[Battlefield], going: tuple[str, ...], path: Sequence[str], *, minimum: bool = False
) -> Play[None]:
    """Step by step along a path; a unit driven back may go on from where it ends up."""
    for a, b in pairwise(path):
        before = going
        going = yield from take_step(umpire, going, a, b, minimum=minimum)
        for name in before:
            if name not in going and name in umpire.state and umpire.state[name].at != a:
                yield from _offer_to_go_on(umpire, name, path[-1])
        if not going:
            return


@rule("retreat while moving")
def _offer_to_go_on(umpire: Umpire[Battlefield], name: str, goal: str) -> Play[None]:
    """A unit that was driven back on its way may go on from where it stands, with its unspent MPs (ruling A-151).

    The hex that it was ordered to comes first; where it is out of reach by now, the question says so.
    """
    ways = ways_on(umpire.state, name)
    if not ways:
        return
    unit = umpire.state[name]
    ordered = f"go on {goal}"
    keys = sorted(ways, key=lambda key: key != ordered)
    texts = {ordered: f"go on to {goal}, as ordered"}
    beyond = f"  It cannot reach {goal} any more." if ordered not in ways and goal != unit.at else ""
    question = Ask(
        unit.side,
        "going on",
        name,
        f"{name} was driven back to {unit.at} on its way and has {spent_of(umpire.state, unit)} spent.{beyond}  Does it go on?",
        umpire.state.rule("moving a stack"),
        (Choice(STOP, "stop there"), *(Choice(key, texts.get(key, key.replace("go on", "go on to"))) for key in keys)),
        STOP,
        STOP,
        (("at", unit.at),),
    )
    answer = yield from ask(question)
    if answer.choice != STOP:
        yield from march(umpire, tuple(one.name for one in movers(umpire.state, (name,))), ways[answer.choice])


def ways_on(field: Battlefield, name: str) -> dict[str, tuple[str, ...]]:
    """The ways that a unit whose move was cut short may still go with its unspent MPs, by the key of the choice."""
    unit = field[name]
    if unit.is_leader or unit.pinned or unit.routed or unit.mode == PRONE or not left(unit):
        return {}
    units = movers(field, (name,))
    found = reach(field, units)
    return {
        f"go on {end}": path
        for end in sorted(found.cost)
        if end != unit.at
        and not stacking.is_over(field, end, unit.side, units)
        and duties.forbids(field, units, path := found.path(end)) is None
        and not any(_too_near(field, units, one) for one in path[1:])
    }


def take_step(
    umpire: Umpire[Battlefield], going: tuple[str, ...], a: str, b: str, *, minimum: bool = False, extra: int = 0
) -> Play[tuple[str, ...]]:
    """One step of a stack, which has `extra` MPs besides its own; gives back those who made it and may go on."""
    if is_fired_on_leaving(umpire.state, going, a):
        yield from umpire.state.title.rules.opportunity_fire(umpire, going, a)
        still = tuple(name for name in going if still_goes(umpire.state, name, a))
        going = tuple(name for name in still if not _lost_his_unit(umpire.state, name, still))
        if not going:
            return ()
    for look in umpire.state.title.rules.step_begins:
        look(umpire, going, a, b)
    field = umpire.state
    units = tuple(field[name] for name in going)
    step = step_cost(field, units, a, b)
    if step is None or enemies_closing(field, b, units):
        umpire.emit(MovementStopped(going, a, f"the way to {b} is closed"))
        return ()
    able = going if minimum else tuple(unit.name for unit in units if left_among(unit, units) + extra >= step.cost)
    stopped = tuple(name for name in going if name not in able)
    if stopped:
        umpire.emit(MovementStopped(stopped, a, "too few MP left"))
    # Whose unit stops stays with it (12.A).
    able = tuple(name for name in able if field[name].attached_to not in stopped)
    for cross in umpire.state.title.rules.crossings:
        able = cross(umpire, able, a, b)
    if not able:
        return ()
    for clear in umpire.state.title.rules.way_clears:
        yield from clear(umpire, able, b)
    umpire.emit(UnitsMoved(able, a, b, step.cost, minimum))
    leaders.overrun(umpire, b, able)
    yield from arrived(umpire, able, b)
    able = tuple(now_called(umpire.state, name) for name in able)
    return tuple(name for name in able if name in umpire.state and umpire.state[name].at == b)


def now_called(field: Battlefield, name: str) -> str:
    """The unit that a marker turned out to be on its way; any other counter as it is called (LB-21.5.B.1)."""
    return next((unit for unit, marker in field.notes.hunters.items() if marker == name), name)


def still_goes(field: Battlefield, name: str, at: str) -> bool:
    """True if a mover may go on after it was fired on (7.A; ruling A-151)."""
    if name not in field:
        return False
    unit = field[name]
    return unit.at == at and not unit.pinned and not unit.routed and not unit.stopped


def _lost_his_unit(field: Battlefield, name: str, going: Sequence[str]) -> bool:
    """An attached leader stays with the unit when that is stopped (12.A)."""
    unit = field[name]
    return unit.is_leader and bool(unit.attached_to) and unit.attached_to not in going


def arrived(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> Play[None]:
    """Carry out the effects of an arrival in a hex, as the title has them: hills, the Eagle's Nest, scatter."""
    rules = umpire.state.title.rules
    for settle in rules.arrival_settles:
        settle(umpire, names, at)
    for offer in rules.arrival_offers:
        yield from offer(umpire, names, at)
