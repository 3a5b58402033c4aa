"""What a game turn costs in letters, in the first turns of each game; `make pace` measures whole games."""

from pathlib import Path

import pytest

from bench.pace import BEFORE_ALERT, GOALS, PACES, SETTLED, Game, play
from pbem.desk.play.play import present


@pytest.mark.slow
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize(("title", "scenario"), [("rosebud", "in-contact"), ("custer", "rosebud")])
def test_few_letters_serve_a_game_turn(title: str, scenario: str, pace: str) -> None:
    count = play(pace, "short", scenario, 2, title=title)
    assert count.turns == 2
    assert count.letters_a_turn <= GOALS[title][pace]
    assert count.idle_questions == 0
    assert count.settled >= SETTLED
    assert sum(count.decisions.values()) > 0


@pytest.mark.slow
def test_without_standing_orders_the_defaults_settle_what_comes_up() -> None:
    count = play("policy", "bare", "in-contact", 1, with_standing=False)
    assert count.letters_a_turn == 2
    assert count.questions == 0
    assert set(count.decisions) <= {"default", "forced", "order"}


@pytest.mark.slow
@pytest.mark.parametrize("pace", PACES)
def test_before_the_alert_of_the_little_bighorn_six_letters_a_side_are_enough(pace: str, tmp_path: Path) -> None:
    game = Game(tmp_path, pace, "before the alert", "scenario-1", True, "littlebighorn")
    count = game.play(5)
    with game.desk.store.read() as books:
        now = present(game.desk, books, books.games.get(game.name))
    assert now is not None
    assert now.state.notes.village.alert is not None
    assert 1 <= min(count.before_alert) <= count.most_before_alert <= BEFORE_ALERT["littlebighorn"]
