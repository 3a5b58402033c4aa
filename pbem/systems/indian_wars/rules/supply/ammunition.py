"""Ammunition (14): depletion, and the two optional rules."""

from collections.abc import Mapping
from fractions import Fraction

from pbem.core.clause import rule
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.state.combat_events import AmmunitionChecked, BoxesCrossed, FirstShotFired, FirstShotKept
from pbem.systems.indian_wars.state.counter import (
    CANNON,
    CAVALRY,
    GATLING,
    HIT_AND_RUN,
    INFANTRY,
    MINERS,
    PACK_TRAIN,
    RETURN,
    SCOUT,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import Notes, boxes_name, points_name
from pbem.systems.indian_wars.state.supply_events import PackSuppliesLost

FIRST_SHOT = "first shot"
ROSTER = "ammunition roster"
BOXES_A_VP = 2 * 10
"""Half boxes aboard a lost train that score one VP (15.D)."""
ROSTER_ROWS = {
    CAVALRY: "cavalry",
    INFANTRY: "infantry",
    MINERS: "miners",
    SCOUT: "scouts",
    GATLING: "gatling",
    CANNON: "cannon_he",
}
"""Kinds that have a row on the Ammo Roster; HQ and pack personnel keep the basic rules (ruling A-152)."""


@rule(
    "who can run low",
    "low ammunition marker",
    "depletion roll",
    "exempt from depletion",
    "optional ammunition rules",
    "first shot option",
    "strike ammunition",
)
def after_shot(umpire: Umpire[Battlefield], name: str, natural: int, occasion: str, how: str) -> None:
    """Carry out the effect of a shot on the firer's ammunition, once its roll lies on the table (14.A)."""
    field = umpire.state
    unit = field[name]
    if is_on_roster(field, unit):
        _cross_off(umpire, unit, occasion, how)
        return
    first = FIRST_SHOT in field.options and unit.side == "us" and name not in field.notes.first_shots
    if first:
        umpire.emit(FirstShotFired(name))
    if natural != charts.natural(field, "ammo") or unit.low_ammo or unit.is_holder or unit.kind == PACK_TRAIN:
        return
    if first:
        umpire.emit(FirstShotKept(name))
        return
    roll = umpire.roll("1d6", f"ammunition {name}", umpire.state.rule("depletion"))
    in_passing = occasion in (HIT_AND_RUN, RETURN)
    umpire.emit(AmmunitionChecked(name, roll, charts.is_depleted(field, roll.natural, in_passing=in_passing)))


# Option 2: the roster


@rule("ammunition roster option", "Indian ammunition")
def is_on_roster(field: Battlefield, unit: Counter) -> bool:
    """True if the unit's shots are crossed off on the roster (14.D)."""
    return ROSTER in field.options and unit.side == "us" and unit.kind in ROSTER_ROWS


def half_boxes_left(field: Battlefield, unit: Counter) -> int:
    """The half boxes of a unit that are still open (14.D)."""
    left = field.notes.boxes.get(unit.name)
    return full_halves(field, unit) if left is None else left


def full_halves(field: Battlefield, unit: Counter) -> int:
    """The half boxes that a unit has on the roster (14.D).  Raises ChartGap.

    A unit that comes from the sister game has the boxes of its own book.
    """
    roster, kind = field.sheet.charts["ammo"]["roster"], ROSTER_ROWS[unit.kind]
    rows = (roster[field.title.files], *(row for row in roster.values() if isinstance(row, Mapping)))
    boxes = next((row[kind] for row in rows if kind in row), None)
    if boxes is None:
        raise ChartGap("roster", unit.kind, field.rule("ammunition options"))
    return 2 * int(boxes)


@rule("out of boxes")
def is_empty(field: Battlefield, unit: Counter) -> bool:
    """True if it has nothing left to fire with (14.D)."""
    return is_on_roster(field, unit) and half_boxes_left(field, unit) == 0


@rule("last half box")
def must_halve(field: Battlefield, unit: Counter, occasion: str) -> bool:
    """True if only half a box is left, for a shot at half strength (14.D); advance fire takes no more and is half already."""
    is_half_already = occasion == "advance" and not unit.is_gun
    return not is_half_already and is_on_roster(field, unit) and half_boxes_left(field, unit) == 1


@rule("half boxes", "strike ammunition")
def _cross_off(umpire: Umpire[Battlefield], unit: Counter, occasion: str, how: str) -> None:
    costs = umpire.state.sheet.charts["ammo"]["box_cost"]
    cost: Fraction
    if occasion == "advance":
        cost = charts.exact(costs["advance_fire"])
    elif occasion == RETURN:
        cost = charts.exact(costs["hit_and_run"])
    elif how == "half":
        cost = charts.exact(costs["voluntary_half_strength"])
    else:
        cost = charts.exact(costs["full_strength_shot"])
    left = half_boxes_left(umpire.state, unit)
    halves = min(int(cost * 2), left)
    umpire.emit(BoxesCrossed(unit.name, halves, left - halves))


# Guns


@rule("gun ammunition", "gun roster")
def after_gun(umpire: Umpire[Battlefield], name: str, natural: int, how: str) -> None:
    """Carry out the effect of a shot on a gun's ammunition: a box, or on a natural 1 a second die, and another 1 is Low Ammo
    (LB-11.F)."""
    field = umpire.state
    gun = field[name]
    if is_on_roster(field, gun):
        _cross(umpire, name, half_boxes_left(field, gun), 1 if how == "half" else 2)
        return
    first = FIRST_SHOT in field.options and name not in field.notes.first_shots
    if first:
        umpire.emit(FirstShotFired(name))
    rules = field.sheet.charts["artillery"]["gun_ammo"]
    if natural != int(rules["check_on_natural_1d6"]) or gun.low_ammo:
        return
    if first:
        umpire.emit(FirstShotKept(name))
        return
    roll = umpire.roll("1d6", f"ammunition {name}", field.rule("gun ammunition"))
    umpire.emit(AmmunitionChecked(name, roll, roll.natural == int(rules["depleted_on_second_1d6"])))


@rule("gun roster")
def after_answer(umpire: Umpire[Battlefield], name: str, canister: bool) -> None:
    """A box for a shot in melee by the roster; without it nothing runs out there (LB-11.F)."""
    field = umpire.state
    gun = field[name]
    if not is_on_roster(field, gun):
        return
    if canister:
        _cross(umpire, canister_box(name), canister_halves(field, gun), 2)
    else:
        _cross(umpire, name, half_boxes_left(field, gun), 2)


def _cross(umpire: Umpire[Battlefield], row: str, left: int, halves: int) -> None:
    halves = min(halves, left)
    umpire.emit(BoxesCrossed(row, halves, left - halves))


def canister_box(gun: str) -> str:
    """The name of the row of a cannon's canister."""
    return row(gun, CANISTER)


def canister_halves(field: Battlefield, gun: Counter) -> int:
    """The half boxes of canister that a cannon has left (LB-11.F)."""
    left = field.notes.boxes.get(canister_box(gun.name))
    if left is not None:
        return left
    return _full_canister(field)


def _full_canister(field: Battlefield) -> int:
    return 2 * int(field.sheet.charts["ammo"]["roster"][field.title.files]["cannon_canister"])


def canister_room(field: Battlefield, gun: Counter) -> int:
    """The half boxes of canister that a cannon has fired away, by the roster."""
    return _full_canister(field) - canister_halves(field, gun) if gun.kind == CANNON and is_on_roster(field, gun) else 0


def canister_left(field: Battlefield, gun: Counter) -> bool:
    """True if a cannon has canister: always, but by the roster (LB-11.F)."""
    return not is_on_roster(field, gun) or canister_halves(field, gun) > 0


# Pack trains


@rule("starting ammunition", "pack train boxes")
def with_opening_stock(field: Battlefield, train: Counter) -> Notes:
    """The notes with what a pack train begins with: six points, or 30 boxes by the roster (14.F, 15), shells besides."""
    if ROSTER in field.options:
        notes = field.notes.with_boxes(train.name, 2 * _boxes_of_a_train(field, train))
        return with_opening_shells(field, train, notes)
    return field.notes.with_points(train.name, train.printed.ammo_points)


def _boxes_of_a_train(field: Battlefield, train: Counter) -> int:
    chart = field.sheet.charts["ammo"]["pack_roster"]
    return int(chart["guns"]["gatling_pack"] if train.name == GATLING_PACK else chart["small_arms"])


def points_aboard(field: Battlefield, train: Counter) -> int:
    """The ammunition points of a pack train."""
    return field.notes.points.get(train.name, 0)


def halves_aboard(field: Battlefield, train: Counter) -> int:
    """The half boxes of a pack train (14.F)."""
    return field.notes.boxes.get(train.name, 0)


def halves_a_point(field: Battlefield) -> int:
    """The half boxes of one strength point of a train, and of one low unit without a row (15.C)."""
    return 2 * int(field.sheet.charts["ammo"]["pack_roster"]["loss_per_casualty"]["small_arms"])


@rule("train casualties", "pack train boxes", "pack train size")
def lose_with_people(umpire: Umpire[Battlefield], train: str, points: int) -> None:
    """A manned train loses a point of ammunition, or 5 boxes, with each point of strength (15.C; ruling A-150)."""
    field = umpire.state
    if not points:
        return
    if ROSTER in field.options:
        each = _halves_of_a_casualty(field, train)
        before, lost, stock = halves_aboard(field, field[train]), points * each, boxes_name(train)
    else:
        before, lost, stock = points_aboard(field, field[train]), points, points_name(train)
    lost = min(lost, before)
    if lost:
        umpire.emit(PackSuppliesLost(train, stock, lost, before - lost))
    if ROSTER in field.options:
        lose_shells(umpire, train, points)


def _halves_of_a_casualty(field: Battlefield, train: str) -> int:
    kind = "gatling" if train == GATLING_PACK else "small_arms"
    return 2 * int(field.sheet.charts["ammo"]["pack_roster"]["loss_per_casualty"][kind])


def scoring_supplies(field: Battlefield, train: Counter) -> int:
    """The supplies that score when a train is lost: points, or full tens of boxes (15.D)."""
    if ROSTER in field.options:
        return halves_aboard(field, train) // BOXES_A_VP
    return points_aboard(field, train)


@rule("low ammo VP", "low for VPs", "guns low at the end")
def is_low_at_end(field: Battlefield, unit: Counter) -> bool:
    """True if a US unit counts as low on ammunition when the game ends (14.B; by the roster 14.G)."""
    if is_on_roster(field, unit):
        low = charts.exact(field.sheet.charts["ammo"]["box_cost"]["low_for_vp_at_or_below"])
        return half_boxes_left(field, unit) <= 2 * low
    return unit.low_ammo


# Shells for the 12-pounder aboard the pack trains of its column, counted in boxes by the roster (LB-15.D.2).

# Columns of units and trains: a gun has its shells with the trains of its own (LB-15.D.2, LB-16).

GATLING_PACK = "Gatling Pack"
"""The train that carries ammunition for Gatlings alone (LB-16)."""


def ways_on(field: Battlefield, name: str) -> frozenset[str]:
    """The zones by which a counter enters; none for one that is set up on the map."""
    entries = (entry for entry in field.sheet.scenario.entries if name in entry.units)
    return frozenset(edge.zone for entry in entries for edge in entry.edges)


def together(field: Battlefield, one: str, other: str) -> bool:
    """True if two counters come by the same edge, or both are set up on the map."""
    mine, theirs = ways_on(field, one), ways_on(field, other)
    return mine == theirs or not mine.isdisjoint(theirs)


SHELL, CANISTER = "shell", "canister"
_ROWS = {SHELL: "he", CANISTER: "canister"}
"""The names of kinds in the chart of ammunition."""


def row(owner: str, kind: str) -> str:
    """The name of the row of a train's shells, or of a cannon's canister."""
    return f"{owner} {kind}"


@rule("pack train boxes")
def with_opening_shells(field: Battlefield, train: Counter, notes: Notes) -> Notes:
    """The notes with the boxes of shell and canister of a train whose column has the cannon; others have none."""
    cannon = next((one.name for one in field.units.values() if one.kind == CANNON), "")
    if not cannon or train.name == GATLING_PACK or not together(field, cannon, train.name):
        return notes
    chart = field.sheet.charts["ammo"]["pack_roster"]["guns"]
    for kind, charted in _ROWS.items():
        notes = notes.with_boxes(row(train.name, kind), 2 * int(chart[charted]))
    return notes


def aboard(field: Battlefield, train: str, kind: str) -> int:
    """The half boxes of a kind that a train has."""
    return field.notes.boxes.get(row(train, kind), 0)


@rule("pack train boxes")
def lose_shells(umpire: Umpire[Battlefield], train: str, points: int) -> None:
    """With each strength point of a manned train three boxes of shell and one of canister are lost."""
    field = umpire.state
    chart = field.sheet.charts["ammo"]["pack_roster"]["loss_per_casualty"]
    for kind, charted in _ROWS.items():
        before = aboard(field, train, kind)
        lost = min(points * 2 * int(chart[charted]), before)
        if lost:
            umpire.emit(PackSuppliesLost(train, boxes_name(row(train, kind)), lost, before - lost))
