"""Water: who spends the night beside it, and what the US may make of that (LB-17.E.7, LB-17.E.8)."""

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.littlebighorn_records import RestoreStrength
from pbem.systems.indian_wars.rules.turn.refusals import not_here
from pbem.systems.indian_wars.state.counter import CAVALRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.night_events import StrengthRestored, WaterDrawn

US = "us"
WET = frozenset(("river", "creek", "ford"))
"""Hexsides with water; a dry creek bed has none (ruling A-166)."""
NEAR = 2


def _chart(field: Battlefield, name: str) -> int:
    return int(field.sheet.charts["special"]["night"][name])


def has_water(field: Battlefield, at: str) -> bool:
    """True if a river or a creek that is not dry runs along a hexside of a hex."""
    sheet = field.sheet.map
    return any(not WET.isdisjoint(sheet.edges(at, near)) for near in sheet.neighbours(at))


@rule("night water")
def beside_water(field: Battlefield) -> tuple[Counter, ...]:
    """The cavalry units in or next to a hex with water."""
    return tuple(
        one
        for one in field.of(US)
        if one.kind == CAVALRY and any(has_water(field, at) for at in (one.at, *field.sheet.map.neighbours(one.at)))
    )


@rule("night water")
def draw(umpire: Umpire[Battlefield]) -> None:
    """The US scores for each cavalry unit beside water."""
    units = tuple(one.name for one in beside_water(umpire.state))
    points = len(units) * _chart(umpire.state, "water_vp_per_cavalry_unit")
    umpire.emit(WaterDrawn(units, US, points))


@rule("night replacements")
def plan_restore(field: Battlefield, side: str, letter: str, order: RestoreStrength) -> Plan | Problem:
    """Check that a unit may get a strength point back for VPs of this night (17.E.8)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("night replacements")
    if side != US:
        return Illegal("E190", f"Only the US player gets replacements in the night ({clause}).", clause)
    if unit.is_leader or not unit.casualties:
        return Illegal(
            "E138", f"{unit.name} has no strength point to get back ({clause}).", clause, rests_on=(unit.name,)
        )
    most, restored = _chart(field, "replacement_maximum"), field.notes.country.restored
    if unit.name in restored:
        text = f"{unit.name} has had its point; a unit gets one a night ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if len(restored) >= most:
        return Illegal("E138", f"{most} strength points a night may come back, and they have ({clause}).", clause)
    if not _is_near_water(field, unit):
        text = f"{unit.name} ({unit.at}) is not within two hexes of water, nor next to a unit that is ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    cost = _chart(field, "replacement_cost_vp")
    has = _has(field)
    if has < cost:
        text = f"A strength point takes {cost} VPs won by water in this night; you have {has} ({clause})."
        return Illegal("E138", text, clause)
    return Plan(order, (f"{cost} VPs",))


def _has(field: Battlefield) -> int:
    """The VPs of this night not yet traded; before they are scored, those that the units beside water will score."""
    won, restored = field.notes.country.water, field.notes.country.restored
    is_drawn = won > 0 or (won == 0 and bool(restored))
    return won if is_drawn else won + len(beside_water(field)) * _chart(field, "water_vp_per_cavalry_unit")


def _is_near_water(field: Battlefield, unit: Counter) -> bool:
    sheet = field.sheet.map
    reach = [unit.at, *(one.at for near in sheet.neighbours(unit.at) for one in field.at(near) if one.side == US)]
    near = {at for start in reach for at in sheet if sheet.distance(start, at) <= NEAR}
    return any(has_water(field, at) for at in near)


@rule("night replacements")
def resolve_restore(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Trade VPs for the point."""
    if isinstance(plan.order, RestoreStrength):
        umpire.emit(StrengthRestored(plan.order.unit, US, _chart(umpire.state, "replacement_cost_vp")))
    yield from ()
