"""`pbem gm queue`, as a command: the same screen as at the desk, on a file and on a PostgreSQL."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pbem.cli import main
from pbem.commands import desk_arguments
from pbem.commands.gm_desk import gm_queue
from pbem.core.system import BrokenGame
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.letters import Hold
from pbem.desk.record.rules_program import programs_missing
from pbem.gm.queue import ALIKE, queue, show
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


def configured(folder: Path, database: str = "desk.db") -> Path:
    """A configuration in a folder, with a key file."""
    config, key = folder / "config.toml", folder / "key"
    config.write_text(CONFIG.format(database=database), encoding="ascii")
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
    monkeypatch.setattr(desk_arguments, "SystemClock", lambda: table.clock)
    monkeypatch.delenv("COLUMNS", raising=False)
    yield table, configured(tmp_path, "desk.db" if is_file else url)
    table.desk.store.close()


@pytest.mark.slow
def test_queue_is_that_of_the_desk(desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]) -> None:
    table, config = desk
    for width in (80, 140):
        out = StringIO()
        show(queue(table.desk), Console(file=out, width=width, color_system=None))
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("COLUMNS", str(width))
            assert main(["gm", "queue", "--config", str(config)]) == 0
        assert capsys.readouterr().out == out.getvalue()
    assert "invited: no answer from" in out.getvalue()


def test_json_is_that_of_the_desk(desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]) -> None:
    table, config = desk
    assert main(["gm", "queue", "--json", "--config", str(config)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = queue(table.desk)
    assert told[: len(found.rows)] == [json.loads(json.dumps(row.as_json())) for row in found.rows]
    assert told[-1]["sender"] == "mallory@evil.example"


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_many_games_that_want_the_same_are_settled_by_one_line(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = desk
    for n in range(9):
        table.open(f"late-{n}", hours={"orders": 1})
    table.clock.forward(hours=2)
    late = [row.game for row in queue(table.desk).rows if row.do.startswith("remind")]
    assert len(late) >= 9
    assert main(["gm", "queue", "--config", str(config)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("-> pbem gm remind late") == ALIKE
    assert f" {len(late) - ALIKE} more in one go:\n    pbem gm remind {' '.join(late[ALIKE:])}\n" in shown
    assert f"QUEUE   {queue(table.desk).head()}" in shown
    assert main(["gm", "queue", "--all", "--config", str(config)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("-> pbem gm remind late") == len(late)
    assert "in one go" not in shown


def test_a_game_that_is_not_installed_is_named(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(title: str) -> object:
        raise KeyError(f"no game is called {title!r}")

    monkeypatch.setattr(registry, "game", nothing)
    assert main(["gm", "queue", "--config", str(desk[1])]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "!! forged, held-by-gm, invited, late cannot be played on: no game is called 'skirmish'" in said


def test_a_database_that_is_not_there_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = configured(tmp_path)
    assert not (tmp_path / "desk.db").exists()
    assert main(["gm", "queue", "--config", str(config)]) == 0
    assert "no games" in capsys.readouterr().out
    assert (tmp_path / "desk.db").exists()


def test_the_doctor_names_a_game_that_is_not_installed(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(title: str) -> object:
        raise KeyError(f"no game is called {title!r}")

    monkeypatch.setattr(registry, "titles", tuple)

    monkeypatch.setattr(registry, "game", nothing)
    assert main(["doctor", "--no-letter", "--config", str(desk[1])]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "BAD games: forged, held-by-gm, invited, late cannot be played on: no game is called 'skirmish'" in said


def test_a_package_is_broken_though_its_card_is_whole() -> None:
    """The rules of somebody else's game may have a fault of syntax that its card has not."""

    class Half:
        packages = ("skirmish",)
        card = None

        @property
        def system(self) -> object:
            raise BrokenGame("skirmish.rules:RULES cannot be loaded: SyntaxError: invalid syntax (rules.py, line 220)")

    class One:
        def programs(self) -> list[tuple[str, tuple[str, str]]]:
            return [("skirmish", ("1.0", "aa"))]

        def played_with(self) -> list[tuple[str, str, tuple[str, str]]]:
            return [("first", "skirmish", ("1.0", "aa"))]

    (said,) = programs_missing(lambda _: Half(), One())  # type: ignore[arg-type, return-value]
    assert said.startswith("first cannot be played on: skirmish.rules:RULES cannot be loaded: SyntaxError")
