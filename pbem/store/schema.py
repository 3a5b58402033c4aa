"""The tables of a database: made where there are none, brought up to date where they are older, refused where newer."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from types import ModuleType
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text
from sqlmodel import Field, SQLModel

from pbem.crash_points import crash_point
from pbem.store import tables
from pbem.store.columns import BigId, Sealer, SharedTime
from pbem.store.engines import NoDatabase, is_sqlite, make_engine, reading
from pbem.store.migrations import HEAD, REVISIONS

if TYPE_CHECKING:
    from alembic.config import Config


# The tables of those who share the work on a PostgreSQL.  Their times are the database's own; a file has them too,
# empty.


class LeaseRow(SQLModel, table=True):
    """A lease on a game (or, under the name "", on what belongs to none), where several workers share a PostgreSQL.

    `wake` is when it may be claimed: when there is something to do (None: nothing), or, while `owner` works at it, when their
    lease ends, which is `until`.  Each claim has a higher `epoch`; writes under an older one are refused.  All times are the
    database's own.
    """

    __tablename__ = "lease"
    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    name: str = Field(unique=True)
    owner: str = ""
    epoch: int = Field(default=0, sa_type=BigId)
    until: datetime | None = Field(default=None, sa_type=SharedTime)
    wake: datetime | None = Field(default=None, sa_type=SharedTime, index=True)


class WorkerRow(SQLModel, table=True):
    """A process that shares the work: its name, role and version, and when it was last seen."""

    __tablename__ = "worker"
    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    name: str = Field(unique=True)
    role: str
    version: str
    seen: datetime = Field(sa_type=SharedTime)


log = logging.getLogger(__name__)

BEFORE_MIGRATIONS = {4: "m01_baseline"}
"""SQLite's `user_version` in files that were written before there were migrations, and the step they stand at."""

MOVED = "moved"
"""Stands beside the step in a database whose desk was moved to another one, so that nobody works on at it."""

LOCK = 0x7062656D
"""PostgreSQL's advisory lock ("pbem") for whoever makes or changes tables."""

NOT_SEEN_SECONDS = 120
"""A worker that was not seen for so long is no longer there."""


class WrongVersion(Exception):
    """The tables of the database are not those of this program and cannot be made so."""


def prepare(db: Engine, backup: Callable[[str], object], vault: Sealer) -> None:
    """See that the tables are those of this program, and that `vault` opens what is in them.

    Older ones are brought up to date in one transaction, after `backup` was called with the name of the step they stand
    at.  Raises WrongVersion, BadVault; NoDatabase where not every letter could be stored.
    """
    assert tables  # the import fills SQLModel.metadata
    with reading(db) as connection:
        found = standing(connection)
        if found is not None:
            _see_that_it_opens(connection, vault)
        if found == HEAD:
            return
    with db.begin() as connection:
        _lock(connection)
        if standing(connection) is None:
            _make(connection)
            return
    migrates = make_engine(db.url.render_as_string(hide_password=False), migrates=True)
    try:
        _upgrade(migrates, backup, vault)
    finally:
        migrates.dispose()


def see_that_tables_could_be_made(db: Engine) -> None:
    """Make the tables of a new desk, and take that back at once.  Raises NoDatabase, DatabaseError."""
    with db.connect() as connection:
        if standing(connection) is None:
            _make(connection)
        connection.rollback()


def _make(connection: Connection) -> None:
    if encoding(connection) != "UTF8":
        raise NoDatabase(
            f"the database {connection.engine.url.database}: expected the encoding UTF8, in which all names and letters can be "
            f"stored; found {encoding(connection)}.",
            "Make another, and name it in `database`:   createdb --encoding=UTF8 --template=template0 NAME",
        )
    SQLModel.metadata.create_all(connection)
    _stamp(connection)


def encoding(connection: Connection) -> str:
    """The encoding of a database."""
    return "UTF8" if is_sqlite(connection) else str(connection.execute(text("SHOW server_encoding")).scalar_one())


def _see_that_it_opens(connection: Connection, vault: Sealer) -> None:
    """Nothing may be written under another key than the one that is there: it could not be read under either of them."""
    token = connection.execute(text("SELECT token FROM secret LIMIT 1")).scalar()
    if token is not None:
        vault.show(token)


def _upgrade(db: Engine, backup: Callable[[str], object], vault: Sealer) -> None:
    with db.begin() as connection:
        _lock(connection)
        found = standing(connection)
        if found is None or found == HEAD:
            return
        _see_that_nobody_works(connection)
        log.warning("the tables stand at %s; they are brought up to %s", found, HEAD)
        backup(found)
        with alembic(connection, vault) as (command, config):
            if not inspect(connection).has_table("alembic_version"):
                command.stamp(config, found)
            command.upgrade(config, HEAD)
        crash_point("C14")
        if connection.dialect.name == "sqlite":
            loose = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if loose:
                raise WrongVersion(f"after the migration rows point nowhere: {loose[:3]}; nothing was changed")


def _see_that_nobody_works(connection: Connection) -> None:
    if is_sqlite(connection) or not inspect(connection).has_table("worker"):
        return
    query = f"SELECT name, version FROM worker WHERE seen > now() - {NOT_SEEN_SECONDS} * interval '1 second' LIMIT 1"
    found = connection.execute(text(query)).first()
    if found is not None:
        raise WrongVersion(
            f"{found.name} works at this database with pbem {found.version}, and its tables are to be brought up to {HEAD!r}."
            "\nStop all workers first."
        )


@contextmanager
def alembic(connection: Connection, vault: Sealer | None = None) -> Iterator[tuple[ModuleType, "Config"]]:
    """Alembic's commands and its configuration for this connection; `vault` is for steps that seal what rows hold.

    Imported here: it costs a third of a start.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "pbem.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    config.attributes["vault"] = vault
    yield command, config


def standing(connection: Connection) -> str | None:
    """The last migration that the tables went through; None if there are no tables. Raises WrongVersion."""
    seen = inspect(connection)
    if seen.has_table("alembic_version"):
        steps = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if MOVED in steps:
            raise WrongVersion(
                f"{connection.engine.url.database}: the desk of this database was moved to another one; name that one in "
                "`database`.\nIf that one is lost, start from this one as from a backup (docs/database.md)."
            )
        (found,) = steps
        if found not in REVISIONS:
            raise WrongVersion(
                f"the database was written by a newer pbem: its tables stand at {found!r}, this program knows them up to "
                f"{HEAD!r}.\nInstall that version; or, to go back, bring back the copy that it made beside the "
                "database:   pbem restore COPY   (docs/database.md)"
            )
        return str(found)
    if not seen.has_table("game"):
        return None
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one() if is_sqlite(connection) else 0
    if version not in BEFORE_MIGRATIONS:
        raise WrongVersion(
            f"the database has tables of version {version}, from before the first release; expected version "
            f"{min(BEFORE_MIGRATIONS)} or later.\nFinish its games with the program that wrote it."
        )
    return BEFORE_MIGRATIONS[version]


def _stamp(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def _lock(connection: Connection) -> None:
    if not is_sqlite(connection):
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
