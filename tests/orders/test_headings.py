"""Headings: a line that names a marker or a phase and nothing else is for the lines below it."""

import pytest

from pbem.core.options import Options
from pbem.desk.incoming.reader import LetterText
from pbem.orders.rehearsal import Occasion, RehearsalResult, judge_lines, parse_lines, rehearse
from pbem.systems import registry


def custer(words: str, side: str = "us", phase: str = "A") -> RehearsalResult:
    game = registry.game("custer")
    return rehearse(game.system, game.dialect, game.system.open("little-big-horn", Options()), side, phase, words)


def rosebud(words: str, phase: str = "A", ahead: bool = True) -> RehearsalResult:
    game = registry.game("rosebud")
    state = game.system.open("in-contact", Options())
    return rehearse(game.system, game.dialect, state, "us", phase, words, ahead=ahead)


def canonical(found: RehearsalResult) -> list[str]:
    return [text for line in found.lines for text in line.canonical]


@pytest.mark.parametrize(
    "heading",
    [
        "in Reno:",
        "In Reno",
        "in the Reno phase:",
        "For Reno:",
        "Reno:",
        "Reno marker:",
        "Reno's marker",
        "Reno's chit:",
        "when the Reno marker is drawn:",
        "When Reno is drawn",
        "If Reno's marker comes up:",
        "once Reno's chit gets drawn:",
        "Orders for Reno:",
        "Reno, this turn:",
        "If Reno is drawn next:",
        "my orders for the Reno marker:",
    ],
)
def test_lines_below_the_name_of_a_marker_are_for_it(heading: str) -> None:
    found = custer(f"{heading}\nCo. A + Co. M move 1622\n\n- Co. G attack 1622")
    assert canonical(found) == ["in Reno: Co. A + Co. M move 1623-1622", "in Reno: Co. G attack 1622"]


def test_a_heading_goes_to_the_next_one_and_a_line_may_name_its_own() -> None:
    found = custer(
        "Co. C move 1918\nReno:\nCo. A move 1622\nin Benteen: Co. D enter 2824\nCo. M move 1622\n"
        "Custer:\nCo. E move 1918\nCuster's second:\nCo. E stay\nready\nGood luck"
    )
    assert canonical(found) == [
        "Co. C move 2018-1918",
        "in Reno: Co. A move 1623-1622",
        "in Benteen: Co. D enter 2824",
        "in Reno: Co. M move 1623-1622",
        "Co. E move 2018-1918",
        "in second Custer: Co. E stay",
        "ready",
    ]
    assert found.lines[-1].verdict == "not an order"


@pytest.mark.parametrize("heading", ["in Renno:", "when the Crook marker is drawn:", "Crook marker:", "in Hunkpapa:"])
def test_below_a_name_that_no_marker_has_nothing_is_carried_out(heading: str) -> None:
    found = custer(f"{heading}\nCo. C move 1918\nCo. E mvoe 1918\nbest wishes")
    assert [line.verdict for line in found.lines] == ["refused", "refused", "refused", "not an order"]
    assert [line.problem.code for line in found.lines[:3] if line.problem is not None] == ["E154"] * 3


@pytest.mark.parametrize(
    "prose", ["In short:", "My plan:", "For this marker:", "Here goes:", "In this phase:", "Hi Mo:"]
)
def test_other_words_with_a_colon_are_no_headings(prose: str) -> None:
    found = custer(f"{prose}\nCo. C move 1918")
    assert canonical(found) == ["Co. C move 2018-1918"]


def test_a_heading_without_orders_below_is_asked_back() -> None:
    found = custer("Co. C move 1918\nin Reno:\nready")
    assert [line.verdict for line in found.lines] == ["accepted", "refused", "accepted"]


def test_the_letter_of_a_phase_alone_is_no_heading_and_with_its_word_it_is() -> None:
    assert canonical(custer("phase C:\nCo. A move 1622")) == ["in Reno: Co. A move 1623-1622"]
    assert canonical(custer("C:\nCo. A move 1622")) == []


def test_a_line_filled_in_on_the_quoted_sheet_is_not_below_the_heading_above_the_quotation() -> None:
    game = registry.game("custer")
    state = game.system.open("little-big-horn", Options())
    sent = "ORDER SHEET   copy upward or fill in here\n| Co. C move 2018-   5 MP or dismount"
    quoted = "> ORDER SHEET   copy upward or fill in here\n> | Co. C move 2018-1918   5 MP or dismount\n"
    read = LetterText(f"in Reno:\n| Co. A move 1622\n\n{quoted}", (sent,)).read().lines
    occasion = Occasion(game.system, game.dialect, state, "us", "A", {}, False, False)
    found = judge_lines(occasion, parse_lines(occasion, read.lines))
    assert canonical(found) == ["in Reno: Co. A move 1623-1622", "Co. C move 2018-1918"]


def test_in_a_game_of_phases_a_heading_says_for_which_phase_lines_are() -> None:
    letter = (
        "Rally:\nall rally\nFire:\nC/3 fire at Crow King\nin E:\nC/3 fire at Crow King\nMelee phase\nC/3 melee 3412"
    )
    assert canonical(rosebud(letter)) == [
        "all rally",
        "in B: C/3 Cav fire full at Crow King",
        "in E: C/3 Cav fire half at Crow King",
        "in F: C/3 Cav melee 3412",
    ]


def test_a_phase_that_is_over_is_no_heading_by_its_bare_name() -> None:
    assert canonical(rosebud("Fire:\nC/3 fire at Crow King", phase="E")) == ["C/3 Cav fire half at Crow King"]


@pytest.mark.parametrize(
    ("heading", "letter"),
    [
        ("Advance fire:", "E"),
        ("Phase E - advance fire", "E"),
        ("the offensive fire phase:", "B"),
        ("defensive fire:", "D"),
        ("Melee/F:", "F"),
    ],
)
def test_phases_by_their_names_in_the_book(heading: str, letter: str) -> None:
    order = "C/3 melee 3412" if letter == "F" else "C/3 fire at Crow King"
    (line,) = rosebud(f"{heading}\n{order}").lines
    assert line.phase == letter


def test_the_name_of_a_marker_of_the_other_side_is_no_heading_of_mine() -> None:
    assert [line.verdict for line in custer("Hunkpapa:\nCo. C move 1918").lines] == ["refused", "refused"]
