"""What a captain thinks an attack brings, and how he closes with the enemy."""

from fractions import Fraction

import pytest

from pbem.mechanisms.practice import Trial
from pbem.systems.indian_wars.orders.records import Melee
from pbem.systems.indian_wars.practice import assault
from tests.systems.indian_wars.test_practice import WORK, at, position

TEN = {"us": 10, "indian": 10}
WEAK = at("C/3 Cav", "0506", casualties=1)
BAND = [at(one, place) for one, place in (("Crow King", "0505"), ("He Dog", "0606"), ("Big Road", "0507"))]


def names(*units: dict[str, object]) -> tuple[str, ...]:
    return tuple(str(one["unit"]) for one in units)


def test_an_attack_is_worth_the_average_of_all_six_rolls() -> None:
    field = position("indian", "F", WEAK, *BAND)
    strengths = [field[one].strength for one in (*names(*BAND), "C/3 Cav")]
    assert sum(strengths[:3]) >= 4 * strengths[3]
    odds = Fraction(sum(strengths[:3]), strengths[3])
    column = max(n for n, least in enumerate(("1/2", "1", "3/2", "2", "3", "4", "5", "6")) if Fraction(least) <= odds)
    rows = [field.sheet.charts["melee"]["melee_results"]["rows"][str(one)][column] for one in range(1, 7)]
    lost = {"-": 0, "c1": 1, "c2": 2, "c3": 3}
    driven = {"": 0, "r1": assault.DRIVEN, "r2": assault.DRIVEN, "Rt": assault.ROUTED}
    brought = Fraction(0)
    for mine, theirs in (str(one).split("/") for one in rows):
        for result, stand, weight in ((theirs, strengths[3], Fraction(1)), (mine, 99, Fraction(-3, 2))):
            casualties, _, away = result.partition(" ")
            brought += weight * (10 * min(lost[casualties], stand) + driven[away])
    assert assault.expected(field, "indian", "0506", names(*BAND), TEN) == brought / 6


def test_an_attack_that_cannot_be_made_is_worth_nothing() -> None:
    field = position("indian", "F", WEAK, at("Red on Top", "0509"))
    assert assault.expected(field, "indian", "0506", ("Red on Top",), TEN) is None
    assert assault.prospects(field, "indian", TEN) == ()


def test_who_cannot_get_away_is_lost_when_he_is_driven_back() -> None:
    ring = ["0505", "0606", "0607", "0507", "0407", "0406"]
    bands = ["Crow King", "He Dog", "Big Road", "Low Dog", "Big Elk", "Little Hawk"]
    field = position("indian", "F", WEAK, *(at(one, place) for one, place in zip(bands, ring, strict=True)))
    assert set(field.sheet.map.neighbours("0506")) == set(ring)
    held = assault.expected(field, "indian", "0506", tuple(bands), TEN)
    gap = position("indian", "F", WEAK, *(at(one, place) for one, place in zip(bands, ["0505"] * 6, strict=True)))
    free = assault.expected(gap, "indian", "0506", tuple(bands), TEN)
    assert held is not None
    assert free is not None
    assert held > free


def test_no_hex_attacks_twice_and_the_orders_name_the_attackers() -> None:
    field = position("indian", "F", WEAK, at("D/3 Cav", "0704", casualties=2), *BAND)
    found = assault.prospects(field, "indian", TEN)
    assert [one.target for one in found] == ["0506"]
    assert list(assault.orders(field, "indian", TEN)) == [Melee(found[0].names, "0506")]
    assert set(found[0].names) == set(names(*BAND))


def test_units_close_in_until_they_have_the_odds() -> None:
    far = [at(one, "0201", mode="mounted") for one in ("Crow King", "He Dog")]
    far += [at(one, "0902", mode="mounted") for one in ("Big Road", "Low Dog", "Big Elk", "Little Hawk")]
    field = position("indian", "C", WEAK, *far)
    trial = Trial(WORK.system, field, "indian", "C")
    gone = assault.close_in(trial, "0506")
    there = [one for one in trial.view.of("indian") if trial.view.sheet.map.distance(one.at, "0506") == 1]
    assert {one.name for one in there} == gone
    assert gone
    strength = sum(one.strength for one in there)
    assert strength >= assault.WANTED * field["C/3 Cav"].strength
    assert strength - max(one.strength for one in there) < assault.WANTED * field["C/3 Cav"].strength


@pytest.mark.parametrize("most", [1, 2])
def test_the_weakest_hex_is_thought_of_first(most: int) -> None:
    field = position("indian", "C", WEAK, at("D/3 Cav", "0708"), at("Crow King", "0504"), at("He Dog", "0505"))
    assert assault.weakest(field, "indian", most)[0] == "0506"
