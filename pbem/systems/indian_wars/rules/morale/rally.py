"""The Rally Phase (4.A, 12.A, 13.B): attachments, resupply begun, attempts to rally."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Plan
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Modifier, Play, Umpire
from pbem.systems.indian_wars.orders.records import Attach, NoRally, Rally, Resupply, Rout, Transfer
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders, losses
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.counter import SCOUT, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import LeaderAttached, RallyFailed, UnitRallied

MOST = 12
"""No total of the Rally Table is higher."""
DIE = 6


def least_total(field: Battlefield) -> int:
    """The lowest total of the Rally Table that rallies."""
    return next((total for total in range(1, MOST + 1) if charts.rally_result(field, total) == "yes"), MOST + 1)


def in_words(field: Battlefield, name: str, attempts: Sequence[tuple[str, tuple[Modifier, ...]]]) -> str:
    """``Big Elk rallies on 3+ (Gall +2)``; ``Big Elk: from pinned on 3+, from routed on 4+``, an attempt each."""
    if not attempts:
        return f"{name} rallies from its pin without a roll"
    chances = [(condition, _on(field, found)) for condition, found in attempts]
    if len(chances) == 1:
        return f"{name} rallies {chances[0][1]}"
    return f"{name}: {', '.join(f'from {condition} {on}' for condition, on in chances)}"


def _on(field: Battlefield, found: tuple[Modifier, ...]) -> str:
    """``on 3+ (Gall +2)``, ``on any roll``, ``on no roll``: what a six-sided die must show."""
    counting = [one for one in found if one.value]
    least = least_total(field) - sum(one.value for one in counting)
    because = f" ({', '.join(f'{one.detail or one.name} {one.value:+d}' for one in counting)})" if counting else ""
    if least <= 1:
        return f"on any roll{because}"
    return f"on {least}{'+' * (least < DIE)}{because}" if least <= DIE else f"on no roll{because}"


PINNED, ROUTED = "pinned", "routed"
ALL = "all"
LATE_RALLY = "late rally"
"""The option that bars a rally in the phase of a rout by choice (ruling A-069)."""


@dataclass(frozen=True, slots=True)
class Attempts(Plan):
    """Units that will, or will not, try to rally."""

    units: tuple[str, ...] = ()


# Orders


@rule("rally phase procedure")
def plan_rally(field: Battlefield, side: str, letter: str, order: Rally | NoRally) -> Attempts | Problem:
    """The units that try; ``all`` are all who are pinned or routed (13.B)."""
    if order.units == (ALL,):
        return _attempts(field, order, tuple(unit.name for unit in in_need(field, side)))
    problem = not_here(field, side, order.units)
    if problem:
        return problem
    for name in order.units:
        if not (field[name].pinned or field[name].routed):
            text = (
                f"{name} is neither pinned nor routed: there is nothing to rally from ({field.rule('rally attempt')})."
            )
            return Illegal("E151", text, field.rule("rally attempt"), rests_on=(name,))
    return _attempts(field, order, order.units)


def _attempts(field: Battlefield, order: Rally | NoRally, names: tuple[str, ...]) -> Attempts:
    """The attempts of these units, each with what it needs."""
    tries = isinstance(order, Rally)
    notes = tuple(_odds(field, field[name]) for name in names) if tries else ()
    return Attempts(order, notes, units=names)


def _odds(field: Battlefield, unit: Counter) -> str:
    is_free = unit.pinned and not is_next_to_enemy(field, unit)
    conditions = [one for one, has in ((PINNED, unit.pinned and not is_free), (ROUTED, unit.routed)) if has]
    unit = unit.but(pinned=False) if is_free else unit
    return in_words(field, unit.name, [(one, modifiers(field, unit, one)) for one in conditions])


@rule("attachment compulsory", "leader with several units", "several leaders with a unit", "when attachment changes")
def plan_attach(field: Battlefield, side: str, letter: str, order: Attach) -> Plan | Problem:
    """A leader joins another unit of the hex (12.A)."""
    if order.leader in leaders.waiting(field, side):
        return leaders.plan_placing(field, order, side)
    problem = not_here(field, side, (order.leader, order.to))
    if problem:
        return problem
    leader, unit = field[order.leader], field[order.to]
    if not leader.is_leader:
        return Illegal(
            "E151",
            f"{leader.name} is not a leader: only leaders are attached ({field.rule('attachment')}).",
            field.rule("attachment"),
        )
    if unit.is_leader:
        return Illegal(
            "E151",
            f"{unit.name} is a leader: leaders are attached to units ({field.rule('attachment')}).",
            field.rule("attachment"),
        )
    if unit.is_bystander and not unit.abandoned:
        text = f"{unit.name} do not fight: a leader is attached to units that do ({field.rule('attachment')})."
        return Illegal("E151", text, field.rule("attachment"), words=unit.name)
    if unit.abandoned:
        return Illegal(
            "E151",
            f"{unit.name} is abandoned: there is nobody to attach to ({field.rule('pack train personnel')}).",
            field.rule("pack train personnel"),
            words=unit.name,
        )
    if leader.at != unit.at:
        text = f"{leader.name} ({leader.at}) and {unit.name} ({unit.at}) are not in the same hex ({field.rule('attachment')})."
        return Illegal("E151", text, field.rule("attachment"), rests_on=(leader.name, unit.name))
    return Plan(order)


def resolve_attach(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Attach the leader."""
    if not isinstance(plan.order, Attach):
        return
    leader = umpire.state[plan.order.leader]
    if not leader.at:
        yield from leaders.resolve_placing(umpire, plan)
    else:
        umpire.emit(LeaderAttached(leader.name, plan.order.to))


def resolve_rally(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Let the units named try at once; what a rehearsal plays.  The phase itself plays all attempts after the other orders."""
    if isinstance(plan, Attempts) and isinstance(plan.order, Rally):
        for name in plan.units:
            try_to_rally(umpire, name)
    yield from ()


# The phase


def in_need(field: Battlefield, side: str) -> tuple[Counter, ...]:
    """The units of a side that are pinned or routed, in the sequence of the order of battle."""
    return tuple(unit for unit in field.of(side) if (unit.pinned or unit.routed) and kinds.may(unit, kinds.RALLY))


def _stays(field: Battlefield, leader: Counter) -> bool:
    """True if the leader can go nowhere yet, as in a village that is not alerted: no letter is needed about the unit."""
    return any(keep(field, leader) is not None for keep in field.title.rules.keeps)


def could_order(field: Battlefield, side: str) -> bool:
    """True if any order of this phase would be legal, voluntary rout apart."""
    return (
        bool(in_need(field, side))
        or any(resupply.suppliers(field, unit) is not None for unit in field.of(side))
        or any(unit.is_leader and has_choice(field, unit) and not _stays(field, unit) for unit in field.of(side))
        or bool(leaders.waiting(field, side))
    )


def has_choice(field: Battlefield, leader: Counter) -> bool:
    """True if a leader's hex holds two units or more (12.A)."""
    return sum(one.is_unit and one.side == leader.side for one in field.at(leader.at)) > 1


@rule("rally phase procedure", "resupply in the rally phase", "rally", "leaders rally free", "voluntary rout")
def rally_phase(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """Carry out orders that need no die in the sequence of the letter, then attempts: all try who were not told not to.

    Routs by choice thus come before any roll (ruling A-069), and a train whose pin goes without one may supply (4.A).
    """
    yield from losses.offer(umpire, side)
    rules = umpire.state.title.rules
    quiet = not could_order(umpire.state, side) and not any(one(umpire.state, side) for one in rules.rally_choices)
    orders = yield from acts.ask_orders(umpire.state, side, letter, quiet=quiet)
    for begin in rules.rally_begins:
        yield from begin(umpire, side, orders)
    for order in orders:
        if isinstance(order, Rally):
            _rally_freely(umpire, side, order)
        elif isinstance(order, Rout | Attach | Resupply | Transfer):
            yield from acts.carry_out(umpire, side, letter, (order,), acts.plan, acts.resolve)
    recover_leaders(umpire, side)
    leaders.tend_the_dying(umpire, side)
    leaders.tend_the_evacuated(umpire, side)
    fled = {order.unit for order in orders if isinstance(order, Rout)} if LATE_RALLY in umpire.options else set()
    for name in _sequence(umpire.state, side, orders):
        if name in umpire.state and name not in fled:
            with umpire.act(side, f"{name} rally"):
                try_to_rally(umpire, name)
    for end in rules.rally_ends:
        yield from end(umpire, side)


@rule("pinned, no enemy near")
def _rally_freely(umpire: Umpire[Battlefield], side: str, order: Rally) -> None:
    """Those named whose pin goes without a roll are free before the orders behind this one, as its rehearsal had it."""
    field = umpire.state
    for unit in in_need(field, side):
        is_named = order.units == (ALL,) or unit.name in order.units
        if is_named and unit.pinned and not unit.routed and not is_next_to_enemy(field, unit):
            with umpire.act(side, f"{unit.name} rally"):
                umpire.emit(UnitRallied(unit.name, PINNED))


def recover_leaders(umpire: Umpire[Battlefield], side: str) -> None:
    """Leaders get over a pin without a roll (13.B)."""
    for leader in tuple(umpire.state.of(side)):
        if leader.is_leader and leader.pinned:
            umpire.emit(UnitRallied(leader.name, PINNED))


def _sequence(field: Battlefield, side: str, orders: tuple[Order, ...]) -> tuple[str, ...]:
    """Those named in orders first, then the others; without those who are not to try."""
    told_not = {name for order in orders if isinstance(order, NoRally) for name in order.units}
    named = [name for order in orders if isinstance(order, Rally) for name in order.units]
    needy = [unit.name for unit in in_need(field, side)]
    first = [name for n, name in enumerate(named) if name in needy and name not in named[:n]]
    return tuple(name for name in (*first, *(one for one in needy if one not in first)) if name not in told_not)


@rule(
    "pin then rout",
    "pin cleared, rout not",
    "routed units",
    "pinned, no enemy near",
    "pinned, enemy near",
    "leader bonus",
    "rally roll",
)
def try_to_rally(umpire: Umpire[Battlefield], name: str) -> None:
    """The pin first, then the rout, even if the first attempt failed (13.B)."""
    if umpire.state[name].pinned:
        if is_next_to_enemy(umpire.state, umpire.state[name]):
            _attempt(umpire, name, PINNED)
        else:
            umpire.emit(UnitRallied(name, PINNED))
    if umpire.state[name].routed:
        _attempt(umpire, name, ROUTED)


def _attempt(umpire: Umpire[Battlefield], name: str, condition: str) -> None:
    field = umpire.state
    roll = umpire.roll(
        charts.dice_of(field, "morale", "rally"),
        f"rally {name}",
        umpire.state.rule("rally attempt"),
        modifiers(field, field[name], condition),
    )
    if charts.rally_result(field, roll.total) == "yes":
        umpire.emit(UnitRallied(name, condition, roll))
    else:
        umpire.emit(RallyFailed(name, condition, roll))


def is_next_to_enemy(field: Battlefield, unit: Counter) -> bool:
    """True if an enemy combat unit is adjacent: leaders and pony holders are none (13.B.2; ruling A-008)."""
    return any(
        one.side != unit.side and one.is_combat_unit
        for near in field.sheet.map.neighbours(unit.at)
        if near in field.stacks
        for one in field.at(near)
    )


def modifiers(field: Battlefield, unit: Counter, condition: str) -> tuple[Modifier, ...]:
    """The modifiers of one attempt, in the sequence of the chart (12.D, 13.B)."""
    found = (one(field, unit, condition) for one in field.title.rules.rally_modifiers)
    return tuple(one for one in found if one is not None)


@rule("leader stacked, rally", "column HQ nature", "HQ as leader", "leader bonus")
def leader_stacked(field: Battlefield, unit: Counter, condition: str = "") -> Modifier | None:
    """The best rating among the leaders of the hex, and the HQ's (12.D)."""
    here = [
        one
        for one in field.at(unit.at)
        if leaders.leads(field, one) and one.side == unit.side and one.name != unit.name
    ]
    best = max(here, key=leaders.rating, default=None)
    return Modifier(leaders.rating(best), best.name, "stacked", field.rule("leaders in a rally")) if best else None


@rule("leader in radius, rally", "self-rally US", "command radius", "pinned leader")
def in_radius(field: Battlefield, unit: Counter, condition: str) -> Modifier | None:
    """A US unit inside a command radius pays no penalty and has no bonus (12.D)."""
    if leader_stacked(field, unit) or not suffers_alone(unit):
        return None
    leader = commanding(field, unit)
    return Modifier(0, "in command radius", leader.name, field.rule("leaders in a rally")) if leader else None


@rule("self-rally US", "self-rally Indians and Scouts")
def alone(field: Battlefield, unit: Counter, condition: str) -> Modifier | None:
    """A US unit outside every command radius rallies at -1; Indians and scouts never do (13.B)."""
    if leader_stacked(field, unit) or not suffers_alone(unit) or commanding(field, unit):
        return None
    return Modifier(_drm(field, "us_self_rally"), "outside every command radius", "", field.rule("rally attempt"))


def still_pinned(field: Battlefield, unit: Counter, condition: str) -> Modifier | None:
    """A rally from rout while the pin still holds."""
    if condition == ROUTED and unit.pinned:
        return Modifier(_drm(field, "still_pinned"), "still pinned", "", field.rule("rally attempt"))
    return None


def _drm(field: Battlefield, name: str) -> int:
    for row in field.sheet.charts["morale"]["rally_drm"]:
        if row["id"] == name:
            return int(row["drm"])
    raise ChartGap("morale", name, field.rule("rally attempt"))


def suffers_alone(unit: Counter) -> bool:
    """True if the self-rally penalty is for units of its kind."""
    return unit.side == "us" and unit.kind != SCOUT


def commanding(field: Battlefield, unit: Counter) -> Counter | None:
    """A leader whose command radius covers a unit, the nearest first (ruling A-076)."""
    distance = field.sheet.map.distance
    found = [
        one
        for one in field.of(unit.side)
        if leaders.leads(field, one) and one.name != unit.name and distance(one.at, unit.at) <= leaders.radius(one)
    ]
    return min(found, key=lambda one: distance(one.at, unit.at), default=None)
