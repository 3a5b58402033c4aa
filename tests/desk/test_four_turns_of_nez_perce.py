"""Words of somebody who plays the Nez Perce by letter and has read no form: they are read, or refused with the reason."""

from pathlib import Path

import pytest

from tests.desk.table import Table
from tests.desk.test_sheets_rewrapped import opened


@pytest.fixture
def campaign(tmp_path: Path) -> tuple[Table, str]:
    return opened(tmp_path, "nezperce")


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("Looking Glass joins them at 0911", "Looking Glass move 0910 to 0911"),
        ("Ollokot comes to meet the others at 0911", "Ollokot move 0811 to 0911"),
        ("White Bird meets up with the rest in 0911", "White Bird move 0811 to 0911"),
        ("Joseph will meet us in 0911", "Joseph move 0811 to 0911"),
    ],
)
def test_to_meet_somebody_at_a_hex_is_to_go_there(campaign: tuple[Table, str], words: str, order: str) -> None:
    table, game = campaign
    assert order in table.say(game, "indian", words).text


def test_a_hex_that_cannot_be_reached_says_why(campaign: tuple[Table, str]) -> None:
    table, game = campaign
    told = " ".join(table.say(game, "indian", "Lean Elk moves to 1310").text.split())
    assert "There is no way from 1411 to 1310 this turn: 1310 is outside Idaho and its border" in told


@pytest.mark.parametrize("words", ["Nobody but Joseph moves", "No one except Joseph moves.", "nobody moves but Joseph"])
def test_nobody_but_somebody_is_everybody_else(campaign: tuple[Table, str], words: str) -> None:
    """It was offered with Joseph among those who stay."""
    table, game = campaign
    told = " ".join(table.say(game, "indian", words).text.split())
    assert "Indian Village + Ollokot + White Bird + Red Echo + Too Hool Hool Zote stay" in told
    assert "Joseph stay" not in told
