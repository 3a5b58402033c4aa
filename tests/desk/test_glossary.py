"""The glossary: its entries can be asked for by letter, and its names in code are real."""

from pathlib import Path

import pytest

from pbem import glossary
from pbem.orders.commands import command
from tests.desk.table import Table

SOURCES = Path(glossary.__file__).parent


@pytest.mark.parametrize("word", sorted(glossary.words()))
def test_every_word_can_be_asked_for(word: str) -> None:
    found = command(f"help {word}")
    assert found is not None
    assert glossary.look_up(found.words[0]) is not None


def test_no_word_has_two_entries() -> None:
    said = [one.lower() for term in glossary.terms() for one in (term.word, *term.also)]
    assert len(said) == len(set(said))


def test_a_name_in_code_is_one() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py"))
    assert [one.code for one in glossary.terms() if one.code and one.code not in code] == []


def test_a_player_who_asks_gets_the_entry(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "help zones of control\nhelp nonce").text
    assert "word of your own" in " ".join(answer.split())
    assert "hinders enemy movement" not in answer  # this plural is not listed
    assert "hinders enemy movement" in table.say(game, "red", "help ZOC").text


def test_talk_that_begins_with_help_is_no_command() -> None:
    assert command("help me hold the zone of control") is None
