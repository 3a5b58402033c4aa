"""What a database is asked, and whether it has to look through a whole table for that."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event

from pbem.store.engines import by_driver

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
        found = [(table, look[0]) for look in looks for table in through(connection, *look)]
    return [(table, statement) for table, statement in found if table in GROWING]


def _through_file(connection: Connection, statement: str, given: Any) -> Iterator[str]:
    for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all():
        way, _, table = step.detail.partition(" ")
        if way in ("SCAN", "SEARCH"):
            yield table  # by an index its name is followed by that


def _through_postgresql(connection: Connection, statement: str, given: Any) -> Iterator[str]:
    # Tables of a test are small, and would be looked through whatever there is; so that is made dear, and no index is
    # walked from end to end for the sequence of its rows.
    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    unordered = re.sub(r"\sORDER BY (?:, |[\w.\"]+(?: DESC)?)+", "", statement)
    explain = f"EXPLAIN (FORMAT JSON) {unordered}"
    # Statements that the driver runs have their values by position ($1), Core's by name.
    if re.search(r"\$\d", unordered):
        ((plan,),) = by_driver(connection, explain, given).fetchone()
    else:
        (plan,) = connection.exec_driver_sql(explain, given).scalar_one()
    steps = [plan["Plan"]]
    for step in steps:
        steps += step.get("Plans", ())
        if "Relation Name" in step and step["Node Type"] != "Bitmap Heap Scan" and "Index Cond" not in step:
            yield step["Relation Name"]
