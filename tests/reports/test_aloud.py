"""Letters for those who hear them: the ground in words, and no signs that only draw."""

import re
from pathlib import Path

import pytest

from pbem.core.options import Options
from pbem.reports.report import REPLY_MARK, OwnStack
from pbem.reports.spoken import MARK, ground_of, place_in_words, without_drawing
from pbem.systems import registry
from tests.systems.posted import Posted

DRAWN = re.compile(r"-{4,}|={4,}|\|/_|\^\^|^ *\| |~~|####", re.M)
HEX_GAMES = ("rosebud", "custer", "littlebighorn")
SCENARIOS = {"rosebud": "in-contact", "custer": "rosebud", "littlebighorn": "scenario-1", "nezperce": "big-hole"}
SCENARIOS |= {"miniatures": "creek-ford"}


def spoken_game(title: str, folder: Path) -> Posted:
    game = Posted.game(folder, title, SCENARIOS[title])
    for side, address in game.addresses.items():
        game.say("posted-1", side, "report spoken", sender=address)
    game.play(4)
    return game


@pytest.mark.parametrize("title", SCENARIOS)
def test_no_letter_has_signs_that_only_draw(title: str, tmp_path: Path) -> None:
    game = spoken_game(title, tmp_path)
    side = game.asked("posted-1")
    asked = ["help", "help orders", "status", "Nobody move to nowhere", *(["map"] if title in HEX_GAMES else [])]
    told = [game.say("posted-1", side, one, sender=game.addresses[side]) for one in asked]
    told += [one for one in game.letters("posted-1", side)[-6:] if one.kind in ("report", "question", "receipt")]
    for one in told:
        assert DRAWN.findall(one.text.partition("pbem seal 1 begin")[0]) == [], one.text


@pytest.mark.parametrize("title", HEX_GAMES)
def test_what_a_player_asks_of_a_report_is_answered_by_its_words(title: str, tmp_path: Path) -> None:
    """Where each of one's units is, how strong, in which mode, on what ground, next to what; and who is nearest."""
    game = spoken_game(title, tmp_path)
    for side in game.addresses:
        with game.desk.store.read() as books:
            view = game.desk.title(title).system.view(game.desk.position(books, books.games.get("posted-1")), side)
        teller = game.desk.title(title).teller
        panel = teller.map(view, side, ())
        for panel_of in teller.panels(view, side):
            for stack in panel_of.stacks:
                if isinstance(stack, OwnStack):
                    words = " ".join(place_in_words(panel, stack.at, 1))
                    assert words.startswith(f"{stack.at}, here")
                    assert ground_of(stack.at, panel.ground).split(";")[0] in words
                    assert words.count("1 hex off") >= 2


def test_where_north_is_left_up_is_east() -> None:
    game = registry.game("littlebighorn")
    state = game.system.open("scenario-1", Options())
    told = " ".join(place_in_words(game.teller.map(state, "us", ()), "7312", 1))
    assert "7311, 1 hex off, east" in told
    assert "7313, 1 hex off, west" in told


def test_what_only_draws_is_left_out_and_facts_stay_on_their_lines() -> None:
    text = f"{REPLY_MARK}\n\nREFUSED -----------\nline 1  Bear dance\n        ^^^^^\nE110  no\nTo go on   | ready\n========\n"
    assert without_drawing(text) == f"{MARK}\n\nREFUSED\nline 1  Bear dance\nE110  no\nTo go on   ready\n"
