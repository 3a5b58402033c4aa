"""Resupply (14.C): meant in the Rally Phase, done in the Movement Phase for all MPs of unit and supplier (ruling A-006)."""

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.counter import HOLDERS, PACK_TRAIN, Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.moving_events import ResupplyBegun, ResupplyFailed, UnitResupplied
from pbem.systems.indian_wars.orders import Resupply
from pbem.systems.indian_wars.refusals import not_here

SADDLE_BAGS = "ammo_points"


def stock_of(supplier: Counter | None) -> str:
    """The mark under which the ammunition points are kept: the saddle bags', or a pack train's own."""
    return f"ammo {supplier.name}" if supplier and supplier.kind == PACK_TRAIN else SADDLE_BAGS


def points_left(field: Field, stock: str) -> int:
    """How many ammunition points are left of a stock."""
    return int(field.marks.get(stock, "0"))


@rule("RC-14.3", "RC-14.C.1", "RC-14.C.2", "RC-14.C.5", "RC-14.C.7", "RC-15.A.3")
def suppliers(field: Field, unit: Counter) -> tuple[str, ...] | None:
    """Who could supply a unit that is low on ammunition: "" its own saddle bags, holders with mounts, a pack train.

    None where nobody could, or it is not low or no US unit (14.C; rulings A-084, A-149).  Holders have their MPs to give
    up but once.  A unit that is pinned or routed may still rally before its MPs are asked for.
    """
    if not unit.low_ammo or unit.side != "us":
        return None
    near = [one for at in (unit.at, *field.sheet.map.neighbours(unit.at)) if at in field.stacks for one in field.at(at)]
    found: list[str] = []
    if points_left(field, SADDLE_BAGS):
        found += [""] * unit.is_mounted
        held = [one for one in near if one.side == unit.side and one.kind in HOLDERS and one.has_mounts]
        found += [one.name for one in held if not _is_promised(field, one, unit)]
    trains = [
        one for one in near if one.side == unit.side and one.kind == PACK_TRAIN and not (one.pinned or one.routed)
    ]
    found += [one.name for one in trains if points_left(field, stock_of(one))]
    return tuple(found) or None


@rule("RC-14.C.4")
def _is_promised(field: Field, holder: Counter, to: Counter) -> bool:
    """Whether holders supply another unit in this turn (14.C.4: as long as horses are available)."""
    return any(one.resupplying == holder.name and one.name != to.name for one in field.of(holder.side))


def plan(field: Field, side: str, letter: str, order: Resupply) -> Plan | Problem:
    """Whether a unit may begin to resupply (14.C.2, 14.C.5)."""
    problem = not_here(field, side, (order.unit, *([order.supplier] if order.supplier else [])))
    if problem:
        return problem
    unit = field[order.unit]
    if not unit.low_ammo:
        return Illegal("E151", f"{unit.name} is not low on ammunition (14.C).", "14.C", rests_on=(unit.name,))
    if unit.side != "us":
        return Illegal("E190", "Indian units do not resupply (14.C).", "14.C")
    able = suppliers(field, unit)
    if able is None or (order.supplier and order.supplier not in able):
        whom = order.supplier or "saddle bags"
        text = (
            f"{unit.name} cannot resupply from {whom}: it must be mounted, or share or adjoin the hex of holders with"
            " mounts, who supply nobody else, or of a pack train, and a point must be left"
            f" ({points_left(field, SADDLE_BAGS)} are) (14.C)."
        )
        return Illegal("E151", text, "14.C", rests_on=(unit.name,))
    return Plan(order, ("all MP of phase C",))


def resolve(umpire: Umpire[Field], plan: Plan) -> Play[None]:
    """Record the intention (ruling A-006)."""
    if isinstance(plan.order, Resupply):
        able = suppliers(umpire.state, umpire.state[plan.order.unit]) or ("",)
        umpire.emit(ResupplyBegun(plan.order.unit, plan.order.supplier or able[0]))
    yield from ()


@rule("RC-14.C.3", "RC-14.C.4")
def complete(umpire: Umpire[Field], side: str) -> None:
    """In the Movement Phase unit and supplier give up all their MPs, and the marker goes (14.C.3; ruling A-006)."""
    for unit in tuple(umpire.state.of(side)):
        if unit.resupplying:
            why = _hindrance(umpire.state, unit)
            supplier = umpire.state.units.get(unit.resupplying)
            stock = stock_of(supplier)
            if why:
                umpire.emit(ResupplyFailed(unit.name, why))
            else:
                left = points_left(umpire.state, stock) - 1
                umpire.emit(
                    UnitResupplied(unit.name, "" if unit.resupplying == unit.name else unit.resupplying, stock, left)
                )


def _hindrance(field: Field, unit: Counter) -> str:
    supplier = field.units.get(unit.resupplying)
    if unit.fired:
        return "it fired in phase B"
    if unit.pinned or unit.routed:
        return "it is pinned or routed"
    if supplier is None or (supplier.name != unit.name and (supplier.fired or supplier.pinned or supplier.routed)):
        return f"{unit.resupplying} cannot give up its MP"
    return "" if points_left(field, stock_of(supplier)) else "no ammunition points are left"
