"""Numbers as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.sanitize import is_number, whole_number


@pytest.mark.parametrize(("text", "number"), [("12", 12), ("-3", -3), ("+3", 3), ("007", 7)])
def test_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "+-5", "--5", "\u00b2", "1.5", " 3", "3\n", "9" * 10, "9" * 5000, "0x10", "1_000"]
)
def test_no_numbers(text: str) -> None:
    assert whole_number(text) is None


@given(st.text())
def test_what_is_taken_for_a_number_is_one(text: str) -> None:
    if is_number(text):
        assert 0 <= int(text) < 10**9
