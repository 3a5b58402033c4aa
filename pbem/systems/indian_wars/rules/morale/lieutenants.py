"""Replacement leaders (12.E.6): four lieutenants, for US leaders who are lost."""

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import Attach
from pbem.systems.indian_wars.state.counter import LEADER
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import ReplacementCalled, ReplacementPlaced


@rule("replacements US only", "where a replacement appears")
def call(umpire: Umpire[Battlefield], of: str, *, is_dead: bool) -> None:
    """Let the next replacement stand ready for a leader who is dead or gravely wounded (12.E.6; ruling A-078).

    For one who is indispensable only once he is off the map for good; once for each leader, as long as there are any.
    """
    field = umpire.state
    printed = field.sheet.roster.get(of)
    if printed is None or printed.side != "us" or printed.kind != LEADER:
        return
    if of in field.notes.replaced or (of in field.title.indispensable and not is_dead):
        return
    used = tuple(field.notes.replaced.values())
    free = [one.name for one in field.sheet.roster.values() if one.is_replacement and one.name not in used]
    if free:
        umpire.emit(ReplacementCalled(free[0], of))


def waiting(field: Battlefield, side: str) -> tuple[str, ...]:
    """The replacements of a side who stand ready and are not yet on the map."""
    return tuple(
        one.name for one in field.units.values() if one.side == side and one.printed.is_replacement and not one.at
    )


@rule("where a replacement appears", "replacement example")
def plan_placing(field: Battlefield, order: Attach, side: str) -> Plan | Problem:
    """With any US leader or unit on the map, in the Rally Phase (12.E.6)."""
    if order.to not in field or field[order.to].side != side or not field[order.to].at or field[order.to].is_bystander:
        text = (
            f"{order.to} is not one of your leaders or units on the map: {order.leader} comes in with one "
            f"({field.rule('leader casualties')})."
        )
        return Illegal("E151", text, field.rule("leader casualties"), words=order.to)
    kinds = field.title.rules.replacements_with
    if kinds and field[order.to].kind not in kinds:
        clause = field.rule("where a replacement appears")
        text = f"{order.to} is neither infantry nor cavalry: {order.leader} comes in with a unit of these ({clause})."
        return Illegal("E151", text, clause, words=order.to)
    return Plan(order, (f"comes in at {field[order.to].at}",))


def resolve_placing(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Bring him in."""
    if isinstance(plan.order, Attach):
        to = umpire.state[plan.order.to]
        umpire.emit(ReplacementPlaced(plan.order.leader, to.at, to.attached_to if to.is_leader else to.name))
    yield from ()
