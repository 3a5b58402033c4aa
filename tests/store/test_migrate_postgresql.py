"""A PostgreSQL whose tables are older: its game is kept beside, brought up to date, and played on to its end."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.desk.record.upgrade import upgrade
from pbem.store.copies import _count_on
from pbem.store.database import Store
from pbem.store.engines import make_engine
from pbem.store.migrations import HEAD
from pbem.store.schema import WrongVersion, alembic, standing
from pbem.store.secrets import Vault
from tests.cluster import Cluster
from tests.desk.table import Table
from tests.store.test_schema import KEPT, KEY

GAME = "meadow-1"


def fill(db: sa.Engine, step: str) -> None:
    """The tables at a step, and in them the skirmish that is kept from before there were migrations."""
    with closing(sqlite3.connect(":memory:")) as file, db.begin() as connection:
        file.executescript((KEPT / "before_migrations.sql").read_text(encoding="utf-8"))
        file.row_factory = sqlite3.Row
        with alembic(connection) as (command, config):
            command.upgrade(config, step)
        tables = sa.MetaData()
        tables.reflect(connection)
        for table in tables.sorted_tables:
            if table.name == "alembic_version":
                continue
            for row in file.execute(f'SELECT * FROM "{table.name}"'):
                values = {
                    name: bool(value) if isinstance(table.c[name].type, sa.Boolean) else value
                    for name, value in dict(row).items()
                }
                connection.execute(sa.insert(table), values)
            _count_on(connection, table.name)


@pytest.fixture
def url(cluster: Cluster) -> str:
    """A database as the first release left it."""
    found = cluster.database()
    db = make_engine(found)
    fill(db, "m01_baseline")
    db.dispose()
    return found


@pytest.mark.slow
def test_it_is_brought_up_to_date_and_played_to_its_end(url: str, tmp_path: Path) -> None:
    Store(url, Vault(KEY), folder=tmp_path).close()
    [kept] = tmp_path.glob("*.m01_baseline")
    with closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT name FROM game").fetchall() == [(GAME,)]
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("m01_baseline",)]
    table = Table.lay(tmp_path, KEY, url=url)
    table.uid = 100
    assert table.phase(GAME) == "T01.RED.A"
    table.say(GAME, "blue", "1")
    table.say(GAME, "red", "pass")
    assert table.state(GAME) == "held"  # this program is newer than the one that began it
    upgrade(table.desk, GAME, "the new version", boundary="now", stands=True)
    while table.state(GAME) != "over":
        for side in ("red", "blue"):
            table.say(GAME, side, "pass")
    table.desk.store.close()


@pytest.mark.slow
def test_the_copy_that_was_kept_opens_as_a_desk_of_its_own(url: str, tmp_path: Path) -> None:
    """The way back: the copy is an older database as any other, in a file."""
    Store(url, Vault(KEY), folder=tmp_path).close()
    [kept] = tmp_path.glob("*.m01_baseline")
    again = Store.at(kept, Vault(KEY))
    with again.read() as books:
        assert books.games.get(GAME).state == "open"
        assert books.records.last(books.games.get(GAME)) is not None
    again.close()


def test_a_copy_that_cannot_be_written_leaves_the_tables_as_they_were(url: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        Store(url, Vault(KEY), folder=tmp_path / "nowhere")
    assert step_of(url) == "m01_baseline"


@pytest.mark.slow
def test_a_step_that_fails_leaves_the_tables_as_they_were(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(name: str) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("pbem.store.schema.crash_point", full)  # when all steps were taken, in their transaction
    with pytest.raises(OSError, match="no space left"):
        Store(url, Vault(KEY), folder=tmp_path)
    assert step_of(url) == "m01_baseline"
    monkeypatch.undo()
    Store(url, Vault(KEY), folder=tmp_path).close()
    assert step_of(url) == HEAD


def test_a_database_of_a_newer_program_is_refused(url: str, tmp_path: Path) -> None:
    db = make_engine(url)
    with db.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'm99_of_tomorrow'"))
    db.dispose()
    with pytest.raises(WrongVersion, match="written by a newer pbem: its tables stand at 'm99_of_tomorrow'"):
        Store(url, Vault(KEY), folder=tmp_path)


def step_of(url: str) -> str | None:
    db = make_engine(url)
    with db.connect() as connection:
        found = standing(connection)
    db.dispose()
    return found
