"""A plan does nothing that single orders could not do: its orders, given by hand, play the same battle."""

from collections.abc import Sequence

import pytest

from pbem.core.ask import Ask
from pbem.core.canonical import canon
from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.record import to_json
from pbem.mechanisms.practice import PLAIN, RANDOM
from pbem.systems.nezperce.battle.events import LineChosen, PlayStopped, SideEvent
from pbem.systems.nezperce.battle.plan.practice import orders_of
from pbem.systems.nezperce.battle.plan.records import ByHand
from pbem.systems.nezperce.battle.players import Players
from pbem.systems.nezperce.battle.turns import PlanWords
from pbem.systems.nezperce.card import LOOKS
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.system import RULES
from tests.systems.nezperce.fights import Fight

PLAYERS, WORDS = Players(), PlanWords()


MOVING = "moving"
FIRE_AND_MOVE = {
    ARMY: (
        *(
            "once lost half: all leave nearest",
            "waiting enter, one",
            "guns shell braves clear 1, one",
            "guns fire at any",
        ),
        "cavalry fire at any within 4, then back",
        *("infantry fire at any, then close at 2", "all skirmish any at 4"),
    ),
    INDIAN: (
        *("waiting enter, one", "braves fire at any within 3, then charge at advantage 10"),
        *("braves fire at any within 6, then hide", "lodges leave nearest, one, in turn", "braves skirmish any at 4"),
    ),
}
"""Plans with indirect fire, and fire and move of every kind."""


def planned(n: int, level: str) -> Fight:
    """A battle by plans."""

    def pick(purpose: str, many: int) -> int:
        return (n * 7 + len(purpose) * 3 + sum(map(ord, purpose))) % many

    def writes(view: Campaign, one: Ask) -> Sequence[Order]:
        if one.subject not in LOOKS:
            return ()
        if level == MOVING:
            return () if view.battle.mind(one.side).plan else orders_of(view.battle, one.side, FIRE_AND_MOVE[one.side])  # type: ignore[union-attr]
        return PLAYERS.orders(RULES, view, one.side, one.subject, level, pick)

    return Fight(n, writes).fight()


def by_hand(battle: Fight) -> Fight:
    """The same battle, both sides writing their orders one half-turn at a time."""
    given: dict[str, list[str]] = {}
    for phase, event in battle.events:
        if isinstance(event, LineChosen):
            given.setdefault(phase, []).append(event.text)

    def writes(view: Campaign, one: Ask) -> Sequence[Order]:
        if one.subject in LOOKS:
            return (ByHand(),)
        now = RULES.next_phase(view)
        assert now is not None
        found: list[Order] = []
        for text in given.get(now.id, []):
            read = WORDS.read(text, view, one.side)
            assert isinstance(read, tuple), read
            found += read
        return found

    return Fight(battle.n, writes).fight()


def told(battle: Fight) -> list[bytes]:
    """All that happened on the map: no stops, and nothing that only one side knows."""
    return [
        canon([phase, to_json(event)])
        for phase, event in battle.events
        if phase.rpartition(".")[2] not in LOOKS and not _is_of_plans(event)
    ]


def _is_of_plans(event: Event) -> bool:
    return isinstance(event, (SideEvent, PlayStopped))


@pytest.mark.parametrize("level", [PLAIN, RANDOM])
@pytest.mark.parametrize("n", range(8))
def test_the_orders_of_plans_given_by_hand_play_the_same_battle(n: int, level: str) -> None:
    first = planned(n, level)
    second = by_hand(first)
    assert told(second) == told(first)
    assert canon(RULES.public(second.state)) == canon(RULES.public(first.state))
    if level == PLAIN:
        assert any(isinstance(event, LineChosen) for _, event in first.events)


SHELLED = (15, 17)
"""Battles in which guns have something to shell."""


@pytest.mark.parametrize("n", [*range(4), *SHELLED])
def test_shells_and_fire_and_move_by_plan_are_single_orders_too(n: int) -> None:
    first = planned(n, MOVING)
    assert told(by_hand(first)) == told(first)


def test_plans_do_shell_and_do_fire_and_move() -> None:
    given = [event.text for n in SHELLED for _, event in planned(n, MOVING).events if isinstance(event, LineChosen)]
    assert any(" shell " in one for one in given)
    assert any(" fire " in one and " then move " in one for one in given)


@pytest.mark.slow
@pytest.mark.parametrize("n", range(8, 58))
def test_more_battles_by_plan_and_by_hand(n: int) -> None:
    for level in (PLAIN, RANDOM):
        first = planned(n, level)
        assert told(by_hand(first)) == told(first)


def test_single_orders_at_a_stop_serve_the_half_turn_that_follows() -> None:
    given: list[str] = []

    def writes(view: Campaign, one: Ask) -> Sequence[Order]:
        given.append(one.subject)
        if one.subject not in LOOKS:
            return ()
        found: list[Order] = [ByHand()]
        for text in ("offer to end the battle",):
            read = WORDS.read(text, view, one.side)
            assert isinstance(read, tuple)
            found += read
        return found

    battle = Fight(2, writes)
    while battle.state.battle is not None and battle.state.battle.turn < 2:  # type: ignore[attr-defined]
        battle.phase()
    assert battle.state.battle is None  # both offered
    assert "H" not in given
