"""Looser wordings of plans that are read, and what the receipt says of a plan as a whole."""

import pytest

from pbem.core.order import Warning_
from pbem.orders.line_answers import OF_ALL, told_at_the_end
from pbem.orders.verdict import ACCEPTED, LineVerdict
from pbem.systems.nezperce.battle.plan.reading import is_plan_like, prefixes
from pbem.systems.nezperce.battle.plan.repairs import plainer


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("infantry skirmish braves 4", "infantry skirmish braves at 4"),
        ("cavalry guard lodges 3", "cavalry guard lodges at 3"),
        ("all close any at 3", "all close any at 3"),
        ("cavalry close Joseph 1", "cavalry close Joseph 1"),
        ("once 4 lost: all leave west", "once lost 4: all leave west"),
        ("all close any at 3 if 2 units are lost", "all close any at 3 if lost 2"),
        ("if 2 enemies lost: all hold", "if enemy lost 2: all hold"),
        ("if enemy lost 3: all hold", "if enemy lost 3: all hold"),
    ],
)
def test_loose_words_of_a_plan(written: str, read: str) -> None:
    assert plainer(written) == [read]


def test_going_on_is_no_line_of_an_unfinished_block() -> None:
    assert prefixes(["plan", "all hold", "go on"]) == ["", "line 1+: ", ""]


@pytest.mark.parametrize("text", ["plan stands", "plan stays as it is", "plan goes on"])
def test_a_word_about_the_plan_begins_no_block(text: str) -> None:
    assert prefixes([text, "lodges leave west"]) == ["", ""]
    assert not is_plan_like(text)


def test_remarks_on_a_whole_plan_stand_behind_its_last_line() -> None:
    of_line, of_all = Warning_("W320", "this line"), Warning_(OF_ALL, "the plan")
    lines = [
        LineVerdict(number, f"line {number}", ACCEPTED, "P", warnings=(of_line, of_all) if number < 3 else ())
        for number in (1, 2, 3)
    ]
    assert [one.warnings for one in told_at_the_end(lines)] == [(of_line,), (of_line, of_all), ()]
