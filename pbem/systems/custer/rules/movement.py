"""Actions before the fighting: enters, mounts or dismounts, marches, leaves the board (CL-5, CL-6, CL-7, CL-9)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pbem.board.hexes import Reach, within
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Moot, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.mechanisms.orders import ChangeMode, Enter, Exit, Move, Pass, Stay, along, together
from pbem.systems.custer.rules.call import TOO_MANY, entry_of, not_called
from pbem.systems.custer.rules.occupation import score
from pbem.systems.custer.rules.zones import (
    allowance,
    change_cost,
    enemy_held,
    has_room,
    is_held,
    is_in_enemy_zone,
    left,
)
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.counter import DISMOUNTED, MODES, Unit
from pbem.systems.custer.state.events import StatusChanged, UnitsActivated, UnitsArrived, UnitsLeftBoard, UnitsMarched
from pbem.systems.custer.title import Ground, Part

TERRAIN_WORDS = {
    "steep_ridge": "steep ridge",
    "coulee_edge": "coulee edge",
    "enemy_zone": "enemy zone",
}
"""Names of the terrain chart as they are said."""


def said_costs(step: tuple[Part, ...]) -> str:
    """``woods 2, ridge 1``."""
    return ", ".join(f"{TERRAIN_WORDS.get(name, name)} {cost}" for name, cost in step)


def activate(umpire: Umpire[Battle], names: Names) -> None:
    """Those who act for the first time under the marker in play are activated (CL-4.4)."""
    fresh = tuple(name for name in names if name not in umpire.state.called)
    if fresh:
        umpire.emit(UnitsActivated(fresh))


@rule("CL-7.7")
def step_cost(battle: Battle, a: str, b: str, side: str) -> tuple[Part, ...]:
    """The cost of a step for a unit of `side`, part by part (CL-7.7: one point for a hex in any enemy zone, ruling B-110)."""
    return battle.sheet.ground.step(a, b, is_in_enemy_zone(battle, b, side))


def cannot_move(battle: Battle, side: str, letter: str, names: Names) -> Problem | None:
    """Why these counters may do nothing of what comes before the fighting, or None."""
    problem = not_called(battle, side, letter, names)
    fights = next(((one, to) for to, attackers in battle.assaults.items() for one in names if one in attackers), None)
    if problem is None and fights is not None:
        who, where = fights
        text = (
            f"All movement comes before the first attack, and {who} is to attack {where}: write the move first (5.6)."
        )
        return Illegal("E155", text, "5.6", rests_on=(where,))
    return problem


def _not_here(battle: Battle, names: Names) -> Problem | None:
    for name in names:
        if not battle[name].at:
            entry = entry_of(battle, name)
            line = f"{name} enter {entry.hex}" if entry else ""
            return Illegal(
                "E104", f"{name} is not on the board yet: it must enter first (9.1).", "9.1", (line,), name, (name,)
            )
    return None


# Marching


@dataclass(frozen=True, slots=True)
class March(Plan):
    """A march of a stack along a path, with what each step costs."""

    units: Names = ()
    path: Names = ()
    costs: tuple[int, ...] = ()


@rule(
    "CL-1.3",
    "CL-1.11",
    "CL-1.12",
    "CL-1.13",
    "CL-1.14",
    "CL-1.15",
    "CL-5.1",
    "CL-5.2",
    "CL-5.3",
    "CL-5.5",
    "CL-5.6",
    "CL-8.2",
)
def plan_move(battle: Battle, side: str, letter: str, order: Move) -> March | Problem:
    """A march hex by hex, or why there can be none.  Every hex costs at least 1 MP, so nobody enters more than its MPs."""
    problem = cannot_move(battle, side, letter, order.units) or _not_here(battle, order.units)
    if problem is not None:
        return problem
    units = tuple(battle[name] for name in order.units)
    start = units[0].at
    if len(order.path) < 2 or order.path[0] != start or any(unit.at != start for unit in units):
        text = (
            f"{order.units[0]} stands in {start}: the path must begin there, and units that march together must start "
            "in the same hex (5.1)."
        )
        return Illegal("E123", text, "5.1", words=order.path[0] if order.path else "", rests_on=order.units)
    problem = _bad_path(battle, side, order)
    if problem is not None:
        return problem
    costs = tuple(sum(cost for _, cost in step_cost(battle, a, b, side)) for a, b in pairwise(order.path))
    problem = _cannot_march(battle, units) or _too_far(battle, units, order, costs)
    if problem is not None:
        return problem
    end = order.path[-1]
    if not has_room(battle, end, side, units):
        return _overstacked(battle, order, end)
    spent = max(allowance(battle, unit) - left(battle, unit) for unit in units) + sum(costs)
    return March(
        order, (f"{spent} of {min(allowance(battle, unit) for unit in units)} MP",), (), order.units, order.path, costs
    )


@rule("CL-5.1")
def _cannot_march(battle: Battle, units: tuple[Unit, ...]) -> Problem | None:
    for unit in units:
        if unit.moved:
            text = f"{unit.name} has already moved: a unit moves once a turn, in one go (4.4)."
            return Illegal("E131", text, "4.4", words=unit.name, rests_on=(unit.name,))
    return None


def _bad_path(battle: Battle, side: str, order: Move) -> Problem | None:
    board = battle.sheet.map
    for a, b in pairwise(order.path):
        if b not in board or b not in board.neighbours(a):
            return Malformed("E122", f"{a} and {b} are not adjacent: you can't skip hexes (5.1).", "5.1", words=b)
        if is_held(battle, b, side):
            names = " and ".join(unit.name for unit in battle.at(b) if unit.side != side)
            text = f"{b} holds {names}: you can't enter an enemy-held hex (5.3).  To attack it:"
            way = order.path[: order.path.index(a) + 1]
            march = f" move {along(way)};" if len(way) > 1 else ""
            attack = f"{together(order.units)}{march} attack {b}"
            return Illegal("E135", text, "5.3", words=b, rests_on=(b,), suggest=(attack,))
    return None


@rule("CL-5.1")
def _too_far(battle: Battle, units: tuple[Unit, ...], order: Move, costs: tuple[int, ...]) -> Problem | None:
    slowest = min(units, key=lambda unit: left(battle, unit))
    budget, spent = left(battle, slowest), 0
    for n, cost in enumerate(costs):
        if spent + cost > budget:
            a, b = order.path[n], order.path[n + 1]
            parts = said_costs(step_cost(battle, a, b, slowest.side))
            text = (
                f"{slowest.name} has {budget} MP, {budget - spent} of them left in {a}; {b} costs {cost} ({parts}) (7)."
            )
            good = (f"{together(order.units)} move {along(order.path[: n + 1])}",) if n else ()
            if good:
                text += "\nThe farthest it can go:"
            return Illegal("E130", text, "7", good, b, (slowest.name,))
        spent += cost
    return None


def _overstacked(battle: Battle, order: Move, end: str) -> Problem:
    there = [unit.name for unit in battle.at(end) if unit.name not in order.units]
    beside = f" and {', '.join(there)} {'stands' if len(there) == 1 else 'stand'} there" if there else ""
    text = f"At most two units and one leader can end in a hex{beside}: {end} has no room for {', '.join(order.units)} (8.4)."
    return Illegal("E136", text, "8.4", words=end, rests_on=(end, *there))


def resolve_move(umpire: Umpire[Battle], plan: March) -> Play[None]:
    """March step by step."""
    activate(umpire, plan.units)
    for (a, b), cost in zip(pairwise(plan.path), plan.costs, strict=True):
        umpire.emit(UnitsMarched(plan.units, a, b, cost))
    yield from ()


def reach(battle: Battle, unit: Unit) -> Reach:
    """Every hex that a unit can march through with the MPs it has left; whether it may end there is another matter."""
    return _reached(battle.sheet.ground, enemy_held(battle, unit.side), unit.at, left(battle, unit))


@lru_cache(maxsize=1024)
def _reached(ground: Ground, held: frozenset[str], start: str, most: int) -> Reach:
    """Found once for whoever starts there: a captain tries very many marches past the same enemy."""
    zone = frozenset(near for at in held for near in ground.map.neighbours(at))

    def steps(at: str) -> list[tuple[str, int]]:
        return [(one, ground.cost(at, one, one in zone)) for one in ground.map.neighbours(at) if one not in held]

    return within(start, most, steps, ground.map.neighbours)


def open_steps(battle: Battle, unit: Unit, at: str) -> list[tuple[str, int]]:
    """The hexes next to a hex that no enemy holds, each with what the step there costs."""
    near = (one for one in battle.sheet.map.neighbours(at) if not is_held(battle, one, unit.side))
    return [(one, sum(cost for _, cost in step_cost(battle, at, one, unit.side))) for one in near]


# Mounting and dismounting


@dataclass(frozen=True, slots=True)
class StatusChange(Plan):
    """A change of status, and what it costs."""

    cost: int = 0


@rule("CL-1.10", "CL-1.19", "CL-1.23", "CL-6.1", "CL-6.2", "CL-6.3", "CL-6.6", "CL-6.7")
def plan_change(battle: Battle, side: str, letter: str, order: ChangeMode) -> StatusChange | Problem:
    """Mounting or dismounting: once a turn, before marching, if the new allowance bears the cost (ruling B-111)."""
    problem = cannot_move(battle, side, letter, (order.unit,)) or _not_here(battle, (order.unit,))
    if problem is not None:
        return problem
    unit = battle[order.unit]
    name = unit.name
    verb = "dismount" if order.mode == DISMOUNTED else "mount"
    if order.mode not in MODES:
        return Illegal("E138", f"Units are mounted or dismounted, never {order.mode} (6).", "6", words=order.mode)
    if not unit.face.kind.mounts:
        text = f"{name} can't mount or dismount: leaders, villages and pack trains never do (6.6)."
        return Illegal("E138", text, "6.6", words=name)
    if unit.mode == order.mode:
        return Moot("E138", f"{name} is already {order.mode}.", "6.1", words=name, rests_on=(name,))
    if unit.changed:
        return Illegal(
            "E138", f"{name} has already changed mode: a unit may {verb} once a turn (6.1).", "6.1", (), name, (name,)
        )
    if unit.moved:
        text = f"{name} has moved: it may {verb} only before it moves (6.1)."
        return Illegal("E138", text, "6.1", words=name, rests_on=(name,))
    cost, have = change_cost(battle, unit), allowance(battle, unit.but(mode=order.mode))
    if cost > have:
        text = f"{name} would have {have} MP once it is {order.mode}, and to {verb} takes {cost} here (6.2)."
        return Illegal("E130", text, "6.2", words=name, rests_on=(name, unit.at))
    return StatusChange(order, (f"{cost} of {have} MP",), (), cost)


def resolve_change(umpire: Umpire[Battle], plan: StatusChange) -> Play[None]:
    """Turn the counter."""
    if isinstance(plan.order, ChangeMode):
        activate(umpire, (plan.order.unit,))
        umpire.emit(StatusChanged(plan.order.unit, plan.order.mode, plan.cost))
    yield from ()


# Entering and leaving the board


def entry_hexes(battle: Battle, side: str, at: str) -> tuple[str, ...]:
    """The entry hex and its neighbours, without those that enemies hold (CL-9.1)."""
    return tuple(one for one in (at, *battle.sheet.map.neighbours(at)) if not is_held(battle, one, side))


@rule("CL-9.1")
def plan_enter(battle: Battle, side: str, letter: str, order: Enter) -> Plan | Problem:
    """Placing units that are due on their entry hex or next to it, at no cost; they act in this activation (B-129)."""
    problem = cannot_move(battle, side, letter, order.units)
    if problem is not None:
        return problem
    for name in order.units:
        unit, entry = battle[name], entry_of(battle, name)
        if unit.at or entry is None:
            text = f"{name} is on the board already, in {unit.at}."
            return Illegal("E137", text, "9.1", words=name, rests_on=(name,))
        places = entry_hexes(battle, side, entry.hex)
        if order.at not in places:
            where = f"in {entry.hex} or next to it: {', '.join(places) or 'all are held'}"
            text = f"{name} enters {where}; not in {order.at} (9.1)."
            return Illegal("E137", text, "9.1", words=order.at, rests_on=(entry.hex,))
    units = tuple(battle[name].but(at=order.at) for name in order.units)
    if not has_room(battle, order.at, side, units):
        there = ", ".join(unit.name for unit in battle.at(order.at))
        beside = f" beside {there}" if there else ""
        text = f"At most two units and one leader fit in a hex; {order.at} has no room{beside} (8.4)."
        return Illegal("E136", text, "8.4", words=order.at, rests_on=(order.at,))
    return Plan(order, ("at no cost",))


def resolve_enter(umpire: Umpire[Battle], plan: Plan) -> Play[None]:
    """Set them down."""
    if isinstance(plan.order, Enter):
        umpire.emit(UnitsArrived(plan.order.units, plan.order.at))
        activate(umpire, plan.order.units)
    yield from ()


@rule("CL-1.21", "CL-9.2", "CL-9.3", "CL-9.4")
def plan_exit(battle: Battle, side: str, letter: str, order: Exit) -> Plan | Problem:
    """Leaving the board from an exit hex for 1 MP (ruling B-132), by those kinds that the battle lets go."""
    problem = cannot_move(battle, side, letter, order.units) or _not_here(battle, order.units)
    if problem is not None:
        return problem
    way = battle.sheet.scenario.exit
    for name in order.units:
        unit = battle[name]
        if unit.kind not in way.kinds:
            who = {"village": "villages", "cavalry": "cavalry units"}
            allowed = " and ".join(who.get(kind, kind) for kind in way.kinds) or "nobody"
            text = f"In this battle only {allowed} may leave the board; {name} may not (9.2, 9.3, 9.4)."
            return Illegal("E139", text, "9.2", words=name)
        if not way.turns[0] <= battle.turn <= way.turns[1]:
            text = (
                f"Units can leave the board only on turns {way.turns[0]} to {way.turns[1]}; this is turn {battle.turn} "
                "(9.4)."
            )
            return Illegal("E139", text, "9.4")
        if unit.at not in way.hexes:
            text = f"{name} stands in {unit.at}; the exits are {', '.join(way.hexes)} (9.2)."
            return Illegal("E139", text, "9.2", words=name, rests_on=(name,))
        if left(battle, unit) < way.cost:
            text = f"{name} has {left(battle, unit)} MP left, but leaving the board costs {way.cost} (9.2)."
            return Illegal("E130", text, "9.2", words=name, rests_on=(name,))
    return Plan(order, (f"{way.cost} MP",))


def resolve_exit(umpire: Umpire[Battle], plan: Plan) -> Play[None]:
    """Leave for good, and score."""
    if isinstance(plan.order, Exit):
        names = plan.order.units
        activate(umpire, names)
        units = tuple(umpire.state[name] for name in names)
        umpire.emit(UnitsLeftBoard(names, units[0].at, umpire.state.sheet.scenario.exit.edge))
        for unit in units:
            score(umpire, unit, "exited")
    yield from ()


# Nothing


def plan_stay(battle: Battle, side: str, letter: str, order: Stay) -> Plan | Problem:
    """Staying is said, and does nothing: it activates nobody, and counts for no limit."""
    problem = not_called(battle, side, letter, order.units)
    return Plan(order) if problem is None or problem.code == TOO_MANY else problem


def resolve_nothing(umpire: Umpire[Battle], plan: Plan) -> Play[None]:
    """Nothing happens."""
    yield from ()


def plan_pass(battle: Battle, side: str, letter: str, order: Pass) -> Plan | Problem:
    """An activation may consist of doing nothing (ruling B-102)."""
    return Plan(order)


@rule("CL-9.1")
def enter_the_rest(umpire: Umpire[Battle], side: str) -> None:
    """Those whose own marker brings them and who were not ordered in: each in the first hex with room (ruling B-129).

    Units that any marker may bring wait for their owner's word; so do those for whom there is no room.
    """
    marker = umpire.state.marker
    for name in umpire.state.may:
        battle = umpire.state
        entry = entry_of(battle, name)
        if marker is None or battle[name].at or entry is None or entry.marker != marker.name:
            continue
        for at in entry_hexes(battle, side, entry.hex):
            order = Enter((name,), at)
            if isinstance(plan_enter(battle, side, marker.letter, order), Plan):
                with umpire.act(side, f"{name} enters by itself"):
                    umpire.emit(UnitsArrived((name,), at))
                    activate(umpire, (name,))
                break
