"""Lines on file beside a letter's new ones: how they are numbered in the receipt, and what is remarked of those that stand."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.core.order import Illegal
from pbem.desk.orders.letter_join import _judged_again
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.orders.receipts import _and
from pbem.orders.clauses import AS_THINGS_STAND
from pbem.orders.verdict import LineVerdict

LINE = "Red One march 5"
TIRED = Illegal("E130", "Nobody marches more than 5.")


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([1], "1"),
        ([1, 2], "1 and 2"),
        ([1, 2, 3], "1 to 3"),
        ([1, 3, 5], "1, 3 and 5"),
        ([1, 3, 5, 7], "1, 3, 5 and 7"),
        ([1, 2, 3, 5], "1 to 3 and 5"),
        ([1, 3, 4, 5], "1 and 3 to 5"),
    ],
)
def test_numbers_of_lines_are_told_as_in_speech(numbers: Sequence[int], words: str) -> None:
    assert _and(numbers) == words


def stands(verdict: LineVerdict | None, *, costs: tuple[str, ...] = ("2 of 5 MP",), **more: Any) -> LineOnFile:
    """The line as it stands in phase B once it was judged among the new ones."""
    entry = LineOnFile(LINE, canonical=(LINE,), costs=costs, **more)
    return _judged_again(entry, {LINE: verdict} if verdict is not None else {}, "B")


def judged(verdict: str, phase: str = "B", **more: Any) -> LineVerdict:
    return LineVerdict(1, LINE, verdict, phase, canonical=(LINE,), **more)


def test_a_line_that_is_still_legal_gets_its_new_cost_and_no_remark() -> None:
    entry = stands(judged("accepted", notes=("4 of 5 MP",)))
    assert (entry.costs, entry.remarks) == (("4 of 5 MP",), ())


def test_a_line_that_is_legal_no_more_is_said_to_be_left_out_and_keeps_its_cost() -> None:
    entry = stands(judged("refused", problem=TIRED))
    assert entry.costs == ("2 of 5 MP",)
    (remark,) = entry.remarks
    assert remark.startswith("not legal after the lines above it, and left out unless you change one: E130")


def test_a_line_for_a_later_phase_that_is_legal_no_more_is_only_doubted() -> None:
    (remark,) = stands(judged("refused", "C", problem=TIRED)).remarks
    assert remark.startswith(AS_THINGS_STAND)
    assert remark.endswith("(W308)")


def test_a_line_for_a_later_phase_that_is_legal_is_not_doubted() -> None:
    assert stands(judged("accepted", "C")).remarks == ()


def test_a_line_that_was_not_judged_stands_as_it_is() -> None:
    assert stands(None) == LineOnFile(LINE, canonical=(LINE,), costs=("2 of 5 MP",))


def test_of_two_orders_in_a_line_only_the_judged_one_is_remarked_upon() -> None:
    other = "Red Two march 5"
    entry = LineOnFile(f"{LINE}; {other}", canonical=(LINE, other), costs=("2 of 5 MP", "3 of 5 MP"))
    fresh = _judged_again(entry, {other: judged("refused", problem=TIRED)}, "B")
    assert fresh.costs == entry.costs
    assert len(fresh.remarks) == 1


def test_a_new_line_is_left_as_the_letter_brought_it() -> None:
    assert stands(judged("refused", problem=TIRED), number=1).remarks == ()
