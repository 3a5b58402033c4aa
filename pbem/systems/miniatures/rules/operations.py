"""The operations, one function each: what a point buys.  MR-2.2."""

from collections.abc import Callable

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, gap, inches
from pbem.systems.miniatures.orders.records import Condition, Operation, Part
from pbem.systems.miniatures.rules.charge import begin_charge, close_up, is_in_front
from pbem.systems.miniatures.rules.fighting import can_fire, fire, volley
from pbem.systems.miniatures.rules.ground import between, closest_target, facing_to, nearest_enemy
from pbem.systems.miniatures.rules.layout import column_files, ground_of, guns_ground
from pbem.systems.miniatures.rules.morale import check
from pbem.systems.miniatures.rules.moving import allowance, charge_walk, draws_nearer, walk
from pbem.systems.miniatures.rules.walking import fits, settled
from pbem.systems.miniatures.state.events import (
    ChargeBegan,
    GunsTaken,
    PointSpent,
    UnitChanged,
    UnitLeft,
    UnitLoaded,
    UnitMoved,
    UnitRallied,
)
from pbem.systems.miniatures.state.tabletop import (
    COLUMN,
    LIMBERED,
    MASS,
    MAY_BEND,
    SKIRMISH,
    UNLIMBERED,
    Tabletop,
    Unit,
)

IN_DISORDER = ("rally", "load", "move")
"""The operations of a unit in disorder. B-229."""

KEPT_IN_A_CHARGE = ("form", "mount", "dismount")
"""The operations that a unit which has charged does not carry out before its melee.  MR-7.1."""

CLOSEST = "the closest enemy is"
OUT_OF_REACH = "no figure of it reaches "


@rule("MR-1.4", "MR-2.1", "MR-2.2", "MR-2.3", "MR-2.4")
def carry_out(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    """Carry out one operation of a unit, for one point; what cannot be done is told and costs nothing."""
    unit = umpire.state.units.get(name)
    if unit is None or unit.done:
        return
    chosen = chosen_of(umpire.state, unit, operation)
    if chosen is None or chosen.verb == "stay":
        return
    if umpire.state.points >= 0 and unit.spent >= umpire.state.points:
        return  # without a word: that the gun is not loaded is no reason where the point to load it was lacking
    why = refusal(umpire.state, unit, chosen)
    if why:
        umpire.emit(PointSpent(name, chosen.verb, 0, why))
        return
    umpire.emit(PointSpent(name, chosen.verb, 1))
    _DO[chosen.verb](umpire, name, chosen)


def chosen_of(table: Tabletop, unit: Unit, operation: Operation) -> Operation | None:
    """The operation itself, what stands behind its ``else``, or None if its condition does not hold."""
    if operation.when is None or holds(table, unit, operation.when):
        return operation
    return operation.otherwise[0] if operation.otherwise else None


def holds(table: Tabletop, unit: Unit, condition: Condition) -> bool:
    """True if a condition holds now."""
    match condition.kind:
        case "within":
            other = table.units.get(condition.unit) if condition.unit else nearest_enemy(table, unit)
            found = other is not None and between(unit, other).within(condition.length)
        case "loaded":
            found = unit.loaded
        case "charged":
            found = unit.charged
        case _:
            found = unit.is_disordered
    return found != condition.negated


@rule("MR-4.5", "MR-3.8", "MR-7.1")
def refusal(table: Tabletop, unit: Unit, operation: Operation) -> str:
    """Why a unit cannot do this now, "" if it can."""
    verb = operation.verb
    if unit.is_disordered and verb not in IN_DISORDER:
        return "it is in disorder and must rally first"
    if verb in ("move", "charge", "contact", "prolonge") and not table.has_officer(unit):
        return "no officer is with it"
    if verb in ("move", "charge", "contact") and unit.has_guns and unit.formation != LIMBERED:
        return "its guns are unlimbered: they move by prolonge"
    if verb in ("move", "prolonge") and unit.has_guns and unit.figures < 2 * unit.face.guns:
        return "each gun needs two figures of crew to move"
    found = _REFUSE.get(verb)
    if found is not None and (why := found(table, unit, operation)):
        return why
    return "it has charged and keeps the formation it attacks in" if unit.charged and verb in KEPT_IN_A_CHARGE else ""


def _refuse_fire(table: Tabletop, unit: Unit, operation: Operation) -> str:
    if found := can_fire(unit):
        return found
    target = closest_target(table, unit, operation.only)
    if target is None:
        return "no enemy is in its arc, range and sight"
    if operation.only and target.name != operation.only:
        return f"{CLOSEST} {target.name}"
    return "" if volley(table, unit, target).dice else f"{OUT_OF_REACH}{target.name}"


def in_words(why: str) -> str:
    """A reason as players read it: `refusal` gives the words that events store, which never change."""
    name = why.removeprefix(OUT_OF_REACH)
    return why if name == why else f"none of its figures has {name} in range and arc"


def _refuse_load(table: Tabletop, unit: Unit, operation: Operation) -> str:
    return "it is loaded" if unit.loaded else ""


def _refuse_rally(table: Tabletop, unit: Unit, operation: Operation) -> str:
    if not unit.is_disordered:
        return "it is in order"
    limit = INCH * tables.number("rally", "not_within")
    for enemy in table.enemies(unit.side):
        if enemy.was_charging and between(unit, enemy).within(limit):
            return f"{enemy.name}, which has just charged, is within 6 inches"
    return ""


def _refuse_mount(table: Tabletop, unit: Unit, operation: Operation) -> str:
    if unit.face.row != "mounted":
        return "it has no horses"
    if unit.mounted == (operation.verb == "mount"):
        return "it is mounted" if unit.mounted else "it is on foot"
    enemy = nearest_enemy(table, unit)
    if operation.verb == "mount" and enemy is not None and between(unit, enemy).within(6 * INCH):
        return f"{enemy.name} is within 6 inches"
    if operation.verb == "dismount" and unit.face.kind not in tables.tables()["on_foot"]:
        return "its class does not fight on foot"
    return _no_room(table, changed(table, unit, operation))


def _refuse_form(table: Tabletop, unit: Unit, operation: Operation) -> str:
    known = tables.formations_of(unit.face)
    if unit.has_guns or operation.formation not in known:
        return f"its formations are {', '.join(one.replace('_', ' ') for one in known)}"
    if operation.formation == COLUMN and not column_files(unit.figures):
        return "under 3 figures make no column"
    if operation.bend and operation.formation not in MAY_BEND:
        return f"only {', '.join(one.replace('_', ' ') for one in MAY_BEND)} may bend"
    return _no_room(table, changed(table, unit, operation))


def _refuse_turn(table: Tabletop, unit: Unit, operation: Operation) -> str:
    if operation.toward and operation.toward not in table.units:
        return f"{operation.toward} is gone"
    return _no_room(table, changed(table, unit, operation))


def _refuse_limber(table: Tabletop, unit: Unit, operation: Operation) -> str:
    if not unit.has_guns:
        return "it has no guns with it"
    if unit.formation == (LIMBERED if operation.verb == "limber" else UNLIMBERED):
        return f"it is {unit.formation}"
    return ""


def _refuse_prolonge(table: Tabletop, unit: Unit, operation: Operation) -> str:
    return "" if unit.has_guns and unit.formation == UNLIMBERED else "only unlimbered guns move by prolonge"


def _refuse_charge(table: Tabletop, unit: Unit, operation: Operation) -> str:
    target = table.units.get(operation.target)
    if operation.target and target is None:
        return f"{operation.target} is gone"
    if _is_charging(table, unit) and operation.target not in ("", unit.charging):
        return f"it is charging {unit.charging}"
    if operation.verb == "contact" and unit.charged and not _is_charging(table, unit):
        return "it has charged, and comes into contact by another charge only"
    return "" if operation.target or nearest_enemy(table, unit) is not None else "no enemy is left"


def _is_charging(table: Tabletop, unit: Unit) -> bool:
    return unit.charged and unit.charging in table.units


def _no_room(table: Tabletop, there: Unit) -> str:
    """The obstacle to a change, and how much room it lacks: to the nearest place where it would fit."""
    blocker = fits(table, there)
    if not blocker:
        return ""
    free = settled(table, there)
    lacking = max(abs(free.x - there.x), abs(free.y - there.y))
    return f"{blocker} is in the way: {inches(lacking)} inches of room are missing"


_REFUSE: dict[str, Callable[[Tabletop, Unit, Operation], str]] = {
    "fire": _refuse_fire,
    "load": _refuse_load,
    "rally": _refuse_rally,
    "mount": _refuse_mount,
    "dismount": _refuse_mount,
    "form": _refuse_form,
    "face": _refuse_turn,
    "limber": _refuse_limber,
    "unlimber": _refuse_limber,
    "prolonge": _refuse_prolonge,
    "charge": _refuse_charge,
    "contact": _refuse_charge,
}


@rule("MR-2.2", "MR-3.1")
def changed(table: Tabletop, unit: Unit, operation: Operation) -> Unit:
    """A unit after a change of facing, formation, or horses.  MR-2.2, MR-3.1."""
    facing = operation.degrees if operation.degrees >= 0 else unit.facing
    if operation.toward in table.units:
        facing = facing_to(unit, table.units[operation.toward])
    there = unit.with_(facing=facing, bend=())
    if operation.verb == "form":
        abreast = column_files(unit.figures) if operation.formation == COLUMN else 0
        ranks = operation.ranks if operation.formation == SKIRMISH else 1
        there = there.with_(formation=operation.formation, ranks=ranks, abreast=abreast, bend=operation.bend)
    if operation.verb in ("mount", "dismount"):
        there = there.with_(mounted=operation.verb == "mount")
    if operation.verb in ("limber", "unlimber"):
        there = there.with_(formation=LIMBERED if operation.verb == "limber" else UNLIMBERED)
    return there


def _change(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    unit = changed(umpire.state, umpire.state.units[name], operation)
    umpire.emit(
        UnitChanged(name, unit.formation, unit.ranks, unit.abreast, unit.facing, unit.mounted, unit.at, unit.bend)
    )


def _move(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    table = umpire.state
    unit = table.units[name]
    if unit.charging and unit.charged:
        close_up(umpire, name)
        return
    found = walk(table, unit, operation)
    if unit.is_disordered and draws_nearer(table, unit, found.unit):
        umpire.emit(UnitMoved(name, "move", (unit.at,), unit.facing, 0, "a unit in disorder does not draw nearer"))
        return
    umpire.emit(UnitMoved(name, "move", tuple(found.path), found.unit.facing, found.used, found.halt))
    if found.gone_off:
        umpire.emit(UnitLeft(name))
    take_guns(umpire, name)


def take_guns(umpire: Umpire[Tabletop], name: str) -> None:
    """A unit of foot that ends a move in contact with unmanned guns of the enemy takes them.  B-234."""
    unit = umpire.state.units.get(name)
    if unit is None or unit.mounted or unit.is_disordered:
        return
    sides = {one.name: one.side for one in umpire.state.scenario.units}
    for other, left in list(umpire.state.left_guns.items()):
        if sides[other] != unit.side and gap(ground_of(unit), guns_ground(*left)).within(1):
            umpire.emit(GunsTaken(name, other))


def _prolonge(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    parts = operation.parts or (Part("ahead"),)
    found = walk(umpire.state, umpire.state.units[name], Operation("prolonge", parts))
    umpire.emit(UnitMoved(name, "move", tuple(found.path), found.unit.facing, found.used, found.halt))


def _fire(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    target = closest_target(umpire.state, umpire.state.units[name], operation.only)
    assert target is not None
    fire(umpire, name, target.name)


def _load(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    unit = umpire.state.units[name]
    umpire.emit(UnitLoaded(name, unit.loading + 1, tables.loading(unit.face.weapon)))


def _rally(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    if check(umpire, name, "to rally", rally=True):
        return
    unit = umpire.state.units[name]
    enemy = umpire.state.units.get(operation.toward) or nearest_enemy(umpire.state, unit)
    facing = operation.degrees
    if facing < 0:
        facing = facing_to(unit, enemy) if enemy is not None else unit.facing
    for formation, ranks in _in_order(unit):
        there = settled(umpire.state, unit.with_(formation=formation, facing=facing, ranks=ranks, bend=()))
        if not fits(umpire.state, there):
            umpire.emit(UnitRallied(name, formation, facing, there.at, ranks))
            return


def _in_order(unit: Unit) -> tuple[tuple[str, int], ...]:
    """The formations of a unit that rallies, by formation and ranks: two ranks of skirmishers where one has no room."""
    if unit.has_guns:
        return ((UNLIMBERED, 1),)
    narrow = MASS if unit.face.is_indian else COLUMN
    return (SKIRMISH, 1), (SKIRMISH, 2), *(((narrow, 1),) if unit.figures > 2 else ())


def _charge(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    if _is_charging(umpire.state, umpire.state.units[name]):
        close_up(umpire, name)  # a second point for the same charge buys one more move
        return
    begin_charge(umpire, name, target_of(umpire.state, name, operation), operation.via)


def target_of(table: Tabletop, name: str, operation: Operation) -> str:
    """The target of a charge: the one named, else the nearest enemy."""
    if operation.target:
        return operation.target
    enemy = nearest_enemy(table, table.units[name])
    return enemy.name if enemy is not None else ""


@rule("MR-4.3", "MR-4.4")
def _contact(umpire: Umpire[Tabletop], name: str, operation: Operation) -> None:
    """Walk into contact.  A unit that has charged counts as charging all phase, whatever its next move is called."""
    table = umpire.state
    if _is_charging(table, table.units[name]):
        close_up(umpire, name)
        return
    unit, target = table.units[name], table.units[target_of(table, name, operation)]
    in_front = is_in_front(unit, target)
    found = charge_walk(table, unit, target, operation.via, allowance(unit), contact=True)
    halt = found.halt
    umpire.emit(UnitMoved(name, "contact", tuple(found.path), found.unit.facing, found.used, halt))
    if between(umpire.state.units[name], target).within(1):
        umpire.emit(ChargeBegan(name, target.name, in_front, False))


_DO: dict[str, Callable[[Umpire[Tabletop], str, Operation], None]] = {
    "move": _move,
    "prolonge": _prolonge,
    "fire": _fire,
    "load": _load,
    "rally": _rally,
    "charge": _charge,
    "contact": _contact,
    **dict.fromkeys(("mount", "dismount", "face", "form", "limber", "unlimber"), _change),
}
VERBS = tuple(_DO)
