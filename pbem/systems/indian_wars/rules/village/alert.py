"""The alert: what gives it, and who may move before it and in the Movement Phase after it (LB-18.A)."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import HerdsAside
from pbem.systems.indian_wars.phases import NIGHT
from pbem.systems.indian_wars.rules.movement.mobility import left, limit
from pbem.systems.indian_wars.rules.movement.steps import step_cost
from pbem.systems.indian_wars.rules.village import circles, herds
from pbem.systems.indian_wars.state.camp_events import (
    CircleMoved,
    OutpostRides,
    StrideCounted,
    StridesForgotten,
    UnitWarned,
    VillageAlerted,
    VillageStays,
)
from pbem.systems.indian_wars.state.counter import MOUNTED, PACKING, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.herd_events import HerdsSetAside
from pbem.systems.indian_wars.state.village import Alarm

US, INDIAN = "us", "indian"
HEARD_ON = 6
STRIDE = 2
"""Hexes of a move that may be heard (21.4.A.2)."""


def is_quiet(field: Battlefield) -> bool:
    """True if there is a village that nobody has alerted."""
    return field.notes.village.alert is None and bool(circles.camps(field))


def move_after(field: Battlefield) -> int:
    """The game turn of the next Indian Movement Phase to begin."""
    order = field.sheet.scenario.player_sequence
    if field.phase == NIGHT:
        return field.turn + 1
    is_past = order.index(field.phasing) >= order.index(INDIAN) if field.phasing in order else False
    return field.turn + is_past


# What gives it


@rule(
    *("village alert", "alert near the village", "alert near the second village", "alert by a warned unit"),
    "alert of the Montana column",
)
def look_out(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Counters have come to a hex: does that alert the village, or warn a unit that can?"""
    field = umpire.state
    alarm = field.sheet.scenario.alarm
    if alarm is None or not is_quiet(field):
        return
    moved = tuple(field[name] for name in names if name in field)
    for unit in moved:
        if not is_quiet(umpire.state):
            return
        if unit.side == US:
            _wake(umpire, unit, alarm)
        if unit.side == US and unit.kind in alarm.kinds:
            _seen(umpire, unit, alarm)
        elif unit.side == INDIAN:
            _bring_news(umpire, unit, alarm)
    if field.turn >= alarm.stirs_from > 0 and is_quiet(umpire.state):
        _hear(umpire, tuple(one for one in moved if one.kind in alarm.stirs), at)


def _seen(umpire: Umpire[Battlefield], unit: Counter, alarm: Alarm) -> None:
    field = umpire.state
    distance = field.sheet.map.distance
    seen = circles.within(field, unit.at, alarm.within, (*circles.camps(field), *circles.herds(field)))
    nearest = min(seen, key=lambda one: distance(unit.at, one.at), default=None)
    if nearest is not None:
        _alert(umpire, US, unit, "near", nearest.name, circles.nearest_circles(field, unit.at))
    elif alarm.warns:
        for other in circles.within(field, unit.at, alarm.within, _who_may_bring_news(field, alarm)):
            umpire.emit(UnitWarned(other.name, other.at, unit.name))


@rule("outpost")
def _wake(umpire: Umpire[Battlefield], unit: Counter, alarm: Alarm) -> None:
    """An outpost may move once a US unit of any kind is near (21.1.H)."""
    field = umpire.state
    if unit.kind in alarm.kinds or not unit.is_unit:
        return
    asleep = (one for one in _who_may_bring_news(field, alarm) if one.name not in field.notes.village.woken)
    posted = tuple(one for one in asleep if circles.is_outpost(field, one))
    for other in circles.within(field, unit.at, alarm.within, posted):
        umpire.emit(UnitWarned(other.name, other.at, unit.name))


@rule("alert by a warned unit", "alert of the Montana column")
def _who_may_bring_news(field: Battlefield, alarm: Alarm) -> tuple[Counter, ...]:
    """Indian combat units outside the camps who do not know yet; the messenger needs no warning."""
    known = (alarm.messenger, *field.notes.village.warned)
    return tuple(
        one
        for one in field.of(INDIAN)
        if one.kind == WARRIOR and one.name not in known and circles.camp_at(field, one.at) is None
    )


def _bring_news(umpire: Umpire[Battlefield], unit: Counter, alarm: Alarm) -> None:
    field = umpire.state
    camp = circles.camp_at(field, unit.at)
    is_warned = unit.name in field.notes.village.warned
    if camp is None or not (unit.name == alarm.messenger or is_warned):
        return
    circle = circles.circle_of(field, camp)
    cause = "warned" if is_warned else "messenger"
    _alert(umpire, INDIAN, unit, cause, camp.name, (circle.name,) if circle else ())


@rule("alert by movement")
def _hear(umpire: Umpire[Battlefield], units: tuple[Counter, ...], at: str) -> None:
    """A stack that has moved its second hex is heard on a 6 (21.4.A.2)."""
    field = umpire.state
    if not units or field.phase != "C":
        return
    names = tuple(unit.name for unit in units)
    hexes = 1 + max(field.notes.village.strides.get(name, 0) for name in names)
    if hexes > STRIDE:
        return
    roll = umpire.roll("1d6", f"hears {names[0]}", field.rule("alert by movement")) if hexes == STRIDE else None
    umpire.emit(StrideCounted(names, at, hexes, roll))
    if roll is not None and roll.total >= HEARD_ON:
        _alert(umpire, US, units[0], "heard", at, circles.nearest_circles(umpire.state, at))


def _alert(umpire: Umpire[Battlefield], by: str, unit: Counter, cause: str, sight: str, found: tuple[str, ...]) -> None:
    umpire.emit(VillageAlerted(by, unit.name, unit.at, cause, sight, found, move_after(umpire.state)))


# Who may move


@rule("breakdown condition")
def at_work(field: Battlefield, unit: Counter) -> Problem | None:
    """Why villagers stay with their camp in this turn (18.B.1)."""
    if not any(one.occasion == PACKING for one in unit.shot_in):
        return None
    clause = field.rule("breakdown condition")
    text = f"{unit.name} began to pack a camp in this turn, and does not move before the next ({clause})."
    return Illegal("E138", text, clause, rests_on=(unit.name,))


@rule("frozen before the alert", "alerted by the US", "alerted by Indians", "after the alert")
def keeps(field: Battlefield, unit: Counter) -> Problem | None:
    """Why a counter of the village stays where it is (18.A.1, 18.A.2, 21.1.A.4)."""
    circle = circles.circle_of(field, unit)
    village = field.notes.village
    if circle is None or _goes_about(field, unit) or not circles.camps(field):
        return None
    alert, clause = village.alert, field.rule("frozen before the alert")
    if alert is None:
        text = f"{unit.name} stays in camp: the village is not alerted ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if circles.is_outpost(field, unit):
        return None
    if field.turn < alert.turn:
        text = f"{unit.name} stays in camp: the village moves from the Indian Movement Phase of turn {alert.turn} ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if field.turn == alert.turn and alert.by == US and circle.name not in alert.circles:
        clause = field.rule("alerted by the US")
        first = say.several(alert.circles, "or")
        text = f"{unit.name} is of the {circle.name} circle; in this turn only the {first} circle moves ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    return None


def _goes_about(field: Battlefield, unit: Counter) -> bool:
    """True if a unit has seen the enemy, or hunts far from its circle."""
    village = field.notes.village
    return unit.name in village.warned or unit.name in village.woken or unit.name in field.notes.hunters


@rule("alerted by Indians")
def half_way(field: Battlefield, units: Sequence[Counter], path: Sequence[str]) -> Problem | None:
    """Why a move ordered before its phase begins is too long for a circle that goes half as far (18.A.3)."""
    alert = field.notes.village.alert
    if alert is None or alert.by != INDIAN or field.turn != alert.turn:
        return None
    for unit in units:
        circle = circles.circle_of(field, unit)
        is_halved = left(unit) <= limit(unit) // 2
        if circle is None or circle.name in alert.circles or is_halved or unit.name in field.notes.hunters:
            continue
        if circles.is_outpost(field, unit):
            continue
        have, steps = limit(unit) // 2 - unit.spent, [step_cost(field, units, a, b) for a, b in pairwise(path)]
        if sum(step.cost for step in steps if step) > have:
            clause = field.rule("alerted by Indians")
            warned = say.several(alert.circles)
            text = f"{unit.name} has {have} MP in this turn, half of its own: only the {warned} circle is warned ({clause})."
            return Illegal("E130", text, clause, words=path[-1])
    return None


@rule("frozen before the alert", "alerted by the US", "alerted by Indians")
def hold_back(umpire: Umpire[Battlefield]) -> None:
    """As an Indian Movement Phase begins: who stays, and who goes half as far."""
    field = umpire.state
    if field.phase != "C" or not circles.camps(field):
        return
    if field.phasing != INDIAN:
        if field.notes.village.strides:
            umpire.emit(StridesForgotten())
        return
    alert = field.notes.village.alert
    if alert is None or field.turn < alert.turn:
        umpire.emit(VillageStays((), half=False))
    elif field.turn == alert.turn:
        umpire.emit(VillageStays(alert.circles, half=alert.by == INDIAN))
        _let_ride(umpire)


@rule("outpost")
def _let_ride(umpire: Umpire[Battlefield]) -> None:
    """An outpost is away from its circle, and moves as it likes once the village is alerted (ruling A-116)."""
    field = umpire.state
    units = tuple(one.name for one in field.of(INDIAN) if one.spent and circles.is_outpost(field, one))
    if units:
        umpire.emit(OutpostRides(units))


@rule("alerted by the US")
def choose_circle(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Choose the circle that moves first, where several are equally near: its owner's choice (18.A.2)."""
    field = umpire.state
    alert = field.notes.village.alert
    if alert is None or alert.by != US or field.turn != alert.turn or len(alert.circles) < 2:
        return
    if field.phasing != INDIAN or field.phase != "C":
        return
    for name in names:
        circle = circles.circle_of(field, field[name]) if name in field else None
        if circle is not None and circle.name in alert.circles:
            umpire.emit(CircleMoved(circle.name))
            return


# The outpost of the village: two mounted units beyond the river, an option; and herds that are set aside
# (LB-21.1.H).

OPTION = "outpost"


def chart(field: Battlefield) -> Mapping[str, Any] | None:
    """The scenario's data on an outpost; None where it has none or the option is not played."""
    found: Mapping[str, Any] | None = field.sheet.scenario.data.get("village", {}).get(OPTION)
    return found if OPTION in field.options else None


def hexes(field: Battlefield) -> tuple[str, ...]:
    """The hexes where an outpost may be."""
    table = chart(field)
    if table is None:
        return ()
    distance = field.sheet.map.distance
    return tuple(at for at in field.sheet.map if distance(at, table["hex"]) <= table["within"])


def posted(field: Battlefield) -> tuple[Counter, ...]:
    """The units that stand as the outpost."""
    places = hexes(field)
    return tuple(one for one in field.of(INDIAN) if one.kind == WARRIOR and one.at in places) if places else ()


@rule("outpost")
def has_room(field: Battlefield, unit: Counter) -> bool:
    """True if another unit may join the outpost: two at most, of less than six factors together, mounted."""
    table = chart(field)
    if table is None or unit.kind != WARRIOR:
        return False
    others = [one for one in posted(field) if one.name != unit.name]
    factors = sum(one.printed.cf_mounted for one in (*others, unit))
    return len(others) < int(table["units"]) and factors < int(table["factors_under"])


@rule("outpost", "ponies off")
def modes_in(field: Battlefield, unit: Counter, at: str) -> tuple[str, ...] | None:
    """An outpost is mounted, which nobody else of the village is; None for others."""
    return (MOUNTED,) if unit.kind == WARRIOR and at in hexes(field) else None


# Herds set aside


def plan_aside(field: Battlefield, side: str, letter: str, order: HerdsAside) -> Plan | Problem:
    """Check that herds of these hexes can be set aside: one of each."""
    clause = field.rule("ponies off")
    if side != INDIAN:
        return Illegal("E190", f"Only the Indian player sets herds aside ({clause}).", clause)
    for at in order.hexes:
        if not herds.here(field, at):
            return Malformed("E151", f"No herd stands in {at} ({clause}).", words=at)
    return Plan(order)


def resolve_aside(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Nothing by itself: how many are set aside is known when all have been placed."""
    yield from ()


@rule("ponies off")
def set_aside(umpire: Umpire[Battlefield], number: int, orders: Collection[Order]) -> None:
    """Take so many herds off the map, no two from one hex: those of the hexes named, then the first in hex order."""
    field = umpire.state
    wanted = [at for order in orders if isinstance(order, HerdsAside) for at in order.hexes]
    every = sorted({one.at for one in circles.herds(field)})
    places = [at for at in dict.fromkeys((*wanted, *every)) if herds.here(field, at)][:number]
    if places:
        umpire.emit(HerdsSetAside(tuple(herds.here(field, at)[-1].name for at in places)))


@rule("outpost", "ponies off")
def settle(umpire: Umpire[Battlefield], side: str, orders: Collection[Order]) -> None:
    """As a side has set up: an outpost's two herds leave the map."""
    table = chart(umpire.state)
    if side == INDIAN and table is not None and posted(umpire.state):
        set_aside(umpire, table["herds"], orders)
