"""A letter of a stack means what the letter that is answered called so."""

from pbem.desk.play.advance import advance
from tests.desk.table import Table


def test_stack_is_the_one_of_the_report_that_is_answered(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    report = table.last(game, "red", "report")
    assert "Red One march 2" in table.say(game, "red", "stack A march 2", to=report).text


def test_receipts_and_error_replies_keep_the_letters_of_the_report_before_them(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    error = table.say(game, "red", "stack B march 9")
    assert error.kind == "error"
    assert "Red Two march 3" in table.say(game, "red", "stack B march 3", to=error).text


def test_letters_change_with_the_reports(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    table.say(game, "red", "Red One march 3\nready")
    table.say(game, "blue", "pass")
    table.say(game, "blue", "pass")
    advance(table.desk, game)
    assert table.phase(game) == "T02.RED.A"
    report = table.last(game, "red", "report")
    text = table.say(game, "red", "stack A fire at Blue One", to=report).text
    assert "Red Two fire at Blue One" in text
