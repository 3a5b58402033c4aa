"""`pbem doctor` at a desk that was never started: what it says must not send anybody the wrong way."""

from pathlib import Path

import pytest

from pbem.cli import main
from tests.commands.test_backup import CONFIG


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    (tmp_path / "config.toml").chmod(0o600)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_before_the_first_start_nothing_is_wrong(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    assert "pbem.key does not exist yet" in told(capsys)


def test_a_server_that_does_not_answer_is_bad_before_there_is_a_key_file(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = CONFIG.format(database="postgresql://pbem@127.0.0.1:1/games")
    (home / "config.toml").write_text(text, encoding="utf-8")
    assert main(["doctor"]) == 1
    assert "cannot be reached" in told(capsys)


def test_a_folder_in_the_place_of_the_database_is_not_to_be_closed_to_others(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "pbem.db").mkdir(0o755)
    assert main(["doctor"]) == 1
    shown = told(capsys)
    assert "BAD database file: pbem.db is a folder" in shown
    assert "chmod 600 pbem.db" not in shown
