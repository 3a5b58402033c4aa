"""The program plays a side for somebody who is away: signed, told to both, and ended by that player's own letter."""

from dataclasses import replace as with_
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.record.replay import replay
from tests.commands.desk import laid, opened
from tests.desk.skirmish import Skirmish
from tests.desk.table import SkirmishTitle, Table
from tests.desk.test_replay_of_all_kinds import Drill
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof

GAME = "meadow-1"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    plain = Table.lay(tmp_path)
    title: Any = SkirmishTitle(system=Skirmish(), practice=Drill())
    table = Table(with_(plain.desk, title=lambda _: title), plain.clock)
    table.open()
    return table


def away(table: Table, side: str = "blue") -> None:
    table.clock.forward(minutes=1)
    perform(table.desk, Replace(GAME, side, "plain"), "petra", "Bob is in hospital")
    table.clock.forward(minutes=1)


def test_the_program_answers_at_once_and_both_are_told_in_the_same_words(table: Table) -> None:
    shown = show(table.desk, Replace(GAME, "blue", "plain"), reason="x").effect
    assert shown.inverse == Replace(GAME, "blue", "Blue <bob@post.example>")
    away(table)
    told = {table.last(GAME, side, "ruling").text for side in ("red", "blue")}
    assert len(told) == 1
    assert "the program (plain) plays BLU for Blue, until Blue writes return" in " ".join(told.pop().split())
    table.say(GAME, "red", BOTH_FIRE)
    assert table.phase(GAME) == "T01.RED.B"
    assert table.letters(GAME, "blue", "question")[-1].to.startswith("nobody@")
    report = table.last(GAME, "blue", "report")
    assert report.to == "bob@post.example"
    assert "answer with the line return" in " ".join(report.text.split())
    assert "played by the program" in table.last(GAME, "red", "report").text


@pytest.mark.slow
def test_the_player_comes_back_by_letter(table: Table, tmp_path: Path) -> None:
    away(table)
    assert "nothing in your letter was carried out" in " ".join(
        table.say(GAME, "blue", "Blue One march 2").text.split()
    )
    table.clock.forward(minutes=1)
    assert table.say(GAME, "blue", "Return.").text.startswith("Welcome back.  You play BLU again")
    told = table.last(GAME, "red", "ruling")
    assert "Blue plays BLU again" in " ".join(told.text.split())
    assert "the GM did not decide it" in " ".join(told.text.split())
    assert "has ruled" not in told.text
    assert "RULING" not in told.subject
    table.clock.forward(minutes=1)
    table.say(GAME, "red", BOTH_FIRE)
    assert table.asked(GAME) == "blue"
    assert table.last(GAME, "blue", "question").to == "bob@post.example"
    table.clock.forward(minutes=1)
    table.say(GAME, "blue", "1\n1", to=table.last(GAME, "blue", "question"))
    for _ in range(3):
        if table.asked(GAME) == "blue" and table.phase(GAME) == "T01.RED.A":
            table.clock.forward(minutes=1)
            table.say(GAME, "blue", "1", to=table.last(GAME, "blue", "question"))
    play_out(table, GAME)
    for side in ("red", "blue"):
        assert false(proof(table, GAME, side, tmp_path / side)) == []
    done = replay(table.desk, GAME)
    assert done.is_same, (done.seq, done.expected, done.found)


def test_it_is_told_in_german_to_whoever_reads_german(table: Table) -> None:
    table.say(GAME, "blue", "language de")
    away(table)
    assert "Das Programm (plain) spielt BLU für Sie" in " ".join(table.say(GAME, "blue", "hallo").text.split())
    table.say(GAME, "red", BOTH_FIRE)
    notice = " ".join(table.last(GAME, "blue", "report").text.split())
    assert "Um Ihre Seite zurückzunehmen, antworten Sie mit der Zeile return" in notice
    table.clock.forward(minutes=1)
    assert table.say(GAME, "blue", "return").text.startswith("Willkommen zurück.")
    assert "kam durch einen Brief zustande" in " ".join(table.last(GAME, "blue", "ruling").text.split())


def test_the_gm_gives_the_side_back_or_to_somebody_else(table: Table) -> None:
    away(table)
    inverse = show(table.desk, Replace(GAME, "blue", "Bob <bob@post.example>"), reason="x").effect.inverse
    assert inverse == Replace(GAME, "blue", "plain")
    perform(table.desk, Replace(GAME, "blue", "Blue <bob@post.example>"), "petra", "he is back")
    table.say(GAME, "red", BOTH_FIRE)
    assert table.asked(GAME) == "blue"
    away(table, "red")
    perform(table.desk, Replace(GAME, "red", "Nadia <nadia@mail.example>"), "petra", "she has time")
    assert table.last(GAME, "red").to == "nadia@mail.example"


def test_what_cannot_be_is_refused(table: Table) -> None:
    away(table)
    with pytest.raises(CannotDo, match=r"the program \(plain\) plays this side already"):
        show(table.desk, Replace(GAME, "blue", "plain"), reason="x")
    with pytest.raises(CannotDo, match=r"or plain \(the program\)"):
        show(table.desk, Replace(GAME, "red", "somebody"), reason="x")


def test_a_game_without_practice_opponent_says_so(tmp_path: Path) -> None:
    bare = Table.lay(tmp_path)
    bare.open()
    with pytest.raises(CannotDo, match="expected a game that the program can play"):
        show(bare.desk, Replace(GAME, "blue", "plain"), reason="x")


@pytest.mark.parametrize(("title", "scenario"), [("rosebud", "in-contact"), ("custer", "little-big-horn")])
def test_real_games_are_played_on(title: str, scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = laid(tmp_path, monkeypatch)
    game = opened(table, f"{title}-1", title, scenario)
    before = len(table.records(game))
    side = table.asked(game)
    perform(table.desk, Replace(game, side, "plain"), "petra", "no word for weeks")
    assert len(table.records(game)) > before + 1
    assert "plays" in table.last(game, "us", "ruling").text
