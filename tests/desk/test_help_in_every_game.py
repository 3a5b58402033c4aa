"""``help`` in every game: each page that the list names is there, and a player learns how the game is won."""

import re
from pathlib import Path

import pytest

from tests.systems.posted import Posted

GAMES = {
    "rosebud": "in-contact",
    "custer": "little-big-horn",
    "littlebighorn": "in-the-village",
    "nezperce": "big-hole",
    "miniatures": "creek-ford",
}
NAME = "posted-1"


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario"), GAMES.items())
def test_each_page_that_help_names_is_there(tmp_path: Path, title: str, scenario: str) -> None:
    game = Posted.game(tmp_path, title, scenario)
    side = next(iter(game.addresses))

    def ask(words: str) -> str:
        return game.say(NAME, side, words, sender=game.addresses[side]).text

    listed = re.findall(r"^  \| (help [\w ]+?)(?:  +\S.*)?$", ask("help"), re.M)
    assert len(listed) > 8
    if "help charts" in listed:
        listed += re.findall(r"^  \| (help [\w ]+?)(?:  +\S.*)?$", ask("help charts"), re.M)
    for words in listed:
        answer = ask(words)
        assert "There is no page" not in answer, words
        assert "HELP" in answer or "GLOSSARY" in answer, words


@pytest.mark.parametrize(("title", "scenario"), GAMES.items())
def test_a_player_learns_how_the_game_is_won(tmp_path: Path, title: str, scenario: str) -> None:
    """From the welcome, and from ``help victory`` at any time."""
    game = Posted.game(tmp_path, title, scenario)
    side = next(iter(game.addresses))
    welcome = next(one for one in game.letters(NAME, side) if one.kind == "welcome").text
    assert "HOW TO WIN" in welcome
    page = game.say(NAME, side, "help victory", sender=game.addresses[side]).text
    assert page.startswith("HELP VICTORY")
    shown = [line for line in page.splitlines()[2:] if line.strip()]
    assert len(shown) > 6
    assert all(line in welcome for line in shown)
    assert re.search(r"ends after turn \d", " ".join(page.split()))
