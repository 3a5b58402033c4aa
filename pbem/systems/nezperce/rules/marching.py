"""A march: what an order to move would cost, and how it is carried out.  B4."""

from dataclasses import dataclass
from itertools import pairwise

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Umpire
from pbem.systems.nezperce.die import roll_die
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.rules import reach
from pbem.systems.nezperce.state.contact import INDIAN
from pbem.systems.nezperce.state.events import RiverTried, TownEntered, UnitPlaced, UnitsHalted, UnitsMoved
from pbem.systems.nezperce.state.position import FAST, GONE, NORMAL, WAITING, Campaign, Unit


@dataclass(frozen=True, slots=True)
class MarchPlan(Plan):
    """A march that is legal now."""


@rule("NP-B4.1b", "NP-B4.4.2e")
def plan_march(state: Campaign, side: str, order: March) -> Plan | Problem:
    """The cost of a march, or why it cannot be made."""
    if (wrong := _wrong_units(state, side, order)) is not None:
        return wrong
    units = [state.units[name] for name in order.units]
    if len(order.path) == 1:
        return MarchPlan(order, ("0 MP",))
    for unit in units:
        if (wrong := _wrong_mode(state, unit, order)) is not None:
            return wrong
    if (wrong := _wrong_path(state, units, order)) is not None:
        return wrong
    points, lowest = path_cost(state, side, order.path), min(_points_left(state, one, order.mode) for one in units)
    if points > lowest:
        return _too_far(state, units, order, points, lowest)
    return MarchPlan(order, _notes(state, units, order, points))


@rule("NP-B7.0g", "NP-B7.0f")
def _wrong_units(state: Campaign, side: str, order: March) -> Problem | None:
    start = order.path[0] if order.path else ""
    for name in order.units:
        unit = state.units.get(name)
        if unit is None or unit.side != side or unit.status == GONE:
            return Illegal("E103", f"{name} is not one of your units on the map.", words=name)
        if not unit.active:
            arrives = unit.card.arrival_turn
            text = f"{name} is not active before turn {arrives}, unless an Indian unit enters {unit.at} earlier."
            return Illegal("E103", text, "B6.0", words=name)
        if unit.at != start:
            path = f"{unit.at} to {'-'.join(order.path)}"
            return Illegal("E120", f"{name} is in {unit.at}, not in {start}.", "B4.2", (f"{name} move {path}",), start)
    return None


@rule("NP-B4.1a", "NP-B4.2a", "NP-B4.4.2g", "NP-B4.4.6")
def _wrong_mode(state: Campaign, unit: Unit, order: March) -> Problem | None:
    name = unit.name
    if unit.halted:
        return Illegal("E130", f"{name} moves no further this turn: {unit.halted}.", "B4.4", words=name)
    if unit.mode and unit.mode != order.mode:
        text = f"{name} has moved at its {unit.mode} rate this turn, and one of the two is used a turn."
        return Illegal("E130", text, "B4.1", words=name)
    why, clause = reach.why_still(state, unit)
    if why:
        return Illegal("E130", f"{name} may not move this turn: {why}.", clause, words=name)
    if order.mode == FAST:
        why, clause = reach.why_not_fast(state, unit)
        if why:
            slow = _line(order, "move", len(order.path))
            return Illegal("E130", f"{name} may not move fast: {why}.", clause, (slow,), name)
    return None


@rule("NP-B4.2d", "NP-B4.2b", "NP-B4.2c", "NP-B4.4.6")
def _wrong_path(state: Campaign, units: list[Unit], order: March) -> Problem | None:
    sheet, path = data.strategic_map(), order.path
    if len(path) < 2:
        return Illegal("E120", "A move names the hexes that are entered, such as 0709-0708.", "B4.2")
    for start, end in pairwise(path):
        if end not in sheet:
            return Illegal("E120", f"There is no hex {end} on the map.", "B4.2", words=end)
        if end not in sheet.neighbours(start):
            near = ", ".join(sheet.neighbours(start))
            return Illegal("E120", f"{end} is not next to {start}, which is next to {near}.", "B4.2", words=end)
        for unit in units:
            why, clause = reach.barred(state, unit, start, end)
            if why:
                return Illegal("E131", f"{unit.name} cannot go there: {why}.", clause, words=end)
            if reach.stops(unit, end) and end != path[-1]:
                text = f"{unit.name} must stop in {end}, since {data.town(end)} is there."
                return Illegal("E131", text, "B4.4.6", words=end)
    return None


@rule("NP-B4.1b")
def path_cost(state: Campaign, side: str, path: tuple[str, ...]) -> int:
    """The movement points of a whole path."""
    return sum(reach.step_cost(state, side, start, end) for start, end in pairwise(path))


def _points_left(state: Campaign, unit: Unit, mode: str) -> int:
    return reach.allowance(state, unit, mode) - unit.spent


def _too_far(state: Campaign, units: list[Unit], order: March, points: int, lowest: int) -> Problem:
    slowest = min(units, key=lambda one: _points_left(state, one, order.mode))
    far = len(order.path)
    while far > 1 and path_cost(state, slowest.side, order.path[:far]) > lowest:
        far -= 1
    text = f"That takes {points} MP, and {slowest.name} has {lowest}."
    suggest = [_line(order, "fast" if order.mode == FAST else "move", far)] if far > 1 else []
    fast = min((one.card.fast - one.spent for one in units), default=0)
    if order.mode == NORMAL and points <= fast and not any(reach.why_not_fast(state, one)[0] for one in units):
        suggest.insert(0, _line(order, "fast", len(order.path)))
    return Illegal("E130", text, "B4.1", tuple(suggest), order.path[-1])


def _line(order: March, verb: str, far: int) -> str:
    """A line to copy: the march with this verb, as far as so many hexes of its path."""
    return f"{' + '.join(order.units)} {verb} {order.path[0]} to {'-'.join(order.path[1:far])}"


def _notes(state: Campaign, units: list[Unit], order: March, points: int) -> tuple[str, ...]:
    total = min(reach.allowance(state, one, order.mode) for one in units)
    spent = max(one.spent for one in units) + points
    notes = [f"{spent} of {total} MP{', fast' if order.mode == FAST else ''}"]
    rivers = [end for start, end in pairwise(order.path) if reach.is_river(start, end)]
    if rivers:
        dice = " or ".join(str(one) for one in data.river_dice(units[0].side, state.turn))
        notes.append(f"river at {', '.join(rivers)} on {dice}")
    return tuple(notes)


@rule("NP-B4.4.2g")
def resolve_march(umpire: Umpire[Campaign], plan: Plan) -> None:
    """Carry out a march: it halts at a river that is not crossed, and at a town."""
    order = plan.order
    assert isinstance(order, March)
    side = umpire.state.units[order.units[0]].side
    walked = [order.path[0]]
    for start, end in pairwise(order.path):
        if reach.is_river(start, end):
            _walk(umpire, order, walked)
            walked = [start]
            if not _cross(umpire, order, side, start, end):
                return
        walked.append(end)
        if woken := _woken(umpire.state, side, end):
            _walk(umpire, order, walked)
            walked = [end]
            activate(umpire, woken, end)
    _walk(umpire, order, walked)
    if side == INDIAN and len(order.path) > 1 and data.town(order.path[-1]):
        _enter_town(umpire, order)


def _walk(umpire: Umpire[Campaign], order: March, path: list[str]) -> None:
    if len(path) > 1:
        side = umpire.state.units[order.units[0]].side
        points = path_cost(umpire.state, side, tuple(path))
        umpire.emit(UnitsMoved(order.units, tuple(path), order.mode, points))


@rule("NP-B4.3c", "NP-B4.4.2b", "NP-B4.4.2c", "NP-B4.4.2d", "NP-B4.4.2f", "NP-B4.4.2g")
def _cross(umpire: Umpire[Campaign], order: March, side: str, start: str, end: str) -> bool:
    """Each unit rolls for itself; if one that is ordered with others fails, all stay on the near bank.  B-015.

    Whoever was to go fast has used the fast rate, though nobody moved: B-012.
    """
    on = data.river_dice(side, umpire.state.turn)
    failed = []
    for name in order.units:
        roll = roll_die(umpire, f"river {name} {start}-{end}", "NP-B4.4.2")
        crossed = roll.natural in on
        umpire.emit(RiverTried(name, start, end, roll, on, crossed))
        if not crossed:
            failed.append(name)
    if failed:
        if order.mode == FAST and any(umpire.state.units[name].mode != FAST for name in order.units):
            umpire.emit(UnitsMoved(order.units, (start,), FAST, 0))
        umpire.emit(UnitsHalted(order.units, start, f"{' and '.join(failed)} did not get across the river"))
    return not failed


@rule("NP-B6.0b")
def _woken(state: Campaign, side: str, at: str) -> list[str]:
    """Reinforcements that wait in a hex and become active as a unit of this side enters it: none but for an Indian unit."""
    if side != INDIAN:
        return []
    return [one.name for one in state.units.values() if one.at == at and one.status == WAITING]


@rule("NP-B6.0b")
def activate(umpire: Umpire[Campaign], names: list[str], at: str) -> None:
    """Reinforcements that wait in a hex become active there."""
    for name in names:
        umpire.emit(UnitPlaced(name, at, early=True))


@rule("NP-B4.4.6", "NP-B5.3.3", "NP-B8.0c")
def _enter_town(umpire: Umpire[Campaign], order: March) -> None:
    """End a march in a town.  Sitting Bull, who has nobody to fight with, brings no battle about."""
    at = order.path[-1]
    for name in order.units:
        if name == SITTING_BULL:
            continue
        umpire.emit(TownEntered(name, at, data.town(at)))
    umpire.emit(UnitsHalted(order.units, at, f"entering {data.town(at)} ended its move"))
