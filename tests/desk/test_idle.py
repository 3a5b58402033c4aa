"""A desk at rest looks through no table: whatever a round asks is found by an index, so that games at rest cost nothing."""

import asyncio
from pathlib import Path

from pbem.daemon import Daemon
from pbem.desk.play.deadlines import next_look
from pbem.mail.ports import MemorySink, MemorySource
from tests.desk.plans import asked, scans
from tests.desk.table import Table


def test_an_idle_round_looks_through_no_table(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    table.open("meadow-1")
    daemon = Daemon(table.desk, MemorySource(), MemorySink())
    asyncio.run(daemon.turn())
    with asked(table.desk.store._db) as looks:
        asyncio.run(daemon.turn())
        next_look(table.desk)
    assert len(looks) > 5
    assert scans(table.desk.store._db, looks) == []
    table.desk.store.close()


def test_a_look_for_which_no_index_is_there_is_found_in_a_small_table_too(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    table.open("meadow-1")
    db = table.desk.store._db
    with asked(db) as looks:
        next_look(table.desk)
    assert scans(db, [("SELECT name FROM game WHERE dice = 'sealed'", ())])
    with db.begin() as connection:
        connection.exec_driver_sql("DROP INDEX ix_phase_due")
    try:
        assert {table for table, _ in scans(db, looks)} == {"phase"}
    finally:
        with db.begin() as connection:
            connection.exec_driver_sql("CREATE INDEX ix_phase_due ON phase (due)")
