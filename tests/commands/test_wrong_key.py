"""The desk under a key file that is not its own: nothing may be written, for nobody could read it later."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from pbem.cli import main
from tests.cluster import Cluster
from tests.commands.test_backup import CONFIG

LETTER = b"From: kate@mail.example\r\nTo: rosebud-7@pbem.example\r\nSubject: [rosebud-7]\r\n\r\nA/3 hold\r\n"
NEW = ["new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", "--gm", "gm@club.example"]
NEW += ["--player", "us=kate@mail.example", "--player", "indian=mo@post.example"]


def laid(folder: Path, database: str) -> None:
    (folder / "config.toml").write_text(CONFIG.format(database=database), encoding="utf-8")
    assert main(NEW) == 0
    assert main(["serve", "--once"]) == 0


def put_another_key(folder: Path) -> None:
    (folder / "pbem.key").rename(folder / "own.key")
    (folder / "pbem.key").write_bytes(Fernet.generate_key() + b"\n")
    (folder / "pbem.key").chmod(0o600)


@pytest.mark.parametrize("words", [["serve", "--once"], ["gm", "show", "rosebud-7"], ["backup", "copy.db"], ["doctor"]])
def test_no_command_works_under_another_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, "pbem.db")
    put_another_key(tmp_path)
    capsys.readouterr()
    assert main(words) == 1
    shown = capsys.readouterr()
    assert "the key file does not open the secrets of this database" in " ".join((shown.out + shown.err).split())


@pytest.mark.slow
def test_a_letter_that_comes_meanwhile_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, "pbem.db")
    put_another_key(tmp_path)
    (tmp_path / "in" / "new" / "1.kate").write_bytes(LETTER)
    assert main(["serve", "--once"]) == 1
    assert (tmp_path / "in" / "new" / "1.kate").exists()
    (tmp_path / "own.key").rename(tmp_path / "pbem.key")
    assert main(["serve", "--once"]) == 0
    assert main(["gm", "show", "1"]) == 0


@pytest.mark.slow
def test_no_key_is_made_for_a_server_that_has_one(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, cluster.database())
    (tmp_path / "pbem.key").rename(tmp_path / "own.key")
    capsys.readouterr()
    assert main(["serve", "--once"]) == 1
    assert "expected the key file of this database; found none" in capsys.readouterr().err
    assert not (tmp_path / "pbem.key").exists()


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda whole: b"hello",
    lambda whole: whole[:4096] + bytes(len(whole) - 4096),
]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("words", [["serve", "--once"], ["gm", "show", "rosebud-7"], ["health"]])
def test_a_database_that_is_none_is_told_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[bytes], bytes],
    words: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, "pbem.db")
    whole = (tmp_path / "pbem.db").read_bytes()
    for one in tmp_path.glob("pbem.db*"):
        one.unlink()
    (tmp_path / "pbem.db").write_bytes(damage(whole))
    capsys.readouterr()
    assert main(words) == 1
    err = capsys.readouterr().err
    assert "pbem.db: expected a database of pbem; found" in err
    assert "pbem restore FILE" in err
