"""Orders to crews (11.D, 11.E): leave a gun, take one over, make good the losses of infantry."""

from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.littlebighorn_records import AbandonGun, ManGun
from pbem.systems.indian_wars.orders.records import Transfer
from pbem.systems.indian_wars.rules.guns.crews import abandon, crew_of, no_gun, without_crew
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.counter import GUN_CREW, INFANTRY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import GunManned
from pbem.systems.indian_wars.state.supply_events import PointsTransferred


@rule("abandoned guns")
def plan_abandon(field: Battlefield, side: str, letter: str, order: AbandonGun) -> Plan | Problem:
    """Check that a crew may leave its gun on purpose (11.D.1)."""
    problem = not_here(field, side, (order.unit,)) or no_gun(field, order.unit)
    if problem:
        return problem
    gun = field[order.unit]
    if gun.pinned or gun.routed:
        text = f"{gun.name} is {gun.conditions[0]}: its crew stays with it ({field.rule('abandoned guns')})."
        return Illegal("E138", text, field.rule("abandoned guns"), rests_on=(gun.name,))
    return Plan(order, (f"{crew_of(field, gun)} goes on alone, on foot",))


def resolve_abandon(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Leave the gun."""
    if isinstance(plan.order, AbandonGun):
        abandon(umpire, plan.order.unit, "left on purpose")
    yield from ()


# Taken over


@rule("abandoned guns")
def plan_man(field: Battlefield, side: str, letter: str, order: ManGun) -> Plan | Problem:
    """Check that a crew may take over an abandoned gun of its hex; any crew serves either kind (11.D.1)."""
    problem = not_here(field, side, (order.unit, order.gun))
    if problem:
        return problem
    crew, gun, clause = field[order.unit], field[order.gun], field.rule("abandoned guns")
    if crew.kind != GUN_CREW:
        return Illegal("E138", f"{crew.name} is not a gun crew: only a crew serves a gun ({clause}).", clause)
    if not gun.is_gun or not gun.abandoned:
        what = f"has its crew, {crew_of(field, gun)}" if gun.is_gun else "is not a gun"
        return Illegal("E138", f"{gun.name} {what} ({clause}).", clause, rests_on=(gun.name,))
    if crew.pinned or crew.routed:
        text = f"{crew.name} is {crew.conditions[0]}: it must rally before it takes a gun over ({clause})."
        return Illegal("E138", text, clause, rests_on=(crew.name,))
    if crew.at != gun.at:
        text = f"{gun.name} stands in {gun.at} and {crew.name} in {crew.at}: a crew takes over a gun of its hex ({clause})."
        return Illegal("E138", text, clause, rests_on=(crew.name, gun.name))
    return Plan(order, ("limbered" if gun.is_mounted else f"facing {gun.facing}",))


def resolve_man(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Take the gun over."""
    if isinstance(plan.order, ManGun):
        umpire.emit(GunManned(plan.order.gun, plan.order.unit, umpire.state[plan.order.gun].at))
    yield from ()


# Replacements


@rule("crew as replacement")
def plan_transfer(field: Battlefield, side: str, letter: str, order: Transfer) -> Plan | Problem:
    """Points of a crew for an infantry company of its hex; whatever else hands points over does it as always (11.E.3)."""
    problem = not_here(field, side, (order.unit, order.to))
    giver = None if problem else field[order.unit]
    if giver is None or not (giver.kind == GUN_CREW or giver.is_gun):
        return pack_train.plan_transfer(field, side, letter, order) if letter == "C" else _not_now(field, order)
    unit, clause = field[order.to], field.rule("crew as replacement")
    rests_on = (giver.name, unit.name)
    if giver.abandoned:
        return without_crew(field, giver)
    if unit.kind != INFANTRY or unit.at != giver.at:
        text = f"A crew can replace losses only of infantry in its own hex; {unit.name} "
        text += f"stands in {unit.at} ({clause})." if unit.kind == INFANTRY else f"is none ({clause})."
        return Illegal("E138", text, clause, words=unit.name, rests_on=rests_on)
    most = min(giver.strength, unit.casualties)
    if not 0 < order.number <= most:
        text = f"{giver.name} has {giver.strength} to give and {unit.name} has lost {unit.casualties} ({clause})."
        lines = (f"{giver.name} transfer {most} to {unit.name}",) if most else ()
        return Illegal("E138", text, clause, lines, rests_on=rests_on)
    note = f"{unit.strength} to {unit.strength + order.number}"
    leaves = f"; {giver.name} is left without a crew" if giver.is_gun and order.number == giver.strength else ""
    return Plan(order, (note + leaves,))


def _not_now(field: Battlefield, order: Transfer) -> Problem:
    clause = field.rule("pack train personnel")
    return Illegal("E150", f"Packers hand points over in phase C, not in phase A ({clause}).", clause)


def resolve_transfer(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Hand the points over; a crew that gives its last is gone, for no points, and its gun abandoned."""
    if isinstance(plan.order, Transfer):
        order = plan.order
        giver = umpire.state[order.unit]
        left = giver.strength - order.number
        name = order.unit if left or not giver.is_gun else abandon(umpire, order.unit, "its crew joined the infantry")
        umpire.emit(PointsTransferred(name, order.to, order.number, left))
    yield from ()
