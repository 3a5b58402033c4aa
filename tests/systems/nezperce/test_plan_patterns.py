"""Lines of battle plans that are put together by clicking: the desk takes any choices, and plans could have been clicked."""

import re
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import pytest

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.mechanisms.offers import ACT, PLACE, Offer, Pattern, offers_of
from pbem.orders.rehearsal import ACCEPTED, RehearsalResult, rehearse
from pbem.systems import registry
from pbem.systems.nezperce.battle.plan import practice
from pbem.systems.nezperce.battle.plan.writing import line_text
from pbem.systems.nezperce.card import LOOKS
from pbem.systems.nezperce.orders.offers import YOUR_SIDE
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.system import RULES
from tests.offered import Position, patterns, put_together, shape_of
from tests.systems.nezperce.fights import Fight

GAME = registry.game("nezperce")
EVERY = 211
"""Of the lines that patterns make every so manieth is put to the desk; `python -m tests.offered nezperce` puts them all."""


class Stop(Position):
    """A stop at which plans are written; what can be put together there is worked out once for all tests."""

    @cached_property
    def patterns(self) -> Sequence[Pattern]:
        return patterns(self)


@cache
def stops(n: int, most: int) -> tuple[tuple[Campaign, str, str], ...]:
    """The first moments of a battle at which a side is asked for orders: the view, the side, the phase's letter."""
    found: list[tuple[Campaign, str, str]] = []

    def writes(view: Campaign, one: Ask) -> Sequence[Order]:
        now = RULES.next_phase(view)
        assert now is not None
        found.append((view, one.side, now.letter))
        return practice.letter(view.battle, one.side, "plain", lambda _, __: 0) if view.battle.asked else ()

    fight = Fight(n, writes)
    while fight.state.battle is not None and len(found) < most:
        fight.phase()
    return tuple(found)


@cache
def looks(n: int, most: int = 6) -> tuple[Stop, ...]:
    """The stops of a battle at which plans are written."""
    return tuple(Stop(GAME, view, side, letter, ()) for view, side, letter in stops(n, most) if letter in LOOKS)


def judged(one: Position, line: str) -> RehearsalResult:
    return rehearse(GAME.system, GAME.dialect, one.state, one.side, one.letter, line)


@pytest.mark.slow
@pytest.mark.parametrize("n", [0, 2, 5])
def test_the_desk_takes_whatever_is_put_together(n: int) -> None:
    for one in looks(n, 4):
        lines = list(put_together(one.patterns))
        assert len(lines) > 1000
        for line in lines[n::EVERY]:
            said = judged(one, line)
            assert said.lines, line
            assert all(each.verdict == ACCEPTED for each in said.lines), (line, [each.problem for each in said.lines])


@pytest.mark.slow
@pytest.mark.parametrize("n", range(3))
def test_the_first_plan_of_a_practice_player_could_have_been_put_together(n: int) -> None:
    for one in looks(n):
        shapes = [re.compile(shape_of(pattern)) for pattern in one.patterns]
        known = {unit for pattern in one.patterns for unit in pattern.units}
        for text in practice.PLAIN[practice.FIGHT][one.side]:
            if not known & {*text.split()}:
                continue  # nobody in this battle is meant by it
            orders = practice.orders_of(one.state.battle, one.side, (text,))[1:-1]
            for line in map(GAME.dialect.write, orders):
                assert any(shape.fullmatch(line) for shape in shapes), line


def test_the_first_plan_is_a_block_and_a_later_one_is_changed_by_its_numbers() -> None:
    first, *_, later = looks(2)
    assert first.state.battle.mind(first.side).plan is None
    fire = next(one for one in first.patterns if one.words == "come near and fire")
    assert fire.written((fire.units[0],), {}) == f"plan\n{fire.units[0]} skirmish any at 4\nend plan"
    assert later.state.battle.mind(later.side).plan is not None
    now = next(one for one in later.patterns if one.words == "come near and fire")
    count = len(later.state.battle.mind(later.side).plan.lines)
    assert now.written(("all",), {}) == f"line {count + 1}: all skirmish any at 4"
    number = next(part for part in now.parts if part.name == "number")
    top = line_text(later.state.battle.mind(later.side).plan.lines[0].line)
    assert number.picks[1].words.startswith(f"in place of line 1: {top}")
    assert number.picks[-1].is_inside


def test_a_line_says_what_it_would_do_by_itself() -> None:
    one = looks(2)[0]
    notes = [note for pattern in one.patterns for note in pattern.notes.values()]
    assert any(note.startswith("by itself now: ") for note in notes)


def test_only_guns_are_offered_shells_and_only_horsemen_to_mount() -> None:
    for one in (one for n in (0, 2) for one in looks(n, 4) if one.side == "army"):
        by_verb = {pattern.words: pattern.units for pattern in one.patterns}
        kinds = {unit.name: unit.kind for unit in one.state.battle.units}
        for unit in by_verb.get("shell (indirect fire)", ()):
            assert kinds.get(unit, "howitzer") in ("howitzer", "hotchkiss"), unit
        for unit in by_verb.get("mount", ()):
            assert "infantry" not in kinds.get(unit, ""), unit


def offered(view: Any, side: str, letter: str) -> Sequence[Offer]:
    assert GAME.offering is not None
    return offers_of(GAME.system, GAME.dialect, GAME.offering, view, side, letter)


def test_a_plan_in_force_can_be_cut_down_or_given_up() -> None:
    later = looks(2)[-1]
    lines = {one.line for one in offered(later.state, later.side, later.letter) if one.unit == YOUR_SIDE}
    assert {"drop line 1", "by hand", "offer to end the battle"} <= lines


@pytest.mark.parametrize("n", range(4))
def test_a_set_up_is_clicked(n: int) -> None:
    moments = [one for one in stops(n, 3) if one[2] in "IJ"]
    assert moments
    for view, side, letter in moments:
        found = offered(view, side, letter)
        kinds = {one.kind for one in found}
        assert kinds <= {PLACE, ACT}
        assert (PLACE in kinds) == (letter == "J")
        for one in found[:: max(1, len(found) // 15)]:
            said = rehearse(GAME.system, GAME.dialect, view, side, letter, one.line)
            assert all(each.verdict == ACCEPTED for each in said.lines), one.line
