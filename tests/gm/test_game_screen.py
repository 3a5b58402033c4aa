"""A game's screen: what became of the letters of each record, and what the players answered to the GM's question."""

from pathlib import Path

import pytest

from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.mailings import AskPlayers
from pbem.gm.game import game_screen, lines
from pbem.store.letters_out import report_number
from tests.desk.table import Table

QUESTION = "Shall the melee table have a column 9-1?"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table.lay(tmp_path)
    table.open()
    return table


def told(table: Table) -> dict[int, tuple[str, ...]]:
    return {row[0]: row[-1] for row in game_screen(table.desk, "meadow-1").records}


def mark(table: Table, side: str, kind: str, state: str) -> None:
    with table.desk.store.begin() as books:
        row = [one for one in books.letters_out.to_side("meadow-1", side) if one.kind == kind][-1]
        books.letters_out.mark(row, state, "", table.clock.now())


def test_each_record_says_what_became_of_its_letters(table: Table) -> None:
    table.clock.forward(minutes=1)
    table.say("meadow-1", "red", "Red One fire at Blue One\nready")
    table.clock.forward(minutes=1)
    perform(table.desk, Extend("meadow-1", 24), "petra", "a power cut")
    seqs = {kind: seq for seq, kind in table.records("meadow-1")}
    assert told(table)[seqs["genesis"]] == ("RED waits", "BLU waits")
    assert told(table)[seqs["orders.accepted"]] == ("RED waits", "BLU -")  # Red has a receipt; no report yet
    assert told(table)[seqs["gm.ruling"]] == ("RED waits", "BLU waits")
    for side, kind, state in (("red", "receipt", "sent"), ("blue", "ruling", "failed"), ("red", "ruling", "maybe")):
        mark(table, side, kind, state)
    assert told(table)[seqs["orders.accepted"]] == ("RED sent", "BLU -")
    assert told(table)[seqs["gm.ruling"]] == ("RED maybe", "BLU failed")
    table.clock.forward(minutes=1)
    table.say("meadow-1", "blue", "1", to=table.last("meadow-1", "blue", "question"))
    newest = table.records("meadow-1")[-1][0]
    assert report_number(table.last("meadow-1", "red", "report")) >= newest
    assert told(table)[newest] == ("RED waits", "BLU -")  # Blue reads of it at the next stop for him
    for width in (80, 100):
        drawn = [one.text for one in lines(game_screen(table.desk, "meadow-1"), width)]
        assert max(map(len, drawn)) <= width
        assert any("RED maybe  BLU failed" in one for one in drawn)


def test_orders_for_later_phases_are_shown_with_their_phase(table: Table) -> None:
    table.say("meadow-1", "red", "Red One fire at Blue One\nin B: Red One march 1")
    drawn = "\n".join(one.text for one in lines(game_screen(table.desk, "meadow-1"), 100))
    assert "on file 1 line; 1 line for T01.RED.B" in drawn


def test_question_goes_to_both_and_their_answers_come_together(table: Table) -> None:
    with pytest.raises(CannotDo, match="expected up to 400 characters"):
        show(table.desk, AskPlayers("meadow-1", "x" * 401))
    perform(table.desk, AskPlayers("meadow-1", QUESTION), "petra")
    asked = {side: table.last("meadow-1", side, "proposal") for side in ("red", "blue")}
    assert [one.text.count(QUESTION) for one in asked.values()] == [1, 1]
    assert game_screen(table.desk, "meadow-1").asked[0][1:] == (QUESTION, (("RED", "no answer"), ("BLU", "no answer")))
    table.say("meadow-1", "red", "agree 1", to=asked["red"])
    assert "RED  agrees" in table.last("meadow-1", "gm").text
    assert "BLU  no answer" in table.last("meadow-1", "gm").text
    answer = table.say("meadow-1", "red", "agree 2", to=asked["red"])
    assert "is for your opponent" in " ".join(answer.text.split())
    table.say("meadow-1", "blue", "disagree 2\npress gm: never", to=asked["blue"])
    letters = "\n".join(one.text for one in table.letters("meadow-1", "gm"))
    assert "BLU  disagrees" in letters
    assert "never" in letters
    assert game_screen(table.desk, "meadow-1").asked[0][2] == (("RED", "agrees"), ("BLU", "disagrees"))
    assert any("RED agrees   BLU disagrees" in one.text for one in lines(game_screen(table.desk, "meadow-1"), 80))
    assert "No proposal 1 is waiting" in table.say("meadow-1", "red", "disagree 1", to=asked["red"]).text
    assert [kind for _, kind in table.records("meadow-1")] == ["genesis"]  # a question rules nothing
