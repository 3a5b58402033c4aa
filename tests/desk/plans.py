"""What a database is asked, and whether it has to look through a whole table for that."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event, text

GROWING = (
    "game",
    "player",
    "seat",
    "phase",
    "segment",
    "event",
    "record",
    "checkpoint",
    "submission",
    "letter_in",
    "letter_out",
)
"""Tables that have rows for every game."""
ROWS = 1000
"""Rows of each of them by which PostgreSQL decides how it looks."""

COLUMNS = text("SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = :table")

Asked = tuple[str, Any]


@contextmanager
def asked(db: Engine) -> Iterator[list[Asked]]:
    """The SELECTs that are carried out inside, each with what it was given."""
    found: list[Asked] = []

    def note(_connection: Any, _cursor: Any, statement: str, given: Any, _context: Any, _many: bool) -> None:
        if statement.startswith("SELECT"):
            found.append((statement, given))

    event.listen(db, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(db, "before_cursor_execute", note)


def scans(db: Engine, looks: Sequence[Asked]) -> list[tuple[str, str]]:
    """The tables that grow and are looked through whole, each with the statement that does it."""
    through = _through_file if db.dialect.name == "sqlite" else _through_postgresql
    with db.connect() as connection:
        if db.dialect.name != "sqlite":
            _fill(connection)
        found = [(table, look[0]) for look in looks for table in through(connection, *look)]
    return [(table, statement) for table, statement in found if table in GROWING]


def _through_file(connection: Connection, statement: str, given: Any) -> Iterator[str]:
    for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all():
        way, _, table = step.detail.partition(" ")
        if way in ("SCAN", "SEARCH"):
            yield table  # by an index its name is followed by that


def _through_postgresql(connection: Connection, statement: str, given: Any) -> Iterator[str]:
    explain = f"EXPLAIN (FORMAT JSON) {statement}"
    (plan,) = connection.exec_driver_sql(explain, given).scalar_one()
    steps = [plan["Plan"]]
    for step in steps:
        steps += step.get("Plans", ())
        if "Relation Name" in step and step["Node Type"] != "Bitmap Heap Scan" and "Index Cond" not in step:
            yield step["Relation Name"]


def _fill(connection: Connection) -> None:
    """Rows of many games that are at rest, until this transaction is rolled back.

    PostgreSQL looks through a small table whatever there is, so the few rows of a test say nothing of a desk.
    """
    connection.exec_driver_sql(
        "SET LOCAL session_replication_role = replica"
    )  # rows may name others that are not there
    for table in GROWING:
        columns = connection.execute(COLUMNS, {"table": table}).all()
        values = ", ".join(_value(kind, nullable == "YES") for _, kind, nullable in columns)
        names = ", ".join(f'"{name}"' for name, _, _ in columns)
        connection.exec_driver_sql(
            f'INSERT INTO "{table}" ({names}) SELECT {values} FROM generate_series({ROWS}, {2 * ROWS}) AS n'
        )
    connection.exec_driver_sql(f"ANALYZE {', '.join(GROWING)}")


def _value(kind: str, is_nullable: bool) -> str:
    """What a column of this type holds in row n; each row has another, so that none is where all must differ."""
    if is_nullable:
        return "NULL"
    return {"boolean": "false", "bytea": "''::bytea"}.get(kind, "n" if "int" in kind else "'at rest ' || n")
