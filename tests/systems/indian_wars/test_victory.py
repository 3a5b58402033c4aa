"""Victory (17)."""

import pytest

from pbem.core.options import Options
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.rules import victory
from pbem.systems.indian_wars.rules.morale import losses
from tests.systems.indian_wars.ground import counter, in_contact, small
from tests.systems.indian_wars.test_morale import run

ROSEBUD = TITLE.system


@pytest.mark.parametrize(
    ("us", "indian", "winner", "level"),
    [
        (30, 10, "us", "decisive"),
        (10, 20, "indian", "substantive"),
        (15, 10, "us", "marginal"),
        (14, 10, "", "draw"),
        (0, 0, "", "draw"),
        (-2, 3, "indian", "decisive"),
        (0, 2, "indian", "substantive"),
    ],
)
def test_levels_by_ratio(us: int, indian: int, winner: str, level: str) -> None:
    """Ruling A-128: less than 1 counts as 1."""
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0306"))
    field.points = {"us": us, "indian": indian}
    found = victory.outcome(field)
    assert (found.winner, found.level) == (winner, level)
    assert dict(found.points) == {"us": us, "indian": indian}


def test_us_units_low_on_ammunition_cost_a_point_each_at_the_end() -> None:
    field = small(
        counter("A/3 Cav", "0303", low_ammo=True),
        counter("Good Heart", "0304", low_ammo=True),
        counter("Crow King", "0306", low_ammo=True),
    )
    field.points = {"us": 5, "indian": 0}
    assert victory.final_points(field) == {"us": 3, "indian": 0}


def test_by_the_roster_three_boxes_or_fewer_are_low() -> None:
    field = small(counter("A/3 Cav", "0303"), counter("E/3 Cav", "0304"), counter("Crow King", "0306"))
    field.options = Options(("ammunition roster",))
    field.notes = field.notes.with_boxes("A/3 Cav", 6).with_boxes("E/3 Cav", 7)
    assert victory.final_points(field) == {"us": -1, "indian": 0}


def test_no_outcome_while_the_game_goes_on() -> None:
    assert ROSEBUD.outcome(in_contact()) is None


def test_the_hq_scores_besides_its_strength() -> None:
    after, _ = run(small(counter("Column HQ", "0303")), lambda umpire: losses.eliminate(umpire, "Column HQ", "melee"))
    assert after.points["indian"] == 6


def test_the_fourteenth_indian_loss_counts_two() -> None:
    """Ruling A-110."""
    field = small(counter("Crow King", "0303"))
    field.options, field.lost["indian"] = Options(("casualty limit",)), 12
    after, _ = run(field, lambda umpire: losses.take(umpire, "Crow King", 2, "fire") and None)
    assert after.points["us"] == 1 + 2


@pytest.mark.parametrize(
    ("us", "indian", "words"), [(9, 13, "1.44 to 1"), (14, 7, "2 to 1"), (3, 2, "1.5 to 1"), (0, 0, "1 to 1")]
)
def test_the_ratio_is_told_in_decimals(us: int, indian: int, words: str) -> None:
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0306"))
    field.points = {"us": us, "indian": indian}
    assert victory.outcome(field).why.endswith(f" is {words}")
