"""kill -9 at every named point, on real servers: nothing is lost, nothing is done twice.  `make soak` does it 20 times."""

import re
from pathlib import Path

import pytest

from pbem.crash_points import POINTS
from tests.mail.realmail import RealMail
from tests.plant.elsewhere import killed_in_a_migration
from tests.plant.story import ALL, ELSEWHERE, LAST_DOT, Story
from tests.plant.tally import Ended, Tally, points_told

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.integration
def test_a_game_whose_daemon_is_killed_at_every_point(realmail: RealMail, tmp_path: Path) -> None:
    story = Story(realmail, tmp_path)
    assert story.play() == []
    assert set(story.died) == ALL
    assert max(story.plant.copies().values()) <= 2


def test_every_point_is_named_tried_and_passed_by_the_program() -> None:
    passed = {
        name
        for file in (ROOT / "pbem").rglob("*.py")
        for name in re.findall(r'crash_point\("(\w+)"\)', file.read_text())
    }
    assert passed | ELSEWHERE == set(POINTS)
    assert (ALL | ELSEWHERE) - {LAST_DOT} == set(POINTS)


@pytest.mark.slow
def test_migration_that_is_killed_is_run_again(tmp_path: Path) -> None:
    assert killed_in_a_migration(tmp_path) == []


def test_a_soak_that_was_stopped_goes_on_where_it_stood(tmp_path: Path) -> None:
    tally = Tally(tmp_path / "tally.jsonl")
    for point in ("C1", "C13"):
        tally.kill("points", "0", point)
    tally.end(Ended("points", "0", kills=2, letters=9, extra=1, most=2))
    tally.kill("points", "1", "C1")
    again = Tally(tally.file)
    assert (again.has("points", "0"), again.has("points", "1")) == (True, False)
    assert again.tried() == {"C1": 1, "C13": 1}, "what was tried in a game that did not end proves nothing"
    again.begin("points", "1")
    again.kill("points", "1", "C1")
    again.end(Ended("points", "1", wrong=("lost: a letter",)))
    assert Tally(tally.file).wrong() == ["points 1: lost: a letter"]
    assert again.tried() == {"C1": 2, "C13": 1}, "the first try at the second game came to no end"
    assert "| C1 | letters are fetched, nothing is stored | 2 | 1 games with a fault |" in points_told(again)
