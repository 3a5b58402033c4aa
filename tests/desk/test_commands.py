"""`pbem new`, `pbem serve --once` and `pbem gm` from the command line, over Maildirs."""

import json
import mailbox
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.desk_arguments import desk_of
from pbem.config import read_config
from pbem.seal.signing import read_private
from tests.desk.table import titles

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
    assert sorted(boxes.values()) == [1, 1, 1]  # the GM is welcomed too; a player's first report is in the welcome


def test_faults_of_the_command_line_and_of_the_campaign_are_told_together(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new(config, "--hours", "soon", "--option", "snow") == 1
    told = capsys.readouterr().err
    assert "--hours: expected hours" in told
    assert "option: expected one of 'fog'; found 'snow'" in told


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


def test_root_key_is_written_for_its_owner_alone_and_not_stored(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new(config) == 0
    path = config.parent / "meadow-1-root.pem"
    assert f"made the root key {path}: put it away" in capsys.readouterr().out
    assert path.stat().st_mode & 0o077 == 0
    root = read_private("root", path.read_text())
    desk = desk_of(read_config(config))
    assert desk is not None
    with desk.store.read() as books:
        welcome = books.letters_out.to_side("meadow-1", "red")[0]
        assert not books.secrets.has("meadow-1", "root key")
    desk.store.close()
    assert root.public.hex() in welcome.text


def test_campaign_that_cannot_be_opened_leaves_no_root_key(config: Path) -> None:
    assert new(config, "--option", "snow") == 1
    assert not list(config.parent.glob("*.pem"))


def test_gm_extends_a_deadline(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(config)
    capsys.readouterr()
    words = ["gm", "extend", "meadow-1", "48", "--reason", "a power cut", "--config", str(config)]
    assert main(words) == 1
    shown = capsys.readouterr()
    assert "it would be due" in " ".join(shown.out.split())
    assert "undone by  pbem gm extend meadow-1 -48" in shown.out
    assert "pbem gm extend meadow-1 48 --reason 'a power cut' --yes --seen 0.0" in shown.err
    assert main([*words, "--yes", "--seen", "0.0"]) == 0
    assert "all players are told" in capsys.readouterr().out
    assert main([*words, "--yes", "--seen", "0.0"]) == 1
    assert "no longer as you saw it" in capsys.readouterr().err
    assert main([*words[:3], "0", *words[4:]]) == 1
    assert "expected a whole number from 1 to 720, or -1 to -720; found 0" in capsys.readouterr().err


def test_gm_registers_an_address_and_lets_letters_go_again(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(config)
    end = ["--config", str(config)]
    assert main(["gm", "address", "meadow-1", "red", "rita@new.example", "--yes", *end]) == 0
    assert main(["gm", "address", "meadow-1", "green", "rita@new.example", *end]) == 1
    assert "expected one of red, blue" in capsys.readouterr().err
    assert main(["gm", "resume", "rita@new.example", *end]) == 1
    assert "mail to it was never stopped" in capsys.readouterr().err
