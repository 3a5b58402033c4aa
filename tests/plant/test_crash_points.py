"""kill -9 at every named point, on real servers: nothing is lost, nothing is done twice.  `make soak` does it 20 times."""

import re
from pathlib import Path

import pytest

from pbem.crash_points import POINTS
from tests.mail.realmail import RealMail
from tests.plant.story import ALL, ELSEWHERE, LAST_DOT, Story

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.integration
def test_a_game_whose_daemon_is_killed_at_every_point(realmail: RealMail, tmp_path: Path) -> None:
    story = Story(realmail, tmp_path)
    assert story.play() == []
    assert set(story.died) == ALL
    assert story.extra() <= story.plant.kills


def test_every_point_is_named_tried_and_passed_by_the_program() -> None:
    passed = {
        name
        for file in (ROOT / "pbem").rglob("*.py")
        for name in re.findall(r'crash_point\("(\w+)"\)', file.read_text())
    }
    assert passed | ELSEWHERE == set(POINTS)
    assert (ALL | ELSEWHERE) - {LAST_DOT} == set(POINTS)
