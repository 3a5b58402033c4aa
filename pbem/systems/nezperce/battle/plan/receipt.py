"""What the receipt says of an order to a plan: whom it means, what holds now, what it would do next."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.core.order import Order
from pbem.core.problem import Warning_
from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.plan import conditions, people
from pbem.systems.nezperce.battle.plan.choice import next_choice
from pbem.systems.nezperce.battle.plan.records import (
    GO,
    HOLD,
    IF,
    LEAVE,
    SHELL,
    BattlePlan,
    ByHand,
    DropLine,
    EndPlan,
    Mind,
    Numbered,
    PlanCondition,
    PlanLine,
    SetGroup,
    SetLine,
    SetScript,
    SetStop,
)
from pbem.systems.nezperce.battle.plan.rehearsal import own_half, tried, warnings
from pbem.systems.nezperce.battle.plan.writing import conditions_text, line_notes, line_text
from pbem.systems.nezperce.battle.state import Battle, Fighter, other
from pbem.systems.nezperce.battle.words import write

OF_LINE, OF_PLAN = "W320", "W321"
"""The remarks about a line of a plan, and about the whole of it."""
Notes = tuple[tuple[str, ...], tuple[Warning_, ...]]


def about(battle: Battle, side: str, order: Order) -> Notes:
    """Notes at the right edge of a line, and remarks; `battle` is as the order leaves it."""
    mind = battle.mind(side)
    plan = mind.in_force
    match order:
        case SetLine(_, number, line):
            notes = (_units(people.named(line.who, battle, side, plan)), *line_notes(line), *now(battle, mind, line))
            remarks = _remarks(_turns_off(number, line), OF_LINE)
            if mind.draft is None:
                remarks += _remarks(warnings(battle, side))
            return tuple(one for one in notes if one), remarks
        case SetGroup(_, group):
            return (_units(people.named(group.who, battle, side, plan)),), ()
        case SetStop(_, stop):
            is_now = conditions.all_hold(stop.conditions, battle, side, plan)
            remark = "true now: it would stop play at once" if is_now else "not true now"
            return (remark,), ()
        case SetScript(_, script):
            return (f"before your lines, in game turn {script.turn} alone",), ()
        case DropLine():
            return ("no more in your plan",), _remarks(warnings(battle, side))
        case ByHand():
            return ("you are asked in each of your half-turns, until you send a plan",), ()
        case EndPlan():
            return _next(battle, side), _remarks(warnings(battle, side))
    return (), ()


def _remarks(remarks: Sequence[str], code: str = OF_PLAN) -> tuple[Warning_, ...]:
    return tuple(Warning_(code, one) for one in remarks)


def _units(units: Sequence[Fighter]) -> str:
    """Whom a line means: by name if they are few."""
    if not units:
        return "no unit now"
    if len(units) <= 2:
        return " and ".join(f"{one.name} ({one.at or 'waiting'})" for one in units)
    return f"{len(units)} units"


def now(battle: Battle, mind: Mind, line: PlanLine) -> tuple[str, ...]:
    """Whether a line's condition is true, and what the line would do by itself."""
    found = []
    if line.when:
        is_true = conditions.all_hold(line.conditions, battle, mind.side, mind.in_force)
        word = "as long as" if line.when == IF else "from the moment"
        found.append(f"{word} {_in_words(line.conditions, battle, mind)}: {'true' if is_true else 'not true'} now")
        if not is_true:
            return tuple(found)
    bare = BattlePlan(groups=mind.in_force.groups, lines=(Numbered(1, _always(line)),))
    choice, stuck = next_choice(own_half(battle, mind.side), mind.with_(plan=bare, begun=()), (), ())
    if choice is not None and choice.line:
        found.append(f"by itself now: {write(choice.order)}")
    elif line.verb == HOLD:
        found.append("stays")
    elif line.verb == SHELL:
        found.append(f"nothing now: {_why_no_shell(battle, mind, line)}")
    elif stuck and stuck[0].by:
        found.append(f"nothing now: {stuck[0].by} is in the way of {stuck[0].unit}")
    else:
        found.append("nothing now")
    return tuple(found)


def _why_no_shell(battle: Battle, mind: Mind, line: PlanLine) -> str:
    """What keeps the guns of a line from firing indirectly as things stand: the first thing that rules out every hex."""
    guns = [one for one in people.named(line.who, battle, mind.side, mind.in_force) if one.at]
    words = [one.word for one in line.targets]
    there = [one for one in people.named(words, battle, other(mind.side), mind.in_force) if one.at]
    hexes = {one.at for one in there if any(target.hex in ("", one.at) for target in line.targets)}
    name = battle.contact.map
    tests: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("none of them is on the map", lambda at: True),
        ("no such gun is on the map", lambda at: bool(guns)),
        ("the gun sees them, so fire at them", lambda at: any(not ground.sees(name, one.at, at) for one in guns)),
        ("no cavalry of yours sees them", lambda at: bool(actions.spotters(battle, mind.side, at))),
        (
            f"units of yours are within {line.near} of them",
            lambda at: not any(one.at in ground.within(name, at, line.near) for one in battle.on_map(mind.side)),
        ),
    )
    for why, rules_in in tests:
        hexes = {at for at in hexes if rules_in(at)}
        if not hexes:
            return why
    return "the chance is too small, or more would be hit than is meant"


def _always(line: PlanLine) -> PlanLine:
    """The line without its condition."""
    return replace(line, when="", conditions=())


def _in_words(some: Sequence[PlanCondition], battle: Battle, mind: Mind) -> str:
    """Conditions, with the numbers that parts of the force come to."""
    force = len(conditions.fighting(battle, mind.side))
    parts = {"lost third": -(-force // 3), "lost half": -(-force // 2)}
    found = [
        f"{parts[one.kind]} of your {force} fighting units are lost"
        if one.kind in parts and not one.negated
        else conditions_text((one,))
        for one in some
    ]
    return " and ".join(found)


def _next(battle: Battle, side: str) -> tuple[str, ...]:
    """What the whole plan would do in the next half-turn of its side."""
    first = tried(battle, side).first
    if not first:
        return ("your next half-turn as things stand: nothing",)
    shown = [f"{text} (line {line})" if line else f"{text} (out of an overstacked hex)" for line, text in first[:2]]
    more = f" and {len(first) - 2} more" if len(first) > 2 else ""
    return (f"your next half-turn as things stand: {'; '.join(shown)}{more}",)


def _turns_off(number: int, line: PlanLine) -> list[str]:
    """A condition that can turn off again sends units to and fro."""
    if line.when != IF or line.verb not in (LEAVE, GO):
        return []
    if not any(one.kind in ("enemy within", "in", "attacked") for one in line.conditions):
        return []
    better = line_text(line).replace("if ", "once ", 1)
    return [f"the condition of line {number} can turn off again, and units may turn back.  Did you mean   {better} ?"]
