"""The one text form of everything in a plan."""

from collections.abc import Sequence

from pbem.core.order import Order
from pbem.systems.nezperce.battle.plan.records import (
    ADVANTAGE,
    CHARGE,
    CLEAR,
    CLOSE,
    ENTER,
    FIRE,
    GO,
    GUARD,
    LEAVE,
    NEAREST,
    SHELL,
    SKIRMISH,
    BattlePlan,
    BeginPlan,
    ByHand,
    DropLine,
    EndPlan,
    PlanCondition,
    PlanLine,
    PlanOrder,
    SetGroup,
    SetLine,
    SetScript,
    SetStop,
    SetStops,
)
from pbem.systems.nezperce.battle.words import write as write_single


def write(order: Order) -> str:
    """The text form of an order of a battle."""
    if not isinstance(order, PlanOrder):
        return write_single(order)
    match order:
        case BeginPlan(_, name):
            return f'plan "{name}"' if name else "plan"
        case SetLine(_, number, line):
            return f"line {number}: {line_text(line)}"
        case DropLine(_, number):
            return f"drop line {number}"
        case SetGroup(_, group):
            return f"group {group.name}: {', '.join(group.who)}"
        case SetStop(_, stop):
            return f"stop when {conditions_text(stop.conditions)}"
        case SetScript(_, script):
            return f"turn {script.turn}: {'; '.join(map(write_single, script.orders))}"
        case SetStops(what, value):
            return what if not value else f"stop every {value} turns"
        case EndPlan():
            return "end plan"
        case ByHand():
            return "by hand"
    raise TypeError(order)


def line_text(line: PlanLine) -> str:
    """A line with all that is not as usual."""
    guard = f"{line.when} {conditions_text(line.conditions)}: " if line.when else ""
    return f"{guard}{', '.join(line.who)} {_does(line)}{_limits(line)}"


def _does(line: PlanLine) -> str:
    targets = ", ".join(f"{one.word} in {one.hex}" if one.hex else one.word for one in line.targets)
    if line.action == FIRE:
        return f"fire at {targets}"
    if line.verb in (SHELL, CHARGE, CLOSE, SKIRMISH):
        return f"{line.verb} {targets}"
    if line.verb == GUARD:
        return f"guard {', '.join(line.ward)}"
    if line.edge:
        return f"{line.verb} {line.edge}"
    return f"{line.verb} {line.hex}".rstrip()


def _limits(line: PlanLine) -> str:
    found = []
    if line.within:
        found.append(f" within {line.within}")
    if line.verb == SHELL:
        found += [f" clear {line.near}"] if line.near != CLEAR else []
    elif line.near and not line.then:
        found.append(f" at {line.near}")
    if line.chance != 1:
        found.append(f" chance {line.chance}")
    if line.then:
        found.append(f", then {_follows(line)}")
    if line.verb == CHARGE and line.advantage != ADVANTAGE:
        found.append(f" at advantage {line.advantage}")
    found += [f", {word}" for word, is_on in (("together", line.together), ("one", line.one)) if is_on]
    if line.turns:
        found.append(f", {line.turns}")
    return "".join(found)


def _follows(line: PlanLine) -> str:
    """The move after a shot."""
    if line.then == GUARD:
        return f"guard {', '.join(line.ward)} at {line.near}"
    if line.then == CLOSE:
        return f"close at {line.near}"
    if line.then == CHARGE:
        return "charge" if line.advantage == ADVANTAGE else f"charge at advantage {line.advantage}"
    if line.then == LEAVE:
        return f"leave {line.edge}"
    return f"{line.then} {line.hex}" if line.then == GO else line.then


def conditions_text(conditions: Sequence[PlanCondition]) -> str:
    """Conditions that must all be true."""
    return " and ".join(map(condition_text, conditions))


def condition_text(one: PlanCondition) -> str:
    """A condition."""
    return f"{'not ' if one.negated else ''}{_kind_text(one)}"


def _kind_text(one: PlanCondition) -> str:
    who = ", ".join(one.who)
    match one.kind:
        case "lost" | "enemy lost" | "turn":
            return f"{one.kind} {one.number}"
        case "enemy left":
            return f"{one.number} enemy left"
        case "enemy within":
            return f"enemy within {one.number} of {who}"
        case "in":
            return f"{who} in {one.hex}"
    return one.kind


def line_notes(line: PlanLine) -> tuple[str, ...]:
    """The line's choices that are left to the usual, for the receipt."""
    found = []
    if line.action in (FIRE, SKIRMISH, SHELL):
        if not line.within and (not line.near or line.action != SKIRMISH):
            found.append("any range")
        found.append(f"M or K on {line.chance} or more of 6 faces")
    if line.verb == SHELL:
        found.append("at hexes that the gun does not see and your cavalry does")
        found.append(
            f"no unit of yours within {line.near} of where it is aimed" if line.near else "none of yours in the hex"
        )
    if line.then:
        found.append("half the fire and half the movement; where no step leads there, the whole fire")
    if CHARGE in (line.verb, line.then):
        found.append(f"advantage {line.advantage} or more")
    if line.verb == ENTER:
        found.append("at the hex nearest an enemy")
    if line.then == LEAVE:
        found.append("toward that side, not off the map")
    if line.edge == NEAREST:
        found.append("each by its nearest side" if not line.then else "each to its nearest side")
    if not line.turns and line.action in (FIRE, SHELL, CHARGE, SKIRMISH):
        found.append("best shot first" if line.verb != CHARGE else "best charge first")
    return tuple(found)


def plan_lines(plan: BattlePlan) -> list[str]:
    """A whole plan, as it could be sent."""
    found = [f'plan "{plan.name}"' if plan.name else "plan"]
    found += [f"group {one.name}: {', '.join(one.who)}" for one in plan.groups]
    found += [f"turn {one.turn}: {'; '.join(map(write_single, one.orders))}" for one in plan.scripts]
    found += [f"line {one.number}: {line_text(one.line)}" for one in plan.lines]
    found += [f"stop when {conditions_text(one.conditions)}" for one in plan.stops]
    found += [f"no stop at {one}" for one in plan.off]
    if plan.at_half:
        found.append("stop at half")
    if plan.every != BattlePlan().every:
        found.append(f"stop every {plan.every} turns")
    return [*found, "end plan"]
