"""`pbem move` with a game that was undone: its lines of play go with it, and each is checked."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbem.cli import main

PEOPLE = ("--player", "us=Kate <kate@trial.example>", "--player", "indian=Mo <mo@trial.example>")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk on trial whose game was undone."""
    monkeypatch.chdir(tmp_path)
    assert main(["trial"]) == 0
    assert main(["new", "try-1", "--game", "rosebud", "--scenario", "in-contact", "--yes", *PEOPLE]) == 0
    assert main(["trial", "+7d"]) == 0
    assert main(["gm", "undo", "try-1", "--yes", "--reason", "a slip"]) == 0
    assert main(["trial", "+4d"]) == 0
    return tmp_path


@pytest.mark.slow
def test_a_desk_with_an_undone_game_moves_and_plays_on(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["move", "other.db"]) == 0
    assert "1 game checked, every chain of records is whole" in capsys.readouterr().out
    path = home / "config.toml"
    path.write_text(path.read_text().replace("[mail_in]", '[store]\ndatabase = "other.db"\n[mail_in]'))
    assert main(["replay", "try-1"]) == 0
    assert main(["trial", "+1d"]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("branch", ["main", "main.2"])
def test_a_break_in_any_line_of_play_stops_the_move(
    home: Path, capsys: pytest.CaptureFixture[str], branch: str
) -> None:
    with closing(sqlite3.connect(home / "pbem.db")) as db, db:
        number, body = db.execute(
            "SELECT id, body FROM record WHERE branch = ? AND seq > 0 ORDER BY seq LIMIT 1", (branch,)
        ).fetchone()
        record = json.loads(body) | {"prev": "ab" * 32}
        from pbem.core.canonical import canon
        from pbem.seal.chain import head_of

        text = canon(record)
        db.execute("UPDATE record SET body = ?, head = ? WHERE id = ?", (text.decode(), head_of(text), number))
    assert main(["move", "other.db"]) == 1
    assert "nothing was moved" in capsys.readouterr().err
    assert not (home / "other.db").exists()
