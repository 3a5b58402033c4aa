"""`pbem new`, `pbem serve --once` and `pbem gm` from the command line, over Maildirs."""

import json
import mailbox
from pathlib import Path

import pytest

from pbem.cli import main
from tests.campaign.table import titles

CONFIG = """
[desk]
host = "pbem.example"
gm = "gm@club.example"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("pbem.systems.registry.game", titles)
    mailbox.Maildir(tmp_path / "in", create=True)
    file = tmp_path / "config.toml"
    file.write_text(CONFIG, encoding="utf-8")
    return file


def new(config: Path, *more: str) -> int:
    players = ("--player", "red=Rita <rita@mail.example>", "--player", "blue=bob@post.example")
    words = ("new", "meadow-1", "--game", "skirmish", "--scenario", "meadow", *players, "--gm", "gm@club.example")
    return main([*words, "--config", str(config), *more])


def test_new_campaign_is_welcomed_by_the_next_round_of_the_daemon(config: Path) -> None:
    assert new(config, "--hours", "48", "--hours", "question=12") == 0
    assert main(["serve", "--once", "--config", str(config)]) == 0
    boxes = {path.name: len(mailbox.Maildir(path)) for path in (config.parent / "out").iterdir()}
    assert sorted(boxes.values()) == [2, 2]


def test_faults_of_the_command_line_and_of_the_campaign_are_told_together(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new(config, "--hours", "soon", "--option", "snow") == 1
    told = capsys.readouterr().err
    assert "--hours: expected hours" in told
    assert "option: expected one of fog; found 'snow'" in told


def test_queue_as_json_is_one_object_a_line(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(config)
    capsys.readouterr()
    assert main(["gm", "queue", "--json", "--config", str(config)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["game"], row["for"]) for row in rows] == [("meadow-1", "RED")]


def test_retry_of_what_is_not_held_says_so(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(config)
    assert main(["gm", "retry", "meadow-1", "--config", str(config)]) == 1
    assert "meadow-1 is not held: it is open" in capsys.readouterr().err
    assert main(["gm", "retry", "other-2", "--config", str(config)]) == 1
    assert "no game is called 'other-2'" in capsys.readouterr().err
    assert main(["gm", "show", "12", "--config", str(config)]) == 1
    assert "no letter has the number 12" in capsys.readouterr().err


def test_without_its_key_file_the_desk_does_not_open(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(config)
    (config.parent / "pbem.key").unlink()
    assert main(["gm", "queue", "--config", str(config)]) == 1
    assert "key file" in capsys.readouterr().err
