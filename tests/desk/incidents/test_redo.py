"""Redo: what was undone is ordered again, with new dice; what was written since stands; the mailboxes prove it."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.undo_and_end import Redo, Undo
from pbem.desk.record.replay import replay
from pbem.desk.record.upgrade import adjudicate_again
from tests.desk.incidents.test_undo import strength
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof


def undone(table: Table) -> str:
    """A game in which two phases were played, by orders, an answer and a standing order, and both were undone."""
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.clock.forward(minutes=1)
    table.say(game, "blue", "2")
    table.say(game, "blue", "1", to=table.last(game, "blue", "question"))
    table.clock.forward(minutes=1)
    table.say(game, "blue", "policy cover: duck")
    table.clock.forward(minutes=1)
    table.say(game, "red", "Red One march 2\nready")
    assert table.phase(game) == "T01.BLU.A"
    table.clock.forward(minutes=1)
    opening = next(seq for seq, type_ in table.records(game) if type_ == "genesis")
    perform(table.desk, Undo(game, opening), "petra", "a wrong map")
    assert table.phase(game) == "T01.RED.A"
    table.clock.forward(minutes=1)
    return game


def resolved(table: Table, game: str) -> dict[str, Any]:
    """The body of the newest adjudication."""
    with table.desk.store.read() as books:
        rows = books.records.since(books.games.get(game), -1)
        last = next(row for row in reversed(rows) if row.type == "phase.resolved")
        found: dict[str, Any] = json.loads(last.body)["body"]
        return found


@pytest.mark.slow
def test_orders_answers_and_standing_orders_come_back_and_are_carried_out_with_new_dice(
    table: Table, tmp_path: Path
) -> None:
    game = undone(table)
    asked = len(table.letters(game, "blue", "question"))
    shown = show(table.desk, Redo(game), "petra", "the map was right after all")
    assert "RED T1 RED.A: 2 lines, ready" in shown.effect.lines
    assert "BLU T1 RED.A: 2 answers" in shown.effect.lines
    assert "BLU: standing order 1 is in force again" in shown.effect.lines
    assert shown.effect.inverse == Undo(game, table.records(game)[-1][0])
    perform(table.desk, Redo(game), "petra", "the map was right after all")
    assert table.phase(game) == "T01.BLU.A"
    assert len(table.letters(game, "blue", "question")) == asked  # the same questions had their answers
    with table.desk.store.read() as books:
        row = books.games.get(game)
        assert (row.branch, row.undone, row.rulings) == ("main.2", 1, 2)
        assert [one.text for one in books.standing.in_force(row, "blue")] == ["policy cover: duck"]
    for side in ("red", "blue"):
        told = " ".join(table.last(game, side, "ruling").text.split())
        assert "orders and answers of branch main that were undone are on file again" in told
        assert "T01." not in told, "phases are named as players know them"
    play_out(table, game)
    for side in ("red", "blue"):
        assert false(proof(table, game, side, tmp_path / side)) == []


@pytest.mark.slow
def test_redo_is_taken_back_by_undo_and_done_again(table: Table) -> None:
    game = undone(table)
    back = show(table.desk, Redo(game), "petra", "as it was").effect.inverse
    perform(table.desk, Redo(game), "petra", "as it was")
    with pytest.raises(CannotRule, match="expected orders of branch main that are still to be played"):
        show(table.desk, Redo(game, "main"), reason="twice")
    assert back is not None
    table.clock.forward(minutes=1)
    perform(table.desk, back, "petra", "no, not as it was")
    assert table.phase(game) == "T01.RED.A"
    assert strength(table, game) == {"Red One": 3, "Red Two": 3, "Blue One": 3, "Blue Two": 3}
    table.clock.forward(minutes=1)
    perform(table.desk, Redo(game), "petra", "yes, as it was")
    assert table.phase(game) == "T01.BLU.A"


@pytest.mark.slow
def test_what_a_player_wrote_since_the_undo_stands(table: Table) -> None:
    game = undone(table)
    table.say(game, "red", "replace\nRed Two fire at Blue One", to=table.last(game, "red", "ruling"))
    shown = show(table.desk, Redo(game), "petra", "as it was")
    assert "RED has sent new orders for T1 RED.A since the undo: those count" in shown.effect.lines
    perform(table.desk, Redo(game), "petra", "as it was")
    assert table.phase(game) == "T01.RED.A"  # it waits for Red's own word
    table.say(game, "red", "ready", to=table.last(game, "red", "receipt"))
    assert "Red Two fires at Blue One" in table.last(game, "blue").text


def test_answer_in_the_middle_of_a_phase_comes_back(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nready")
    stop = table.records(game)[-1][0]
    table.clock.forward(minutes=1)
    table.say(game, "blue", "2")
    assert table.phase(game) == "T01.RED.B"
    perform(table.desk, Undo(game, stop), "petra", "he misread the question")
    assert table.phase(game) == "T01.RED.A"
    table.clock.forward(minutes=1)
    perform(table.desk, Redo(game), "petra", "he did not")
    assert table.phase(game) == "T01.RED.B"
    assert [one["answer"]["choice"] for one in resolved(table, game)["answers"]] == ["duck"]


def test_standing_order_that_was_ended_there_is_ended_again(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.clock.forward(minutes=1)
    table.say(game, "red", "pass")
    table.clock.forward(minutes=1)
    table.say(game, "blue", "cancel order 1")
    table.clock.forward(minutes=1)
    table.say(game, "red", "pass")
    perform(table.desk, Undo(game, 1), "petra", "a wrong map")
    table.clock.forward(minutes=1)
    with table.desk.store.read() as books:
        assert books.standing.in_force(books.games.get(game), "blue")
    perform(table.desk, Redo(game), "petra", "it was right")
    with table.desk.store.read() as books:
        assert not books.standing.in_force(books.games.get(game), "blue")


def test_there_must_be_something_to_bring_back(table: Table) -> None:
    game = table.open()
    with pytest.raises(CannotRule, match="of which something was undone; nothing was"):
        show(table.desk, Redo(game), reason="x")
    table.say(game, "red", "pass")
    perform(table.desk, Undo(game), "petra", "a wrong map")
    with pytest.raises(CannotRule, match=r"a branch that was undone, main; found .main\.7."):
        show(table.desk, Redo(game, "main.7"), reason="x")
    table.say(game, "red", "Red One fire at Blue One", to=table.last(game, "red", "ruling"))
    with pytest.raises(CannotRule, match="written again since"):
        show(table.desk, Redo(game), reason="x")
    with pytest.raises(CannotDo, match="expected a reason"):
        perform(table.desk, Redo(game), "petra")


@pytest.mark.slow
def test_game_with_a_redo_is_rebuilt_from_its_letters(table: Table) -> None:
    game = undone(table)
    perform(table.desk, Redo(game), "petra", "as it was")
    table.clock.forward(minutes=1)
    play_out(table, game)
    done = replay(table.desk, game)
    assert done.is_same, (done.expected, done.found)
    other = table.open("meadow-2")
    table.say(other, "red", "pass")
    assert adjudicate_again(table.desk, other).is_same
