"""Undo, voided dice, and rulings on the board, as the GM does them."""

import json

import pytest

from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.gm.incidents.undo_and_end import Redo, Undo, Void
from tests.desk.table import Table


def strength(table: Table, game: str) -> dict[str, int]:
    with table.desk.store.read() as books:
        state = json.loads(books.checkpoints.last(books.games.get(game)).state)
        found: dict[str, int] = state["strength"]
        return found


def test_last_phase_is_undone_without_naming_a_record(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "Red One fire at Blue One\nready")
    assert table.phase(game) == "T01.RED.B"
    shown = show(table.desk, Undo(game), reason="a wrong order")
    assert any("undone: T1 RED.A" in line for line in shown.effect.lines)
    perform(table.desk, Undo(game), "petra", "a wrong order")
    assert table.phase(game) == "T01.RED.A"
    report = table.last(game, "red")
    assert table.say(game, "red", "Red Two fire at Blue Two\nready", to=report).kind == "receipt"
    assert table.phase(game) == "T01.RED.B"
    assert "undone 1" in table.last(game, "red", "report").text


def test_nothing_to_undo_is_said(table: Table) -> None:
    game = table.open()
    with pytest.raises(CannotDo, match="expected a phase that was adjudicated"):
        show(table.desk, Undo(game), reason="x")
    with pytest.raises(CannotRule, match="expected a record to go back to"):
        show(table.desk, Undo(game, 99), reason="x")


def test_voided_dice_are_counted(table: Table) -> None:
    game = table.open()
    perform(table.desk, Void(game), "petra", "a log showed them")
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "Red One fire at Blue One\nready")
    assert "voided dice 1" in table.last(game, "red", "report").text


def test_ruling_on_the_board_is_shown_as_a_difference_and_taken_back(table: Table) -> None:
    game = table.open()
    ruling = Rule(game, "10.A", ("Red One strength = 2",))
    shown = show(table.desk, ruling, reason="a loss was forgotten")
    assert shown.effect.pages == ("strength of Red One from 3 to 2",)
    perform(table.desk, ruling, "petra", "a loss was forgotten")
    assert strength(table, game)["Red One"] == 2
    assert shown.effect.inverse is not None
    perform(table.desk, shown.effect.inverse, "petra", "it was not")
    assert strength(table, game)["Red One"] == 3


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("Red One strength = many", "expected a value like 3"),
        ("/next = 3", "to come next as before"),
        ("Nobody at = 0101", "expected a counter of the game"),
        ("Red One strength", "expected a change such as"),
        ("Red One strength = 3", "has these values already"),
    ],
)
def test_ruling_that_breaks_the_game_is_refused_with_what_it_breaks(table: Table, change: str, says: str) -> None:
    game = table.open()
    before = table.records(game)
    with pytest.raises(CannotRule, match=says):
        perform(table.desk, Rule(game, "-", (change,)), "petra", "x")
    assert table.records(game) == before


def test_what_was_undone_can_be_done_again_unless_nothing_was(table: Table) -> None:
    game = table.open()
    perform(table.desk, Extend(game, 24), "petra", "a power cut")
    nothing = show(table.desk, Undo(game, 0), "petra", "x").effect
    assert (nothing.inverse, nothing.final) == (None, "no orders were undone; make rulings again yourself")
    table.say(game, "red", "pass")
    undone = show(table.desk, Undo(game), "petra", "x").effect
    assert (undone.inverse, undone.final) == (Redo(game, "main"), "")
