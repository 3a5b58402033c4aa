"""What a game turn costs in letters, in the first turns of each game; `make pace` measures whole games."""

import pytest

from bench.pace import GOALS, PACES, SETTLED, play


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize(("title", "scenario"), [("rosebud", "in-contact"), ("custer", "rosebud")])
def test_few_letters_serve_a_game_turn(title: str, scenario: str, pace: str) -> None:
    count = play(pace, "short", scenario, 2, title=title)
    assert count.turns == 2
    assert count.letters_a_turn <= GOALS[title][pace]
    assert count.idle_questions == 0
    assert count.settled >= SETTLED
    assert sum(count.decisions.values()) > 0


def test_without_standing_orders_the_defaults_settle_what_comes_up() -> None:
    count = play("policy", "bare", "in-contact", 1, with_standing=False)
    assert count.letters_a_turn == 2
    assert count.questions == 0
    assert set(count.decisions) <= {"default", "forced", "order"}
