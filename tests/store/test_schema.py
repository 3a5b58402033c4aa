"""The tables: what the migrations make is what the program reads; older files are brought up to date, newer ones refused."""

import logging
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from cryptography.fernet import Fernet
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from pbem.desk.record.upgrade import upgrade
from pbem.store.database import Store
from pbem.store.migrations import HEAD, REVISIONS
from pbem.store.schema import WrongVersion, alembic
from pbem.store.secrets import BadVault, Vault
from tests.desk.table import Table

KEPT = Path(__file__).parent / "kept"
KEY = b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw="
"""The vault's key of the kept files."""

HOW = 'pbem/store/tables.py has changed without a migration.  Write one with\n\n    make migration WHAT="what has changed"\n'


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The file of a skirmish that was in the middle of a phase before there were migrations."""
    file = tmp_path / "desk.db"
    with sqlite3.connect(file) as db:
        db.executescript((KEPT / "before_migrations.sql").read_text(encoding="utf-8"))
    db.close()
    return file


@pytest.mark.slow
def test_the_migrations_make_the_tables_that_the_program_reads(tmp_path: Path) -> None:
    db = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    with db.begin() as connection, alembic(connection) as (command, config):
        command.upgrade(config, HEAD)
        differences = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
    db.dispose()
    assert differences == [], HOW


def test_the_migrations_stand_in_one_row(tmp_path: Path) -> None:
    db = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    with db.begin() as connection, alembic(connection) as (_, config):
        steps = {step.revision: step.down_revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    db.dispose()
    wanted = dict(zip(REVISIONS, (None, *REVISIONS), strict=False))
    assert steps == wanted, (
        "each migration follows the one before it in REVISIONS (pbem/store/migrations/__init__.py).  Where two were written "
        "at once, rename the later one (file, revision, REVISIONS) and set its down_revision to the other"
    )


def test_a_new_database_stands_at_the_last_migration(tmp_path: Path) -> None:
    Store.at(tmp_path / "desk.db", Vault(KEY)).close()
    with sqlite3.connect(tmp_path / "desk.db") as db:
        assert db.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    db.close()
    assert [file.name for file in tmp_path.glob("desk.db*")] == ["desk.db"]


@pytest.mark.slow
def test_a_game_of_an_older_file_is_played_to_its_end(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        table = Table.lay(old.parent, KEY)
    kept = old.with_name("desk.db.m01_baseline")
    if HEAD != "m01_baseline":
        assert str(kept) in caplog.text
        with sqlite3.connect(kept) as db:
            assert db.execute("SELECT name FROM game").fetchall() == [("meadow-1",)]
        db.close()
    table.uid = 100
    game = "meadow-1"
    assert table.phase(game) == "T01.RED.A"
    table.say(game, "blue", "1")
    table.say(game, "red", "pass")
    assert table.state(game) == "held"  # this program is newer than the one that began it
    upgrade(table.desk, game, "the new version", boundary="now", stands=True)
    while table.state(game) != "over":
        for side in ("red", "blue"):
            table.say(game, side, "pass")
    table.desk.store.close()


def test_under_another_key_nothing_is_migrated(old: Path) -> None:
    """A step that seals what rows hold would seal it under that key."""

    def content() -> list[str]:
        with closing(sqlite3.connect(old)) as db:
            return list(db.iterdump())

    before = content()
    with pytest.raises(BadVault):
        Store.at(old, Vault(Fernet.generate_key()))
    assert content() == before
    assert [one.name for one in old.parent.glob("desk.db.*")] == []


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    Store.at(tmp_path / "desk.db", Vault(KEY)).close()
    with sqlite3.connect(tmp_path / "desk.db") as db:
        db.execute("UPDATE alembic_version SET version_num = 'm99_of_tomorrow'")
    db.close()
    with pytest.raises(WrongVersion, match="written by a newer pbem: its tables stand at 'm99_of_tomorrow'"):
        Store.at(tmp_path / "desk.db", Vault(KEY))


def test_a_database_from_before_the_first_release_is_refused(old: Path) -> None:
    with sqlite3.connect(old) as db:
        db.execute("PRAGMA user_version=2")
    db.close()
    with pytest.raises(WrongVersion, match=r"tables of version 2.*expected version 4 or later"):
        Store.at(old, Vault(KEY))


KILLED = """
import os, signal, sys
from pathlib import Path
from alembic import op
from pbem.store.database import Store
from pbem.store.secrets import BadVault, Vault
import pbem.store.schema as schema

def alembic_that_dies(connection, vault):
    connection.exec_driver_sql("ALTER TABLE game RENAME TO half_done")
    os.kill(os.getpid(), signal.SIGKILL)

schema.alembic = alembic_that_dies
schema.HEAD = "m99_never"
Store.at(Path(sys.argv[1]), Vault(sys.argv[2].encode()))
"""


@pytest.mark.slow
def test_killed_in_the_middle_of_a_migration_nothing_has_changed_and_the_next_start_goes_on(old: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    died = subprocess.run([sys.executable, "-c", KILLED, str(old), KEY.decode()], cwd=root, check=False, timeout=60)
    assert died.returncode == -signal.SIGKILL
    assert old.with_name("desk.db.m01_baseline").exists()
    store = Store.at(old, Vault(KEY))
    with store.read() as books:
        assert books.games.get("meadow-1").state == "open"
    store.close()


@pytest.mark.slow
def test_what_is_half_copied_is_not_taken_for_the_backup(old: Path) -> None:
    old.with_name("desk.db.m01_baseline.part").write_bytes(b"half")
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", KILLED, str(old), KEY.decode()], cwd=root, check=False, timeout=60)
    with sqlite3.connect(old.with_name("desk.db.m01_baseline")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    assert not os.path.exists(old.with_name("desk.db.m01_baseline.part"))
