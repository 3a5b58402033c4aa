"""Orders in a file or in the subject count only where the player's own words hold nothing."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.desk.incoming.reading import take_and_play
from tests.desk.table import Table
from tests.desk.test_submit import filed

IN_FILE = "Red Two fire at Blue Two"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.lay(tmp_path)


def say(table: Table, game: str, words: str) -> str:
    """Red's answer to these words, with a file that holds an order."""
    letter = message_from_bytes(table.reply(game, "red", words), policy=default)
    assert isinstance(letter, EmailMessage)
    letter.add_attachment(IN_FILE + "\n", filename="orders.txt")
    table.deliver(letter.as_bytes(), by=take_and_play)
    return " ".join(table.last(game, "red").text.split())


@pytest.mark.parametrize("words", ["", "Here they are, good luck!"])
def test_an_order_in_a_file_counts_where_the_letter_has_none(table: Table, words: str) -> None:
    game = table.open()
    told = say(table, game, words)
    assert "Your own words held no orders; these were in the attached file orders.txt" in told
    assert "We did not read" not in told
    assert filed(table, game, "red", "T01.RED.A") == [IN_FILE]


def test_an_order_in_a_file_does_not_count_beside_those_of_the_letter(table: Table) -> None:
    game = table.open()
    told = say(table, game, "Red One fire at Blue One")
    assert "Your own words held no orders" not in told
    assert "We did not read orders.txt.  Write your orders into the letter itself.".replace("  ", " ") in told
    assert filed(table, game, "red", "T01.RED.A") == ["Red One fire at Blue One"]


def test_an_order_in_a_file_does_not_count_beside_press(table: Table) -> None:
    game = table.open()
    assert "Your own words held no orders" not in say(table, game, "press: see what came in my file")
    assert filed(table, game, "red", "T01.RED.A") == []


def test_a_file_beside_a_question_is_named(table: Table) -> None:
    assert "We did not read orders.txt" in say(table, table.open(), "status\nRed One fire at Blue One")
