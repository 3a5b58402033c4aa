"""The clauses of a line in turn: what falls with a clause, where in the line a problem lies, and what is left of a stack."""

from typing import Any

import pytest

from pbem.core.options import Options
from pbem.core.order import Illegal, Moot, Order, Problem, Warning_
from pbem.core.system import Plan
from pbem.orders.clauses import names_in
from pbem.orders.rehearsal import LineVerdict, rehearse
from pbem.systems import registry
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import Anything, in_contact

GAME = registry.game("rosebud")


def contact(words: str, phase: str = "C", **more: Any) -> list[LineVerdict]:
    position = GAME.system.open("in-contact", Options())
    return list(rehearse(GAME.system, GAME.dialect, position, "us", phase, words, **more).lines)


class Forbids(Anything):
    """Rules that forbid to mount, with a problem of this kind; all else is legal."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        is_forbidden = isinstance(order, o.ChangeMode) and order.mode == "mounted"
        return self.problem if is_forbidden else Plan(order, notes=("1 of 6 MP",) if isinstance(order, o.Stay) else ())


def caret(problem: Problem, line: str) -> str:
    """The words that are marked where a line is refused for this problem."""
    (found,) = rehearse(Forbids(problem), TITLE.dialect, in_contact(), "us", "C", line).lines  # type: ignore[arg-type]
    assert found.verdict == "refused"
    assert found.caret is not None
    return found.text[slice(*found.caret)]


@pytest.mark.parametrize(
    ("code", "words", "line", "marked"),
    [
        ("E135", "", "C/3 mount", "mount"),
        ("E135", "", "C/3 stay; mount; stay", "mount"),
        ("E135", "MOUNT", "C/3 stay; mount; stay", "mount"),
        ("E135", "stay", "C/3 stay; mount", "stay"),  # it stands before the clause alone
        ("E135", "stay", "C/3 stay; mount; stay", "stay"),
        ("E135", "c/3", "C/3 mount", "C/3"),
        ("E135", "Crow King", "C/3 mount", "mount"),
        ("E131", "", "C/3 mount; stay; stay", "mount; stay; stay"),  # it lies in the unit: the others fall too
        ("E133", "", "C/3 mount; stay", "mount; stay"),
        ("E131", "", "C/3 stay; mount; stay", "mount; stay"),
        ("E131", "", "C/3 mount; A/3 stay", "mount"),
        ("E131", "", "C/3 mount; stay; A/3 stay", "mount"),
        ("E131", "", "C/3 stay; mount", "mount"),
        ("E132", "", "C/3 mount; stay", "mount"),
    ],
)
def test_a_problem_is_marked_at_the_words_that_it_names_or_at_its_clause(
    code: str, words: str, line: str, marked: str
) -> None:
    assert caret(Illegal(code, "It may not.", "4.B", words=words), line) == marked


class OutOfReach(Anything):
    """Rules that let nobody fire, with a problem of this code that names these words."""

    def __init__(self, code: str, words: str) -> None:
        self.problem = Illegal(code, "Out of reach.", "9.A", words=words)

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        return self.problem if isinstance(order, o.Fire) else Plan(order)


@pytest.mark.parametrize(
    ("code", "words", "line", "marked"),
    [
        ("E140", "", "C/3 fire full at Crow King", "Crow King"),
        ("E143", "", "C/3 fire full at Crow King 3412", "Crow King 3412"),
        ("E140", "3412", "C/3 fire full at Crow King 3412", "3412"),
        ("E140", "full", "C/3 fire full at Crow King 3412", "full"),
        ("E150", "", "C/3 fire full at Crow King", "fire full at Crow King"),
        ("E140", "", "C/3 fire full at Crow King else Four Horns", "Crow King"),
    ],
)
def test_a_target_out_of_reach_is_marked_itself(code: str, words: str, line: str, marked: str) -> None:
    system: Any = OutOfReach(code, words)
    (found,) = rehearse(system, TITLE.dialect, in_contact(), "us", "B", line).lines
    assert found.caret is not None
    assert found.text[slice(*found.caret)] == marked


def test_words_are_marked_where_they_stand_behind_the_start_of_the_clause() -> None:
    problem = Illegal("E135", "It may not.", "4.B", words="stay")
    (found,) = rehearse(Forbids(problem), TITLE.dialect, in_contact(), "us", "C", "C/3 stay; mount; stay").lines  # type: ignore[arg-type]
    assert found.caret == (17, 21)


@pytest.mark.parametrize(
    ("line", "verdict", "canonical"),
    [
        ("C/3 mount", "refused", ()),
        ("C/3 mount; mount", "refused", ()),
        ("C/3 mount; stay", "accepted", ("C/3 Cav stay",)),
        ("C/3 stay; mount", "accepted", ("C/3 Cav stay",)),
        ("A/3, C/3 mount", "refused", ()),
    ],
)
def test_what_is_so_already_is_refused_only_where_nothing_else_is_ordered(
    line: str, verdict: str, canonical: tuple[str, ...]
) -> None:
    moot = Moot("E138", "It is mounted already.", "7.C")
    (found,) = rehearse(Forbids(moot), TITLE.dialect, in_contact(), "us", "C", line).lines  # type: ignore[arg-type]
    assert (found.verdict, found.canonical) == (verdict, canonical)
    if verdict == "accepted":
        assert found.warnings == (Warning_("W310", "It is mounted already; there was nothing to do", "7.C"),)
        assert found.notes == ("1 of 6 MP",)


def test_leaders_of_a_stack_are_left_out_unless_nobody_else_is_in_it() -> None:
    (stack,) = contact("stack T dismount", stacks={"T": ("A/3 Cav", "E/3 Cav", "Capt Mills")})
    assert stack.canonical == ("A/3 Cav dismount", "E/3 Cav dismount")
    assert [(one.code, one.text.endswith("; Capt Mills left out")) for one in stack.warnings] == [("W312", True)]
    (alone,) = contact("stack T dismount", stacks={"T": ("Capt Mills",)})
    assert (alone.verdict, alone.warnings) == ("refused", ())
    (named,) = contact("A/3, Capt Mills dismount")
    assert named.canonical == ("A/3 Cav dismount",)
    (alone,) = contact("Capt Mills dismount")
    assert alone.verdict == "refused"


class AtStake(Anything):
    """Rules that forbid C/3 to move as long as something happens to A/3 or to Crow King."""

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        if isinstance(order, o.Move):
            return Illegal("E135", "A/3 Cav is in the way.  Way round:", "5.A", rests_on=("A/3 Cav", "Crow King"))
        if isinstance(order, o.Melee):
            return Illegal("E160", "Nobody is there.", "10.A", rests_on=("Crow King",))
        return Illegal("E143", "It may not.", "9.A") if isinstance(order, o.Rally) else Plan(order)


@pytest.mark.parametrize(
    ("before", "line", "waits"),
    [
        (
            "G/3 fire full at Gall",
            "in C: C/3 move 3413-3414",
            False,
        ),  # the next phase: nothing that it rests on is at stake
        ("G/3 fire full at Crow King", "in C: C/3 move 3413-3414", True),
        ("A/3 fire full at Gall", "in C: C/3 move 3413-3414", True),
        ("G/3 fire full at Gall", "in F: C/3 melee 3412", True),  # a later one: much may happen until then
        ("G/3 fire full at Gall", "in A: C/3 rally", False),  # it rests on nothing
    ],
)
def test_a_line_for_a_later_phase_waits_where_what_it_rests_on_may_change(before: str, line: str, waits: bool) -> None:
    found = rehearse(AtStake(), TITLE.dialect, in_contact(), "us", "B", f"{before}\n{line}", ahead=True).lines  # type: ignore[arg-type]
    assert found[0].verdict == "accepted"
    if "rally" in line:  # of a later turn: not looked at before it comes
        assert [one.text for one in found[1].warnings] == [
            "filed for phase A of a later turn; looked at again when it comes"
        ]
        return
    assert found[1].verdict == ("accepted" if waits else "refused")
    if waits:
        assert [one.code for one in found[1].warnings][-1] == "W308"
        assert found[1].warnings[-1].text.startswith("not legal as things stand: ")
        assert not found[1].warnings[-1].text.endswith("Way round:")


def test_the_names_in_an_order_are_its_units_and_its_target() -> None:
    assert list(names_in(o.Fire("C/3 Cav", "full", "Crow King"))) == ["C/3 Cav", "full", "Crow King", ""]
    assert list(names_in(o.Move(("A/3 Cav", "E/3 Cav"), ("3611", "3612")))) == ["A/3 Cav", "E/3 Cav", "3611", "3612"]
    assert list(names_in(o.Transfer("C/3 Cav", 2, "G/3 Cav"))) == ["C/3 Cav", "G/3 Cav"]
