"""`pbem backup`, `pbem restore`, `pbem adopt`: the drill, by the commands alone."""

import mailbox
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid
from pathlib import Path
from typing import cast

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


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
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


@pytest.mark.slow
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
        (home / "pbem.key").chmod(0o600)
    else:
        desk = desk_of(config, makes_key=True)
        assert desk is not None
        desk.store.close()
        (home / "pbem.db").unlink()
    assert main(["restore", "copy.db"]) == 1
    assert "it belongs to another one" in capsys.readouterr().err


def newest(home: Path, person: str) -> EmailMessage:
    """The newest letter to somebody that asks for orders."""
    found = [
        message_from_bytes(path.read_bytes(), policy=default)
        for path in sorted((home / "out").glob(f"{person}/new/*"), key=lambda path: path.stat().st_mtime_ns)
    ]
    reports = [one for one in found if "YOU:" in str(one["Subject"])]
    return cast(EmailMessage, reports[-1])


def write(home: Path, person: str, words: str) -> None:
    """A letter into the desk's inbox."""
    report = newest(home, person)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = str(report["To"]), str(report["Reply-To"]), "Re: orders"
    letter["Message-ID"] = make_msgid(domain="mail.example")
    letter.set_content(words)
    mailbox.Maildir(home / "in", create=True).add(letter.as_bytes())


@pytest.mark.slow
def test_letters_since_the_copy_are_read_again(
    request: pytest.FixtureRequest, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--once"]) == 0
    assert main(["backup", "copy.db"]) == 0
    write(home, "mo", "pass")
    assert main(["serve", "--once"]) == 0
    write(home, "mo", "Lone Bull fire at Nobody\nstatus")  # for the phase that is open, and not told in any report
    assert main(["serve", "--once"]) == 0
    lose_the_database(request, home)
    capsys.readouterr()
    assert main(["restore", "copy.db"]) == 0
    out = capsys.readouterr().out
    assert "2 letters since the copy: read again as soon as the records of their games are back" in out
    assert main(["serve", "--once"]) == 0  # by mistake, before `adopt`: nothing is read
    assert main(["adopt", "out"]) == 0
    out = capsys.readouterr().out
    assert "rosebud-7: records 1 to 2 are back" in out
    assert "2 letters that came since the copy are read when `pbem serve` runs" in out
    assert main(["gm", "retry", "rosebud-7", "--yes"]) == 0
    assert main(["serve", "--once"]) == 0
    config = read_config(home / "config.toml")
    desk = desk_of(config)
    assert desk is not None
    with desk.store.read() as books:
        rows = books.letters_in.of_game("rosebud-7")
        told = [(row.state, row.reason) for row in rows]
    desk.store.close()
    assert ("done", "brought back after a restore: T03.IN.A was played by then") in told
    assert ("done", "") in told
