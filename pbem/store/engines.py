"""Connections: to a SQLite file, or to a PostgreSQL where the database is shared by several machines."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import NullPool
from sqlmodel import create_engine

LOCK_SECONDS = 30
"""Seconds to wait for a SQLite file that somebody else writes to."""

ASLEEP_SECONDS = 300
"""PostgreSQL ends a transaction in which nothing has been asked for so long: whoever holds it is stopped or cut off."""

SYNCHRONOUS, SYNCED, UNSYNCED = "synchronous", "FULL", "NORMAL"
"""The durability of a transaction's end in SQLite: it waits for the disk, or not. Then it survives a killed program and may be
lost when the machine loses its power; the next one that waits takes it along."""

LINE = {
    "client_encoding": "utf8",
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""Settings of every connection to PostgreSQL, unless its URL says otherwise: a server that is gone without
a word is noticed in half a minute (of itself the system would take hours), and what its host's environment says of encodings
does not count."""

RESTS, RESTED_SECONDS = "pbem rests since", 0.5
"""A connection to PostgreSQL that was not used for so long is asked whether it lives."""

READS = {"pbem_reads": True}
_READS_OF_POSTGRESQL = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}


class NoDatabase(Exception):
    """The database cannot be used: its URL is none, or it does not answer; `hint` says how to go on, "" if the text does."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text, hint)
        self.text, self.hint = text, hint

    def __str__(self) -> str:
        return f"{self.text}\n{self.hint}" if self.hint else self.text


def full_url(url: str) -> str:
    """The URL as SQLAlchemy wants it: ``postgresql://...`` gets its driver.  Raises NoDatabase.

    >>> full_url("postgresql://pbem@db.example/games")
    'postgresql+psycopg://pbem@db.example/games'
    """
    try:
        found = make_url(url)
    except ArgumentError:
        raise NoDatabase(f"expected a URL such as postgresql://pbem@db.example/games, found {url!r}") from None
    if found.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return found.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    if found.drivername == "sqlite":
        return url
    raise NoDatabase(f"expected a database of sqlite or postgresql, found {found.drivername!r}")


def make_engine(url: str, *, migrates: bool = False) -> Engine:
    """An engine whose transactions are whole or nothing, and whose errors do not quote what was to be written.

    With `migrates` foreign keys are not in force in SQLite, where a step that copies a table drops the old one.  Raises
    NoDatabase.
    """
    full = full_url(url)
    if full.startswith("sqlite"):
        db = create_engine(
            full,
            connect_args={"timeout": LOCK_SECONDS},
            hide_parameters=True,
            **({"poolclass": NullPool} if migrates else {}),
        )
        event.listen(db, "connect", _by_hand if migrates else _settings)
        event.listen(db, "begin", _begin)
        return db
    try:
        settings = {**line_to(full), "options": _options(full), "application_name": "pbem"}
        db = create_engine(full, connect_args=settings, hide_parameters=True)
    except ModuleNotFoundError:
        raise NoDatabase("PostgreSQL needs its driver: pip install 'pbem[postgres]'") from None
    _watch(db)
    return db


def line_to(url: str | URL) -> dict[str, Any]:
    """The settings of `LINE` that a connection's URL does not have."""
    given = make_url(url).query
    return {name: value for name, value in LINE.items() if name not in given}


def _options(url: str) -> str:
    """Settings of the session: those of the URL, and ours."""
    given = make_url(url).query.get("options", ())
    own = f"-c timezone=UTC -c idle_in_transaction_session_timeout={ASLEEP_SECONDS}s"
    return " ".join([*((given,) if isinstance(given, str) else given), own])


def _watch(db: Engine) -> None:
    """See that a connection which has rested lives: a database that was restarted meanwhile gets a new one, and no
    transaction notices.  One that was in use just now is not asked, which would take as long as a short transaction."""

    def rests(_connection: Any, record: Any) -> None:
        record.info[RESTS] = monotonic()

    def lives(connection: Any, record: Any, _proxy: object) -> None:
        since = record.info.get(RESTS)
        if since is None or monotonic() - since < RESTED_SECONDS:
            return
        try:
            connection.execute("SELECT 1").close()
            connection.rollback()
        except db.dialect.loaded_dbapi.Error as fault:
            raise DisconnectionError from fault

    event.listen(db, "checkin", rests)
    event.listen(db, "checkout", lives)


def is_sqlite(db: Engine | Connection) -> bool:
    """True if the database is one file."""
    return db.dialect.name == "sqlite"


def reading(db: Engine) -> Connection:
    """A connection for one read: it sees one moment of the database."""
    return db.connect().execution_options(**(READS if is_sqlite(db) else _READS_OF_POSTGRESQL))


@contextmanager
def writing(db: Engine, *, synced: bool = True) -> Iterator[Connection]:
    """A transaction that may write; without `synced` its end does not wait for the disk (see `UNSYNCED`)."""
    with db.connect() as connection:
        if not synced:
            connection.execution_options(**{SYNCHRONOUS: UNSYNCED})
        with connection.begin():
            yield connection


def _by_hand(connection: Any, _record: object) -> None:
    connection.isolation_level = None


def _settings(connection: Any, record: Any) -> None:
    # The driver would begin transactions late, on the first write, and then meet other writers in the middle.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", f"{SYNCHRONOUS}={SYNCED}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()
    record.info[SYNCHRONOUS] = SYNCED


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("pbem_reads"):
        connection.exec_driver_sql("BEGIN")
        return
    wanted = options.get(SYNCHRONOUS, SYNCED)
    if connection.info.get(SYNCHRONOUS) != wanted:
        connection.exec_driver_sql(f"PRAGMA {SYNCHRONOUS}={wanted}")  # SQLite takes it only between two transactions
        connection.info[SYNCHRONOUS] = wanted
    connection.exec_driver_sql("BEGIN IMMEDIATE")
