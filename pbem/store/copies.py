"""Copies of a whole database as of one moment.  A copy is a SQLite file, whatever the database is."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine, func, insert, inspect, select, text
from sqlmodel import SQLModel

from pbem.store import schema, tables, worker_tables
from pbem.store.engines import LOCK_SECONDS, is_sqlite, make_engine, reading

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
    assert all((tables, worker_tables))  # the imports fill SQLModel.metadata
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
    """Carry every row over from one database to another, whose tables are there and empty."""
    for table in SQLModel.metadata.sorted_tables:
        for rows in old.execute(select(table).execution_options(yield_per=ROWS)).mappings().partitions():
            new.execute(insert(table), [dict(row) for row in rows])
        if not is_sqlite(new) and "id" in table.columns:
            _count_on(new, table.name)


def is_empty(db: Engine) -> bool:
    """True if no game, letter or secret is in the database."""
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
