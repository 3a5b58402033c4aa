"""Several queries asked by one statement find what they find singly, on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store import games, keys, letters_in, letters_out, phases, records, secrets, standing
from pbem.store.database import Store
from pbem.store.games import key_of
from pbem.store.letters_in import Arrival
from pbem.store.row import PlainRow, columns_of
from pbem.store.session import Session, Wanted
from pbem.store.tables import GameRow, RecordRow
from pbem.store.working_set import About
from tests.desk.plans import asked
from tests.desk.table import ADDRESSES, START, Table


@pytest.fixture(params=["file", "PostgreSQL"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = request.getfixturevalue("cluster").with_tables() if request.param == "PostgreSQL" else ""
    table = Table.lay(tmp_path, url=url)
    table.open("meadow-1")
    yield table.desk.store
    table.desk.store.close()


def wanted(game: GameRow) -> list[Wanted]:
    """Queries of whole rows and of a column, of sealed columns, with a limit, with a sequence, and one that finds nothing."""
    return [
        games.PLAYERS(game=game.id),
        phases.ALL(game=game.id),
        phases.LAST_CHECKPOINT(game=game.id),
        letters_out.LAST(game=game.name, side="red", limit=2),
        letters_in.ANSWERED_SINCE(sender=ADDRESSES["red"], since=START),
        keys.FOUND(game=game.id, key="nowhere"),
        secrets.WITH_THE_HOUSE(scope=game.name),
        standing.OF_GAME(game=game.id),
        records.SINCE(game=game.id, branch="main", seq=-1),
    ]


def plain(found: object) -> object:
    return [columns_of(one) if isinstance(one, PlainRow) else one for one in found]  # type: ignore[attr-defined]


def test_queries_find_together_what_they_find_singly(store: Store) -> None:
    with store.read() as books:
        singly = Session(books.games._session.connection())
        together = Session(books.games._session.connection())
        game = books.games.get("meadow-1")
        with asked(store._db) as looks:
            together.ahead(*wanted(game))
            found = [together.all(one.query, **one.given) for one in wanted(game)]
        assert len(looks) == 1
        assert [plain(one) for one in found] == [plain(singly.all(one.query, **one.given)) for one in wanted(game)]
        assert [len(one) > 0 for one in found[:4]] == [True] * 4


def test_what_was_found_follows_new_rows_which_wait_for_the_end(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("meadow-1")
        before = books.records.since(game, -1)
        with asked(store._db) as looks:
            row = RecordRow(
                game_id=key_of(game.id), branch="main", seq=len(before), type="x", at=START, body="{}", head="0" * 64
            )
            books.records.add(row)
            assert books.records.since(game, -1) == (*before, row)
            assert books.records.last(game) is row
        assert len(looks) <= 1  # the newest record, which nobody had asked for
    with store.read() as books:
        assert books.records.last(books.games.get("meadow-1")).type == "x"  # type: ignore[union-attr]


def test_the_working_set_of_a_letter_is_read_by_three_statements(store: Store) -> None:
    with store.begin() as books:
        books.letters_in.take_in([Arrival("INBOX", 1, 77, START, b"From: red\n\nready\n")])
    with store.begin() as books:
        (number,) = books.letters_in.new()
        game = books.games._session.first(games._NAMED, name="meadow-1")
        assert game is not None
        with asked(store._db) as looks:
            books.ahead.of_letter(
                About(number, ADDRESSES["red"], "<1@x.example>", "0" * 64, "meadow-1", "red", "k", START)
            )
            books.players.of(game)
            books.seats.of(game)
            books.phases.of(game)
            books.checkpoints.last(game)
            books.records.last(game)
            books.letters_in.get(number, unread=True)
            books.keys.find(key_of(game.id), "k")
        assert len(looks) == 3
