"""Copies of a whole database as of one moment.  A copy is a SQLite file, whatever the database is."""

import hashlib
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, func, insert, inspect, select, text
from sqlmodel import SQLModel

from pbem.store import schema, tables
from pbem.store.engines import LOCK_SECONDS, is_sqlite, make_engine, reading
from pbem.store.schema import MOVED

ROWS = 500
"""Rows that are carried over at once."""


def copy_out(db: Engine, to: Path) -> None:
    """Copy a database into a new file, whoever is writing to it.  While it is half copied it has another name.

    Raises OSError if the file cannot be written.
    """
    half = to.with_name(f"{to.name}.part")
    half.unlink(missing_ok=True)
    half.touch(0o600)  # where it cannot be written this says so, and not that a database cannot be opened
    if is_sqlite(db):
        with closing(sqlite3.connect(str(db.url.database), timeout=LOCK_SECONDS)) as connection:
            connection.execute("VACUUM INTO ?", (str(half),))
    else:
        with reading(db) as connection:
            _copy_rows(connection, half)
    with half.open("rb") as written:
        os.fsync(written.fileno())
    half.replace(to)


def copy_in(file: Path, db: Engine) -> None:
    """Fill a database whose tables are there and empty from a copy whose tables are those of this program."""
    assert all((tables, schema))  # the imports fill SQLModel.metadata
    # Without a vault on either side: what is sealed passes as it is.
    source = make_engine(f"sqlite:///{file}")
    target = make_engine(db.url.render_as_string(hide_password=False))
    try:
        with reading(source) as old, target.begin() as new:
            carry_over(old, new)
    finally:
        source.dispose()
        target.dispose()


def carry_over(old: Connection, new: Connection) -> None:
    """Copy every row from one database to another, which has empty tables."""
    for table in SQLModel.metadata.sorted_tables:
        for rows in old.execute(select(table).execution_options(yield_per=ROWS)).mappings().partitions():
            new.execute(insert(table), [dict(row) for row in rows])
        if not is_sqlite(new) and "id" in table.columns:
            _count_on(new, table.name)


def is_empty(db: Engine) -> bool:
    """True if the database holds no game, letter or secret."""
    seen = inspect(db)
    with reading(db) as connection:
        return not any(
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in SQLModel.metadata.sorted_tables
            if table.name in ("game", "letter_in", "secret") and seen.has_table(table.name)
        )


def _copy_rows(connection: Connection, to: Path) -> None:
    """Make the tables as they were at the step where the database stands, and carry every row over."""
    standing = schema.standing(connection)
    scratch = make_engine(f"sqlite:///{to}", migrates=True)
    try:
        with scratch.begin() as made, schema.alembic(made) as (command, config):
            command.upgrade(config, standing)
    finally:
        scratch.dispose()
    with closing(sqlite3.connect(to)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name != "alembic_version":
                _copy_table(connection, file, name)
        file.commit()


def _copy_table(connection: Connection, file: sqlite3.Connection, name: str) -> None:
    columns = [f'"{row[1]}"' for row in file.execute(f'PRAGMA table_info("{name}")').fetchall()]
    found = connection.execution_options(yield_per=ROWS).exec_driver_sql(f'SELECT {", ".join(columns)} FROM "{name}"')
    write = f'INSERT INTO "{name}" ({", ".join(columns)}) VALUES ({", ".join("?" * len(columns))})'
    for rows in found.partitions():
        file.executemany(write, [tuple(row) for row in rows])


def _count_on(connection: Connection, table: str) -> None:
    # Numbers of rows were given, not counted: PostgreSQL's own counting begins after the last.
    connection.execute(
        text(
            f"SELECT setval(pg_get_serial_sequence('\"{table}\"', 'id'), coalesce(max(id), 0) + 1, false) FROM \"{table}\""
        )
    )


# A whole desk goes from one database into another: every row is carried over and compared, and the old one is left
# alone.

OF_PROCESSES = {"worker", "lease"}
"""Tables about processes, which end with the move: the two kinds of database keep their times differently."""


class NotTheSame(Exception):
    """The copy differs from the original."""


@contextmanager
def moved(source_url: str, target_url: str) -> Iterator[Mapping[str, int]]:
    """Carry every row over into a database whose tables are there and empty; how many each table has.

    Nobody else can write to the source until the end of this.  Then it is marked, and no pbem opens it any more, unless
    something was raised.  Raises NotTheSame, and then the target is as empty as it was.
    """
    assert all((tables, schema))  # the imports fill SQLModel.metadata
    # Without a vault on either side: what is sealed passes as it is.
    source, target = make_engine(source_url), make_engine(target_url)
    try:
        with source.begin() as old:
            _keep_others_out(old)
            with target.begin() as new:
                carry_over(old, new)
                counts = {table.name: _compared(table, old, new) for table in SQLModel.metadata.sorted_tables}
            yield counts
            old.execute(text("INSERT INTO alembic_version VALUES (:moved)"), {"moved": MOVED})
    finally:
        source.dispose()
        target.dispose()


def empty(db: Engine) -> None:
    """Delete every row of a database again."""
    with db.begin() as connection:
        for table in reversed(SQLModel.metadata.sorted_tables):
            connection.execute(table.delete())


def _keep_others_out(connection: Connection) -> None:
    """In a SQLite file the transaction does that by itself."""
    if not is_sqlite(connection):
        names = ", ".join(f'"{table.name}"' for table in SQLModel.metadata.sorted_tables)
        connection.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
        # While the other database is filled and looked at nothing is asked of this one.
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def _compared(table: Table, old: Connection, new: Connection) -> int:
    expected, found = _digest(table, old), _digest(table, new)
    if expected != found and table.name not in OF_PROCESSES:
        raise NotTheSame(
            f"table {table.name}: expected {expected[0]} rows with digest {expected[1]:064x}, found {found[0]} with digest "
            f"{found[1]:064x}"
        )
    return found[0]


def _digest(table: Table, connection: Connection) -> tuple[int, int]:
    """The number of rows in a table, and a digest of them all in whatever sequence: databases sort words differently."""
    count, total = 0, 0
    for row in connection.execute(select(table).execution_options(yield_per=ROWS)):
        count += 1
        total += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode("utf-8", "surrogatepass")).digest())
    return count, total % 2**256
