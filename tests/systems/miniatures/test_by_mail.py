"""A game on a table in inches is played by mail; nothing outside the game knows that it has no hexes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mechanisms.practice import LEVELS
from pbem.selfplay import Job, play
from tests.commands.desk import laid
from tests.desk import table as tables
from tests.desk.table import Table

PLAYERS = {"american": "ann@mail.example", "indian": "bob@post.example"}
GAME = "ford-1"


@pytest.fixture
def table(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table, _ = laid(tmp_path, monkeypatch)
    monkeypatch.setattr(tables, "ADDRESSES", PLAYERS)
    table.title, table.addresses = "miniatures", PLAYERS
    table.open(GAME, scenario="creek-ford")
    yield table
    table.desk.store.close()


@pytest.mark.slow
def test_two_phases_by_mail(table: Table) -> None:
    first = table.last(GAME, "american", "report").text
    print(first)
    assert "front centre 14.00 inches east, 12.00 north; facing 90 E" in first
    assert "sees Bear" in first
    table.clock.forward(minutes=1)
    receipt = table.say(
        GAME,
        "american",
        "First Company: ahead 6.3; load\nLight Horse to (20, 9)\nif 4+: Riflemen: ahead 2; load\nready",
    )
    assert "First Company: ahead 6.31; load" in receipt.text
    assert "2 points" in receipt.text
    assert table.phase(GAME) == "T01.IN.A"
    report = " ".join(table.last(GAME, "indian", "report").text.split())
    print(report)
    assert "American operations: " in report
    assert "First Company: move from (14.00, 12.00) to (20.00, 12.00), 6.00 inches, facing 90 E" in report
    table.clock.forward(minutes=1)
    table.say(GAME, "indian", "Hawk: toward track; form line\nready")
    assert "Hawk cannot form line" in " ".join(table.last(GAME, "indian").text.split())


def test_what_cannot_be_done_comes_back_with_what_is_missing(table: Table) -> None:
    table.clock.forward(minutes=1)
    reply = table.say(GAME, "american", "Gun: fire\nColonel join Third Company\nSecond Company: to (90, 90)").text
    assert "limbered" in reply
    assert "(90.00, 90.00) is not on the table, which is 52.00 by 36.00 inches" in reply


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_practice_players_play_the_first_game_to_its_end(installed: None, level: str) -> None:
    told = play(Job("miniatures", "creek-ford", (), level, "1 7"))
    assert told.fault is None
    assert told.outcome is not None
