"""Quotation marks that no list has are found by our lines behind them."""

import pytest

from pbem.orders.lines import own_lines, squashed
from pbem.orders.quote_marks import with_known_marks
from pbem.orders.repeated_lines import EarlierOrders
from pbem.orders.sent_text import SentText

OURS = ["Orders of T3, phase C", "Reserve at 3412 by the ford", "Column HQ at 3513 on the hill", "Ammunition is low"]


def marked(text: list[str], *ours: str, before: tuple[str, ...] = ()) -> tuple[list[str], int]:
    sent = SentText(["\n".join(ours or OURS)], squashed)
    return with_known_marks(text, sent, EarlierOrders(before, squashed))


@pytest.mark.parametrize(
    "mark", [":", "|", "| ", ": : ", "Desk| ", "Kate at home -- ", "[the desk]", ")", ">:", "x" * 15 + "|"]
)
def test_a_mark_before_our_lines_is_put_as_the_usual_one(mark: str) -> None:
    text = ["A/3 stay", "", *(mark + line for line in OURS), "B/3 stay"]
    found, above = marked(text)
    assert above == 2
    assert [line.lstrip("> ") for line in found] == ["A/3 stay", "", *OURS, "B/3 stay"]
    assert [line.startswith(">") for line in found] == [False, False, True, True, True, True, False]


@pytest.mark.parametrize("mark", ["", "x", "Desk", "desk 7", ">", "> > ", "x" * 16 + "|"])
def test_letters_digits_and_what_is_too_long_are_no_mark(mark: str) -> None:
    text = [mark + line for line in OURS]
    assert marked(text) == (text, 0)


@pytest.mark.parametrize(("count", "is_found"), [(2, False), (3, True), (4, True)])
def test_three_lines_of_ours_show_a_mark(count: int, is_found: bool) -> None:
    text = ["A/3 stay", *(f"% {line}" for line in OURS[:count])]
    found, above = marked(text)
    assert (above == 1) is is_found
    assert found == (["A/3 stay", *(f"> {line}" for line in OURS[:count])] if is_found else text)


@pytest.mark.parametrize(("length", "is_found"), [(7, False), (8, True)])
def test_a_line_of_ours_has_eight_characters_to_show_a_mark(length: int, is_found: bool) -> None:
    ours = [letter * length for letter in "abc"]
    assert (marked([f"% {line}" for line in ours], *ours)[0][0][0] == ">") is is_found


@pytest.mark.parametrize(("length", "is_found"), [(200, True), (201, False)])
def test_a_line_of_two_hundred_columns_is_looked_at(length: int, is_found: bool) -> None:
    ours = [letter * (length - 2) for letter in "abc"]
    assert (marked([f"% {line}" for line in ours], *ours)[0][0][0] == ">") is is_found


def test_lines_of_signs_alone_show_no_mark() -> None:
    ours = ["-----------", "===========", "..........."]
    text = [f"% {line}" for line in ours]
    assert marked(text, *ours) == (text, 0)


def test_the_usual_mark_alone_is_left_as_it_is() -> None:
    ours = ["Orders of T3 are these.", "Reserve at 3412.", "Column HQ at 3513."]
    text = [f"> {line}" for line in ours]
    assert marked(text, *ours) == (text, 0)


def test_orders_that_the_player_wrote_before_show_no_mark() -> None:
    orders = ("A/3 stay at 3412", "B/3 stay at 3413", "C/3 stay at 3414")
    text = [f"* {line}" for line in orders]
    assert marked(text, *orders)[0] == [f"> {line}" for line in orders]
    assert marked(text, *orders, before=orders) == (text, 0)


def test_of_two_marks_that_one_counts_behind_which_more_of_ours_stands() -> None:
    text = [f"% {OURS[0]}", *(f"$ {line}" for line in OURS[1:])]
    assert marked(text) == ([text[0], *(f"> {line}" for line in OURS[1:])], 1)
    assert marked(text[::-1]) == ([*(f"> {line}" for line in OURS[:0:-1]), text[0]], 0)


def test_of_marks_that_fit_alike_the_shortest_counts() -> None:
    ours = [*OURS, *(f": {line}" for line in OURS)]
    text = [f"%: {line}" for line in OURS]
    assert marked(text, *ours)[0] == [f">: {line}" for line in OURS]


def test_lines_right_above_the_first_known_one_are_marked_too_if_no_blank_line_is_between() -> None:
    known = [f"| {line}" for line in OURS]
    assert marked(["| A/3 stay", "| B/3 stay", *known]) == (
        ["> A/3 stay", "> B/3 stay", *(f"> {one}" for one in OURS)],
        0,
    )
    assert marked(["| A/3 stay", "", "| B/3 stay", *known])[1] == 2
    assert marked(["A/3 stay", *known])[1] == 1


def test_what_stands_behind_a_mark_of_its_own_is_no_order() -> None:
    text = "\n".join(["A/3 stay", *(f"% {line}" for line in OURS), "% B/3 stay", "C/3 stay"])
    assert [one.text for one in own_lines(text, ["\n".join(OURS)]).lines] == ["A/3 stay", "C/3 stay"]
