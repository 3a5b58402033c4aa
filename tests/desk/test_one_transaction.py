"""A letter and the play that it brings about are one transaction; a fault of one of them is not the other's."""

import pytest
from sqlalchemy.exc import OperationalError

from pbem.desk.desk import Desk
from pbem.desk.incoming import reading
from pbem.desk.incoming.reading import read_letters
from pbem.desk.play.advance import Advanced, advance_in
from pbem.store.database import Books
from pbem.store.letters_in import StoredArrival
from tests.desk.table import Table


def stored(table: Table, game: str, words: str) -> int:
    """A letter of the red side, stored and not read; its number."""
    table.uid += 1
    raw = table.reply(game, "red", words)
    with table.desk.store.begin() as books:
        books.letters_in.take_in([StoredArrival("INBOX", 1, table.uid, table.clock.now(), raw)])
        (number,) = books.letters_in.new()
    return number


def state_of(table: Table, number: int) -> str:
    with table.desk.store.read() as books:
        return books.letters_in.get(number).state


def test_receipt_and_report_are_committed_together(table: Table) -> None:
    game = table.open()
    number = stored(table, game, "pass")
    begun: list[str] = []
    begin = type(table.desk.store).begin

    def counted(store: object) -> object:
        begun.append("begin")
        return begin(store)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(table.desk.store), "begin", counted)
        read_letters(table.desk, None, [number])
    assert begun == ["begin"]
    assert state_of(table, number) == "done"
    with table.desk.store.read() as books:
        assert not books.games.get(game).unplayed
        assert [row.type for row in books.records.since(books.games.get(game), 0)][:2] == [
            "orders.accepted",
            "phase.resolved",
        ]


def test_letter_is_taken_where_its_game_cannot_be_played_on_and_the_game_is_held(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(desk: Desk, books: Books, name: str) -> Advanced:
        advance_in(desk, books, name)
        raise RuntimeError("it was told wrongly")

    game = table.open()
    number = stored(table, game, "pass")
    monkeypatch.setattr(reading, "advance_in", fails)
    monkeypatch.setattr("pbem.desk.play.advance.advance_in", fails)
    read_letters(table.desk, None, [number])
    assert state_of(table, number) == "done"
    assert table.last(game, "red").kind == "receipt"
    with table.desk.store.read() as books:
        row = books.games.get(game)
        assert (row.state, row.hold) == ("held", "filing: RuntimeError: it was told wrongly")
        assert [one.type for one in books.records.since(row, 0)] == ["orders.accepted"]
    lines = [one.getMessage() for one in caplog.records]
    assert any("could not be played on with it: RuntimeError" in one for one in lines)
    assert not any("told wrongly" in one for one in lines), "what it says may quote orders"


def test_database_that_fails_leaves_the_letter_unread(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(desk: Desk, books: Books, name: str) -> Advanced:
        raise OperationalError("INSERT", {}, Exception("disk is full"))

    game = table.open()
    number = stored(table, game, "pass")
    monkeypatch.setattr(reading, "advance_in", fails)
    with pytest.raises(OperationalError):
        read_letters(table.desk, None, [number])
    assert state_of(table, number) == "new"
    monkeypatch.undo()
    read_letters(table.desk, None, [number])
    assert state_of(table, number) == "done"
