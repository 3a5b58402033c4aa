"""Files of the desk that are missing, closed, of another user or of another kind: each is told with what to do."""

import os
import sqlite3
from pathlib import Path

import pytest

from pbem import machine
from pbem.cli import main
from pbem.machine import denied
from pbem.store.database_errors import explained
from tests.commands.test_backup import CONFIG
from tests.commands.test_wrong_key import NEW


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk at which a game is open."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    assert main(NEW) == 0
    assert main(["serve", "--once"]) == 0
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that must fail, in one line."""
    capsys.readouterr()
    assert main(words) == 1
    shown = capsys.readouterr()
    assert "Traceback" not in shown.err
    return " ".join((shown.out + shown.err).split())


def of_another(monkeypatch: pytest.MonkeyPatch, *closed: Path) -> None:
    """From now on this is another user, for whom these files are closed."""
    may = os.access
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    monkeypatch.setattr(machine, "user_name", lambda number=None: "pbem" if number is None else "kate")
    monkeypatch.setattr(
        os, "access", lambda path, mode: Path(path).name not in {one.name for one in closed} and may(path, mode)
    )


@pytest.mark.parametrize("words", [["serve", "--once"], ["gm", "queue"], ["doctor"], ["health"]])
def test_a_lost_key_file_says_to_put_the_copy_there(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    (folder / "pbem.key").rename(folder / "away")
    found = told(capsys, *words)
    assert "pbem.key: expected the key file of this desk; found none. Put your copy there" in found
    assert not (folder / "pbem.key").exists()


@pytest.mark.parametrize("words", [["serve", "--once"], ["doctor"]])
def test_another_secret_in_the_place_of_the_key_file_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    (folder / "pbem.key").write_bytes((folder / "rosebud-7-root.pem").read_bytes())
    assert "pbem.key: expected a key of 44 characters, as `pbem new` makes it; found none" in told(capsys, *words)


def test_a_folder_is_no_key_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pbem.key").unlink()
    (folder / "pbem.key").mkdir()
    found = told(capsys, "serve", "--once")
    assert "pbem.key: expected a key file; found a folder" in found
    assert "chmod" not in found


@pytest.mark.parametrize("name", ["pbem.db", "pbem.db-wal", "pbem.db-shm"])
def test_a_file_of_the_database_that_its_owner_may_not_write_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """SQLite makes the files beside a read-only database read-only too, and they stay so when the database is no more."""
    file = folder / name
    file.touch()
    may = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: may(path, mode) and not (file == Path(path).absolute() and mode & 2)
    )
    found = told(capsys, "doctor", "--no-letter")
    assert f"{name}: its owner may not read and write it. Run: chmod u+rw {name}" in found
    hint = explained(sqlite3.OperationalError("attempt to write a readonly database"))
    assert "(-wal, -shm); `pbem doctor` says which" in hint


def test_a_pulse_of_another_user_stops_the_start(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_another(monkeypatch, folder / "pbem.pulse")
    words = "pbem.pulse: it belongs to kate, and this is pbem. "
    assert words in told(capsys, "serve", "--once")
    assert words in told(capsys, "doctor")
    assert words in told(capsys, "health")


def test_a_pulse_in_a_folder_that_is_not_there_stops_the_start(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (folder / "config.toml").open("a") as config:
        config.write('[daemon]\npulse_file = "run/pbem.pulse"\n')
    assert "found no folder run (daemon.pulse_file)" in told(capsys, "serve", "--once")


def test_a_file_that_cannot_be_made_names_the_owner_of_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_another(monkeypatch)
    assert denied(tmp_path / "new").startswith(f"its folder {tmp_path} belongs to kate, and this is pbem.  ")


def test_what_belongs_to_root_is_not_to_be_used_as_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_another(monkeypatch)
    root = os.stat("/").st_uid
    assert root != 0 or denied(Path("/etc/hostname")).endswith("As root:   chown pbem /etc/hostname")


IMAP = """
[desk]
host = "pbem.example"
[mail_in]
host = "127.0.0.1"
port = 1
user = "desk"
password_file = "imap.password"
ca_file = "our-ca.pem"
[mail_out]
kind = "maildir"
path = "out"
"""


@pytest.mark.parametrize("words", [["serve", "--once"], ["doctor"]])
def test_a_certificate_and_a_password_that_are_not_there_are_called_by_their_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(IMAP, encoding="utf-8")
    assert "imap.password" in told(capsys, *words)
    (tmp_path / "imap.password").write_text("s3cret\n")
    (tmp_path / "imap.password").chmod(0o600)
    found = told(capsys, *words)
    assert "our-ca.pem: expected the certificate that vouches for the mail server (ca_file); found none" in found
    assert "s3cret" not in found
