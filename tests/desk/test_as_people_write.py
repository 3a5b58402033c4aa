"""What strangers wrote in their first games, and the letters they got: words with one meaning are understood."""

from pathlib import Path

import pytest

from tests.desk import in_contact
from tests.desk.in_contact import GAME, say, to_fire
from tests.desk.table import Table


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    return in_contact.lay(tmp_path, b"as people write")


# Ready.


@pytest.mark.parametrize("words", ["Ready whenever you are", "I'm ready.", "ready to go!", "All ready"])
def test_ready_in_other_words_runs_the_phase(desk: Table, words: str) -> None:
    to_fire(desk)
    say(desk, f"Crow King fire at C/3\n{words}")
    assert desk.phase(GAME) != "T03.IN.B"


def test_a_doubtful_word_of_readiness_is_asked_back(desk: Table) -> None:
    to_fire(desk)
    answer = say(desk, "Crow King fire at C/3\nReady for you and your horses")
    assert "We can't tell whether you are ready.  If you mean it, write   ready" in " ".join(answer.text.split("\n"))
    assert desk.phase(GAME) == "T03.IN.B"


# The log of a shot.


def told_of_a_shot(desk: Table, form: str) -> list[str]:
    """The lines of the entry that tells a shot, in the letter to its target."""
    say(desk, f"report {form}", "us")
    to_fire(desk)
    say(desk, "Crow King fire at C/3\nready")
    desk.until(GAME, "us")
    lines = desk.last(GAME, "us", "report").text.split("\n")
    first = next(n for n, line in enumerate(lines) if " fires at " in line and "Crow King" in line)
    return lines[first : lines.index("", first)]


def test_a_shot_is_told_in_short_and_in_full_to_who_wants_it_whole(desk: Table) -> None:
    lines = told_of_a_shot(desk, "short")
    told = " ".join(" ".join(lines).split())
    assert len(lines) <= 6
    assert "strength" in told
    assert " line, column " in told
    assert " 2d6 = " in told
    assert "not counted" not in told


def test_report_whole_tells_every_figure_of_a_shot(desk: Table) -> None:
    lines = told_of_a_shot(desk, "whole")
    assert any(line.startswith("    strength   ") for line in lines)
    assert any(line.startswith("    modifiers  ") for line in lines)
    assert any(line.startswith("    result     ") for line in lines)
