"""A half-turn by plan, and the stops at which players write."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.systems.nezperce.battle import actions
from pbem.systems.nezperce.battle.events import LetterCame, LineChosen, MindNoted, PlanSet, PlayStopped
from pbem.systems.nezperce.battle.plan import conditions, receipt, stops
from pbem.systems.nezperce.battle.plan.choice import next_choice
from pbem.systems.nezperce.battle.plan.reading import PlanReader, grammar_fault, prefixes
from pbem.systems.nezperce.battle.plan.records import (
    MUST,
    BattlePlan,
    BeginPlan,
    Blocked,
    ByHand,
    DropLine,
    EndPlan,
    Mind,
    PlanOrder,
    SetGroup,
    SetLine,
    SetScript,
    SetStop,
    SetStops,
)
from pbem.systems.nezperce.battle.state import Battle, other
from pbem.systems.nezperce.battle.words import write
from pbem.systems.nezperce.card import CARD
from pbem.systems.nezperce.state.contact import ARMY, INDIAN

Desk = Umpire[Any]
CarryOut = Callable[[Desk, str, Order], Play[None]]
MOST_ACTIONS = 200
"""More orders than any half-turn can hold: an endless loop would be a fault of ours."""
GO_ON = "go on"


def _mind(desk: Desk, side: str) -> Mind:
    battle: Battle = desk.state.battle
    return battle.mind(side)


def by_plan(desk: Desk, side: str, carry_out: CarryOut) -> Play[None]:
    """A half-turn as the plan of a side has it: single orders for it first, then a script, then the lines."""
    battle: Battle = desk.state.battle
    mind = battle.mind(side)
    scripted = [one for script in mind.in_force.scripts if script.turn == battle.turn for one in script.orders]
    for order in (*mind.next, *scripted):
        if desk.state.battle is None:
            return
        if not isinstance(actions.plan(desk.state.battle, side, order), Problem):
            desk.emit(LineChosen(side, battle.turn, 0, write(order)))
            yield from carry_out(desk, side, order)
    yield from _by_lines(desk, side, carry_out)


def _by_lines(desk: Desk, side: str, carry_out: CarryOut) -> Play[None]:
    spent: list[int] = []
    blocked: dict[Blocked, None] = {}
    for _ in range(MOST_ACTIONS):
        battle: Battle | None = desk.state.battle
        if battle is None:
            return
        mind = battle.mind(side)
        begun = conditions.begun(battle, mind)
        if begun != mind.begun:
            _note(desk, mind.with_(begun=begun))
        choice, stuck = next_choice(battle, mind, begun, spent)
        blocked.update(dict.fromkeys(stuck))
        if choice is None:
            break
        spent.append(choice.line)
        desk.emit(LineChosen(side, battle.turn, choice.line, write(choice.order)))
        yield from carry_out(desk, side, choice.order)
    if desk.state.battle is not None and blocked:
        mind = _mind(desk, side)
        _note(desk, mind.with_(blocked=tuple(dict.fromkeys((*mind.blocked, *blocked)))))


def written_ahead(desk: Desk, side: str) -> tuple[Order, ...]:
    """The single orders that a side gave at the stop before its half-turn; they are used up."""
    mind = _mind(desk, side)
    if mind.next:
        _note(desk, mind.with_(next=()))
    return mind.next


def _note(desk: Desk, mind: Mind) -> None:
    if mind == _mind(desk, mind.side):
        return
    desk.emit(
        MindNoted(
            *(mind.side, mind.begun, mind.stopped, mind.thirds, mind.dry, mind.is_dry, mind.losses, mind.lodges),
            *(mind.told, mind.why, mind.blocked),
        )
    )
    if mind.next:  # a note empties it, also while the half-turn for which the orders were given is still to come
        desk.emit(PlanSet(mind.side, mind.plan, mind.draft, mind.by_hand, mind.next))


def look_at_stops(desk: Desk, *, acted: bool, could_act: bool) -> None:
    """At the end of a half-turn: whether play stops, for whom and why."""
    asked: list[str] = []
    public: dict[str, None] = {}
    for side in (ARMY, INDIAN):
        battle: Battle = desk.state.battle
        looked = stops.check_stops(battle, side, acted, could_act)
        mind = looked.mind
        if stops.is_by_plan(battle.mind(side)) and battle.active == side and mind.next:
            mind = mind.with_(next=())
        if looked.reasons:
            asked.append(side)
            why = "; ".join(one.text for one in looked.reasons)
            must = any(one.must for one in looked.reasons)
            mind = mind.with_(why=why, told=tuple(dict.fromkeys((*mind.told, *((MUST,) if must else ())))))
            name = CARD.side(side).name
            reasons = [one.public for one in looked.reasons if one.public]
            public.update(dict.fromkeys(reasons or [f"{name} looks at the position"]))
        _note(desk, mind)
    if asked:
        desk.emit(PlayStopped(tuple(asked), tuple(public)))


def looked(desk: Desk) -> Play[None]:
    """Phases P and Q: those who are asked write, the others may; then what they wrote comes into force."""
    battle: Battle = desk.state.battle
    letter = desk.phase.rpartition(".")[2]
    asks = [
        Ask(
            side,
            ORDERS,
            letter,
            "Plan?",
            default=GO_ON if _may_go_on(battle.mind(side)) else None,
            quiet=side not in battle.asked,
        )
        for side in _both(battle)
    ]
    answers = yield from ask_all(asks)
    for one, answer in zip(asks, answers, strict=True):
        take(desk, one.side, answer.orders)
        if not one.quiet or answer.orders:
            desk.emit(LetterCame(one.side, battle.turn))


def _may_go_on(mind: Mind) -> bool:
    """True if a pace without questions lets the plan go on: there is one, and no stop that its owner must hear of."""
    return mind.asked and MUST not in mind.told


def _both(battle: Battle) -> Sequence[str]:
    return (battle.active, other(battle.active))


def take(desk: Desk, side: str, orders: Iterable[Order]) -> None:
    """Let what a side wrote at a stop come into force."""
    found = after_all(desk.state.battle, side, orders)
    if found is not None:
        desk.emit(found)


# Orders to a plan, and the plan after them.

MOST_STOPS = 6


@dataclass(frozen=True, slots=True)
class Filed(Plan):
    """The plan of an order that files a plan, and the event that it comes to."""

    event: PlanSet = field(default_factory=lambda: PlanSet("", None, None, False, ()))


def plan(battle: Battle, side: str, order: Order) -> Plan | Problem:
    """The effect of an order on the plan of a side, or why it cannot be filed."""
    mind = battle.mind(side)
    after = _after(battle, mind, order)
    if isinstance(after, Problem):
        return after
    event = PlanSet(side, after.plan, after.draft, after.by_hand, after.next)
    notes, warnings = receipt.about(battle.minding(after), side, order)
    if after.next != mind.next:
        single = actions.plan(_next_half(battle, side, mind.next), side, order)
        notes = notes if isinstance(single, Problem) else single.notes
    return Filed(order, notes, warnings, event)


def after_all(battle: Battle, side: str, orders: Iterable[Order]) -> PlanSet | None:
    """The effect of several orders, None if they leave all as it is.  One that cannot be filed any more is left out."""
    before = mind = battle.mind(side)
    for order in orders:
        found = _after(battle, mind, order)
        mind = found if isinstance(found, Mind) else mind
    mind = mind.with_(draft=None)
    if mind == before.with_(draft=None):
        return None
    return PlanSet(side, mind.plan, None, mind.by_hand, mind.next)


def _after(battle: Battle, mind: Mind, order: Order) -> Mind | Problem:
    """A side's mind after an order."""
    match order:
        case EndPlan():
            return mind.with_(draft=None)
        case ByHand():
            return mind.with_(by_hand=True, plan=None, draft=None)
        case BeginPlan(_, name):
            made = BattlePlan(name)
            return mind.with_(plan=made, draft=made, by_hand=False)
        case PlanOrder():
            changed = _changed(mind.plan if mind.plan is not None else BattlePlan(), order, mind.draft is not None)
            if isinstance(changed, Problem):
                return changed
            draft = changed if mind.draft is not None else None
            return mind.with_(plan=changed, draft=draft, by_hand=False)
    return _single(battle, mind, order)


def _changed(plan_: BattlePlan, order: PlanOrder, is_new: bool) -> BattlePlan | Problem:
    """The plan after a line of a letter; `is_new` inside the block of a plan."""
    match order:
        case SetLine(_, number, line):
            if is_new and plan_.line(number) is not None:
                free = next(n for n in range(1, len(plan_.lines) + 2) if plan_.line(n) is None)
                text = f"This plan has a line {number} already.  Give this one another number, such as {free}."
                return Illegal("E182", text, words=str(number))
            return plan_.with_line(number, line)
        case DropLine(_, number):
            if plan_.line(number) is None:
                known = ", ".join(str(one.number) for one in plan_.lines) or "none"
                return Illegal("E182", f"Your plan has no line {number}.  Its lines are: {known}.", words=str(number))
            return plan_.with_line(number, None)
        case SetGroup(_, group):
            kept = tuple(one for one in plan_.groups if one.name != group.name)
            return plan_.with_(groups=(*kept, group))
        case SetScript(_, script):
            kept_scripts = tuple(one for one in plan_.scripts if one.turn != script.turn)
            return plan_.with_(scripts=(*kept_scripts, script))
        case SetStop(_, stop):
            if stop in plan_.stops:
                return plan_
            if len(plan_.stops) >= MOST_STOPS:
                return Illegal("E182", f"A plan has {MOST_STOPS} stops at most.")
            return plan_.with_(stops=(*plan_.stops, stop))
        case SetStops("stop at half"):
            return plan_.with_(at_half=True)
        case SetStops("stop every", value):
            return plan_.with_(every=value)
        case SetStops(what):
            off = what.removeprefix("no stop at ")
            return plan_.with_(off=tuple(dict.fromkeys((*plan_.off, off))))
    return plan_


def _single(battle: Battle, mind: Mind, order: Order) -> Mind | Problem:
    """A single order at a stop is for the side's next half-turn, as far as one can see now."""
    planned = actions.plan(_next_half(battle, mind.side, mind.next), mind.side, order)
    return planned if isinstance(planned, Problem) else mind.with_(next=(*mind.next, order))


@lru_cache(maxsize=4)
def _next_half(battle: Battle, side: str, earlier: tuple[Order, ...]) -> Battle:
    """The battle in the next half-turn of a side, in which the units of earlier orders have acted."""
    half = 1 if battle.first == side else 2
    busy = {name for order in earlier for name in getattr(order, "units", (getattr(order, "unit", ""),))}
    units = tuple(replace(one, acted=one.name in busy) for one in battle.units)
    return battle.with_(half=half, units=units, asked=(), turn=max(battle.turn, 1))


# A plan for battles to come: ``policy plan: once lost half: all leave nearest; all skirmish at 4``.
#
# It is a standing order: filed at any time, sealed until it is used, and used in each battle in which its owner has
# filed no other plan.  Lines about units that are not in the battle are left out.

PLAN = "plan"
"""The name of the policy."""


def _lines(text: str) -> list[str]:
    parts = [part.strip() for part in text.split(";") if part.strip()]
    lines = ["plan", *parts, "end plan"]
    return [ahead + line for ahead, line in zip(prefixes(lines), lines, strict=True)]


def fault(text: str) -> Problem | None:
    """The fault in a plan for battles, as far as its words go; whom they name only a battle can say."""
    for line in _lines(text):
        if (why := grammar_fault(line)) is not None:
            return why
    return None


def orders(text: str, battle: Battle, side: str) -> tuple[Order, ...]:
    """The orders that make this plan in a battle."""
    draft = BattlePlan()
    found: list[Order] = []
    for line in _lines(text):
        read = PlanReader(battle, side, draft, _no_single).read(line)
        if read is None or isinstance(read, Problem):
            continue
        found += [one for one in read if isinstance(one, PlanOrder)]
        draft = draft.with_(groups=tuple(one.group for one in found if isinstance(one, SetGroup)))
    return tuple(found)


def _no_single(text: str) -> Problem:
    return Malformed("E110", "A plan for battles has no single orders.", words=text)
