"""An order line as it is read: without list marks, comments, quotes and polite words, each character in its column."""

import pytest

from pbem.orders.lines import bare, without_polite


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("A/3 stay", "A/3 stay"),
        ("'A/3 stay'", " A/3 stay"),
        ("'A/3 stay", " A/3 stay"),
        ("A/3 stay'", "A/3 stay"),
        ("  'A/3 stay'  ", "   A/3 stay"),
        ("A/3's horses stay", "A/3's horses stay"),
        ('"A/3" stay', " A/3  stay"),
        ("- A/3 stay", "  A/3 stay"),
        ("1. - * A/3 stay", "       A/3 stay"),
        ("1. - * 2. A/3 stay", "       2. A/3 stay"),
        ("| A/3 move 3412-3413      dismount", "  A/3 move 3412-3413      dismount"),
        ("*A/3 stay*", " A/3 stay"),
        ("**A/3** _stay_", "  A/3    stay"),
        ("* A/3 stay * B/3 stay", "  A/3 stay * B/3 stay"),
        ("2*3 and 3*4 stay", "2*3 and 3*4 stay"),
        ("A/3 stay # they are tired", "A/3 stay"),
        ("A/3 stay // they are tired", "A/3 stay"),
        ("A/3 (the good) stay", "A/3            stay"),
        ("A/3 ((the) good) stay", "A/3              stay"),
        ("A/3 move 3412   3 of 6 MP", "A/3 move 3412"),
    ],
)
def test_what_is_no_part_of_an_order_is_blanked(line: str, read: str) -> None:
    assert bare(line) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("please A/3 stay.", "       A/3 stay"),
        ("A/3 stay, please", "A/3 stay"),
        ("thanks A/3 stay!", "       A/3 stay"),
        ("A/3 stay...", "A/3 stay"),
        ("Could you please move A/3 N.", "Could you please move A/3 N"),
    ],
)
def test_polite_words_at_both_ends_are_blanked(line: str, read: str) -> None:
    assert without_polite(line) == read
