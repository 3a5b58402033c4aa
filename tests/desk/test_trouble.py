"""A database that takes nothing for a while: nothing is half written, no letter and no game is held for it."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError

from pbem.desk.incoming.intake import take
from pbem.desk.incoming.reading import read_letters
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play.advance import advance
from pbem.store import engines
from pbem.store.leases import LeaseLost
from pbem.store.letters_in import StoredArrival
from tests.databases import ABOUT_A_FILE
from tests.desk.table import Table

GAME = "meadow-1"


def put(table: Table, words: str) -> int:
    raw = table.reply(GAME, "red", words)
    with table.desk.store.begin() as books:
        books.letters_in.take_in([StoredArrival("INBOX", 1, 1, table.clock.now(), raw)])
        return books.letters_in.new()[0]


def state(table: Table, number: int) -> tuple[str, str]:
    with table.desk.store.read() as books:
        return books.letters_in.get(number).state, books.games.get(GAME).state


@ABOUT_A_FILE
def test_a_database_that_somebody_locks_is_waited_for_and_nothing_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "LOCK_SECONDS", 0.1)  # thirty in earnest
    table = Table.lay(tmp_path)
    table.open(GAME)
    number = put(table, "Red One fire at Blue One\nready")
    with closing(sqlite3.connect(tmp_path / "desk.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="database is locked"):
            take(table.desk, number)
        with pytest.raises(OperationalError, match="database is locked"):
            advance(table.desk, GAME)
        assert state(table, number) == ("new", "open")
        other.execute("ROLLBACK")
    assert take(table.desk, number).state == "done"
    assert advance(table.desk, GAME).held is False
    table.desk.store.close()


@ABOUT_A_FILE
def test_a_lock_that_ends_in_time_is_only_waited_for(tmp_path: Path) -> None:
    """A backup, or another command, may hold the file for some seconds: the letter is read as if nothing had been."""
    assert engines.LOCK_SECONDS == 30
    table = Table.lay(tmp_path)
    table.open(GAME)
    number = put(table, "Red One fire at Blue One\nready")
    with closing(sqlite3.connect(tmp_path / "desk.db", isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        ending = threading.Timer(0.3, other.execute, ["ROLLBACK"])
        ending.start()
        assert take(table.desk, number).state == "done"
        assert not other.in_transaction, "it was read while somebody else had the file"
        ending.join()
    assert state(table, number) == ("done", "open")
    table.desk.store.close()


def test_a_fault_of_many_lines_and_letters_that_mail_cannot_carry_holds_one_letter_and_stops_no_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.lay(tmp_path, gm_address="gm@club.example")
    table.open(GAME)

    def broken(*_: object) -> None:
        raise RuntimeError("\n  Überlauf\n  in two lines")

    monkeypatch.setattr(type(table.desk.reader), "letter", broken)
    number = put(table, "Red One fire at Blue One\nready")
    take(table.desk, number)
    assert state(table, number)[0] == "held"
    table.desk.store.close()


def until_it_is_full(table: Table, number: int) -> None:
    """What is free in the last pages is used up first."""
    for _ in range(20):
        take(table.desk, number)
        advance(table.desk, GAME)
        table.say(GAME, "red", "Red One fire at Blue One\n" * 20)


@ABOUT_A_FILE
def test_a_full_disk_holds_nothing_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    table.open(GAME)
    number = put(table, "Red One fire at Blue One\nready")
    pages = "PRAGMA max_page_count = {}"
    with table.desk.store._db.connect() as connection:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(pages.format(used))
    before = table.records(GAME)
    with pytest.raises(OperationalError, match="full"):
        until_it_is_full(table, number)
    assert state(table, number)[1] == "open"
    with table.desk.store._db.connect() as connection:
        connection.exec_driver_sql(pages.format(1_000_000))
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
    assert len(table.records(GAME)) >= len(before)
    with table.desk.store.read() as books:
        left = books.letters_in.new()
    assert [take(table.desk, one).state for one in left] == ["done"] * len(left)  # as if nothing had been
    table.say(GAME, "red", "status")
    table.desk.store.close()


@pytest.mark.parametrize(
    ("fault", "is_held"),
    [
        (IntegrityError("INSERT", {}, sqlite3.IntegrityError("UNIQUE constraint failed")), True),
        (StaleDataError("PhaseRow 7 is not there any more"), True),
        (OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error")), False),
        (LeaseLost(GAME, 1, 2), False),
    ],
)
def test_a_statement_that_is_refused_for_one_game_holds_that_game_and_not_the_desk(
    table: Table, monkeypatch: pytest.MonkeyPatch, fault: Exception, is_held: bool
) -> None:
    """It was taken for trouble of the database, which is waited for: no other game went on."""
    table.open(GAME, hours={"orders": 24, "reminder": 6})

    def fails(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr("pbem.desk.outgoing.letters.mail_reports", fails)
    monkeypatch.setattr("pbem.desk.outgoing.reminders.present", fails)
    with table.desk.store.begin() as books:
        books.games.get(GAME).unplayed = True
    put(table, "Red One fire at Blue One\nready")
    table.clock.forward(hours=18)
    if is_held:
        assert remind(table.desk) == 0
        assert table.state(GAME) == "held"
        with table.desk.store.begin() as books:
            books.games.release(books.games.get(GAME))
        read_letters(table.desk, None)
        assert table.state(GAME) == "held"
    else:
        with pytest.raises(type(fault)):
            remind(table.desk)
        with pytest.raises(type(fault)):
            read_letters(table.desk, None)
        assert table.state(GAME) == "open"
