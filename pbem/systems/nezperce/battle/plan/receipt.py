"""The receipt of an order to a plan: whom it means, what holds now, what it would do next."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pbem.core.order import Order, Warning_
from pbem.mechanisms.words import counted
from pbem.reports.report import Panel, ToDo
from pbem.reports.wrap import wrap
from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.events import KEPT
from pbem.systems.nezperce.battle.plan import conditions, people
from pbem.systems.nezperce.battle.plan.choice import next_choice
from pbem.systems.nezperce.battle.plan.practice import sample
from pbem.systems.nezperce.battle.plan.records import (
    ALL,
    DEFAULT,
    FIRE,
    GO,
    HOLD,
    IF,
    LEAVE,
    ONCE,
    REST,
    SHELL,
    SKIRMISH,
    BattlePlan,
    Blocked,
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
from pbem.systems.nezperce.battle.plan.stops import DRY, is_by_plan
from pbem.systems.nezperce.battle.plan.writing import conditions_text, line_notes, line_text, plan_lines
from pbem.systems.nezperce.battle.state import (
    LEFT,
    SURRENDERED,
    Battle,
    Change,
    Charge,
    Fighter,
    Fire,
    Go,
    Shell,
    Surrender,
    other,
)
from pbem.systems.nezperce.battle.words import write
from pbem.systems.nezperce.card import LOOKS

HALF_TURNS = 8
MOST = 100


@dataclass
class PlanTrial:
    """The trial of a plan: the orders of its first half-turn, how often each line acted, and who was in whose way."""

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


def tried(battle: Battle, side: str) -> PlanTrial:
    """A side's plan on the position as it stands."""
    mind = battle.mind(side).with_(draft=None, chosen=(), blocked=(), why="", told=())
    bare = battle.with_(minds=tuple(mind if one.side == side else Mind(one.side) for one in battle.minds))
    return _tried(own_half(bare, side), side)


@lru_cache(maxsize=16)
def _tried(battle: Battle, side: str) -> PlanTrial:
    found = PlanTrial()
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
    """Signs that a plan is not meant so: lines that never act, units in the way, units that never enter, a plan that runs
    dry."""
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


def _longest_dry(found: PlanTrial) -> int:
    return sum(not one for one in found.by_turn)


def _idle(battle: Battle, mind: Mind, found: PlanTrial) -> list[str]:
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
    """True if a line can use every action of a half-turn, whatever happens."""
    return not line.when and not line.one and line.action in (FIRE, SKIRMISH)


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
    """The units of a line: by name if they are few."""
    if not units:
        return "no unit now"
    if len(units) <= 2:
        return " and ".join(f"{one.name} ({one.at or 'waiting'})" for one in units)
    return f"{len(units)} units"


def now(battle: Battle, mind: Mind, line: PlanLine) -> tuple[str, ...]:
    """The truth of a line's condition, and the line's effect by itself."""
    found = []
    if line.when:
        is_true = conditions.all_hold(line.conditions, battle, mind.side, mind.in_force)
        word = "as long as" if line.when == IF else "from the moment"
        found.append(f"{word} {_in_words(line.conditions, battle, mind)}: {'true' if is_true else 'not true'} now")
        if not is_true:
            return tuple(found)
    alone = _always(line)
    if REST in line.who:  # by itself it would mean everybody
        alone = replace(alone, who=tuple(one.name for one in people.named(line.who, battle, mind.side, mind.in_force)))
    bare = BattlePlan(groups=mind.in_force.groups, lines=(Numbered(1, alone),))
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
    """The obstacle that keeps the guns of a line from firing indirectly as things stand: the first thing that rules out every
    hex."""
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
    """The actions of the whole plan in the next half-turn of its side."""
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


# The report on a side's own plan: why it is asked, which lines acted, who was in the way.

WIDTH = 76
MOST_LINES = 12
"""Orders of a plan that a report lists one by one."""


def panels(battle: Battle, side: str) -> tuple[Panel, ...]:
    """The panels about a side's plan; none for anybody else's."""
    if not battle.half or side not in ("army", "indian"):
        return ()
    mind = battle.mind(side)
    found = []
    if side in battle.asked:
        found.append(Panel("plan asked", "WHY WE ASK YOU", "", tuple(_why(battle, mind)), is_always_whole=True))
    if mind.chosen or mind.blocked:
        title = "WHAT YOUR PLAN DID   since you last wrote of it"
        found.append(Panel("plan deeds", title, "", tuple(_deeds(mind)), is_always_whole=True))
    if is_by_plan(mind):
        found.append(Panel("plan", "YOUR PLAN", "for your eyes only", tuple(_plan(mind))))
    return tuple(found)


def _why(battle: Battle, mind: Mind) -> list[str]:
    if mind.why:
        return _wrapped(f"{mind.why}.", "  ")
    if mind.plan is None:
        return [
            "  The units are set up.  Send a battle plan: from now on both plans play the",
            "    battle, and it stops when you or we think that you should look.  A plan:",
            "",
            *(f"  | {one}" for one in ("plan", *sample(battle, mind.side), "end plan")),
            "",
            "  Its words                     | help plan",
            "  To give each order yourself   | by hand",
        ]
    return ["  The units are set up, and you have a plan."]


def _deeds(mind: Mind) -> list[str]:
    counts = Counter(one.line for one in mind.chosen)
    found = []
    for one in mind.in_force.lines:
        text = line_text(one.line)
        acts = counts[one.number]
        given = counted(acts, "order") if acts else "no order"
        found += _wrapped(f"line {one.number}  {given}: {text}", "  ")
    if counts[0]:
        found.append(f"  script, single orders, or out of overstacked hexes: {counts[0]}")
    found += _orders(mind)
    last = {(stuck.line, stuck.unit): stuck for stuck in mind.blocked}  # a unit may have been in several friends' way
    for stuck in list(last.values())[-MOST_LINES:]:
        by = f"{stuck.by} is in the way" if stuck.by else "there is no way"
        found += _wrapped(f"line {stuck.line} could not move {stuck.unit}: {by}", "  ")
    return found


def _orders(mind: Mind) -> list[str]:
    """The last orders that it chose, each with its line."""
    last = mind.chosen[-MOST_LINES:]
    left_out = len(mind.chosen) - len(last)
    are = "is" if left_out == 1 else "are"
    found = [f"  ({counted(left_out, 'earlier order')} {are} in the logs)"] if left_out > 0 else []
    for one in last:
        whence = f"line {one.line}" if one.line else "no line"
        found += _wrapped(f"game turn {one.turn}, {whence}: {one.text}", "    ")
    return found


def _plan(mind: Mind) -> list[str]:
    if mind.plan is None:
        rules = "; then ".join(line_text(one.line) for one in DEFAULT.lines)
        return _wrapped(f"You have filed none.  Until you do: {rules}.", "  ")
    return [part for one in plan_lines(mind.plan) for part in _wrapped(one, "  ")]


def _wrapped(text: str, indent: str) -> list[str]:
    first, *rest = wrap(text, WIDTH - len(indent) - 2)
    return [f"{indent}{first}", *(f"{indent}  {one}" for one in rest)]


def to_do(battle: Battle, side: str, letter: str) -> ToDo | None:
    """The orders that a side owes at a stop, or in a half-turn by hand; None for any other phase."""
    if letter not in LOOKS:
        return None
    mind = battle.mind(side)
    silent = (
        "your plan goes on"
        if mind.plan is not None
        else "your units fire at what they see, and leave the map once half of them are lost"
    )
    nobody = ("The plan stands", "go on") if mind.plan is not None else ("Order by order", "by hand")
    example = "line 1: once lost half: all leave nearest"
    return ToDo(f"phase {letter}", "BATTLE PLANS", "C3.1", example=example, nobody=nobody, silent=silent)
