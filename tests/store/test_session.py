"""What a transaction has seen it does not ask again, and never sees what is old."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import delete, event, update
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import col

from pbem.store.database import Books, Store
from pbem.store.games import key_of
from pbem.store.secrets import Vault
from pbem.store.tables import GameRow, LetterOutRow, PhaseRow, PlayerRow, PressRow, QuestionRow, RecordRow, StandingRow

AT = datetime(2026, 3, 12, 18, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.at(tmp_path / "desk.db", Vault(Fernet.generate_key()))
    with made.begin() as books:
        game = books.games.add(GameRow(name="g-1", title="t", scenario="s", gm_address="gm@c.example", opened=AT))
        books.players.add(
            [
                PlayerRow(game_id=key_of(game.id), side=side, code=side, name=side, address=f"{side}@c.example")
                for side in ("red", "blue")
            ]
        )
    yield made
    made.close()


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    said: list[str] = []

    def note(_connection: object, _cursor: object, text: str, *_: object) -> None:
        said.append(text)

    event.listen(store._db, "before_cursor_execute", note)
    yield said
    event.remove(store._db, "before_cursor_execute", note)


def standing(books: Books, number: int) -> StandingRow:
    game = books.games.get("g-1")
    return StandingRow(
        game_id=key_of(game.id), side="red", number=number, text=f"order {number}", since=AT, place=number
    )


def test_the_same_question_goes_to_the_database_once(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        books.players.of(game)
        with statements(store) as said:
            assert [one.side for one in books.players.of(books.games.get("g-1"))] == ["red", "blue"]
            assert books.players.get(game, "red").name == "red"
        assert said == []


def test_another_transaction_asks_again(store: Store) -> None:
    with store.begin() as books:
        books.players.get(books.games.get("g-1"), "red").last_record_sent = 7
    with store.read() as books:
        assert books.players.get(books.games.get("g-1"), "red").last_record_sent == 7


def test_a_new_row_is_seen_by_who_looked_before_it_came(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        assert books.standing.in_force(game, "red") == []
        books.standing.add(standing(books, 1))
        assert [row.number for row in books.standing.in_force(game, "red")] == [1]
        assert books.standing.next_number(game, "red") == 2


def test_a_change_counts_at_once(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        books.standing.add(standing(books, 1))
        books.standing.add(standing(books, 2))
        first, _ = books.standing.in_force(game, "red")
        books.standing.end(first, AT)
        assert [row.number for row in books.standing.in_force(game, "red")] == [2]


def test_what_a_mark_takes_out_of_a_look_is_gone_from_it(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        books.press.add(PressRow(game_id=key_of(game.id), side="red", to="all", words="well met", at=AT))
        told = books.press.unreported(game)
        assert [row.words for row in told] == ["well met"]
        books.press.mark_reported(told)
        assert list(books.press.unreported(game)) == []


def test_many_rows_written_at_once_are_seen(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        phase = books.phases.add(
            PhaseRow(
                game_id=key_of(game.id),
                n=1,
                phase="T01.RED.B",
                letter="B",
                name="fire",
                side="red",
                turn=1,
                checkpoint_n=0,
                begun=AT,
                stopped=AT,
            )
        )
        assert list(books.events.of(phase)) == []
        books.events.add(phase, 0, [("Fired", "{}"), ("Fired", "{}")])
        assert len(books.events.of(phase)) == 2
        assert books.questions.open(phase, "red") == []
        books.questions.add(
            QuestionRow(phase_id=key_of(phase.id), segment=0, place=0, side="red", number=1, ask_key="k", ask="{}")
        )
        assert len(books.questions.open(phase, "red")) == 1
        books.questions.lapse(phase, AT)
        assert books.questions.open(phase, "red") == []


def test_the_newest_record_is_the_one_that_was_appended_last(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        assert books.records.last(game) is None
        for seq in range(40):
            books.records.add(
                RecordRow(game_id=key_of(game.id), branch="main", seq=seq, type="x", at=AT, body="{}", head=str(seq))
            )
        last = books.records.last(game)
        assert last is not None
        assert last.seq == 39
        assert [row.seq for row in books.records.newest_first(game)] == list(reversed(range(40)))
        assert [row.seq for row in books.records.since(game, 36)] == [37, 38, 39]


def test_rows_that_one_statement_changes_are_looked_up_again(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        books.players.of(game)
        session = books.players._session
        session.change(update(PlayerRow).where(col(PlayerRow.side) == "red").values(name="Rita"))
        assert books.players.get(books.games.get("g-1"), "red").name == "Rita"


def letter(store: Store) -> int:
    with store.begin() as books:
        row = books.letters_out.add(
            LetterOutRow(
                key="g-1/report/1/red",
                game="g-1",
                side="red",
                kind="report",
                to="red@c.example",
                message_id="<1@pbem.example>",
                text="Red One moves.",
                raw=b"letter",
                made=AT,
            )
        )
        books.letters_out._session.flush()
        return key_of(row.id)


def test_a_column_that_was_not_read_says_so_and_is_there_once_the_whole_row_is_read(store: Store) -> None:
    number = letter(store)
    with store.read() as books:
        row = books.letters_out.get(number, unread=True)
        assert row.state == "new"
        with pytest.raises(InvalidRequestError, match=r"LetterOutRow\.text"):
            _ = row.text
        assert books.letters_out.get(number) is row
        assert row.text == "Red One moves."


def test_what_was_changed_of_a_row_in_part_stays_when_the_rest_is_read(store: Store) -> None:
    number = letter(store)
    with store.begin() as books:
        row = books.letters_out.get(number, unread=True)
        row.last_reply = "250 taken"
        assert books.letters_out.get(number).last_reply == "250 taken"
    with store.read() as books:
        assert books.letters_out.get(number).last_reply == "250 taken"
        assert books.letters_out.get(number).raw == b"letter"


def test_only_what_was_changed_is_written(store: Store) -> None:
    number = letter(store)
    with store.begin() as books, statements(store) as said:
        row = books.letters_out.get(number)
        row.state, row.tries = "sending", 0
        books.letters_out.mark(row, "sending", "", AT)
        books.letters_out._session.flush()
        books.letters_out._session.flush()
    assert [one for one in said if one.startswith("UPDATE")] == [
        "UPDATE letter_out SET state=?, tries=? WHERE letter_out.id = ?"
    ]


def test_a_row_is_one_object_however_it_is_found(store: Store) -> None:
    with store.begin() as books:
        game = books.games.get("g-1")
        assert books.games.by_id(key_of(game.id)) is game
        assert books.games.all()[0] is game
        game.hold = "a word"
        assert books.games.all()[0].hold == "a word"


def test_a_row_that_has_gone_is_told_when_it_is_changed(store: Store) -> None:
    number = letter(store)

    def marks_what_is_gone() -> None:
        with store.begin() as books:
            row = books.letters_out.get(number)
            books.letters_out._session.connection().execute(delete(LetterOutRow))
            row.state = "sent"

    with pytest.raises(StaleDataError, match="letter_out"):
        marks_what_is_gone()


def test_nothing_is_stored_where_something_is_raised(store: Store) -> None:

    def fails() -> None:
        with store.begin() as books:
            books.games.get("g-1").hold = "never"
            books.games._session.flush()
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    with store.read() as books:
        assert books.games.get("g-1").hold == ""


def test_an_address_is_found_after_it_was_changed_whatever_its_case(store: Store) -> None:
    with store.begin() as books:
        books.players.get(books.games.get("g-1"), "red").address = "Rita@New.example"
        assert [row.side for row in books.players.at_address("rita@new.EXAMPLE")] == ["red"]


def test_a_look_sees_one_moment_though_others_write_meanwhile(store: Store) -> None:
    with store.read() as look:
        assert look.players.get(look.games.get("g-1"), "red").name == "red"
        with store.begin() as books:
            books.games.add(GameRow(name="g-2", title="t", scenario="s", gm_address="gm@c.example", opened=AT))
        assert not look.games.exists("g-2")
    with store.read() as look:
        assert look.games.exists("g-2")


def test_new_row_makes_only_those_queries_old_that_would_find_it(store: Store) -> None:
    def letter(side: str, key: str) -> LetterOutRow:
        return LetterOutRow(
            key=key, game="g-1", side=side, kind="report", to="x@c.example", message_id=key, raw=b"", text="", made=AT
        )

    with store.begin() as books:
        books.letters_out.add(letter("red", "g-1/report/1-1/red"))
        assert books.letters_out.thread("g-1", "red") == ["g-1/report/1-1/red"]
        assert books.letters_out.thread("g-1", "blue") == []
        books.letters_out.add(letter("red", "g-1/report/2-1/red"))
        with statements(store) as said:
            assert books.letters_out.thread("g-1", "blue") == []
        assert said == []
        assert books.letters_out.thread("g-1", "red") == ["g-1/report/2-1/red"]


def test_rows_that_are_left_for_the_end_are_written_by_one_statement(store: Store) -> None:
    with statements(store) as said, store.begin() as books:
        game = books.games.get("g-1")
        for number in range(3):
            row = RecordRow(game_id=key_of(game.id), branch="main", seq=number, type="x", at=AT, body="{}", head="0")
            books.records.add(row)
    assert sum(text.startswith("INSERT INTO record") for text in said) == 1
    with store.read() as books:
        assert [row.seq for row in books.records.since(books.games.get("g-1"), -1)] == [0, 1, 2]
