"""Standing orders answer asks: the most specific first, on the owner's view, never with an illegal choice."""

from dataclasses import replace

import pytest

from pbem.core.ask import Ask, Choice
from pbem.orders.rehearsal import rehearse
from pbem.orders.standing import StandingOrder, answer
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact

DIALECT = TITLE.dialect


def standing(*lines: str, side: str = "us") -> list[StandingOrder]:
    found = rehearse(ANYTHING, DIALECT, in_contact(), side, "C", "\n".join(lines))
    assert [one.refusal_text for one in found.lines if one.refusal_text] == []
    return [replace(order, number=n) for n, order in enumerate(found.standing, 1)]


def ask(kind: str, subject: str, *choices: str, side: str = "us", declined: str | None = None, **facts: str) -> Ask:
    keys = tuple(Choice(key, key) for key in choices)
    return Ask(side, kind, subject, choices=keys, default=choices[0], declined=declined, facts=tuple(facts.items()))


def melee(odds: str) -> Ask:
    return ask("retreat before melee", "G/3 Cav", "stand", "retreat 3513", "retreat 3413", declined="stand", odds=odds)


RETREAT = "if G/3 is meleed at 3:2 or worse, retreat before melee to 3413, 3513, else stand"


@pytest.mark.parametrize(("odds", "choice"), [("11:4", "retreat 3413"), ("3:2", "retreat 3413"), ("1:1", "stand")])
def test_a_guard_of_odds_is_exact(odds: str, choice: str) -> None:
    assert answer(melee(odds), standing(RETREAT), in_contact(), DIALECT) == (choice, 1)


def test_a_choice_that_is_not_lawful_is_passed_over() -> None:
    only = ask("retreat before melee", "G/3 Cav", "stand", "retreat 3513", declined="stand", odds="3:1")
    assert answer(only, standing(RETREAT), in_contact(), DIALECT) == ("retreat 3513", 1)


def test_what_nothing_covers_is_left_open() -> None:
    assert answer(melee("3:1"), standing("policy opfire all: any"), in_contact(), DIALECT) is None
    assert answer(melee("3:1"), [], in_contact(), DIALECT) is None


def test_the_most_specific_goes_first_whatever_its_number() -> None:
    orders = standing("policy losses all: strongest", "policy losses 3512: G/3", "policy opfire all: any")
    here = ask("losses", "3512 1 of 2", "G/3 holders", "G/3 Cav")
    there = ask("losses", "3611 1 of 1", "A/3 Cav", "E/3 Cav")
    assert answer(here, orders, in_contact(), DIALECT) == ("G/3 Cav", 2)
    assert answer(there, orders, in_contact(), DIALECT) == ("A/3 Cav", 1)


def test_wishes_are_tried_one_after_the_other() -> None:
    orders = standing("policy losses all: holders, spare C/3, strongest")
    assert answer(ask("losses", "3414 1 of 1", "C/3 Cav", "C/3 holders"), orders, in_contact(), DIALECT) == (
        "C/3 holders",
        1,
    )
    assert answer(ask("losses", "3413 1 of 1", "C/3 Cav", "G/3 Cav"), orders, in_contact(), DIALECT) == ("G/3 Cav", 1)


def test_fire_at_mounted_targets_only() -> None:
    orders = standing("policy opfire all: mounted targets only")
    mixed = ask("opportunity fire", "G/3 Cav", "Crow King", "Rain in the Face", "hold", declined="hold")
    on_foot = ask("opportunity fire", "C/3 Cav", "Crow King", "hold", declined="hold")
    assert answer(mixed, orders, in_contact(), DIALECT) == ("Rain in the Face", 1)
    assert answer(on_foot, orders, in_contact(), DIALECT) == ("hold", 1)


def test_an_event_is_looked_for_at_the_ask_it_belongs_to() -> None:
    orders = standing("when Crow King leaves my zoc then C/3 fire")
    fires = ask("opportunity fire", "C/3 Cav", "Crow King", "hold", declined="hold")
    other = ask("opportunity fire", "C/3 Cav", "Four Horns", "hold", declined="hold")
    assert answer(fires, orders, in_contact(), DIALECT) == ("Crow King", 1)
    assert answer(other, orders, in_contact(), DIALECT) is None


def test_a_standing_order_ends_with_its_turn() -> None:
    orders = standing("when G/3 is meleed then stand until turn 2")
    assert answer(melee("1:1"), orders, in_contact(), DIALECT) is None


@pytest.mark.parametrize(("near", "choice"), [("2709", ("scatter 2606", 1)), ("2611", None)])
def test_scatter_toward_a_hex_takes_the_nearest_choice_once_the_enemy_is_near_enough(
    near: str, choice: tuple[str, int] | None
) -> None:
    orders = standing("when US moves within 2 of Black Moon then scatter toward 2500", side="indian")
    choices = ("stay", "scatter 2610", "scatter 2606")
    one = ask("scatter", "Black Moon", *choices, side="indian", declined="stay", at="2608", near=near)
    assert answer(one, orders, in_contact(), DIALECT) == choice


def test_a_rout_goes_to_the_choice_that_is_nearest_its_goal() -> None:
    orders = standing("when F/3 is routed then rout to HQ")
    one = ask("rout hex", "F/3 Cav", "2809", "2912", "2709")
    assert answer(one, orders, in_contact(), DIALECT) == ("2912", 1)


def test_canonical_text_of_a_standing_order_reads_as_itself() -> None:
    lines = (
        RETREAT,
        "policy losses 3512: holders, G/3, spare C/3",
        "policy retreat all: odds 3:2 or worse",
        "when G/3 is meleed and turn 4..6 and not odds 3:1 or better and A/3 in 3611 then retreat toward 3514 until cancelled",
    )
    for order in standing(*lines):
        (again,) = standing(order.text)
        assert replace(again, number=order.number) == order
