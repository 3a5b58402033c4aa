"""A game of three sides, of orders all at once, on points and with battles inside a turn is played by mail without a line of
the program knowing of it."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from pbem.systems import registry
from tests.campaign.table import Table

PLAYERS = {"american": "ann@mail.example", "british": "bob@post.example", "french": "fay@mail.example"}
CLOSE = {
    "american": "Rangers to 3.0,0.0\nRifles to 2.5,1.0",
    "british": "Guards to 3.5,0.0",
    "french": "Marines to 3.0,2.0",
}
FIRE = {"american": "Rangers fire at Guards\nRifles fire at Guards", "british": "Guards fire at Rangers"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    found = EntryPoints([EntryPoint("crowns", "tests.systems.crowns:GAME", registry.GROUP)])
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    for one in (registry._entries, registry.game):
        one.cache_clear()
    laid = Table.lay(tmp_path, games=registry.game)
    laid.title, laid.addresses = "crowns", PLAYERS
    yield laid
    laid.desk.store.close()
    for one in (registry._entries, registry.game):
        one.cache_clear()


def opened(table: Table, **more: str) -> str:
    return table.open("river-1", scenario="river", **more)


def write(table: Table, game: str, letters: dict[str, str]) -> None:
    for side, words in letters.items():
        table.clock.forward(minutes=1)
        table.say(game, side, f"{words}\nready")


def test_orders_of_all_are_asked_at_once_and_hidden_until_all_are_in(table: Table) -> None:
    game = opened(table)
    assert table.phase(game) == "T01.ALL.A"
    for side in PLAYERS:
        assert "phase A, MARCH" in table.last(game, side, "report").text
    for side in ("american", "british"):
        table.clock.forward(minutes=1)
        assert "is accepted" in table.say(game, side, f"{CLOSE[side]}\nready").text
    assert table.phase(game) == "T01.ALL.A"
    for other in ("status", "orders", "map", "resend 1"):
        assert "3.0,0.0" not in table.say(game, "french", other).text
    write(table, game, {"french": CLOSE["french"]})
    assert table.phase(game) == "T01.B1.G01.ALL.F"
    report = table.last(game, "american", "report").text
    print(report)
    assert "Guards marches to 3.5,0.0" in report
    assert "A battle begins: Guards, Rangers, Rifles" in report
