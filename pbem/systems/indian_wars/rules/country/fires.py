"""Grass fires: who may set one, who must leave its hex, and when it is out (LB-17.D)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import SetFire
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.morale import losses
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.mobility import left, spent_of
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import DISMOUNTED, GRASS_FIRE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.night_events import GrassFireBurnedOut, GrassFireLeft, GrassFireSet

US, INDIAN = "us", "indian"
LONGEST = 8
DURATION = "2d6"


@dataclass(frozen=True, slots=True)
class Arson(Plan):
    """A fire that may be set: its counter, the MPs."""

    fire: str = ""
    cost: int = 0


@rule("grass fire supply")
def spare(field: Battlefield) -> str:
    """The next grass fire counter of the mix, "" when all are used; those that have burned out never come back."""
    mix = (name for name, one in field.sheet.roster.items() if one.kind == GRASS_FIRE)
    return next((name for name in mix if name not in field and name not in field.gone), "")


@rule("grass fire", "grass fire supply")
def plan_set_fire(field: Battlefield, side: str, letter: str, order: SetFire) -> Arson | Problem:
    """Check that a unit may set the grass of its hex on fire (17.D.1)."""
    clause = field.rule("grass fire")
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit = field[order.unit]
    problem = kinds.forbids(field, unit, kinds.SET_FIRE) or held(field, unit)
    if problem:
        return problem
    if unit.mode != DISMOUNTED:
        text = f"{unit.name} is {unit.mode}: only a dismounted unit sets fire to the grass ({clause})."
        return Illegal("E138", text, clause, (f"{unit.name} dismount; set fire",), rests_on=(unit.name,))
    if circles.camp_at(field, unit.at) is not None:
        return Illegal(
            "E138", f"A camp stands in {unit.at}: no fire is set there ({clause}).", clause, rests_on=(unit.name,)
        )
    cost = int(field.sheet.charts["special"]["grass_fire"]["mp_cost"])
    if left(unit) < cost:
        text = f"{unit.name} has {left(unit)} MP left; setting a fire costs {cost} ({clause})."
        return Illegal("E130", text, clause, rests_on=(unit.name,))
    fire = spare(field)
    if not fire:
        clause = field.rule("grass fire supply")
        return Illegal("E138", f"All grass fire counters are used ({clause}).", clause)
    if order.leave_to and order.leave_to not in ways_out(field, unit.at, INDIAN, (unit,)):
        if order.leave_to not in field.sheet.map:
            return Malformed("E121", f"{order.leave_to} is not on the map.", words=order.leave_to)
        free = say.several(ways_out(field, unit.at, INDIAN, (unit,)), "or") or "no hex is free"
        text = f"{unit.name} cannot leave the fire to {order.leave_to}: {free} ({clause})."
        return Illegal("E138", text, clause, words=order.leave_to, rests_on=(unit.name,))
    return Arson(
        order, (spent_of(field, unit.but(spent=unit.spent + cost)), "leaves the hex in this phase"), (), fire, cost
    )


@rule("grass fire")
def resolve_set_fire(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Light it, roll for how long it burns, and let the unit go where it was told if it lacks the MPs for a step."""
    if not isinstance(plan, Arson) or not isinstance(plan.order, SetFire):
        raise TypeError(f"expected the plan of a grass fire, found {plan!r}")
    name, to = plan.order.unit, plan.order.leave_to
    field = umpire.state
    roll = umpire.roll(DURATION, plan.fire, field.rule("grass fire"))
    until = field.turn + min(roll.total, LONGEST)
    at = field[name].at
    umpire.emit(GrassFireSet(plan.fire, at, name, plan.cost, roll, until))
    if to:
        with_it = tuple(one.name for one in umpire.state.at(at) if one.is_leader and one.attached_to == name)
        umpire.emit(GrassFireLeft((name, *with_it), at, to))
    yield from ()


# Who is in the hex


@rule("grass fire")
def ways_out(field: Battlefield, at: str, side: str, going: tuple[Counter, ...]) -> tuple[str, ...]:
    """The hexes where counters may step out of a fire: hexes with room and without an enemy; those in no enemy ZOC first."""
    free = [
        to
        for to in field.sheet.map.open_neighbours(at)
        if not any(one.is_ablaze or (one.side != side and not one.is_bystander) for one in field.at(to))
        and not stacking.is_over(field, to, side, going)
    ]
    return tuple(sorted(free, key=lambda to: (stacking.is_in_enemy_zoc(field, to, side), to)))


@rule("grass fire", "grass fire effects")
def clear(umpire: Umpire[Battlefield]) -> None:
    """As the Indian Movement Phase ends nobody stays in a fire: a free step out, or elimination (ruling A-126)."""
    if umpire.state.phase != "C" or umpire.state.phasing != INDIAN:
        return
    for fire in tuple(umpire.state.notes.country.fires):
        if fire in umpire.state:
            _clear_hex(umpire, umpire.state[fire].at)


def _clear_hex(umpire: Umpire[Battlefield], at: str) -> None:
    here = tuple(one for one in umpire.state.at(at) if one.kind != GRASS_FIRE)
    together = ways_out(umpire.state, at, INDIAN, here) if here else ()
    if together:
        umpire.emit(GrassFireLeft(tuple(one.name for one in here), at, together[0]))
        return
    for unit in here:
        if unit.name not in umpire.state or umpire.state[unit.name].at != at:
            continue
        ways = ways_out(umpire.state, at, unit.side, (unit,))
        if ways:
            umpire.emit(GrassFireLeft((unit.name,), at, ways[0]))
        else:
            losses.eliminate(umpire, unit.name, "no way out of a grass fire")


@rule("grass fire")
def burn_down(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """As a game turn ends: fires whose time is up go out for good.  The night is no game turn (ruling A-168)."""
    field = umpire.state
    if side == field.sheet.scenario.player_sequence[-1]:
        for fire, until in tuple(field.notes.country.fires.items()):
            if until <= field.turn:
                umpire.emit(GrassFireBurnedOut(fire, field[fire].at))
    yield from ()
