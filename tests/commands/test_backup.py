"""`pbem backup`, `pbem restore`, `pbem adopt`: the drill, by the commands alone."""

from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.desk_arguments import desk_of
from pbem.config import read_config

CONFIG = """
[desk]
host = "pbem.example"
[store]
database = "{database}"
key_file = "pbem.key"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration and one game."""
    monkeypatch.chdir(tmp_path)
    database = "pbem.db" if request.param == "sqlite" else request.getfixturevalue("cluster").database()
    (tmp_path / "config.toml").write_text(CONFIG.format(database=database), encoding="utf-8")
    words = ["new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", "--gm", "gm@club.example"]
    words += ["--player", "us=kate@mail.example", "--player", "indian=mo@post.example"]
    assert main(words) == 0
    return tmp_path


def lose_the_database(request: pytest.FixtureRequest, home: Path) -> None:
    if request.node.callspec.params["home"] == "sqlite":
        (home / "pbem.db").rename(home / "broken.db")
    else:
        database = request.getfixturevalue("cluster").database()
        (home / "config.toml").write_text(CONFIG.format(database=database), encoding="utf-8")


def test_drill(request: pytest.FixtureRequest, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 0
    assert main(["serve", "--once"]) == 0  # the welcome and the first reports go out
    lose_the_database(request, home)
    capsys.readouterr()
    assert main(["restore", "copy.db"]) == 0
    out = capsys.readouterr().out
    assert "held until their later records are back:\n  rosebud-7\n" in out
    assert main(["gm", "retry", "rosebud-7"]) == 1
    assert "pbem adopt MAILBOX" in capsys.readouterr().err
    assert main(["adopt", "out"]) == 0
    assert "rosebud-7: nothing is lacking; let it go on with: pbem gm retry rosebud-7" in capsys.readouterr().out
    assert main(["gm", "retry", "rosebud-7", "--yes"]) == 0
    assert main(["serve", "--once"]) == 0
    assert main(["backup", "again.db"]) == 0


def test_copy_is_not_written_over(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "copy.db").write_text("dear", encoding="utf-8")
    assert main(["backup", "copy.db"]) == 1
    assert "expected a name that is free" in capsys.readouterr().err
    assert (home / "copy.db").read_text(encoding="utf-8") == "dear"


def test_a_database_that_is_there_is_not_restored_over(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 0
    assert main(["restore", "copy.db"]) == 1
    err = capsys.readouterr().err
    assert "move it away first" in err or "the database is not empty" in err


def test_what_is_no_copy_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", "config.toml"]) == 1
    assert "expected a copy that `pbem backup` made" in capsys.readouterr().err


def test_another_key_file_is_told_before_anything_is_written(
    request: pytest.FixtureRequest, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.db"]) == 0
    lose_the_database(request, home)
    (home / "pbem.key").unlink()
    config = read_config(home / "config.toml")
    if config.database is None:
        (home / "pbem.key").write_bytes(b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw=\n")
    else:
        desk = desk_of(config, makes_key=True)
        assert desk is not None
        desk.store.close()
        (home / "pbem.db").unlink()
    assert main(["restore", "copy.db"]) == 1
    assert "it belongs to another one" in capsys.readouterr().err
