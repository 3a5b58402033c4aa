"""Declined invitations and requests for time are on the GM's queue, with the command that answers them, until they are."""

import io
import json
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


def says(monkeypatch: pytest.MonkeyPatch, player: str, words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{words}\n"))
    assert main(["trial", player, "-"]) == 0


def row(capsys: pytest.CaptureFixture[str]) -> tuple[str, str, str]:
    """The mark of the game, its note and what the GM would type; the screen has them too."""
    capsys.readouterr()
    assert main(["gm", "queue", "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[0])
    assert main(["gm", "queue"]) == 0
    shown = capsys.readouterr().out
    assert found["note"] in shown
    assert found["do"] in shown
    return found["mark"], found["note"], found["do"]


@pytest.mark.slow
def test_a_declined_invitation_stays_until_somebody_takes_the_place(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened("--invite")
    assert row(capsys) == ("", "invited: no answer from US and IN", "")
    says(monkeypatch, "mo", "decline")
    do = "replace try-1 indian 'NAME <address>' --reason ..."
    assert row(capsys) == ("!", "invited: IN declined, no answer from US", do)
    says(monkeypatch, "kate", "accept")
    assert row(capsys) == ("!", "invited: IN declined", do)
    words = ("replace", "try-1", "indian", "Jo <jo@trial.example>", "--reason", "Mo declined", "--yes")
    assert main(["gm", *words]) == 0
    assert row(capsys) == ("", "invited: no answer from IN", "")


@pytest.mark.slow
def test_whoever_thinks_better_of_it_is_off_the_queue(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened("--invite")
    says(monkeypatch, "mo", "decline")
    says(monkeypatch, "mo", "accept")
    assert row(capsys) == ("", "invited: no answer from US", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer", [("extend", "try-1", "48", "--reason", "exams"), ("announce", "try-1", "No more time")]
)
def test_a_request_for_time_stays_until_the_gm_answers_it(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: tuple[str, ...]
) -> None:
    opened()
    assert row(capsys)[0] == ""
    says(monkeypatch, "mo", "extend 2 days: exams")
    assert row(capsys) == ("!", "IN asks for 48 h more", "extend try-1 48 --reason ...")
    assert main(["gm", *answer, "--yes"]) == 0
    assert row(capsys) == ("", "", "")


@pytest.mark.slow
def test_a_request_for_time_is_over_with_its_phase(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened()
    says(monkeypatch, "mo", "extend 2 days: exams")
    assert main(["trial", "+4d"]) == 0
    assert row(capsys) == ("", "", "")
