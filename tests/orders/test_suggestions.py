"""What is offered instead of a line that was refused: only what is legal, says the same and was near; little of it."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.orders.clauses import Clauses
from pbem.orders.rehearsal import Occasion
from pbem.orders.suggestions import MOST_REPAIRED, MOST_SHOWN, MOST_TRIED, Suggestions
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import Anything, in_contact


class OnFootOnly(Anything):
    """Rules that forbid to mount."""

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        if isinstance(order, o.ChangeMode) and order.mode == "mounted":
            return Illegal("E137", "It has no horses.  Way round:", "8.D")
        return Plan(order)


def suggestions(*lines: str, ahead: bool = False) -> Suggestions:
    """Suggestions for a line that may have been meant as one of these."""

    class Repairs(type(TITLE.dialect)):  # type: ignore[misc]
        def repairs(self, words: str, reading: Any) -> Iterator[str]:
            return iter(lines)

    dialect: Any = copy(TITLE.dialect)
    dialect.__class__ = Repairs
    system: Any = OnFootOnly()
    return Suggestions(Clauses(Occasion(system, dialect, in_contact(), "us", "C").position(), {}, ahead=ahead))


def offered(words: str, *lines: str, code: str = "E110", text: str = "I can't read it.", letter: str = "C") -> Problem:
    return suggestions(*lines).offered(Malformed(code, text), words, letter)


STAY = "C/3 Cav stay"


def test_what_is_legal_is_offered_in_its_canonical_form_each_line_once() -> None:
    assert offered("C/3 sty", "C/3 stay", "c3 stay", STAY).suggest == (STAY,)
    assert offered("C/3 sty", "C/3 mount", "C/3 stay").suggest == (STAY,)
    assert offered("C/3 sty", "C/3 stay now and then", "hello", "status").suggest == ()
    assert offered("C/3 sty").suggest == ()


def test_three_lines_are_offered_at_most() -> None:
    hexes = ("3414", "3412", "3313", "3312", "3513")
    lines = [f"C/3 Cav move 3413-{one}" for one in hexes]
    assert offered("C/3 mvoe 34", *lines).suggest == tuple(lines[:MOST_SHOWN])


@pytest.mark.parametrize(("tried", "found"), [(MOST_TRIED - 1, (STAY,)), (MOST_TRIED, ())])
def test_sixty_lines_are_tried(tried: int, found: tuple[str, ...]) -> None:
    assert offered("C/3 sty", *["C/3 hm"] * tried, STAY).suggest == found


def test_twelve_bad_lines_of_a_letter_are_looked_at() -> None:
    one, problem = suggestions(STAY), Malformed("E110", "I can't read it.")
    found = [one.offered(problem, "C/3 sty", "C").suggest for _ in range(MOST_REPAIRED + 1)]
    assert found == [(STAY,)] * MOST_REPAIRED + [()]


def test_a_problem_with_a_good_line_of_its_own_and_one_that_is_no_slip_stay_as_they_are() -> None:
    own = Malformed("E110", "I can't read it.", suggest=("C/3 dismount",))
    one = suggestions(STAY)
    assert [one.offered(own, "C/3 sty", "C") for _ in range(MOST_REPAIRED)] == [own] * MOST_REPAIRED
    assert one.offered(Malformed("E110", ""), "C/3 sty", "C").suggest == (STAY,)  # none of them was counted
    bad = Malformed("E110", "I can't read it.", suggest=("C/3 mount",))
    assert suggestions("C/3 mount", STAY).offered(bad, "C/3 sty", "C").suggest == (STAY,)
    assert offered("C/3 sty", STAY, code="E131").suggest == ()
    assert offered("C/3 sty", STAY, letter="D").suggest == ()


def test_what_an_offered_hex_says_already_goes_along_unless_the_path_is_long() -> None:
    hexes = Malformed("E120", "341 is no hex.  Did you mean   3414 ?", suggest=("3414",))
    one = suggestions("C/3 Cav move 3413-3414")
    assert one.offered(hexes, "C/3 move 341", "C").suggest == ("3414", "C/3 Cav move 3413-3414")
    assert one.offered(hexes, "C/3 move 3413-341", "C").suggest == ("3414", "C/3 Cav move 3413-3414")
    assert one.offered(hexes, "C/3 move 3412-3413-341", "C").suggest == ("C/3 Cav move 3413-3414",)
    assert offered("C/3 move 341", "C/3 Cav move 3413-3414", code="E120").suggest == ("C/3 Cav move 3413-3414",)


@pytest.mark.parametrize(
    ("words", "line", "text"),
    [
        ("C/3 muont", "C/3 mount", "\nIf you meant   C/3 mount :  It has no horses."),
        ("the C/3 muont", "C/3 mount", "\nIf you meant   C/3 mount :  It has no horses."),
        ("at once C/3 muont", "C/3 mount", ""),  # another may have been meant to act
        ("C/3 muont", "C/33 mount", ""),  # no rule stands against it, nobody is called so
    ],
)
def test_why_the_one_line_that_was_meant_is_illegal_is_said(words: str, line: str, text: str) -> None:
    assert offered(words, line).text == f"I can't read it.{text}"


def test_nothing_is_said_of_one_of_several_lines_or_of_what_is_said_already() -> None:
    assert offered("C/3 muont", "C/3 mount", "C/3 Cav mount").text == "I can't read it."
    assert offered("C/3 muont", "C/3 mount", "C/3 mount").text.endswith("It has no horses.")
    assert offered("C/3 muont", "C/3 mount", text="Not C/3 mount then.").text == "Not C/3 mount then."
    assert offered("C/3 muont", "C/3 mount", code="E102").text == "I can't read it."
    own = Malformed("E110", "I can't read it.", suggest=("C/3 mount up now",))
    assert suggestions("C/3 mount").offered(own, "C/3 muont", "C") == own


@pytest.mark.parametrize(
    ("words", "line", "is_offered"),
    [
        ("C/3 do not mvoe", "C/3 Cav move 3413-3414", False),
        ("C/3 do not mvoe", "C/3 Cav stay", True),
        ("C/3 mvoe", "C/3 Cav stay", False),
        ("C/3 sty", "C/3 Cav stay", True),  # it is the word itself, misspelt
        ("C/3 st", "C/3 Cav stay", False),
        ("C/3 stray, now", "C/3 Cav stay", True),
        ("C/3 + G/3 mvoe 3414", "C/3 Cav move 3413-3414", False),  # it leaves one out
        ("C/3 + G/3 dismuont", "C/3 Cav dismount; G/3 Cav dismount", True),
        ("C/3 and G/3 dismuont", "C/3 Cav dismount", False),
        ("C/3 dismuont and then stay", "C/3 Cav dismount; stay", True),
        ("C/3 mvoe 3414", "C/3 Cav move 3413-3414", True),
        ("C/3 mvoe 3414 then dismount", "C/3 Cav move 3413-3412", False),  # it ends elsewhere
        ("C/3 mvoe 3413-3414 then dismount", "C/3 Cav move 3413-3414", True),
        ("C/3 mvoe 3414-3413 then dismount", "C/3 Cav move 3413-3414", True),
        ("C/3 mvoe 3414", "C/3 Cav move 3413-3412", True),
        ("C/3 dismuont", "G/3 Cav dismount", False),  # nobody named him
        ("G/33 dismuont", "G/3 Cav dismount", True),
        ("C/9 dismuont", "C/3 Cav dismount", False),
        ("C dismuont", "C/3 Cav dismount", True),  # a company by its letter alone
        ("D dismuont", "C/3 Cav dismount", False),
        ("C/3 at Crwo King frie", "C/3 Cav fire full at Crow King", True),
        ("C/3 at Four frie", "C/3 Cav fire full at Crow King", False),
    ],
)
def test_no_line_is_offered_that_says_something_else(words: str, line: str, is_offered: bool) -> None:
    assert bool(offered(words, line).suggest) is is_offered


def test_a_line_of_another_phase_of_which_nothing_is_offered_gets_the_words_for_that_phase() -> None:
    problem = Malformed("E150", "'melee' belongs to phase F.")
    found = suggestions("in F: C/9, D/9 melee 3412").offered(problem, "C/9, D/9 melee 3412", "C")
    assert found.text == "'melee' belongs to phase F.\nTo give it for that phase, begin the line with   in F:"
    assert suggestions().offered(problem, "C/9 melee 3412", "C") == problem


@pytest.mark.parametrize(
    ("text", "line", "is_offered"),
    [
        ("'dismuont' is not an order.", "C/3 dismount", True),
        ("'dis' is not an order.", "C/3 dismount", False),
        ("'dismounting' is not an order.", "C/3 dismount", True),
        ("'charge' is not an order.", "C/3 dismount", False),
        ("'charge' is not known.", "C/3 dismount", True),
        ("'go' is not an order.", "C/3 move 3413-3414", False),
    ],
)
def test_a_word_that_is_no_order_must_be_near_the_verb_that_is_offered(text: str, line: str, is_offered: bool) -> None:
    assert bool(offered("C/3 xyz", line, text=text).suggest) is is_offered


def test_in_a_phase_to_come_a_line_is_offered_for_that_phase() -> None:
    one = suggestions("C/3 melee 3412", "in E: C/3 stay")
    one.clauses.position.go_to("F")
    found = one.offered(Malformed("E110", "I can't read it."), "C/3 mlee 3412 sty", "F")
    assert found.suggest == ("in F: C/3 Cav melee 3412", "in E: C/3 Cav stay")


def test_a_line_of_another_phase_that_is_not_whole_there_gets_the_lines_that_are_offered_there() -> None:
    problem = Malformed("E150", "Fire is of another phase.")
    there = tuple(f"in B: C/3 Cav fire full at {one}" for one in ("Crow King", "Four Horns"))
    assert suggestions("in B: C/3 fire full").offered(problem, "C/3 fire full", "C").suggest == there
    assert suggestions("in B: C/3 fire", "in B: G/3 fire").offered(problem, "C/3 fire", "C").suggest[0] in there
    assert suggestions("in B: C/3 fire at 3412").offered(problem, "C/3 fire at 3412", "C").suggest == (
        "in B: C/3 Cav fire full at 3412",
    )
    assert suggestions("in B: C/3 fire full").offered(replace(problem, code="E110"), "C/3 fire full", "C").suggest == ()
