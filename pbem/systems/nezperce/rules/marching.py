"""A march: what an order to move would cost, and how it is carried out.  B4."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Umpire
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battles import roll_die
from pbem.systems.nezperce.data import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.events import RiverTried, TownEntered, UnitPlaced, UnitsHalted, UnitsMoved
from pbem.systems.nezperce.state.position import FAST, GONE, NORMAL, WAITING, Campaign, Unit

# The moves of a strategic unit, and their cost. B4.

VILLAGE_SLOW, ALL_SLOW, ALL_LOST = 4, 7, 9
"""Lodges lost from which the village, and then no Indian unit, moves fast; and at which the bands go at half their rate."""


@rule("NP-B4.1a", "NP-C4.3.4d")
def allowance(state: Campaign, unit: Unit, mode: str) -> int:
    """The movement points of a unit in a mode; the bands' half is without its fraction."""
    if mode == FAST:
        return unit.card.fast
    halved = unit.side == INDIAN and unit.card.arm == "warrior" and state.lodges_lost >= ALL_LOST
    return unit.card.normal // 2 if halved else unit.card.normal


@rule("NP-C7.2b")
def why_still(state: Campaign, unit: Unit) -> tuple[str, str]:
    """Why a unit may not move at all this turn and the rule, "" if it may."""
    if unit.is_still(state.turn):
        return "it fought a battle last turn", "C7.2"
    return "", ""


@rule("NP-B3.0h", "NP-B4.3a", "NP-B4.3b", "NP-C7.2c", "NP-C7.2d")
def why_not_fast(state: Campaign, unit: Unit) -> tuple[str, str]:
    """Why a unit may not move fast this turn and the rule, "" if it may."""
    if not unit.supplied:
        return "it is out of supply", "B4.3"
    if unit.is_slow(state.turn):
        return "it has fought lately", "C7.2"
    return _indian_fast(state, unit) if unit.side == INDIAN else ("", "")


@rule("NP-B4.3c", "NP-C4.3.4a", "NP-C4.3.4b", "NP-C4.3.4c")
def _indian_fast(state: Campaign, unit: Unit) -> tuple[str, str]:
    if unit.fast_on and unit.fast_on < state.turn < next_fast(unit):
        return f"it moved fast on turn {unit.fast_on} and may do so again on turn {next_fast(unit)}", "B4.3"
    lost = state.lodges_lost
    if lost >= ALL_SLOW:
        return f"{lost} lodges are lost", "C4.3.4"
    if lost >= VILLAGE_SLOW and unit.name == VILLAGE:
        return f"{lost} lodges are lost", "C4.3.4"
    return "", ""


def next_fast(unit: Unit) -> int:
    """The turn on which an Indian unit that moved fast may do so again.  B-011."""
    interval: int = data.scenario()["restrictions"]["indian_fast_interval"]
    return unit.fast_on + interval


@rule("NP-B4.4.1", "NP-B4.4.2e", "NP-B4.4.2h")
def step_cost(state: Campaign, side: str, start: str, end: str) -> int:
    """The points for a step: the terrain entered, 2 more where enemies are, 1 more across a major river."""
    enemies = state.at(end, INDIAN if side == ARMY else ARMY)
    river = data.RIVER in data.strategic_map().edges(start, end)
    return data.cost(end) + (data.enemy_cost() if enemies else 0) + (data.river_cost() if river else 0)


@rule("NP-B4.4.2h")
def is_river(start: str, end: str) -> bool:
    """True if a step crosses a major river where a die is rolled: the free crossing needs none."""
    kinds = data.strategic_map().edges(start, end)
    return data.RIVER in kinds and data.FORD not in kinds


def barred(state: Campaign, unit: Unit, start: str, end: str) -> tuple[str, str]:
    """Why a unit may never make a step on this turn and the rule, "" if it may."""
    if unit.side == ARMY:
        return _army_barred(state, start, end)
    return _indian_barred(state, unit, end)


@rule("NP-B4.4.2a", "NP-B4.4.3", "NP-B8.0d")
def _army_barred(state: Campaign, start: str, end: str) -> tuple[str, str]:
    if end in data.zone("Canada"):
        return f"{end} is in Canada, which no Army unit enters", "B4.4.3"
    bull = state.units.get(SITTING_BULL)
    if bull is not None and bull.active and bull.at == end:
        return f"Sitting Bull is in {end}", "B8.0"
    if is_river(start, end) and not data.river_dice(ARMY, state.turn):
        return f"no Army unit crosses the major river between {start} and {end} before turn 12", "B4.4.2"
    return "", ""


@rule("NP-B4.4.4", "NP-B4.4.5a", "NP-B4.4.5c", "NP-B8.0b")
def _indian_barred(state: Campaign, unit: Unit, end: str) -> tuple[str, str]:
    limits = data.scenario()["restrictions"]
    if unit.name == SITTING_BULL:
        option = data.scenario()["option"]["sitting_bull"]
        if data.strategic_map().distance(option["hex"], end) > option["leash"]:
            return f"Sitting Bull stays within {option['leash']} hexes of {option['hex']}", "B8.0"
        return "", ""
    if state.turn <= limits["idaho_confinement_turns"][1] and end not in data.idaho():
        return f"{end} is outside Idaho and its border, which Indian units do not leave before turn 10", "B4.4.4"
    if end in data.zone("Canada") and not canada_is_open(state):
        if state.turn <= limits["no_canada_turns"][1]:
            return f"{end} is in Canada, which no Indian unit enters before turn 26", "B4.4.5"
        return f"{end} is in Canada, which is closed until the rendezvous has been held", "B4.4.5"
    return "", ""


@rule("NP-B4.4.5c")
def canada_is_open(state: Campaign) -> bool:
    """True if Indian units may enter Canada: from the turn after the rendezvous was held.  B-021."""
    return 0 < state.met_on < state.turn


@rule("NP-B4.4.6")
def stops(unit: Unit, end: str) -> bool:
    """True if a unit's move ends where it enters: Indian units stop at a town or fort."""
    return unit.side == INDIAN and bool(data.town(end))


# The cheapest way between two hexes, for orders that name only where to go.

RIVER_DETOUR = 12
"""So many points a way may be longer before it takes a river that needs a die."""


def route(state: Campaign, units: list[Unit], goal: str) -> tuple[str, ...]:
    """The cheapest way from where the units stand to a hex, () if there is none; it begins with their hex.

    Rivers that need a die are avoided where a ford or a bridge of land is near, towns where Indian units would have to stop.
    """
    return _back(_ways(state, units, goal), units[0].at, goal)


def no_way(state: Campaign, units: list[Unit], goal: str) -> tuple[str, str]:
    """Why there is no way to a hex, and the rule: what bars its entrance, or the step that comes nearest to it."""
    hexes = data.strategic_map()
    reached = {units[0].at, *_ways(state, units, goal)}
    steps = [
        (one, here, there)
        for one in units
        for here in reached
        for there in hexes.neighbours(here)
        if there not in reached
    ]
    steps.sort(key=lambda step: (hexes.distance(step[2], goal), step[2], step[1]))
    barring = [barred(state, one, here, goal) for one in units for here in hexes.neighbours(goal)]
    barring = barring if all(why for why, _ in barring) else []
    return next((found for found in (*barring, *(barred(state, *step) for step in steps)) if found[0]), ("", "B4.4"))


def _ways(state: Campaign, units: list[Unit], goal: str) -> dict[str, str]:
    """The hexes that units can come to, each with the one before it on the cheapest way; no farther than the goal."""
    start, side = units[0].at, units[0].side
    best: dict[str, int] = {start: 0}
    came: dict[str, str] = {}
    open_: list[tuple[int, str]] = [(0, start)]
    while open_:
        so_far, here = heappop(open_)
        if here == goal:
            break
        if so_far > best[here] or (here != start and any(stops(one, here) for one in units)):
            continue
        for there, points in _steps(state, units, side, here):
            total = so_far + points
            if total < best.get(there, total + 1):
                best[there], came[there] = total, here
                heappush(open_, (total, there))
    return came


def _steps(state: Campaign, units: list[Unit], side: str, here: str) -> Iterator[tuple[str, int]]:
    for there in data.strategic_map().neighbours(here):
        if not any(barred(state, one, here, there)[0] for one in units):
            extra = RIVER_DETOUR if is_river(here, there) else 0
            yield there, step_cost(state, side, here, there) + extra


def _back(came: dict[str, str], start: str, goal: str) -> tuple[str, ...]:
    if goal != start and goal not in came:
        return ()
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def as_far_as(state: Campaign, units: list[Unit], path: tuple[str, ...], mode: str) -> tuple[str, ...]:
    """The beginning of a path that the points of the slowest unit cover."""
    left = min(allowance(state, one, mode) - one.spent for one in units)
    for n in range(1, len(path)):
        left -= step_cost(state, units[0].side, path[n - 1], path[n])
        if left < 0:
            return path[:n]
    return path


def within_reach(state: Campaign, unit: Unit, mode: str) -> dict[str, tuple[str, ...]]:
    """The hexes that a unit reaches in a mode without a river die, each with the cheapest way there."""
    left = allowance(state, unit, mode) - unit.spent
    best: dict[str, int] = {unit.at: 0}
    ways: dict[str, tuple[str, ...]] = {unit.at: (unit.at,)}
    open_: list[tuple[int, str]] = [(0, unit.at)]
    while open_:
        so_far, here = heappop(open_)
        if so_far > best[here] or (here != unit.at and stops(unit, here)):
            continue
        for there in data.strategic_map().neighbours(here):
            if is_river(here, there) or barred(state, unit, here, there)[0]:
                continue
            total = so_far + step_cost(state, unit.side, here, there)
            if total <= left and total < best.get(there, total + 1):
                best[there], ways[there] = total, (*ways[here], there)
                heappush(open_, (total, there))
    return ways


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
            return Illegal("E103", text, "B6.0", words=name, rests_on=(name,))
        if unit.at != start:
            path = f"{unit.at} to {'-'.join(order.path)}"
            return Illegal("E120", f"{name} is in {unit.at}, not in {start}.", "B4.2", (f"{name} move {path}",), start)
    return None


@rule("NP-B4.1a", "NP-B4.2a", "NP-B4.4.2g", "NP-B4.4.6")
def _wrong_mode(state: Campaign, unit: Unit, order: March) -> Problem | None:
    name = unit.name
    if unit.halted:
        return Illegal(
            "E130", f"{name} moves no further this turn: {unit.halted}.", "B4.4", words=name, rests_on=(name,)
        )
    if unit.mode and unit.mode != order.mode:
        text = f"{name} has moved at its {unit.mode} rate this turn, and one of the two is used a turn."
        return Illegal("E130", text, "B4.1", words=name, rests_on=(name,))
    why, clause = why_still(state, unit)
    if why:
        return Illegal("E130", f"{name} may not move this turn: {why}.", clause, words=name, rests_on=(name,))
    if order.mode == FAST:
        why, clause = why_not_fast(state, unit)
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
            why, clause = barred(state, unit, start, end)
            if why:
                return Illegal("E131", f"{unit.name} cannot go there: {why}.", clause, words=end)
            if stops(unit, end) and end != path[-1]:
                text = f"{unit.name} must stop in {end}, since {data.town(end)} is there."
                return Illegal("E131", text, "B4.4.6", words=end)
    return None


@rule("NP-B4.1b")
def path_cost(state: Campaign, side: str, path: tuple[str, ...]) -> int:
    """The movement points of a whole path."""
    return sum(step_cost(state, side, start, end) for start, end in pairwise(path))


def _points_left(state: Campaign, unit: Unit, mode: str) -> int:
    return allowance(state, unit, mode) - unit.spent


def _too_far(state: Campaign, units: list[Unit], order: March, points: int, lowest: int) -> Problem:
    slowest = min(units, key=lambda one: _points_left(state, one, order.mode))
    far = len(order.path)
    while far > 1 and path_cost(state, slowest.side, order.path[:far]) > lowest:
        far -= 1
    text = f"That takes {points} MP, and {slowest.name} has {lowest}."
    suggest = [_line(order, "fast" if order.mode == FAST else "move", far)] if far > 1 else []
    fast = min((one.card.fast - one.spent for one in units), default=0)
    if order.mode == NORMAL and points <= fast and not any(why_not_fast(state, one)[0] for one in units):
        suggest.insert(0, _line(order, "fast", len(order.path)))
    return Illegal("E130", text, "B4.1", tuple(suggest), order.path[-1])


def _line(order: March, verb: str, far: int) -> str:
    """A line to copy: the march with this verb, as far as so many hexes of its path."""
    return f"{' + '.join(order.units)} {verb} {order.path[0]} to {'-'.join(order.path[1:far])}"


def _notes(state: Campaign, units: list[Unit], order: March, points: int) -> tuple[str, ...]:
    total = min(allowance(state, one, order.mode) for one in units)
    spent = max(one.spent for one in units) + points
    notes = [f"{spent} of {total} MP{', fast' if order.mode == FAST else ''}"]
    rivers = [end for start, end in pairwise(order.path) if is_river(start, end)]
    if rivers:
        dice = " or ".join(str(one) for one in data.river_dice(units[0].side, state.turn))
        notes.append(f"river at {', '.join(rivers)} on {dice}")
    town = data.town(order.path[-1])
    if town and units[0].side == INDIAN and any(one.name != SITTING_BULL for one in units):
        notes.append(f"enters {town} and will have to fight there")
    return tuple(notes)


@rule("NP-B4.4.2g")
def resolve_march(umpire: Umpire[Campaign], plan: Plan) -> None:
    """Carry out a march: it halts at a river that is not crossed, and at a town."""
    order = plan.order
    assert isinstance(order, March)
    side = umpire.state.units[order.units[0]].side
    walked = [order.path[0]]
    for start, end in pairwise(order.path):
        if is_river(start, end):
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
