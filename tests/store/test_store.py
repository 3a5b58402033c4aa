"""The store: whole transactions, cursors, secrets, versions."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet
from sqlalchemy.exc import OperationalError

from pbem.store import engines
from pbem.store.columns import read_time, time_text
from pbem.store.database import Store
from pbem.store.games import UnknownGame, key_of
from pbem.store.letters_in import StoredArrival, letter_digest
from pbem.store.secrets import BadVault, Vault
from pbem.store.tables import GameRow, LetterOutRow, OrderKeyRow, PressRow

NORMAL, FULL = 1, 2
"""What `PRAGMA synchronous` says."""
NOW = datetime(2026, 3, 12, 18, 2, 11, tzinfo=UTC)


@pytest.fixture
def vault() -> Vault:
    return Vault(Fernet.generate_key())


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of one's own."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'desk.db'}"
    return str(request.getfixturevalue("cluster").database())


@pytest.fixture
def store(url: str, vault: Vault) -> Iterator[Store]:
    found = Store(url, vault)
    yield found
    found.close()


def game(name: str = "rosebud-7") -> GameRow:
    return GameRow(name=name, title="rosebud", scenario="historical", gm_address="gm@x.example", opened=NOW)


def arrival(uid: int, raw: bytes = b"From: a\n\nx", uidvalidity: int = 1) -> StoredArrival:
    return StoredArrival("INBOX", uidvalidity, uid, NOW, raw)


def outgoing(key: str) -> LetterOutRow:
    return LetterOutRow(key=key, game="g", to="a@b.example", message_id=f"<{key}@x>", raw=b"x", made=NOW)


def test_transaction_is_whole_or_nothing(store: Store) -> None:
    def fail_in_the_middle() -> None:
        with store.begin() as books:
            books.games.add(game())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_in_the_middle()
    with store.read() as books, pytest.raises(UnknownGame, match="no game is called 'rosebud-7'"):
        books.games.get("rosebud-7")


def test_transaction_that_does_not_wait_for_the_disk_stands_for_everybody(url: str, store: Store) -> None:
    with store.begin(synced=False) as books:
        books.games.add(game())
    other = Store(url, Vault(Fernet.generate_key()))
    with other.read() as books:
        assert books.games.get("rosebud-7").title == "rosebud"
    other.close()


def test_only_a_transaction_that_says_so_does_not_wait_for_the_disk(
    tmp_path: Path, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "SYNCED", "FULL")
    monkeypatch.setattr(engines, "UNSYNCED", "NORMAL")
    store = Store.at(tmp_path / "desk.db", vault)
    levels = []
    for synced in (True, False, False, True):
        with store.begin(synced=synced) as books:
            connection = books.games._session.connection()
            levels.append(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())
    assert levels == [FULL, NORMAL, NORMAL, FULL]
    store.close()


def test_times_come_back_as_they_were(store: Store) -> None:
    with store.begin() as books:
        books.games.add(game())
    with store.read() as books:
        assert books.games.get("rosebud-7").opened == NOW
    assert read_time(time_text(NOW)) == NOW


def test_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="with its zone"):
        time_text(datetime(2026, 1, 1))


def test_reading_does_not_wait_for_a_writer(store: Store) -> None:
    with store.begin() as books:
        books.games.add(game())
        with store.read() as other:
            assert other.games.find("rosebud-7") is None


def test_letter_fetched_twice_is_stored_once(store: Store) -> None:
    with store.begin() as books:
        assert books.letters_in.take_in([arrival(1), arrival(2, b"From: a\n\ny")]) == 2
    with store.begin() as books:
        assert books.letters_in.take_in([arrival(2, b"From: a\n\ny")]) == 0
        assert books.letters_in.new() == [1, 2]


def test_copy_under_another_uid_is_kept_and_ignored(store: Store) -> None:
    with store.begin() as books:
        books.letters_in.take_in([arrival(1), arrival(2, b"Received: by x;\n  later\nFrom: a\n\nx")])
        assert books.letters_in.new() == [1]
        assert books.letters_in.get(2).state == "ignored"


def test_copy_that_comes_with_its_letter_is_ignored_too(store: Store) -> None:
    with store.begin() as books:
        arrivals = [arrival(uid, words) for uid, words in ((1, b"\n\nx"), (2, b"\n\ny"), (3, b"\n\nx"), (4, b"\n\ny"))]
        assert books.letters_in.take_in(arrivals) == 4
        assert books.letters_in.new() == [1, 2]
        assert books.letters_in.get(4).reason == "a second copy of a letter that was read"
        assert books.letters_in.get(2).reason == ""


def test_digest_passes_over_what_the_way_adds_and_over_line_ends() -> None:
    assert letter_digest(b"From: a\r\n\r\nx") == letter_digest(b"Return-Path: <a>\nFrom: a\n\nx")
    assert letter_digest(b"From: a\n\nReceived: y") != letter_digest(b"From: a\n\n")


@pytest.mark.slow
def test_cursor_starts_again_under_another_uidvalidity(store: Store) -> None:
    with store.begin() as books:
        books.letters_in.take_in([arrival(7)])
        assert books.letters_in.last_uid("INBOX", 1) == 7
        assert books.letters_in.last_uid("INBOX", 2) == 0
        books.letters_in.take_in([arrival(3, b"From: a\n\nz", uidvalidity=2)])
        assert books.letters_in.cursor("INBOX") == (2, 3)


def test_cursor_never_goes_back_under_the_same_uidvalidity(store: Store) -> None:
    with store.begin() as books:
        books.letters_in.looked("INBOX", NOW)
        books.letters_in.take_in([arrival(7), arrival(8, b"\n\ny")])
        assert books.letters_in.cursor("INBOX") == (1, 8)
    with store.begin() as books:
        assert books.letters_in.take_in([arrival(7), arrival(3, b"\n\nz")]) == 1
        assert books.letters_in.cursor("INBOX") == (1, 8)
        assert books.letters_in.last_looked() == NOW
        books.letters_in.take_in([arrival(2, b"\n\na", 2), arrival(9, b"\n\nb", 3), arrival(5, b"\n\nc", 3)])
        assert books.letters_in.cursor("INBOX") == (3, 9)


def test_lost_connection_is_told_and_replaced(url: str, store: Store) -> None:
    if url.startswith("sqlite"):
        pytest.skip("a file has no connection that could be lost")

    def lose() -> None:
        with store.begin() as books:
            books.games.add(game())
            books.write()
            with psycopg.connect(url, autocommit=True) as other:
                others = "application_name = 'pbem' AND datname = current_database()"
                other.execute(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
            books.games.add(game("rosebud-8"))
            books.write()

    with pytest.raises(OperationalError) as lost:
        lose()
    assert lost.value.connection_invalidated
    with store.begin() as books:
        assert books.games.find("rosebud-7") is None
        books.games.add(game())


def test_letter_out_under_a_used_key_is_the_first_one(store: Store) -> None:
    with store.begin() as books:
        first = books.letters_out.add(outgoing("one"))
        assert books.letters_out.add(outgoing("one")) is first
        assert books.letters_out.due(NOW) == [first.id]


def test_secrets_open_under_their_own_key_alone(url: str, store: Store) -> None:
    with store.begin() as books:
        books.secrets.keep("rosebud-7", "ladder top", b"t" * 32)
        assert books.secrets.get("rosebud-7", "ladder top") == b"t" * 32
    store.close()
    # Whatever was written under another key could not be read under either of them.
    with pytest.raises(BadVault, match="it belongs to another one"):
        Store(url, Vault(Fernet.generate_key()))


def test_key_file_is_its_owners_alone_and_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "pbem.key"
    Vault.make_file(file)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError):
        Vault.make_file(file)
    assert Vault.from_file(file).show(Vault.from_file(file).hide(b"x")) == b"x"
    file.write_bytes(b"not a key")
    with pytest.raises(BadVault, match="expected a key of 44 characters"):
        Vault.from_file(file)


def test_letters_orders_and_order_keys_cannot_be_read_out_of_the_database(tmp_path: Path, vault: Vault) -> None:
    store = Store.at(tmp_path / "desk.db", vault)
    words = "Crook charges at dawn"
    with store.begin() as books:
        kept = books.games.add(game())
        books.letters_in.take_in([arrival(1, f"From: a\n\n{words}".encode())])
        letter = outgoing("one")
        letter.raw, letter.text = words.encode(), words
        books.letters_out.add(letter)
        books.press.add(PressRow(game_id=key_of(kept.id), side="us", to="all", words=words, at=NOW))
        books.keys.add(
            OrderKeyRow(game_id=key_of(kept.id), key="m2xd9q4k", side="us", phase="T01", report="0", seq=0, made=NOW)
        )
    with store.read() as books:
        found = books.games.get("rosebud-7")
        assert books.keys.find(key_of(found.id), "M2XD9Q4K") is not None
        assert books.keys.find(key_of(found.id), "m2xd9q4l") is None
        assert books.letters_in.get(1).raw.endswith(words.encode())
        assert books.letters_out.get(1).text == words
    store.copy_to(tmp_path / "copy.db")
    store.close()
    for file in tmp_path.iterdir():
        assert words.encode() not in file.read_bytes()
        assert b"m2xd9q4k" not in file.read_bytes()


def test_digest_out_of_the_database_is_no_order_key(store: Store) -> None:
    with store.begin() as books:
        number = key_of(books.games.add(game()).id)
        books.keys.add(OrderKeyRow(game_id=number, key="m2xd9q4k", side="us", phase="T", report="0", seq=0, made=NOW))
    with store.read() as books:
        row = books.keys.find(number, "m2xd9q4k")
        assert row is not None
        assert row.key != "m2xd9q4k"
        assert books.keys.find(number, row.key) is None
