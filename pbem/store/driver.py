"""A look at all games through the database's driver alone, for a command that must be there at once.

SQLAlchemy and the models take twenty times as long to import as Python itself takes to start.  Whatever is unusual (no such
database, older tables, no driver) is left to `store.database`, which makes, upgrades and explains.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.store.migrations import HEAD
from pbem.store.overview import Overview

LOCK_SECONDS = 30
"""How long a SQLite file that somebody else writes to is waited for."""


class CannotLook(Exception):
    """The driver alone is not enough; `store.database` says why, or puts it right."""


@dataclass(frozen=True)
class DriverLook:
    """Asks plain SQL through a connection of the driver (`store.overview.Asks`)."""

    connection: Any
    is_sqlite: bool

    def ask(self, query: str, **given: object) -> Iterator[Sequence[Any]]:
        """The rows that a query finds."""
        if not self.is_sqlite:
            for name in given:
                query = query.replace(f":{name}", f"%({name})s")
        found: Iterator[Sequence[Any]] = self.connection.execute(query, given)
        yield from found


@contextmanager
def overview_of(database: Path | str) -> Iterator[Overview]:
    """All games in a SQLite file, or at the URL of a PostgreSQL, as of one moment.  Raises CannotLook."""
    look = _in_file if isinstance(database, Path) else _at_server
    with look(database) as found:  # type: ignore[arg-type]
        standing = [step for (step,) in found.ask("SELECT version_num FROM alembic_version")]
        if standing != [HEAD]:
            raise CannotLook(f"the tables stand at {standing}")
        yield Overview(found)


@contextmanager
def _in_file(path: Path) -> Iterator[DriverLook]:
    import sqlite3

    if not path.exists():
        raise CannotLook(f"{path} is not there")
    try:
        with closing(sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)) as connection:
            connection.execute("BEGIN")  # all that is asked is as of one moment
            yield DriverLook(connection, is_sqlite=True)
    except sqlite3.Error as fault:
        raise CannotLook(str(fault)) from fault


@contextmanager
def _at_server(url: str) -> Iterator[DriverLook]:
    try:
        import psycopg
    except ImportError as fault:
        raise CannotLook(str(fault)) from fault
    try:
        with psycopg.connect(url, application_name="pbem", client_encoding="utf8") as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            connection.execute("SET TIME ZONE 'UTC'")
            yield DriverLook(connection, is_sqlite=False)
    except psycopg.Error as fault:
        raise CannotLook(str(fault)) from fault
