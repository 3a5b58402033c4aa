"""What a game turn costs in letters, in the first turns of each game; `make pace` measures whole games."""

from collections import Counter
from pathlib import Path

import pytest

from bench.pace import GOALS, PACES, SETTLED, Game, play
from pbem.campaign.play import present


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


class UntilTheAlert(Game):
    """A game at the Little Bighorn that counts the letters of each side before the village is alerted."""

    def _mail(self, side: str, lines: list[str]) -> None:
        self.before = getattr(self, "before", Counter())
        if not self._is_alerted():
            self.before[side] += 1
        super()._mail(side, lines)

    def _is_alerted(self) -> bool:
        with self.desk.store.read() as books:
            now = present(self.desk, books, books.games.get(self.name))
        return now is not None and now.state.notes.village.alert is not None


@pytest.mark.parametrize("pace", PACES)
def test_before_the_alert_of_the_little_bighorn_six_letters_a_side_are_enough(pace: str, tmp_path: Path) -> None:
    game = UntilTheAlert(tmp_path, pace, "before the alert", "scenario-1", True, "littlebighorn")
    game.play(5)
    assert game._is_alerted()
    assert max(game.before.values()) <= 6
