"""Lines put together at random hold no letter and stop no game, in any of the five."""

import pytest

from tests.shuffled_orders import Shuffled

GAMES = ("rosebud", "custer", "littlebighorn", "nezperce", "miniatures")


@pytest.mark.slow
@pytest.mark.parametrize("letters", [40, pytest.param(200, marks=pytest.mark.series)])
@pytest.mark.parametrize("title", GAMES)
def test_any_line_is_accepted_refused_or_passed_over(title: str, letters: int) -> None:
    shuffled = Shuffled(title, seed=7)
    for _ in range(letters):
        shuffled.read_one()
    assert not shuffled.faults, "\n".join(shuffled.shown.values())
    assert shuffled.accepted > letters // 10  # not all of it is noise


@pytest.mark.series
@pytest.mark.slow
@pytest.mark.parametrize("title", GAMES)
def test_what_is_accepted_can_be_played_with_any_dice_and_answers(title: str) -> None:
    shuffled = Shuffled(title, seed=7)
    for _ in range(60):
        shuffled.play_one()
    assert not shuffled.faults, "\n".join(shuffled.shown.values())
    assert shuffled.accepted > 15
