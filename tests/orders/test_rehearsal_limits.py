"""The rehearsal at its limits, lines on file among new ones, and what it says of lines that stand in each other's way."""

from typing import Any

import pytest

from pbem.core.options import Options
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Plan
from pbem.orders.lines import MOST_EXPLAINED, MOST_PROSE, own_lines
from pbem.orders.parsed_lines import OnFile
from pbem.orders.rehearsal import (
    MOST_LINES_AGAIN,
    MOST_SECOND_THOUGHTS,
    Occasion,
    RehearsalResult,
    judge_lines,
    name_lines,
    parse_lines,
    rehearse,
)
from pbem.systems import registry
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import ANYTHING, Anything, in_contact
from tests.orders.test_rehearsal import OneShot

DIALECT = TITLE.dialect
GAME = registry.game("rosebud")
COMPANIES = [f"{letter}/{number}" for number, letters in (("3", "ABCDEFGIL"), ("2", "ABDEI")) for letter in letters]


def read(words: str, phase: str = "C", system: Any = ANYTHING, side: str = "us", **more: Any) -> RehearsalResult:
    return rehearse(system, DIALECT, in_contact(), side, phase, words, **more)


def contact(words: str, phase: str = "C", **more: Any) -> RehearsalResult:
    return rehearse(GAME.system, GAME.dialect, GAME.system.open("in-contact", Options()), "us", phase, words, **more)


def verdicts(found: RehearsalResult) -> list[str]:
    return [line.verdict for line in found.lines]


# Second thoughts


def twice(units: int, others: int = 0) -> str:
    """A letter in which so many units fire twice, with so many other lines."""
    fires = [f"{one} fire {how} at Crow King" for one in COMPANIES[:units] for how in ("full", "half")]
    return "\n".join([*fires, *["status"] * others])


@pytest.mark.parametrize(("units", "replaced"), [(1, 1), (6, MOST_SECOND_THOUGHTS), (7, MOST_SECOND_THOUGHTS)])
def test_six_times_a_letter_is_looked_at_again_for_orders_given_twice(units: int, replaced: int) -> None:
    found = read(twice(units), "B", OneShot())
    assert [order.how for order in found.orders if isinstance(order, o.Fire)] == [
        *["half"] * replaced,
        *["full"] * (units - replaced),
    ]
    assert verdicts(found).count("refused") == units - replaced


@pytest.mark.parametrize(
    ("lines", "replaced"),
    [(MOST_LINES_AGAIN // 2, 2), (MOST_LINES_AGAIN // 2 + 1, 1), (MOST_LINES_AGAIN, 1), (MOST_LINES_AGAIN + 1, 0)],
)
def test_long_letters_are_looked_at_again_less_often(lines: int, replaced: int) -> None:
    found = read(twice(2, lines - 4), "B", OneShot())
    assert [order.how for order in found.orders if isinstance(order, o.Fire)].count("half") == replaced


def test_what_an_earlier_line_loses_to_a_later_one_is_told_with_its_number() -> None:
    found = read("C/3 fire full at Crow King\nstatus\nC/3 fire half at Crow King", "B", OneShot())
    (warning,) = found.lines[0].warnings
    assert warning.text == (
        "C/3 Cav fire full at Crow King: line 3 gives the same unit another order, and the later one stands"
    )
    assert found.lines[0].orders == ()
    again = read("C/3 fire full at Crow King\nC/3 fire full at Crow King", "B", OneShot())
    assert verdicts(again) == ["accepted", "refused"]


# How much is said


def test_sixty_refused_lines_are_explained_and_the_next_only_refused() -> None:
    lines = ["Mils stay"] * (MOST_EXPLAINED + 1)
    problems = [line.problem for line in contact("\n".join(lines)).lines]
    hints = ["Did you mean" in one.text for one in problems if one is not None]
    assert hints == [True] * MOST_EXPLAINED + [False]


@pytest.mark.slow
@pytest.mark.parametrize(("chat", "is_explained"), [(MOST_PROSE - 1, True), (MOST_PROSE, False)])
def test_below_two_hundred_lines_of_chat_nothing_near_a_wrong_name_is_looked_for(chat: int, is_explained: bool) -> None:
    found = contact("\n".join([*["It was a long day at work."] * chat, "Mils stay"])).lines
    assert [one.verdict for one in found] == [*["not an order"] * chat, "refused"]
    problem = found[-1].problem
    assert problem is not None
    assert ("Did you mean" in problem.text) is is_explained
    first = contact("\n".join(["Mils stay", *["It was a long day at work."] * chat])).lines[0].problem
    assert first is not None
    assert "Did you mean" in first.text


# Room that a line below makes


class Full(Anything):
    """Rules under which nobody may move into 3414 while C/3 is where it began."""

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        if isinstance(order, o.Move) and order.path[-1] == "3414" and view["C/3 Cav"].at == "3413":
            return Illegal("E136", "3414 is full.", "5.A", rests_on=("C/3 Cav", "L/3 Cav"))
        if isinstance(order, o.Move) and order.path[-1] == "3415":
            return Illegal("E136", "3415 is full.", "5.A", rests_on=("C/3 Cav",))
        if isinstance(order, o.Move) and order.path[-1] == "3513":
            return Illegal("E135", "A cliff.", "5.A", rests_on=("C/3 Cav",))
        return Plan(order)


ROOM = "\nMove 'C/3 Cav move 3413-3412' above this line, so that it leaves first."


@pytest.mark.parametrize(
    ("letter", "is_told"),
    [
        ("G/3 move 3512-3413-3414\nC/3 move 3413-3412", True),
        ("G/3 move 3512-3413-3414\nA/3 stay\nC/3 move 3413-3412", True),
        ("G/3 move 3512-3413-3414\nC/3 stay", False),
        ("G/3 move 3512-3413-3414\nA/3 move 3611-3612", False),
        ("G/3 move 3512-3413-3414\nC/3 move 3413-3513", False),
        ("G/3 move 3512-3513\nC/3 move 3413-3412", False),
        ("C/3 move 3413-3412\nG/3 move 3512-3413-3415", False),
    ],
)
def test_a_line_that_finds_no_room_is_told_of_the_line_below_that_makes_it(letter: str, is_told: bool) -> None:
    texts = [one.problem.text for one in read(letter, system=Full()).lines if one.problem is not None]
    assert [text.endswith(ROOM) for text in texts if "full" in text] == ([is_told] if "3513\nC" not in letter else [])


# Lines on file


def occasion(system: Any = ANYTHING, phase: str = "C", **more: Any) -> Occasion:
    return Occasion(system, DIALECT, in_contact(), "us", phase, **more)


def on_file(number: int, order: Order, phase: str = "") -> OnFile:
    return OnFile(number, order, DIALECT.write(order), phase)


FULL, HALF = (o.Fire("C/3 Cav", how, "Crow King") for how in ("full", "half"))
STAY = o.Stay(("C/3 Cav",))


def test_lines_on_file_are_looked_at_again_among_new_ones_in_the_sequence_of_their_numbers() -> None:
    here = occasion()
    new = parse_lines(here, own_lines("hello\nC/3 move 3414-3514").lines)
    first, last = (on_file(n, o.Move(("C/3 Cav",), path)) for n, path in ((0, ("3413", "3414")), (7, ("3514", "3515"))))
    found = judge_lines(here, [first, *new, last])
    assert [(one.number, one.verdict, one.canonical) for one in found.lines] == [
        (0, "accepted", ("C/3 Cav move 3413-3414",)),
        (1, "not an order", ()),
        (2, "accepted", ("C/3 Cav move 3414-3514",)),
        (7, "accepted", ("C/3 Cav move 3514-3515",)),
    ]
    assert [one.phase for one in found.lines] == ["C", "", "C", "C"]
    assert found.lines[0].text == "C/3 Cav move 3413-3414"
    assert found.lines[0].warnings == ()


class NoFire(Anything):
    """Rules under which nobody may fire; the plan of a move has a cost and a remark."""

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        if isinstance(order, o.Fire):
            return Illegal("E140", "Out of reach.", "9.A", rests_on=("Crow King",) if order.how == "half" else ())
        return Plan(order, notes=("2 of 6 MP",))


@pytest.mark.parametrize(
    ("filed", "verdict", "phase", "warned"),
    [
        (on_file(1, FULL), "refused", "B", []),
        (on_file(1, FULL, "D"), "refused", "D", []),
        (on_file(1, HALF, "D"), "accepted", "D", ["W308"]),
        (on_file(1, STAY), "accepted", "B", []),
        (on_file(1, STAY, "C"), "accepted", "C", []),
    ],
)
def test_a_line_on_file_may_fall_and_one_for_a_later_phase_may_wait(
    filed: OnFile, verdict: str, phase: str, warned: list[str]
) -> None:
    (line,) = judge_lines(occasion(NoFire(), "B"), [filed]).lines
    assert (line.verdict, line.phase, [one.code for one in line.warnings]) == (verdict, phase, warned)
    assert (line.problem is not None) is (verdict == "refused")
    assert line.notes == (("2 of 6 MP",) if "stay" in line.text else ())
    assert line.canonical == ((filed.text,) if verdict == "accepted" else ())


def test_a_line_on_file_takes_no_name_below_good_orders_for_a_signature() -> None:
    here = occasion()
    (name,) = parse_lines(here, own_lines("Crook").lines)
    filed = on_file(0, STAY)
    assert [one.verdict for one in judge_lines(here, [filed, name]).lines] == ["accepted", "refused"]
    good, signed = parse_lines(here, own_lines("C/3 stay\nCrook").lines)
    assert [one.verdict for one in judge_lines(here, [good, signed]).lines] == ["accepted", "not an order"]


def test_names_alone_are_looked_at_without_the_rules() -> None:
    here = occasion(NoFire(), "B")
    lines = parse_lines(here, own_lines("C/3 fire full at Crow King\nC/33 stay\nMils stay").lines)
    found = name_lines(here, lines)
    assert [one.verdict for one in found.lines] == ["accepted", "refused", "refused"]
    assert [one.verdict for one in judge_lines(here, lines).lines] == ["refused"] * 3
    assert parse_lines(here, ()) == ()


# What phase a line is for


@pytest.mark.parametrize(
    ("phase", "line", "filed", "text"),
    [
        ("B", "in C: A/3 dismount", "C", "filed for phase C of this player turn; looked at again when it comes"),
        ("B", "in B: C/3 fire at Crow King", "B", ""),
        ("C", "in A: A/3 rally", "A", "filed for phase A of a later turn; looked at again when it comes"),
        ("C", "in C: A/3 dismount", "C", ""),
    ],
)
def test_a_line_for_another_phase_is_filed_for_it(phase: str, line: str, filed: str, text: str) -> None:
    (found,) = contact(line, phase).lines
    assert (found.verdict, found.phase) == ("accepted", filed)
    assert [one.text for one in found.warnings if one.code == "W308"] == ([text] if text else [])
    assert found.canonical[0].startswith(f"in {filed}: ") is bool(text)


def test_with_one_letter_for_a_turn_each_line_goes_where_its_verb_belongs() -> None:
    letter = "C/3 melee 3412\nA/3 move 3611-3612\nG/3 rally\nI/3 fire at Crow King"
    found = contact(letter, "B", ahead=True)
    assert [(one.number, one.phase) for one in found.lines] == [(1, "F"), (2, "C"), (3, "B"), (4, "B")]
    assert [one.verdict for one in contact(letter, "B").lines].count("accepted") == 0


@pytest.mark.parametrize(
    ("phase", "line", "filed", "canonical"),
    [
        ("A", "C/3 fire at Crow King", "B", "in B: C/3 Cav fire full at Crow King"),
        ("B", "C/3 fire at Crow King", "B", "C/3 Cav fire full at Crow King"),
        ("C", "C/3 fire at Crow King", "E", "in E: C/3 Cav fire half at Crow King"),
    ],
)
def test_a_verb_of_several_phases_is_for_the_first_to_come(phase: str, line: str, filed: str, canonical: str) -> None:
    (found,) = contact(line, phase, ahead=True).lines
    assert (found.verdict, found.phase, found.canonical) == ("accepted", filed, (canonical,))


def test_what_is_offered_for_a_later_phase_says_for_which() -> None:
    (found,) = contact("in B: C/3 fire full", "A").lines
    assert found.problem is not None
    assert found.problem.text.endswith("   Write   in B: C/3 Cav fire full at Crow King")
    assert found.problem.suggest == tuple(f"in B: C/3 Cav fire full at {one}" for one in ("Crow King", "Four Horns"))
    (present,) = contact("C/3 fire full", "B").lines
    assert present.problem is not None
    assert present.problem.suggest[0] == "C/3 Cav fire full at Crow King"


@pytest.mark.parametrize(
    ("line", "verdict"),
    [("in F: hello there", "refused"), ("  in F : hello there", "refused"), ("in Z: hello there", "not an order")],
)
def test_a_line_that_says_its_phase_was_meant_as_an_order(line: str, verdict: str) -> None:
    assert verdicts(contact(line)) == [verdict]


def test_lines_on_file_for_a_later_phase_stand_among_new_ones_for_it() -> None:
    here = occasion(phase="B")
    new = parse_lines(here, own_lines("in C: G/3 stay\nin C: A/3 stay").lines)
    found = judge_lines(here, [on_file(0, STAY, "C"), *new, on_file(7, STAY, "C")])
    assert [(one.number, one.verdict, one.phase) for one in found.lines] == [(n, "accepted", "C") for n in (0, 1, 2, 7)]


# Lines that are no orders


@pytest.mark.parametrize(
    ("line", "verdict", "suggest"),
    [
        ("statsu", "accepted", ()),
        ("raedy", "refused", ("ready",)),
        ("ready?", "refused", ("ready",)),
        ("status?", "accepted", ()),
        ("Statsu. A/3 dismuont now.", "refused", ("A/3 Cav dismount",)),
        ("I am ready as soon as you", "refused", ("ready",)),
        ("ready to go tomorrow?", "not an order", ()),
        ("Can C/3 fire at Crow King?", "refused", ()),  # it may be put as a wish
        ("C/3 frie at Crow King?", "not an order", ()),
        ("hello there", "not an order", ()),
    ],
)
def test_slips_and_questions_of_commands_are_mended_asked_back_or_chat(
    line: str, verdict: str, suggest: tuple[str, ...]
) -> None:
    (found,) = contact(line).lines
    assert found.verdict == verdict
    assert (found.problem.suggest if found.problem is not None else ()) == suggest
    if suggest == ("ready",):
        assert found.caret == (0, len(line))


@pytest.mark.parametrize(
    ("signed", "verdict"),
    [
        ("Crook", "not an order"),
        ("G. Crook", "not an order"),
        ("crook", "refused"),
        ("C/3", "refused"),
        ("Hello", "not an order"),
    ],
)
def test_a_signature_is_a_capitalised_name_of_letters(signed: str, verdict: str) -> None:
    assert verdicts(contact(f"A/3 dismount\n{signed}")) == ["accepted", verdict]


def test_with_names_alone_nothing_is_tried_to_be_offered() -> None:
    here = Occasion(GAME.system, GAME.dialect, GAME.system.open("in-contact", Options()), "us", "C")
    lines = parse_lines(here, own_lines("Mils stay").lines)
    found = [judge(here, lines).lines[0].problem for judge in (name_lines, judge_lines)]
    assert [one.suggest for one in found if one is not None] == [("Capt Mills",), ("Capt Mills stay",)]
