"""A half-turn by plan, and the stops at which players write."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.order import Order, Problem
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.systems.nezperce.battle import actions
from pbem.systems.nezperce.battle.events import LetterCame, LineChosen, MindNoted, PlanSet, PlayStopped
from pbem.systems.nezperce.battle.plan import conditions, filing, stops
from pbem.systems.nezperce.battle.plan.choice import next_choice
from pbem.systems.nezperce.battle.plan.records import MUST, Blocked, Mind
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
    found = filing.after_all(desk.state.battle, side, orders)
    if found is not None:
        desk.emit(found)
