"""Actions of a unit in the Movement Phase besides marching: recover, crawl, leave the map, stay."""

from collections.abc import Iterator

from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem, Warning_
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import AbandonHorses, Crawl, Exit, Move, Recover, Stay
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import modes
from pbem.systems.indian_wars.rules.movement import duties, stacking
from pbem.systems.indian_wars.rules.movement.mobility import left, limit, moves_mounted, spent_of, spent_up
from pbem.systems.indian_wars.rules.movement.movement import (
    arrived,
    barred,
    movers,
    mp_note,
    overstacked,
    still_goes,
    warnings,
)
from pbem.systems.indian_wars.rules.movement.steps import enemies_closing, is_fired_on_leaving
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.state.counter import HOLDERS, PONY_HOLDER, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import MORTAL, LeaderBroughtOff
from pbem.systems.indian_wars.state.moving_events import MovementStopped, UnitCrawled, UnitExited, UnitRecovered


@rule("disruption recovery", "disrupted units", "disrupted meaning")
def plan_recover(field: Battlefield, side: str, letter: str, order: Recover) -> Plan | Problem:
    """2 MPs against disruption (7.E)."""
    problem = not_here(field, side, (order.unit,)) or held(field, field[order.unit])
    if problem:
        return problem
    unit = field[order.unit]
    cost = field.sheet.ground.recover
    if not unit.disrupted:
        return Illegal(
            "E138",
            f"{unit.name} is not disrupted: there is nothing to recover from ({field.rule('recovery')}).",
            field.rule("recovery"),
            rests_on=(unit.name,),
        )
    if left(unit) < cost:
        text = f"{unit.name} has {left(unit)} MP left; recovering costs {cost} ({field.rule('recovery')})."
        return Illegal("E130", text, field.rule("recovery"), rests_on=(unit.name,))
    return Plan(order, (spent_of(field, unit.but(spent=limit(unit) - left(unit) + cost)),))


def resolve_recover(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Take the Disrupted marker off for its MPs."""
    if isinstance(plan.order, Recover):
        umpire.emit(UnitRecovered(plan.order.unit, umpire.state.sheet.ground.recover))
    yield from ()


@rule("low crawl", "prone abilities")
def plan_crawl(field: Battlefield, side: str, letter: str, order: Crawl) -> Plan | Problem:
    """One hex for all the MPs that a prone unit has left (7.F; ruling A-020)."""
    problem = not_here(field, side, (order.unit,)) or held(field, field[order.unit])
    if problem:
        return problem
    unit = field[order.unit]
    if unit.mode != PRONE:
        return Illegal(
            "E138",
            f"{unit.name} is {unit.mode}: only prone units crawl ({field.rule('crawling')}).",
            field.rule("crawling"),
            rests_on=(unit.name,),
        )
    if unit.is_gun:
        return modes.held_gun(field, unit) or Plan(order)
    if not left(unit):
        text = f"{unit.name} has no MP left to crawl with ({field.rule('crawling')})."
        return Illegal("E130", text, field.rule("crawling"), rests_on=(unit.name,))
    move = Move((order.unit,), (unit.at, order.to))
    problem = barred(field, (unit,), move, 0, unit.at, order.to) or duties.comes_first(field, unit)
    problem = problem or duties.forbids(field, (unit,), move.path)
    if problem:
        return problem
    if stacking.is_over(field, order.to, side, (unit,)):
        return overstacked(field, (unit,), move)
    return Plan(order, (spent_of(field, spent_up(unit)),), warnings(field, (unit,), move.path))


def resolve_crawl(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Crawl: opportunity fire as usual, then the hex."""
    if not isinstance(plan.order, Crawl):
        return
    name, to = plan.order.unit, plan.order.to
    start = umpire.state[name].at
    if is_fired_on_leaving(umpire.state, (name,), start):
        yield from umpire.state.title.rules.opportunity_fire(umpire, (name,), start)
        if not still_goes(umpire.state, name, start):
            return
    if enemies_closing(umpire.state, to, (umpire.state[name],)):
        umpire.emit(MovementStopped((name,), start, f"the way to {to} is closed"))
        return
    umpire.emit(UnitCrawled(name, start, to))
    yield from arrived(umpire, (name,), to)


@rule("voluntary exit", "evacuation places", "no abandoning")
def plan_exit(field: Battlefield, side: str, letter: str, order: Exit) -> Plan | Problem:
    """Leave the map by choice: as if entering a clear hex (7.J; ruling A-024)."""
    problem = not_here(field, side, order.units)
    if problem:
        return problem
    cost = 0
    for name in order.units:
        unit = field[name]
        problem = held(field, unit) or modes.held_gun(field, unit) or duties.forbids_leaving_map(field, unit)
        if problem:
            return problem
        if unit.wound == MORTAL and unit.side == "us":
            text = (
                f"{name} is mortally wounded: US leaders are taken to the HQ or a pack train, not off the "
                f"map ({field.rule('leader casualties')})."
            )
            return Illegal("E139", text, field.rule("leader casualties"), words=name, rests_on=(name,))
        if unit.wound == MORTAL and field.title.rules.tended_in_camp:
            clause = field.rule("evacuation places")
            text = f"{name} is mortally wounded, and is brought to a camp, not off the map ({clause})."
            return Illegal("E139", text, clause, words=name, rests_on=(name,))
        edges = field.sheet.map.map_edges(unit.at)
        if not edges or (order.edge and order.edge not in edges):
            edge = f"the {order.edge} edge" if order.edge else "the edge of the map"
            return Illegal(
                "E138",
                f"{name} ({unit.at}) is not at {edge} ({field.rule('leaving the map')}).",
                field.rule("leaving the map"),
                rests_on=(name,),
            )
        for limit_of in field.title.rules.exit_limits:
            problem = limit_of(field, unit, order.edge)
            if problem:
                return problem
        cost = exit_cost(field, unit)
        if left(unit) < cost:
            text = f"{name} has {left(unit)} MP left; leaving the map costs {cost} ({field.rule('leaving the map')})."
            return Illegal("E130", text, field.rule("leaving the map"), rests_on=(name,))
    scores = [exit_score(field, field[name]) for name in order.units]
    enemy = field.enemy_of(side)
    lost = sum(points for to, points in scores if to == enemy) - sum(points for to, points in scores if to == side)
    what = f"gives the enemy {lost} VP" if lost >= 0 else f"gives you {-lost} VP"
    warning = Warning_(
        "W302", f"leaving the map {what} ({field.rule('leaving the map')})", field.rule("leaving the map")
    )
    return Plan(order, (mp_note(field, [field[name] for name in order.units], cost),), (warning,))


def exit_score(field: Battlefield, unit: Counter) -> tuple[str, int]:
    """The side that scores for a unit that leaves by choice, and the points."""
    scored = field.title.rules.exit_score
    return scored(field, unit) if scored else (field.enemy_of(unit.side), exit_points(field, unit))


def exit_cost(field: Battlefield, unit: Counter) -> int:
    """The MPs for leaving the map from where a unit stands."""
    ground = field.sheet.ground
    leaving = ground.leaving_zoc if stacking.is_in_enemy_zoc(field, unit.at, unit.side) else 0
    return ground.exit(moves_mounted(unit)) + leaving


def exit_points(field: Battlefield, unit: Counter) -> int:
    """The points of the enemy for each combat factor of a unit that leaves by choice (7.J; victory chart)."""
    if unit.is_leader:
        return 0
    return unit.strength * charts.victory_points(field, f"early_exit_{unit.side}")


def resolve_exit(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Leave the map, fired on as usual on leaving a ZOC."""
    if not isinstance(plan.order, Exit):
        return
    going = tuple(unit.name for unit in movers(umpire.state, plan.order.units))
    start = umpire.state[going[0]].at
    if is_fired_on_leaving(umpire.state, going, start):
        yield from umpire.state.title.rules.opportunity_fire(umpire, going, start)
    for name in going:
        if not still_goes(umpire.state, name, start):
            continue
        unit = umpire.state[name]
        edge = plan.order.edge or umpire.state.sheet.map.map_edges(unit.at)[0]
        umpire.emit(UnitExited(name, unit.at, edge, *exit_score(umpire.state, unit)))
        if unit.wound == MORTAL and unit.side == "indian":
            umpire.emit(LeaderBroughtOff(name))


@rule("abandoning horses")
def plan_abandon(field: Battlefield, side: str, letter: str, order: AbandonHorses) -> Plan | Problem:
    """Holders let their animals go on purpose (16.B)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit = field[order.unit]
    if unit.kind not in HOLDERS:
        text = f"{unit.name} isn't holding any horses: only holders abandon horses ({field.rule('horses')})."
        return Illegal("E138", text, field.rule("horses"), rests_on=(unit.name,))
    if unit.kind == PONY_HOLDER:
        return Illegal(
            "E138",
            f"{unit.name} stay with their ponies: only US horses can be abandoned ({field.rule('horses')}).",
            field.rule("horses"),
        )
    if not unit.has_mounts:
        return Illegal(
            "E138",
            f"{unit.name} no longer has any horses ({field.rule('horses')}).",
            field.rule("horses"),
            rests_on=(unit.name,),
        )
    return Plan(order)


def resolve_abandon(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Turn the holders to their other side, or take the HQ's off; whether the animals are captured is rolled for (16.B)."""
    if isinstance(plan.order, AbandonHorses):
        horses.lose(umpire, plan.order.unit, "let go on purpose")
    yield from ()


def plan_stay(field: Battlefield, side: str, letter: str, order: Stay) -> Plan | Problem:
    """Explicit inaction; a leader whose unit moves cannot stay behind, and the answer says so."""
    return not_here(field, side, order.units) or Plan(order, warnings=tuple(_cannot_stay(field, order)))


@rule("shared fate, one unit", "when attachment changes")
def _cannot_stay(field: Battlefield, order: Stay) -> Iterator[Warning_]:
    """A leader changes units in the Rally Phase only, so leader and unit move together (12.A)."""
    clause = field.rule("when attachment changes")
    for one in (field[name] for name in order.units):
        if one.is_leader and one.attached_to and one.attached_to not in order.units:
            what = "goes along all the same" if one.spent else "goes along if it moves"
            text = f"{one.name} is attached to {one.attached_to} and {what}; attachments change only in the Rally Phase"
            yield Warning_("W305", text, clause)


def resolve_stay(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Nothing happens."""
    yield from ()
