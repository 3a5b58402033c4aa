"""`pbem gm queue` through the database's driver alone: the same characters as with all of the program, or left to it."""

import argparse
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pbem.cli import main
from pbem.commands import desk_arguments, gm_queue
from pbem.config import read_config
from pbem.core.tomlfile import Faults
from pbem.desk.gm.incidents.letters import Hold
from pbem.desk.gm.incidents.perform import perform
from pbem.gm.queue import queue, show
from pbem.gm.screen import Line, draw, draw_at
from pbem.places import places
from pbem.store import driver
from pbem.systems import registry
from tests.desk.table import KEY, Table, titles

CONFIG = """
[desk]
host = "pbem.example"
[store]
database = "{database}"
key_file = "key"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
"""


def configured(folder: Path, database: str = "desk.db", more: str = "") -> Path:
    """A configuration in a folder, with a key file."""
    config, key = folder / "config.toml", folder / "key"
    config.write_text(CONFIG.format(database=database) + more, encoding="ascii")
    key.write_bytes(KEY + b"\n")
    for file in (config, key):
        file.chmod(0o600)
    return config


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def desk(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Table, Path]]:
    """A desk with a game of each kind that the queue tells apart, and its configuration."""
    is_file = request.param == "sqlite"
    url = f"sqlite:///{tmp_path / 'desk.db'}" if is_file else request.getfixturevalue("cluster").with_tables()
    table = Table.lay(tmp_path, url=url)
    waits, late = table.open("waits"), table.open("late", hours={"orders": 1})
    forged, by_gm = table.open("forged"), table.open("held-by-gm")
    table.open("invited", invites=True)
    perform(table.desk, Hold(by_gm), "petra", "a dispute")
    table.deliver(table.reply(forged, "red", "pass", sender="mallory@evil.example"))
    table.say(waits, "red", "Red One fire at Blue One\nRedd Two fire at Blue Two")
    table.say(waits, "red", "Red One fire at Blue One\nRedd Two fire at Blue Two\nRed Two fire at Blue Two\nready")
    table.say(late, "blue", "vacation 12 Mar - 14 Mar")
    with table.desk.store.begin() as books:
        books.addresses.score("rita@mail.example", 6, table.clock.now())
    table.clock.forward(hours=2)
    monkeypatch.setattr(registry, "game", titles)
    monkeypatch.setattr(gm_queue, "SystemClock", lambda: table.clock)
    monkeypatch.setattr(desk_arguments, "SystemClock", lambda: table.clock)
    monkeypatch.delenv("COLUMNS", raising=False)
    yield table, configured(tmp_path, "desk.db" if is_file else url)
    table.desk.store.close()


def test_queue_is_that_of_the_whole_program(desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]) -> None:
    table, config = desk
    assert gm_queue._at_once(argparse.Namespace(config=config, all=True)) == queue(table.desk, finished=True)
    for width in (80, 140):
        out = StringIO()
        show(queue(table.desk), Console(file=out, width=width, color_system=None))
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("COLUMNS", str(width))
            assert main(["gm", "queue", "--config", str(config)]) == 0
        assert capsys.readouterr().out == out.getvalue()
    assert "invited: no answer from" in out.getvalue()


def test_json_is_that_of_the_whole_program(desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]) -> None:
    table, config = desk
    assert main(["gm", "queue", "--json", "--config", str(config)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = queue(table.desk)
    assert told[: len(found.rows)] == [json.loads(json.dumps(row.as_json())) for row in found.rows]
    assert told[-1]["sender"] == "mallory@evil.example"


@pytest.mark.parametrize("most", range(7))
def test_a_short_queue_has_every_game_that_needs_the_gm_and_the_first_of_the_others(
    desk: tuple[Table, Path], most: int
) -> None:
    for name in ("quiet-1", "quiet-2", "quiet-3"):
        desk[0].open(name)
        desk[0].clock.forward(hours=1)
    whole, short = (queue(desk[0].desk, most=one) for one in (None, most))
    marked = [row for row in whole.rows if row.mark]
    others = [row for row in whole.rows if not row.mark]
    assert len(others) == 5
    assert list(short.rows) == [*marked, *others[:most]]
    assert short.more == max(len(others) - most, 0)
    assert (short.head(), short.faults, short.finished) == (whole.head(), whole.faults, whole.finished)


def test_games_that_are_not_listed_are_counted(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, config = desk
    table.open("quiet")
    others = sum(not row.mark for row in queue(table.desk).rows)
    monkeypatch.setattr(gm_queue, "MOST", 1)
    assert main(["gm", "queue", "--config", str(config)]) == 0
    assert f" {others - 1} more games do not need you:   pbem gm queue --all\n" in capsys.readouterr().out
    assert main(["gm", "queue", "--all", "--config", str(config)]) == 0
    assert "more game" not in capsys.readouterr().out


def test_nothing_is_lost_where_the_driver_is_not_enough(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, config = desk
    assert main(["gm", "queue", "--config", str(config)]) == 0
    before = capsys.readouterr().out
    monkeypatch.setattr(driver, "HEAD", "m99_later")
    assert gm_queue._at_once(argparse.Namespace(config=config, all=False, json=False)) is None
    assert main(["gm", "queue", "--config", str(config)]) == 0
    assert capsys.readouterr().out == before


def test_a_game_that_is_not_installed_is_named(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(title: str) -> object:
        raise KeyError(f"no game is called {title!r}")

    monkeypatch.setattr(registry, "game", nothing)
    assert main(["gm", "queue", "--config", str(desk[1])]) == 1
    assert capsys.readouterr().err == "no game is called 'skirmish'\n"


def test_a_database_that_is_not_there_is_made_by_the_whole_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = configured(tmp_path)
    assert gm_queue._at_once(argparse.Namespace(config=config, all=False, json=False)) is None
    assert not (tmp_path / "desk.db").exists()
    assert main(["gm", "queue", "--config", str(config)]) == 0
    assert "0 of 0 games need you" in capsys.readouterr().out
    assert (tmp_path / "desk.db").exists()


@pytest.mark.parametrize(
    ("database", "more"), [("desk.db", ""), ("postgresql://pbem@db/games", '[daemon]\npulse_file = "/var/pulse"\n')]
)
def test_places_are_those_of_the_configuration(tmp_path: Path, database: str, more: str) -> None:
    config = configured(tmp_path, database, more)
    whole, found = read_config(config), places(config)
    assert found == (whole.database or whole.url, whole.daemon.pulse_file)


def test_places_that_are_left_out_are_those_of_the_configuration(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    words = CONFIG.partition("[store]")[0] + "[mail_in]" + CONFIG.partition("[mail_in]")[2]
    config.write_text(words, encoding="ascii")
    config.chmod(0o600)
    whole = read_config(config)
    whole.store.key_file.write_bytes(KEY)
    whole.store.key_file.chmod(0o600)
    assert places(config) == (whole.database, whole.daemon.pulse_file)


@pytest.mark.parametrize("wrong", ['databse = "b.db"', "database = 5", 'database = "mysql://db/games"', "["])
def test_a_configuration_that_is_wrong_is_left_to_whoever_explains_it(tmp_path: Path, wrong: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(CONFIG.replace('database = "{database}"', wrong), encoding="ascii")
    config.chmod(0o600)
    assert places(config) is None
    with pytest.raises(Faults):
        read_config(config)


@pytest.mark.parametrize("name", ["config.toml", "key"])
def test_a_file_that_others_can_change_or_read_is_left_to_whoever_explains_it(tmp_path: Path, name: str) -> None:
    config = configured(tmp_path)
    assert places(config) is not None
    (tmp_path / name).chmod(0o666)
    assert places(config) is None


@pytest.mark.parametrize("width", [10, 80])
def test_lines_are_drawn_with_the_characters_that_rich_would_write(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [Line("a " * 60, "bold"), Line(""), Line("[red]no markup[/]  :smile: \x1b[2J \u201cquoted\u201d caf\xe9")]
    by_rich, by_us = StringIO(), StringIO()
    monkeypatch.setenv("COLUMNS", str(width))
    draw(lines, Console(file=by_rich))
    draw_at(lambda _: lines, by_us)
    assert by_us.getvalue() == by_rich.getvalue()
