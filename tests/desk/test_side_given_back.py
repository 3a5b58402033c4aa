"""A player writes while the program plays their side: only `return` gives it back, and they are told what is wanted of them."""

import pytest

from pbem.desk.play.practice import answered, notice
from tests.desk.table import Table

GAME = "meadow-1"
WAITS = "The game waits for you: T1 RED.A. Answer the newest report, or write status"
LATER = "The next report says what you may do."


def writes(table: Table, side: str, words: str, *, is_open: bool = True) -> tuple[str, bool, str]:
    """The answer, whether it gave the side back, and who plays it then."""
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        row = books.phases.open(game)
        if row is not None and not is_open:
            row.state = "done"
            books.phases.add(row)
            books.write()
        player = books.players.get(game, side)
        player.plays = "plain"
        _, text, is_back = answered(table.desk, books, game, player, None, words)
        return " ".join(text.split()), is_back, player.plays


@pytest.mark.parametrize("words", ["return", "Return.", "  I'm back!", "\n\nreturn\nstatus"])
def test_the_first_line_gives_the_side_back_and_the_other_one_is_told(table: Table, words: str) -> None:
    table.open(GAME)
    text, is_back, plays = writes(table, "red", words)
    assert (is_back, plays) == (True, "")
    assert text.startswith("Welcome back. You play RED again from now on, and your opponent has been told.")
    assert text.endswith(WAITS)
    assert "Red plays RED again" in " ".join(table.last(GAME, "blue", "ruling").text.split())
    assert "Red is back" in table.last(GAME, "blue", "ruling").text


@pytest.mark.parametrize(("side", "is_open"), [("blue", True), ("red", False)])
def test_who_is_not_waited_for_is_told_to_wait_for_the_next_report(table: Table, side: str, is_open: bool) -> None:
    table.open(GAME)
    text, is_back, _ = writes(table, side, "return", is_open=is_open)
    assert is_back
    assert text.endswith(LATER)


@pytest.mark.parametrize("words", ["ready\nreturn", "", "> return", "Red One fire at Blue One", "I want to return"])
def test_any_other_letter_changes_nothing_and_says_how(table: Table, words: str) -> None:
    table.open(GAME)
    text, is_back, plays = writes(table, "red", words)
    assert (is_back, plays) == (False, "plain")
    assert text == (
        "The program (plain) plays RED for you, so nothing in your letter was carried out. "
        "To take your side back, answer with the line return"
    )
    with table.desk.store.read() as books:
        player = books.players.get(books.games.get(GAME), "red")
        assert " ".join(notice(player).split()) == (
            "The program (plain) plays RED for you. To take your side back, answer with the line return"
        )
