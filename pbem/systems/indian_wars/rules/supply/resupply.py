"""Resupply (14.C, 14.F, 14.G): meant in the Rally Phase, done in the Movement Phase for all MPs of both (ruling A-006)."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Resupply
from pbem.systems.indian_wars.rules.guns import crews
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.camp_events import SuppliedByCamp
from pbem.systems.indian_wars.state.counter import CAMP, CANNON, GATLING, HOLDERS, PACK_TRAIN, SERVED, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import SADDLE_BAGS, points_name
from pbem.systems.indian_wars.state.supply_events import (
    AmmunitionPickedUp,
    BoxesHandedOver,
    ResupplyBegun,
    ResupplyFailed,
    ShellsHandedOver,
    UnitResupplied,
)


def stock_of(supplier: Counter | None) -> str:
    """The owner of the ammunition points: a pack train's, or those of the saddle bags."""
    return supplier.name if supplier and supplier.kind == PACK_TRAIN else SADDLE_BAGS


def points_left(field: Battlefield, stock: str) -> int:
    """The number of ammunition points left of a stock."""
    return field.notes.points.get(stock, 0)


@rule(
    "ammunition sources",
    "ways to resupply",
    "historical points",
    "pack train resupply",
    "empty pack train",
    "when it cannot supply",
    "historical option 2",
    "cross-levelling",
)
def suppliers(field: Battlefield, unit: Counter) -> tuple[str, ...] | None:
    """The suppliers of a unit: "" its own saddle bags, holders with mounts, a pack train; by the roster another unit.

    None if nobody could, or it needs nothing, or is no US unit (14.C, 14.G; rulings A-084, A-149).  Holders have their
    MPs to give up but once.  A unit that is pinned or routed may still rally before its MPs are asked for.
    """
    if not needs(field, unit) or (unit.is_gun and unit.abandoned):
        return None
    if unit.side != "us":
        others = (source(field, unit) for source in field.title.rules.supplies)
        return next((found for found in others if found), None)
    near = [one for at in (unit.at, *field.sheet.map.neighbours(unit.at)) if at in field.stacks for one in field.at(at)]
    near = [one for one in near if one.side == unit.side and one.name != unit.name]
    if unit.is_gun and not ammunition.is_on_roster(field, unit):
        return tuple(one.name for one in near if _serves_gun(field, one, unit)) or None
    found: list[str] = []
    by_roster = ammunition.is_on_roster(field, unit)
    if not by_roster and points_left(field, SADDLE_BAGS):
        found += [""] * unit.is_mounted
        held = [one for one in near if one.kind in HOLDERS and one.has_mounts]
        found += [one.name for one in held if not _is_promised(field, one, unit)]
    able = [one for one in near if not (one.pinned or one.routed or one.abandoned)]
    found += [one.name for one in able if one.kind == PACK_TRAIN and _can_issue(field, one, unit)]
    if by_roster:
        found += [one.name for one in able if _may_share(field, one, unit) and _gift(field, one, unit) > 0]
    return tuple(found) or None


@rule("cross-levelling")
def _may_share(field: Battlefield, giver: Counter, unit: Counter) -> bool:
    """True if a unit has boxes of the ammunition that another fires: a gun's serve only guns of its kind (14.G)."""
    if giver.is_gun or unit.is_gun:
        return giver.kind == unit.kind and not giver.abandoned
    return ammunition.is_on_roster(field, giver)


@rule("several resupplied at once")
def _is_promised(field: Battlefield, holder: Counter, to: Counter) -> bool:
    """True if holders supply another unit in this turn (14.C.4: as long as horses are available)."""
    return any(one.resupplying == holder.name and one.name != to.name for one in field.of(holder.side))


@rule("gun resupply")
def _serves_gun(field: Battlefield, train: Counter, gun: Counter) -> bool:
    """True if a train may make a gun's ammunition good: of a Gatling once in the game, of a cannon once each (A-135).

    A cannon is served by the trains of its own column alone, and the Gatlings' own train has nothing for it (LB-16).
    """
    if train.kind != PACK_TRAIN or train.pinned or train.routed or train.abandoned or not _can_issue(field, train, gun):
        return False
    if gun.kind == CANNON and not ammunition.together(field, gun.name, train.name):
        return False
    served = gun.supplied_by.split(SERVED) if gun.supplied_by else []
    return not served if gun.kind == GATLING else train.name not in served


def needs(field: Battlefield, unit: Counter) -> bool:
    """True if it is low on ammunition; by the roster, whether it has boxes to fill."""
    if not ammunition.is_on_roster(field, unit):
        return unit.low_ammo
    return room_of(field, unit) > 0 or ammunition.canister_room(field, unit) > 0


def room_of(field: Battlefield, unit: Counter) -> int:
    """The half boxes that it has fired away (14.F)."""
    return ammunition.full_halves(field, unit) - ammunition.half_boxes_left(field, unit)


@rule("pack train resupply")
def _can_issue(field: Battlefield, train: Counter, unit: Counter) -> bool:
    if train.name == ammunition.GATLING_PACK and unit.kind != GATLING:
        return False
    if ammunition.ROSTER not in field.options:
        return points_left(field, stock_of(train)) > 0
    if unit.kind == GATLING and train.name != ammunition.GATLING_PACK:
        return False
    if unit.kind == CANNON:
        return _gift(field, train, unit) > 0 or canister_gift(field, train, unit) > 0
    least = 1 if ammunition.is_on_roster(field, unit) else ammunition.halves_a_point(field)
    return ammunition.halves_aboard(field, train) >= least


@rule("restock", "cross-levelling")
def _gift(field: Battlefield, giver: Counter, unit: Counter, boxes: int = 0) -> int:
    """The half boxes that pass: those asked for, else all that fit from a train, and half of the difference from a unit."""
    room = room_of(field, unit)
    if giver.kind == PACK_TRAIN:
        is_shell = unit.kind == CANNON
        has = (
            ammunition.aboard(field, giver.name, ammunition.SHELL)
            if is_shell
            else ammunition.halves_aboard(field, giver)
        )
        return min(2 * boxes or room, room, has)
    has = ammunition.half_boxes_left(field, giver)
    even = max(has - ammunition.half_boxes_left(field, unit), 0) // 2
    return min(2 * boxes or even, room, has)


@rule("restock")
def canister_gift(field: Battlefield, giver: Counter, unit: Counter) -> int:
    """The half boxes of canister that pass from a train to a cannon besides: all that fit (LB-15.D.2)."""
    if giver.kind != PACK_TRAIN:
        return 0
    return min(ammunition.canister_room(field, unit), ammunition.aboard(field, giver.name, ammunition.CANISTER))


@rule("abandoned guns")
def plan(field: Battlefield, side: str, letter: str, order: Resupply) -> Plan | Problem:
    """Check that a unit may begin to resupply (14.C.2, 14.C.5, 14.G)."""
    problem = not_here(field, side, (order.unit, *([order.supplier] if order.supplier else [])))
    if problem:
        return problem
    unit = field[order.unit]
    if unit.side != "us" and not field.title.rules.supplies:
        return Illegal("E190", f"Indian units don't resupply ({field.rule('resupply')}).", field.rule("resupply"))
    problem = duties.comes_first(field, unit)
    if problem:
        return problem
    if unit.is_gun and unit.abandoned:
        return crews.without_crew(field, unit)
    by_roster = ammunition.is_on_roster(field, unit)
    if not needs(field, unit):
        text = (
            f"{unit.name} has all its boxes ({field.rule('pack train ammunition')})."
            if by_roster
            else f"{unit.name} is not low on ammunition ({field.rule('resupply')})."
        )
        return Illegal("E151", text, field.rule("resupply"), rests_on=(unit.name,))
    able = suppliers(field, unit)
    if able is None or (order.supplier and order.supplier not in able):
        return _no_source(field, unit, order.supplier, able)
    if order.boxes and not by_roster:
        text = f"{unit.name} is not on the ammunition roster: boxes are not counted ({field.rule('resupply')})."
        return Illegal("E151", text, field.rule("ammunition options"), words=str(order.boxes))
    notes = ("all MP of phase C",)
    if by_roster:
        giver = field[order.supplier or able[0]]
        halves = _gift(field, giver, unit, order.boxes)
        if order.boxes and halves < 2 * order.boxes:
            text = (
                f"{order.boxes} boxes are too many: {giver.name} can give {unit.name} {say.halves(halves)} "
                f"({field.rule('pack train ammunition')})."
            )
            return Illegal(
                "E151",
                text,
                field.rule("pack train ammunition"),
                words=str(order.boxes),
                rests_on=(unit.name, giver.name),
            )
        notes = (f"{say.halves(halves)} boxes from {giver.name}, all MP of phase C",)
        if unit.kind == CANNON and giver.kind == PACK_TRAIN:
            canister = say.halves(canister_gift(field, giver, unit))
            notes = (
                f"{say.halves(halves)} boxes of shell and {canister} of canister from {giver.name}, all MP of phase C",
            )
    return Plan(order, notes)


@rule("gun resupply")
def _no_source(field: Battlefield, unit: Counter, supplier: str, able: tuple[str, ...] | None) -> Problem:
    """Why a unit gets no ammunition here, and its possible sources."""
    if unit.side != "us":
        clause = field.rule("camps supply")
        text = (
            f"{unit.name} cannot resupply: no camp of its tribe that still has ammunition stands in its hex ({clause})."
        )
        return Illegal("E151", text, clause, rests_on=(unit.name,))
    if unit.is_gun and unit.supplied_by and not ammunition.is_on_roster(field, unit):
        clause = field.rule("gun resupply")
        text = f"{unit.name} has had ammunition from {unit.supplied_by}: it gets none there again ({clause})."
        return Illegal("E151", text, clause, rests_on=(unit.name,))
    whom = supplier or "saddle bags"
    lines = tuple(f"{unit.name} resupply from {name}" for name in able or () if name)[:3]
    if ammunition.is_on_roster(field, unit):
        text = (
            f"{unit.name} cannot resupply from {supplier or 'anybody'}: it must be in or next to the hex of a pack train"
            " with boxes, or of a unit that has more and is neither pinned nor routed "
            f"({field.rule('pack train ammunition')}, {field.rule('sharing ammunition')})."
        )
        return Illegal("E151", text, field.rule("pack train ammunition"), lines, rests_on=(unit.name,))
    if unit.is_gun or SADDLE_BAGS not in field.notes.points:
        text = (
            f"{unit.name} cannot resupply from {supplier or 'anybody'}: it must be in or next to the hex of a pack train"
            f" that is neither pinned nor routed and has a point for it ({field.rule('resupply')})."
        )
        return Illegal("E151", text, field.rule("resupply"), lines, rests_on=(unit.name,))
    text = f"{unit.name} cannot resupply from {whom}: it must be mounted, or share or adjoin the hex of holders with"
    text += " mounts, who supply nobody else, or of a pack train, and a point must be left"
    text += f" ({points_left(field, SADDLE_BAGS)} are) ({field.rule('resupply')})."
    return Illegal("E151", text, field.rule("resupply"), lines, rests_on=(unit.name,))


def resolve(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Record the intention (ruling A-006)."""
    if isinstance(plan.order, Resupply):
        able = suppliers(umpire.state, umpire.state[plan.order.unit]) or ("",)
        umpire.emit(ResupplyBegun(plan.order.unit, plan.order.supplier or able[0], plan.order.boxes))
    yield from ()


@rule("low ammunition removed", "several resupplied at once", "restock", "cross-levelling")
def complete(umpire: Umpire[Battlefield], side: str) -> None:
    """In the Movement Phase unit and supplier give up all their MPs, and the marker goes (14.C.3; ruling A-006)."""
    for unit in tuple(umpire.state.of(side)):
        if not unit.resupplying:
            continue
        why = _hindrance(umpire.state, umpire.state[unit.name])
        supplier = umpire.state.units.get(unit.resupplying)
        if why or supplier is None:
            umpire.emit(ResupplyFailed(unit.name, why))
        elif supplier.kind == CAMP:
            umpire.emit(SuppliedByCamp(unit.name, supplier.name))
        elif _in_boxes(umpire.state, unit, supplier):
            _hand_over(umpire, unit, supplier)
        else:
            stock = stock_of(supplier)
            left = points_left(umpire.state, stock) - 1
            giver = "" if unit.resupplying == unit.name else unit.resupplying
            umpire.emit(UnitResupplied(unit.name, giver, points_name(stock), left))


def _in_boxes(field: Battlefield, unit: Counter, supplier: Counter) -> bool:
    """True if what passes is counted in boxes."""
    from_train = supplier.kind == PACK_TRAIN and ammunition.ROSTER in field.options
    return from_train or ammunition.is_on_roster(field, unit)


def _hand_over(umpire: Umpire[Battlefield], unit: Counter, supplier: Counter) -> None:
    """Boxes change hands; a unit without a row on the roster takes what a point is worth, and its marker goes (A-152)."""
    field = umpire.state
    if unit.kind == CANNON and supplier.kind == PACK_TRAIN:
        _hand_shells_over(umpire, unit, supplier)
        return
    if ammunition.is_on_roster(field, unit):
        halves = _gift(field, supplier, unit, unit.boxes_wanted)
        unit_left = ammunition.half_boxes_left(field, unit) + halves
    else:
        halves, unit_left = ammunition.halves_a_point(field), 0
    has = ammunition.halves_aboard if supplier.kind == PACK_TRAIN else ammunition.half_boxes_left
    umpire.emit(BoxesHandedOver(unit.name, supplier.name, halves, unit_left, has(field, supplier) - halves))


@rule("restock")
def _hand_shells_over(umpire: Umpire[Battlefield], gun: Counter, train: Counter) -> None:
    """Shell and canister of a train go to the cannon (LB-15.D.2)."""
    field = umpire.state
    shell, canister = _gift(field, train, gun, gun.boxes_wanted), canister_gift(field, train, gun)
    umpire.emit(
        ShellsHandedOver(
            gun.name,
            train.name,
            shell,
            ammunition.half_boxes_left(field, gun) + shell,
            ammunition.aboard(field, train.name, ammunition.SHELL) - shell,
            canister,
            ammunition.canister_halves(field, gun) + canister,
            ammunition.aboard(field, train.name, ammunition.CANISTER) - canister,
        )
    )


def _hindrance(field: Battlefield, unit: Counter) -> str:
    supplier = field.units.get(unit.resupplying)
    if unit.fired:
        return "it fired in phase B"
    if unit.pinned or unit.routed:
        return "it is pinned or routed"
    other = supplier is not None and supplier.name != unit.name
    if supplier is None or (other and (supplier.fired or supplier.pinned or supplier.routed or supplier.abandoned)):
        return f"{unit.resupplying} cannot give up its MP"
    if supplier.kind == CAMP:
        return "" if supplier.at == unit.at else f"it is no longer at {supplier.name}"
    if ammunition.is_on_roster(field, unit):
        some = _gift(field, supplier, unit, unit.boxes_wanted) > 0 or canister_gift(field, supplier, unit) > 0
        return "" if some else "no boxes are left for it"
    if supplier.kind == PACK_TRAIN:
        return "" if _can_issue(field, supplier, unit) else "no ammunition is left there"
    return "" if points_left(field, stock_of(supplier)) else "no ammunition points are left"


OPTION = "pony pickup"


@rule("optional Indian pickup")
def offer(umpire: Umpire[Battlefield], fought: tuple[str, ...], at: str, us_lost: bool) -> Play[None]:
    """One Indian unit that fought and is low is no longer so, if a US unit lost a point in the melee (14.C)."""
    field = umpire.state
    low = [name for name in fought if name in field and field[name].low_ammo and field[name].side == "indian"]
    if OPTION not in field.options or not us_lost or not low:
        return
    question = Ask(
        "indian",
        "ammunition pickup",
        at,
        f"Ammunition lies on the field of {at}.  Who takes it?",
        umpire.state.rule("resupply"),
        tuple(Choice(name, f"{name} is low no longer") for name in low),
        max(low, key=lambda name: field[name].strength),
        None,
        (("at", at),),
    )
    chosen = yield from leaders.ask_one(question)
    umpire.emit(AmmunitionPickedUp(chosen, at))
