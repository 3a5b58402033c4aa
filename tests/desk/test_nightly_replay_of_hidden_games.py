"""`pbem replay --all` decides on games that hide facts: what they seal until their end is no secret from the desk."""

from pathlib import Path

import pytest

from pbem.desk.record.chain import records_since
from pbem.desk.record.upgrade import adjudicate_again
from tests.commands import desk

PLAYERS = [("indian", "mo@post.example", "M. Ortiz"), ("army", "kate@mail.example", "K. Hale")]


def test_a_game_that_hides_facts_is_played_again_from_what_the_desk_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "PLAYERS", PLAYERS)
    table, _ = desk.laid(tmp_path, monkeypatch)
    desk.opened(table, "joseph-1", "nezperce", table.desk.title("nezperce").system.card.main_scenario)
    with table.desk.store.read() as books:
        records = records_since(books, books.games.get("joseph-1"), -1)
    assert any("sealed" in record["body"] for record in records)
    found = adjudicate_again(table.desk, "joseph-1")
    assert found.is_same, found.lines
    assert found.done.adjudications == sum(record["type"] == "phase.resolved" for record in records) > 0
    assert found.done.sealed_states == 0
