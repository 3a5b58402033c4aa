"""What the order page offers: the desk takes every line of it, and what practice players write could have been clicked."""

import pytest

from tests.offered import PLAYED, many, measured, offered

EVERY = 19
"""Of the lines of a position every nineteenth is put to the desk: all of them would take minutes."""
LONG = dict.fromkeys(("littlebighorn", "miniatures", "nezperce"), pytest.mark.series)
"""Games of hundreds of offers a position, minutes each; and the sister of the Rosebud."""


@pytest.mark.parametrize(
    ("title", "most"),
    [("rosebud", 10), *(pytest.param(*one, marks=pytest.mark.slow) for one in (("custer", 20), ("miniatures", 3)))],
)
def test_the_desk_takes_every_line_that_is_offered(title: str, most: int) -> None:
    tally = measured(title, most, EVERY)
    assert tally.positions == most
    assert tally.refused == []
    assert tally.tried > 40
    assert tally.written > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "most", "every"),
    [("rosebud", 6, 37), ("custer", 6, 37), pytest.param("littlebighorn", 12, 37, marks=pytest.mark.slow)],
)
def test_the_desk_takes_every_line_that_is_offered_for_later_phases_of_a_turn(
    title: str, most: int, every: int
) -> None:
    tally = measured(title, most, every, apart=5, ahead=True)
    assert tally.refused == []
    assert tally.tried > 40


@pytest.mark.slow
@pytest.mark.parametrize("most", [3, pytest.param(12, marks=pytest.mark.series)])
@pytest.mark.parametrize("title", ["rosebud", "littlebighorn"])
def test_the_desk_takes_what_is_offered_in_the_midst_of_a_phase(title: str, most: int) -> None:
    tally = measured(title, most, EVERY, apart=2, midst=True)
    assert tally.positions == most
    assert tally.refused == []
    assert tally.written > most


@pytest.mark.slow
@pytest.mark.parametrize("most", [6, pytest.param(24, marks=pytest.mark.series)])
@pytest.mark.parametrize("title", [pytest.param(one, marks=LONG.get(one, ())) for one in PLAYED])
def test_the_desk_takes_what_is_offered_in_games_of_players_who_click(title: str, most: int) -> None:
    """They fight the battles of the Nez Perce by hand, half-turn by half-turn, and charge on the table."""
    tally = measured(title, most, 67, apart=9, clicks=True)
    assert tally.positions == most
    assert tally.refused == []


@pytest.mark.slow
@pytest.mark.parametrize("title", [pytest.param(one, marks=LONG.get(one, ())) for one in PLAYED])
def test_nearly_all_that_practice_players_write_could_have_been_clicked(title: str) -> None:
    # Few positions, and an army's entry weighs much in them; python -m tests.offered GAME --positions 500 tells the share.
    tally = measured(title, 40, 31)
    assert tally.refused == []
    assert 10 * len(tally.missed) <= tally.written


def test_a_change_of_mode_counts_among_the_points_of_a_first_turn() -> None:
    """The scenario gives these companies four of their six points in the first turn."""
    *_, one = many("littlebighorn", 5)
    dismounts = next(two for two in offered(one) if two.line == "G/7 Cav dismount")
    assert dismounts.cost == "1 of 4 MP"
    assert dismounts.goes_on is not None
    assert dismounts.goes_on.points == 3
