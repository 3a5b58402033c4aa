"""Wrong orders in the position in contact come out letter for letter as the order language, section 8, has them."""

import pytest

from pbem.core.order import Order
from pbem.orders.refusal_text import explained
from pbem.systems.indian_wars.orders.records import ChangeMode, Charge, Fire, Move
from tests.systems.indian_wars.ground import in_contact, problem

CASES = {
    "11": (
        "us",
        Move(("C/9 Inf",), ("3213", "3212", "3211", "3210")),
        "3210",
        """E130  C/9 Inf has 6 MP.  3212 and 3211 cost 3 each (clear 2, uphill 1):
      nothing is left for 3210 (light woods 2) (7.B).
      The farthest it can go:   C/9 Inf move 3213-3212-3211""",
    ),
    "13": (
        "us",
        ChangeMode("L/3 Cav", "mounted"),
        "",
        """E132  L/3 Cav is pinned: it can't move or change mode (9.D, 8.D).
      It tries to rally in your next phase A; nothing to order now.""",
    ),
    "14": (
        "us",
        Move(("F/3 Cav",), ("2810", "2811")),
        "",
        """E133  F/3 Cav is routed: it can move only by rout movement (10.J.2).
      Choose its rally place:   F/3 Cav rout to B/3 Cav   (2911)
         F/3 Cav rout to L/3 Cav   (2812)     F/3 Cav rout to HQ   (3214)""",
    ),
    "15": (
        "indian",
        Move(("Black Moon",), ("2608", "2707")),
        "2608-2707",
        """E134  A cliff runs between 2608 and 2707: it can't be crossed (7.B).
      Way round:   Black Moon move 2608-2708-2707""",
    ),
    "16": (
        "us",
        Move(("A/3 Cav",), ("3611", "3511")),
        "3511",
        """E135  3511 holds Rain in the Face and Lone Bull: you can't enter an
      enemy hex (7.C).  A/3 Cav stands next to them already; to attack
      write   in F: A/3 Cav melee 3511   (10.A).""",
    ),
    "17": (
        "us",
        Move(("A/3 Cav", "E/3 Cav"), ("3611", "3510", "3410", "3310")),
        "3310",
        """E136  3310 would hold 35 strength points at the end of the phase; 25 may
      stand there (6.A) and do: A/2, B/2, D/2, E/2, I/2 Cav.
      The farthest it can go:   A/3 Cav + E/3 Cav move 3611-3510-3410""",
    ),
    "18": (
        "us",
        ChangeMode("G/3 Cav", "mounted"),
        "",
        """E137  G/3 Cav is disrupted and its holders are in 3513, not in 3512: it
      must recover first (7.E, 2 MP) and meet its horses (8.D.2b).
      Write it in this order:
      G/3 holders move 3513-3512; G/3 recover; mount""",
    ),
    "23": (
        "us",
        Charge(("B/3 Cav",), "2809", ("2910", "2909")),
        "2909",
        """E170  A charge may climb only one level in all; 2911 is level 4, 2909
      level 6 (16.A).  Without a charge:   B/3 Cav move 2911-2910-2909
                                   in F: B/3 Cav melee 2809""",
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_the_refusal_reads_as_in_the_order_language(number: str) -> None:
    side, order, words, text = CASES[number]
    found = problem(in_contact(), order, side)
    assert "\n".join(explained(found)) == text
    assert found.words == words


def test_a_company_that_fired_in_full_may_do_nothing() -> None:
    field = in_contact()
    field.put(field["C/3 Cav"].but(fired="full"))
    found = problem(field, ChangeMode("C/3 Cav", "dismounted"))
    assert (
        "\n".join(explained(found))
        == """E131  C/3 Cav fired at full strength in phase B: it may not move or
      change mode this turn (4.B, 7.C).  It is already dismounted.
      Next turn   fire half   keeps half of its MP."""
    )
    assert problem(field, Move(("C/3 Cav",), ("3413", "3414"))).code == "E131"


@pytest.mark.parametrize(
    ("order", "rests_on"),
    [
        (Move(("A/3 Cav",), ("3611", "3511")), ("3511", "Rain in the Face", "Lone Bull")),
        (Move(("C/9 Inf",), ("3213", "3212", "3211", "3210")), ()),
        (ChangeMode("L/3 Cav", "mounted"), ("L/3 Cav",)),
        (Charge(("B/3 Cav",), "2809", ("2910", "2909")), ()),
    ],
)
def test_a_problem_names_what_it_rests_on_and_nothing_if_only_map_and_counter_forbid(
    order: Order, rests_on: tuple[str, ...]
) -> None:
    assert problem(in_contact(), order).rests_on == rests_on


def test_an_order_of_another_phase_says_where_it_belongs() -> None:
    found = problem(in_contact(), Fire("C/3 Cav", "full", "Crow King"))
    assert found.code == "E150"
    assert found.text == (
        "'fire' belongs to phases B (offensive fire), D (defensive fire) and E (advance fire); this is phase C (movement) (4)."
    )
