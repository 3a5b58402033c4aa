"""A whole desk goes from one database into another: every row is carried over and compared, and the old one is left alone."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, Table, select, text
from sqlmodel import SQLModel

from pbem.store import tables, worker_tables
from pbem.store.copies import ROWS, carry_over
from pbem.store.engines import is_sqlite, make_engine
from pbem.store.schema import MOVED

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
    assert all((tables, worker_tables))  # the imports fill SQLModel.metadata
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
    """Take every row out of a database again."""
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
