"""Long games by letter: the desk understands whatever the practice players write, so no game of theirs gets stuck."""

import os
from pathlib import Path

import pytest

from pbem.mechanisms.practice import LEVELS, PLAIN
from tests.systems.posted import Posted
from tests.systems.test_every_game import PRACTICE, SECOND

TURNS = int(os.environ.get("PBEM_TURNS", "4"))
"""Game turns of a long game; ``make soak`` plays more."""
LETTERS = 20
"""Letters at a time."""
ALIKE = {*SECOND, ("table:victory-in-the-pacific", "victory-in-the-pacific")}
"""Games of which CI plays a like one: another scenario, or another sheet of cards and dice."""
LUCKS = ["", "other "][: int(os.environ.get("PBEM_SEEDS", "1"))]
"""Seeds of each game; ``make soak`` plays more."""


def turn(posted: Posted) -> int:
    return int(posted.phase("posted-1")[1:3] or 99)


@pytest.mark.slow
def test_a_question_with_more_hexes_than_its_letter_lists_is_answered(tmp_path: Path) -> None:
    """The 19th letter of this game answers two questions with more than eight hexes each."""
    posted = Posted.game(tmp_path, "rosebud", "in-contact")
    posted.play(19)
    question = posted.last("posted-1", "indian", "question")
    assert "any other hex in reach" in " ".join(question.text.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    "level", [pytest.param(one, marks=() if one == PLAIN else pytest.mark.series) for one in LEVELS]
)
@pytest.mark.parametrize(
    ("title", "scenario"),
    [pytest.param(*one, marks=pytest.mark.series if one in ALIKE else ()) for one in sorted(PRACTICE)],
)
@pytest.mark.parametrize("luck", LUCKS)
def test_no_letter_of_a_long_game_is_refused(tmp_path: Path, title: str, scenario: str, level: str, luck: str) -> None:
    posted = Posted.game(tmp_path, title, scenario, level=level, luck=luck)
    first = turn(posted)
    while turn(posted) - first < TURNS and posted.state("posted-1") == "open":
        posted.play(LETTERS)
    assert level != PLAIN or turn(posted) - first >= TURNS
