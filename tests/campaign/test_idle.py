"""A desk at rest looks through no table: whatever a round asks is found by an index, so that games at rest cost nothing."""

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import event

from pbem.campaign.deadlines import next_look
from pbem.daemon import Daemon
from pbem.mail.memory import MemorySink, MemorySource
from tests.campaign.table import Table

GROWING = (
    "game",
    "player",
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


def test_an_idle_round_looks_through_no_table(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    table.open("meadow-1")
    daemon = Daemon(table.desk, MemorySource(), MemorySink())
    asyncio.run(daemon.turn())
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, given: Any, _context: Any, _many: bool) -> None:
        asked.append((statement, given))

    event.listen(table.desk.store._db, "before_cursor_execute", note)
    asyncio.run(daemon.turn())
    next_look(table.desk)
    event.remove(table.desk.store._db, "before_cursor_execute", note)
    looks = [(statement, given) for statement, given in asked if statement.startswith("SELECT")]
    assert len(looks) > 5
    through = []
    with table.desk.store._db.connect() as connection:
        for statement, given in looks:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all()
            through += [
                (step.detail, statement)
                for step in plan
                if any(step.detail in (f"SCAN {name}", f"SEARCH {name}") for name in GROWING)
            ]
    assert through == []
    table.desk.store.close()
