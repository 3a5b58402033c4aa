"""A plan tried for eight half-turns of its side, on its owner's view: the enemy stands still, fire and melee have no result."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pbem.core.order import Order
from pbem.systems.nezperce.battle import actions
from pbem.systems.nezperce.battle.events import KEPT
from pbem.systems.nezperce.battle.orders import Change, Charge, Fire, Go, Shell, Surrender
from pbem.systems.nezperce.battle.plan import conditions, people
from pbem.systems.nezperce.battle.plan.choice import next_choice
from pbem.systems.nezperce.battle.plan.records import (
    ALL,
    FIRE,
    IF,
    LEAVE,
    ONCE,
    SKIRMISH,
    Blocked,
    Mind,
    PlanLine,
)
from pbem.systems.nezperce.battle.plan.stops import DRY
from pbem.systems.nezperce.battle.state import LEFT, SURRENDERED, Battle, other
from pbem.systems.nezperce.battle.words import write

HALF_TURNS = 8
MOST = 100


@dataclass
class Tried:
    """What a plan came to: the orders of its first half-turn, how often each line acted, and who was in whose way."""

    first: list[tuple[int, str]] = field(default_factory=list)
    acted: Counter[int] = field(default_factory=Counter)
    by_turn: list[tuple[int, ...]] = field(default_factory=list)
    blocked: dict[Blocked, None] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()


def own_half(battle: Battle, side: str) -> Battle:
    """The battle as it stands, with the next half-turn of a side begun."""
    turn = max(battle.turn, 1)
    if battle.first == side and battle.half == 2:
        turn += 1
    units = tuple(one.with_(acted=False) for one in battle.units)
    return battle.with_(half=1 if battle.first == side else 2, turn=turn, units=units, asked=())


def tried(battle: Battle, side: str) -> Tried:
    """A side's plan on the position as it stands."""
    mind = battle.mind(side).with_(draft=None, chosen=(), blocked=(), why="", told=())
    bare = battle.with_(minds=tuple(mind if one.side == side else Mind(one.side) for one in battle.minds))
    return _tried(own_half(bare, side), side)


@lru_cache(maxsize=16)
def _tried(battle: Battle, side: str) -> Tried:
    found = Tried()
    for n in range(HALF_TURNS):
        spent: list[int] = []
        while len(spent) < MOST:
            begun = conditions.begun(battle, battle.mind(side))
            choice, stuck = next_choice(battle, battle.mind(side), begun, spent)
            found.blocked.update(dict.fromkeys(stuck))
            if choice is None:
                break
            found.acted[choice.line] += 1
            if n == 0:
                found.first.append((choice.line, write(choice.order)))
            spent.append(choice.line)
            battle = after(battle.minding(battle.mind(side).with_(begun=begun)), choice.order)
        found.by_turn.append(tuple(spent))
        battle = battle.with_(turn=battle.turn + 1, units=tuple(one.with_(acted=False) for one in battle.units))
    found.waiting = tuple(one.name for one in battle.waiting(side)) if actions.entries(battle, side) else ()
    return found


def after(battle: Battle, order: Order) -> Battle:
    """The battle after an order that has no result but the move, the change of mode, or the unit's leaving."""
    match order:
        case Go(unit, path, leaves):
            one = battle.unit(unit)
            assert one is not None
            if leaves:
                return battle.put(unit, gone=LEFT, at="", acted=True)
            if battle.at(path[-1]) and any(who.side != one.side for who in battle.at(path[-1])):
                return _acted(battle, (unit,))  # a melee: who stands where after it only dice can say
            return _acted(_moved(battle, unit, path[-1]), (unit,))
        case Change(unit, mode):
            return _acted(battle.put(unit, mode=mode), (unit,))
        case Surrender(unit):
            return battle.put(unit, gone=SURRENDERED, at="")
        case Charge(units):
            return _acted(battle, units)
        case Fire(unit, _, path) if path and not battle.at(path[-1], other(_side(battle, unit))):
            return _acted(_moved(battle, unit, path[-1]), (unit,))
        case Fire(unit) | Shell(unit):
            return _acted(battle, (unit,))
    return battle


def _side(battle: Battle, unit: str) -> str:
    one = battle.unit(unit)
    assert one is not None
    return one.side


def _moved(battle: Battle, unit: str, to: str) -> Battle:
    one = battle.unit(unit)
    assert one is not None
    return battle.put(unit, at=to, trail=(*one.trail, to)[-KEPT:])


def _acted(battle: Battle, names: Sequence[str]) -> Battle:
    for name in names:
        battle = battle.put(name, acted=True, last_act=battle.acts + 1).with_(acts=battle.acts + 1)
    return battle


# What the rehearsal warns of.


def warnings(battle: Battle, side: str) -> list[str]:
    """What is likely not meant: lines that never act, units in the way, units that never enter, a plan that runs dry."""
    mind, found = battle.mind(side), tried(battle, side)
    plan = mind.in_force
    if not plan.lines:
        return ["this plan has no line: your units do nothing by it"]
    remarks = [*_idle(battle, mind, found), *_too_late(mind)]
    stuck = {one.unit: one for one in found.blocked if one.by}
    remarks += [f"line {one.line}: {one.unit} has no way, {one.by} is in it" for one in list(stuck.values())[:3]]
    if found.waiting:
        remarks.append(f"{len(found.waiting)} waiting units never enter: put   waiting enter, one   near the top")
    dry = _longest_dry(found)
    if dry >= DRY:
        remarks.append(
            f"the plan gives no order in {dry} of your next {HALF_TURNS} half-turns, if the enemy stands still"
        )
    return remarks


def _longest_dry(found: Tried) -> int:
    return sum(not one for one in found.by_turn)


def _idle(battle: Battle, mind: Mind, found: Tried) -> list[str]:
    """Lines that never acted though their condition is true, and the line that took every action."""
    remarks = []
    plan = mind.in_force
    busy = max((max(turn, default=99) for turn in found.by_turn), default=99)
    for one in plan.lines:
        if found.acted[one.number] or one.line.verb == "hold" or not _is_true(one.line, battle, mind):
            continue
        if not people.named(one.line.who, battle, mind.side, plan):
            remarks.append(f"line {one.number}: no unit of yours is meant by {', '.join(one.line.who)} now")
        elif 0 < busy < one.number:
            above = [n for n in sorted(found.acted) if 0 < n < one.number]
            names = f"line {above[0]}" if len(above) == 1 else f"lines {', '.join(map(str, above))}"
            remarks.append(
                f"line {one.number} may never act: {names} can use every action.  Put line {one.number} higher"
            )
        else:
            remarks.append(f"line {one.number} gives no order in your next {HALF_TURNS} half-turns as things stand")
    return remarks


def _is_true(line: PlanLine, battle: Battle, mind: Mind) -> bool:
    return line.when not in (IF, ONCE) or conditions.all_hold(line.conditions, battle, mind.side, mind.in_force)


def _too_late(mind: Mind) -> list[str]:
    """A line by which all leave, below one that can use every action: it would come too late."""
    lines = mind.in_force.lines
    leaving = [one for one in lines if one.line.verb == LEAVE and ALL in one.line.who]
    return [
        f"line {one.number} comes too late: line {above.number} can use every action before it.  Put line {one.number} first"
        for one in leaving
        for above in [two for two in lines if two.number < one.number and _may_use_all(two.line)][:1]
    ]


def _may_use_all(line: PlanLine) -> bool:
    """Whether a line can use every action of a half-turn, whatever happens."""
    return not line.when and not line.one and line.action in (FIRE, SKIRMISH)
