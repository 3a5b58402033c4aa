"""Ways to say each act of each game, as chat, notes and staff English have them: each is read, and as what is meant."""

from pathlib import Path

import pytest

from tests.language.score import Row, rows_of, score

ROWS = rows_of(Path(__file__).parent / "words.tsv")
TALK = [
    ("rosebud", "us", "in-contact", "C", "What a mess around 3011"),
    ("rosebud", "us", "in-contact", "C", "My cat freezes every time the printer goes"),
    ("rosebud", "us", "in-contact", "C", "Was B/3 unhorsed by your last volley?"),
    ("rosebud", "us", "in-contact", "C", "How do I recover a lost password?"),
    ("rosebud", "indian", "in-contact", "B", "I spent half my ammo last turn, silly me"),
    ("littlebighorn", "us", "pos:lbh-melee", "F", "No mercy from your dice tonight"),
    ("littlebighorn", "us", "pos:lbh-melee", "F", "I refuse to believe those dice"),
    ("nezperce", "army", "pos:np-plan", "P", "I took over the garden work this week"),
    ("nezperce", "army", "pos:np-plan", "P", "I take it that you are fine"),
    ("miniatures", "american", "creek-ford", "A", "I hide the good dice from my kids"),
    ("miniatures", "american", "creek-ford", "A", "I was with the Colonel in the pub"),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game}-{row.id}")
def test_turn_of_phrase_is_read(row: Row) -> None:
    assert score([row]).of("right") != []


@pytest.mark.parametrize(("game", "side", "scenario", "phase", "line"), TALK)
def test_talk_with_words_of_an_order_is_talk(game: str, side: str, scenario: str, phase: str, line: str) -> None:
    assert score([Row("", game, side, scenario, phase, "", line, "CHAT")]).of("chat right") != []
