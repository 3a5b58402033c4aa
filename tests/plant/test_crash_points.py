"""kill -9 at every named point, on real servers: nothing is lost, nothing is done twice.  `make soak` does it 20 times."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.crash_points import POINTS
from tests.mail.realmail import RealMail
from tests.plant.story import ALL, ELSEWHERE, LAST_DOT, Story

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.integration
def test_a_game_whose_daemon_is_killed_at_every_point(realmail: RealMail, tmp_path: Path) -> None:
    story = Story(realmail, tmp_path)
    assert story.play() == []
    assert set(story.died) == ALL
    assert max(story.plant.copies().values()) <= 2


def test_every_point_is_named_tried_and_passed_by_the_program() -> None:
    passed = {
        name
        for file in (ROOT / "pbem").rglob("*.py")
        for name in re.findall(r'crash_point\("(\w+)"\)', file.read_text())
    }
    assert passed | ELSEWHERE == set(POINTS)
    assert (ALL | ELSEWHERE) - {LAST_DOT} == set(POINTS)


def test_migration_that_is_killed_is_made_anew(tmp_path: Path) -> None:
    """C14: the tables stand as they stood, and the next start brings them up to date."""
    file = tmp_path / "pbem.db"
    with sqlite3.connect(file) as old:
        old.executescript((ROOT / "tests" / "store" / "kept" / "before_migrations.sql").read_text(encoding="utf-8"))
    old.close()
    opens = (
        "import sys; from pathlib import Path; from cryptography.fernet import Fernet; from pbem.store.database import Store;"
        "from pbem.store.secrets import Vault; Store.at(Path(sys.argv[1]), Vault(Fernet.generate_key())).close()"
    )

    def start(crash_at: str) -> int:
        environment = {**os.environ, "PBEM_CRASH_AT": crash_at}
        command = [sys.executable, "-c", opens, str(file)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False).returncode

    assert start("C14") == -signal.SIGKILL
    with sqlite3.connect(file) as killed:
        names = {name for (name,) in killed.execute("SELECT name FROM sqlite_master")}
    killed.close()
    assert "alembic_version" not in names
    assert start("") == 0
