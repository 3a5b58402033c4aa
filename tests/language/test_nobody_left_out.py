"""Everybody whom a line surely bids something is in its orders, or the line is asked about."""

import pytest

from pbem.orders.verdict import ACCEPTED, REFUSED
from tests.language.score import Row, judged

ROSEBUD = "rosebud", "us", "in-contact", "C"
FIRE = "rosebud", "indian", "in-contact", "B"
LBH = "littlebighorn", "us", "in-the-village", "C"
CUSTER = "custer", "us", "little-big-horn", "A"
RENO = "custer", "us", "pos:custer-reno", "C"
Where = tuple[str, str, str, str]
READ: list[tuple[Where, str, list[str]]] = [
    # A kind of one's own in a sentence beside an order in the notation.
    (LBH, "M/7 to 7219. Scouts tag along.", ["M/7 Cav move 7218-7219", "Army Scouts move 7318-7219"]),
    (LBH, "M/7 to 7219. Scouts likewise.", ["M/7 Cav move 7218-7219", "Army Scouts move 7318-7219"]),
    # What seems wise, ahead of another order.
    (
        RENO,
        "It seems wisest to have A and M climb down. The Major can stay.",
        ["Co. A dismount", "Co. M dismount", "Reno stay"],
    ),
    (
        RENO,
        "1518 -> 1617 (A, M, Reno); 1519 -> 1618 (G only)",
        ["Co. A + Co. M + Reno move 1518-1617", "Co. G move 1519-1618"],
    ),
    (CUSTER, "i 2 1817 L 2 1816 kthx", ["Co. I move 1917-1817", "Co. L move 1917-1816"]),
    (CUSTER, "The Scouts go to look what is in 1814", ["Scouts move 1916-1815-1814"]),
    (
        FIRE,
        "Young Two Moon shoots on the running soldiers of F, Little Wolf not.",
        ["Young Two Moon fire full at F/3 Cav", "Little Wolf stay"],
    ),
]


@pytest.mark.parametrize(("where", "line", "canonical"), READ)
def test_everybody_is_in_the_orders(where: Where, line: str, canonical: list[str]) -> None:
    (found,) = judged(Row("", *where, "", line, ""), line)
    assert (list(found.canonical), found.verdict) == (canonical, ACCEPTED)


ASKED: list[tuple[Where, str, str]] = [
    # A polite question beside an order.
    (CUSTER, "Would C go to 2019? E stays.", "Co. C move 2018-2019; Co. E stay"),
    # A leader ahead of a list: nobody knows whether he goes too.
    (ROSEBUD, "NOYES: A/2, B/2 to 3410", "A/2 Cav + B/2 Cav move 3310-3410"),
    (ROSEBUD, "NOYES: A/2, B/2 to 3410", "A/2 Cav + B/2 Cav + Capt Noyes move 3310-3410"),
]


@pytest.mark.parametrize(("where", "line", "offer"), ASKED)
def test_who_may_be_meant_is_asked_about(where: Where, line: str, offer: str) -> None:
    (found,) = judged(Row("", *where, "", line, ""), line)
    assert found.verdict == REFUSED
    assert found.problem is not None
    assert offer in found.problem.suggest


def test_a_leader_ahead_of_what_only_units_do_is_no_question() -> None:
    line = "Noyes: A/2 dismount"
    (found,) = judged(Row("", *ROSEBUD, "", line, ""), line)
    assert (list(found.canonical), found.verdict) == (["A/2 Cav dismount"], ACCEPTED)


def test_nobody_is_left_out_who_heads_a_row() -> None:
    line = "A -> 1617 / M -> 1617 / Reno -> with them / G -> dismount"
    (found,) = judged(Row("", *RENO, "", line, ""), line)
    assert "Reno" in " ".join(found.canonical)
