"""`pbem restore` and `pbem gm retry` leave a game as it was before it was held: invited to, or paused."""

import io
from pathlib import Path

import pytest

from pbem.cli import main

PEOPLE = ("--player", "us=Kate <kate@trial.example>", "--player", "indian=Mo <mo@trial.example>")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["trial"]) == 0
    return tmp_path


def opened(*more: str) -> None:
    assert main(["new", "try-1", "--game", "rosebud", "--scenario", "in-contact", "--yes", *PEOPLE, *more]) == 0
    assert main(["trial"]) == 0
    assert main(["backup", "copy.db"]) == 0


def says(monkeypatch: pytest.MonkeyPatch, player: str, words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{words}\n"))
    assert main(["trial", player, "-"]) == 0


def restored(home: Path, capsys: pytest.CaptureFixture[str]) -> str:
    for file in home.glob("pbem.db*"):
        file.unlink()
    capsys.readouterr()
    assert main(["restore", "copy.db"]) == 0
    return capsys.readouterr().out


def queue(capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["gm", "queue"]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_an_invited_game_is_invited_after_a_restore(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened("--invite")
    shown = restored(home, capsys)
    assert "try-1 is invited to as before" in shown
    assert shown.endswith("next: pbem serve\n")
    assert "invited: no answer from" in queue(capsys)
    says(monkeypatch, "kate", "accept")
    says(monkeypatch, "mo", "accept")
    assert "Rally" in queue(capsys)


@pytest.mark.slow
def test_an_answer_that_came_since_the_copy_is_read_again(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened("--invite")
    says(monkeypatch, "kate", "accept")
    shown = restored(home, capsys)
    assert "try-1 is invited to as before" in shown
    assert "1 letter since the copy" in shown
    assert main(["trial"]) == 0
    says(monkeypatch, "mo", "accept")
    assert "Rally" in queue(capsys)


@pytest.mark.slow
def test_a_game_that_may_have_begun_since_the_copy_waits_for_its_records(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened("--invite")
    says(monkeypatch, "kate", "accept")
    says(monkeypatch, "mo", "accept")
    assert "invited to as before" not in restored(home, capsys)
    assert main(["gm", "retry", "try-1"]) == 1


def test_a_game_at_play_is_held_as_before(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opened()
    assert "held until their later records are back:\n  try-1\n" in restored(home, capsys)


@pytest.mark.slow
def test_a_paused_game_that_was_restored_is_paused_when_it_goes_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened()
    assert main(["gm", "pause", "try-1", "--yes", "--reason", "holidays"]) == 0
    assert main(["trial"]) == 0
    (home / "copy.db").unlink()
    assert main(["backup", "copy.db"]) == 0
    restored(home, capsys)
    assert main(["adopt", "out/kate", "out/mo"]) == 0
    assert main(["gm", "retry", "try-1", "--yes"]) == 0
    assert "paused" in queue(capsys)
