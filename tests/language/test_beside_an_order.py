"""A greeting, thanks, the weather or good wishes beside an order change nothing: it is taken as it is without them."""

import pytest

from pbem.orders.verdict import REFUSED
from tests.language.score import Row, judged
from tests.language.test_taken_at_once import TAKEN, Where

BESIDE = [
    "Hi all! {}",
    "Hello Pete, {}",
    "Good morning. {}",
    "{}",
    "{}. Thanks!",
    "{}. Cheers, Bob",
    "{}. Best wishes, Anna Smith",
    "{}. My wife says hello.",
    "{}. It has been raining all week here.",
    "{} - wish them luck.",
    "{}, and I hope it works.",
    "Sorry for the delay. {}",
    "So, {}",
    "{} \U0001f642",
    "{}, despite the risk.",
]


def read(where: Where, text: str) -> tuple[list[str], bool]:
    """The orders of a text, and whether it is asked about or refused."""
    game, side, scenario, phase = where
    found = judged(Row("", game, side, scenario, phase, "", text, ""), text)
    return [line for one in found for line in one.canonical], any(one.verdict == REFUSED for one in found)


@pytest.mark.parametrize("beside", BESIDE)
def test_what_stands_beside_an_order_never_changes_nor_loses_it(beside: str) -> None:
    """Nearly all are taken as without it; what is not is asked about."""
    asked, wrong = 0, []
    lines = TAKEN[::2]
    for where, line, orders in lines:
        found = read(where, text := beside.format(line.rstrip(".! ")))
        asked += found == ([], True)
        if found not in ((orders, False), ([], True)):
            wrong.append((text, found))
    assert wrong == []
    assert asked <= len(lines) // 4


def test_an_order_is_never_lost_beside_one_in_the_notation() -> None:
    where = "rosebud", "us", "in-contact", "C"
    found = read(where, "All infantry of 9th regiment should lay down on the earth, please. The rest stay put.")
    assert found in (([], True), (["C/9 Inf prone", "G/9 Inf prone", "H/9 Inf prone"], False))
