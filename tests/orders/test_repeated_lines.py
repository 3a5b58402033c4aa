"""Which unmarked lines are a quotation of ours, and which are orders that the player wrote again."""

import pytest

from pbem.orders.lines import squashed
from pbem.orders.repeated_lines import MOST_REPEATED, EarlierOrders, RepeatedLines, TypedLines
from pbem.orders.sent_text import SentText

ORDERS = ["F/3 Cav move 2912-2911-2811", "C/9 Inf fire long at Crow King", "G/3 Cav recover"]
HEAD, TAIL = "On file for T3 US phase C:", "If you do nothing, they run at the deadline."
LETTER = [HEAD, *ORDERS, TAIL]
LISTED = ["Reserve", "Column", "Train"]
"""Short lines of another letter, which are no passage."""


def quoted(
    text: list[str],
    *,
    typed: int = 0,
    border: int | None = None,
    below: int | None = None,
    before: list[str] | None = None,
) -> list[int]:
    """The numbers of the lines that quote ours, from 0."""
    end = len(text)
    above = TypedLines(typed, end if border is None else border, end if below is None else below)
    sent = SentText(["\n".join(LETTER), "\n".join(["Where they are:", *LISTED, "Nowhere else."])], squashed)
    known = EarlierOrders(ORDERS if before is None else before, squashed)
    own = [n for n, line in enumerate(text) if line]
    return sorted(RepeatedLines(text, sent, known, above).find(own))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ORDERS, []),
        (ORDERS[::-1], []),
        (["Hello", *ORDERS, "Bye"], []),
        (LETTER, [0, 1, 2, 3, 4]),
        ([HEAD, *ORDERS], [0, 1, 2, 3]),
        ([*ORDERS, TAIL], [0, 1, 2, 3]),
        ([*ORDERS, "", *LETTER], [4, 5, 6, 7, 8]),  # orders, and below a blank line our letter
        ([*ORDERS, *LETTER], [3, 4, 5, 6, 7]),
        ([ORDERS[2], HEAD, ORDERS[0], "Hello"], [0, 1, 2]),
        ([ORDERS[2], "", HEAD, ORDERS[0]], [2, 3]),
        (["Reserve", "", HEAD, *ORDERS], [0, 2, 3, 4, 5]),  # no order of the player's stands above it
        ([*LETTER, "", *ORDERS], [0, 1, 2, 3, 4, 6, 7, 8]),  # below a quotation the same lines are one
        ([*LETTER, "Hello", ORDERS[1]], [0, 1, 2, 3, 4]),
        ([TAIL], []),
        ([TAIL, "Hello", HEAD], []),
        ([TAIL, HEAD], [0, 1]),
        (["Train", "Reserve"], [0, 1]),
        (["Train", "Hello", "Reserve"], []),
        ([], []),
    ],
)
def test_a_quotation_has_more_of_our_letter_around_it_than_the_players_orders(
    text: list[str], found: list[int]
) -> None:
    assert quoted(text) == found


def test_orders_that_the_player_never_wrote_are_ours() -> None:
    assert quoted(ORDERS, before=[]) == [0, 1, 2]
    assert quoted([ORDERS[0]], before=[]) == []
    assert quoted(ORDERS, before=ORDERS[:2]) == [0, 1, 2]


def test_lines_typed_above_all_that_is_marked_are_the_players() -> None:
    assert quoted(LETTER, typed=5) == []
    assert quoted(LETTER, typed=3) == [3, 4]
    assert quoted(["Train", "Reserve", "Column"], typed=1) == [1, 2]
    assert quoted(["Train", "Reserve", "Column"], typed=2) == []


def test_below_the_head_of_an_older_letter_one_line_is_a_quotation() -> None:
    text = ["Hello", TAIL, "Bye", HEAD, "Hm"]
    assert quoted(text, border=2, below=3) == [3]
    assert quoted(text, border=3, below=4) == []
    assert quoted(["Hello", ORDERS[0], "Hm"], border=0, below=1) == [1]
    assert quoted([*ORDERS, "Hm"], border=3, below=3) == []
    assert quoted([*ORDERS, "Hm"], border=2, below=2) == [0, 1, 2]


def test_forty_lines_are_compared_at_once_and_then_the_next() -> None:
    long = [f"Line {n} of a long letter that we sent" for n in range(3 * MOST_REPEATED)]
    sent = SentText(["\n".join(long)], squashed)
    above = TypedLines(0, len(long) + 2, len(long) + 2)
    text = ["Hello", *long, "Bye"]
    found = list(RepeatedLines(text, sent, EarlierOrders((), squashed), above).find(range(len(text))))
    assert found == list(range(1, len(long) + 1))


@pytest.mark.parametrize(
    ("line", "is_known"),
    [
        ("G/3 Cav recover", True),
        ("  G/3  Cav recover", True),
        ("- G/3 Cav recover", True),
        ("* in C: G/3 Cav recover", True),
        ("in melee: G/3 Cav recover", True),
        ("in the phase after: G/3 Cav recover", False),
        ("G/3 Cav recovers", False),
        ("", False),
    ],
)
def test_an_order_is_known_again_in_a_list_or_for_a_later_phase(line: str, is_known: bool) -> None:
    assert (line in EarlierOrders(["A/3 Cav stay\n+ in F: G/3 Cav recover", ""], squashed)) is is_known
