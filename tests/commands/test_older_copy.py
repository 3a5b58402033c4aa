"""An older copy that was put in the database's place by hand is not served: the same dice would be rolled again."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.store.columns import time_text
from tests.commands.test_files_of_others import folder, told

__all__ = ["folder"]


def looked(folder: Path, text: str) -> None:
    """The daemon's pulse tells that the mailbox was last read at this time."""
    (folder / "pbem.pulse").write_text(f'{{"looked": {text}}}\n')


def at(minutes: int) -> str:
    return f'"{time_text(datetime.now(UTC) + timedelta(minutes=minutes))}"'


def test_an_older_copy_is_refused_and_brought_back_by_restore(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(folder / "pbem.db", folder / "by-hand.db")
    looked(folder, at(60))
    found = told(capsys, "serve", "--once")
    assert "pbem.db: expected the database that was served until" in found
    assert "mv pbem.db copy.db; pbem restore copy.db" in found
    (folder / "pbem.db").rename(folder / "copy.db")
    assert main(["restore", "copy.db"]) == 0
    assert not (folder / "pbem.pulse").exists()
    assert main(["serve", "--once"]) == 0


@pytest.mark.parametrize("text", ["null", "7", '"yesterday"', -600, 2])
def test_a_pulse_that_is_no_newer_or_tells_nothing_stops_nobody(folder: Path, text: str | int) -> None:
    looked(folder, at(text) if isinstance(text, int) else text)
    assert main(["serve", "--once"]) == 0


def test_the_database_of_another_desk_beside_an_old_pulse_may_be_new(folder: Path) -> None:
    looked(folder, at(60))
    (folder / "pbem.db").unlink()
    (folder / "pbem.key").unlink()
    assert main(["serve", "--once"]) == 0
