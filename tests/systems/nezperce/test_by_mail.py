"""The campaign by mail, with battles that stand in: whole chains are verified, replayed, undone inside a battle, exported."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.systems.nezperce import battles
from pbem.systems.nezperce.telling.teller import HELP_PAGES
from tests.desk.test_undo import false, proof
from tests.systems.nezperce import stand_in
from tests.systems.nezperce.test_battles_by_mail import give_up
from tests.systems.posted import Posted

GAME = "posted-1"
SIDES = ("indian", "army")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Posted]:
    before = list(battles._used)
    stand_in.install()
    yield Posted.game(tmp_path, "nezperce", "campaign-1877")
    battles._used[:] = before


def past_a_battle(table: Posted) -> None:
    """Write letters until a report tells of a battle that is over."""
    for _ in range(40):
        if any("The battle in" in one.text for one in table.letters(GAME, "army", "report")):
            return
        table.play(1)
    raise AssertionError("no battle in forty letters")


@pytest.mark.slow
def test_the_letters_of_a_campaign_with_battles_verify_and_replay(table: Posted, tmp_path: Path) -> None:
    past_a_battle(table)
    table.play(2)
    for side in SIDES:
        verdict = proof(table, GAME, side, tmp_path / side)
        assert verdict.status == 0, false(verdict)
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)
    give_up(table, "indian")  # plans and set-ups are opened at the end, so that everything can be played again
    for side in SIDES:
        assert proof(table, GAME, side, tmp_path / f"{side}-end").status == 0
        assert main(["verify", "--replay", str(tmp_path / f"{side}-end")]) == 0


@pytest.mark.slow
def test_play_goes_back_before_a_battle(table: Posted) -> None:
    past_a_battle(table)
    fork = [seq for seq, kind in table.records(GAME) if kind == "phase.resolved"][-8]
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, fork, "the wrong hex", ("IN", "AR"))
    assert "play goes back" in table.last(GAME, "indian", "ruling").text
    table.play(4)
    assert replay(table.desk, GAME).is_same


def test_the_report_shows_the_map_the_units_and_what_comes(table: Posted) -> None:
    text = table.last(GAME, "indian", "report").text
    for words in (
        "INDIAN UNITS",
        "ARMY UNITS",
        "NEXT REINFORCEMENTS",
        "WHERE THINGS STAND",
        "V village",
        "Turn 1 of 29",
    ):
        assert words in text
    assert "0709 Lapwai, rolling hills" in table.say(GAME, "indian", "map 0709 2").text
    answer = table.say(GAME, "indian", "preview\nvillage to 0910\nJoseph fast to 1411").text
    assert "5 of 8 MP" in answer
    assert "has 13" in answer or "MP, and Joseph has" in answer


def test_help_pages(table: Posted) -> None:
    for word, says in (("move", "1 MP in open plains"), ("rivers", "0509-0608"), ("canada", "Yellowstone")):
        assert says in table.say(GAME, "army", f"help {word}").text


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_help_page_fits_into_a_letter(table: Posted, language: str) -> None:
    table.say(GAME, "army", f"language {language}")
    for word in HELP_PAGES:
        assert "went wrong" not in table.say(GAME, "army", f"help {word}").text, word
