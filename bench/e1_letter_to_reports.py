"""E1: from the bytes of an order letter to two reports handed over, beside a floor of the same run.

The floor does with the standard library, sqlite3 and one signature what nobody can leave out: parse the letter, read its
lines, store it, write the checkpoint with its hash and signature and three letters of the same size, in two durable
transactions.
"""

import email
import email.policy
import hashlib
import json
import sqlite3
from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.desk import Club
from bench.frame import LETTERS_SECONDS, Anew, Figure, Job, folder, rates


def figures() -> Iterator[Figure]:
    """Milliseconds of the processor, and the share of the floor."""
    club = Club(folder())
    ours, beside = rates(Anew(club.next_letter), _floor(club), seconds=LETTERS_SECONDS)
    yield Figure("a letter to two reports", "ms", 1000 / ours, 1.0, "1 ms", most_ours=10)
    yield Figure("letters to reports", "a second", ours, beside, "the floor", least=0.17)


def _floor(club: Club) -> Job:
    sample = club.letter()
    with club.desk.store.read() as books:
        state = json.loads(books.checkpoints.last(books.games.get(club.name)).state)
        out = books.letters_out.to_side(club.name, "us")[-1].raw
    db = raw_database()
    key = Ed25519PrivateKey.generate()

    def floor() -> int:
        message = email.message_from_bytes(sample, policy=email.policy.compat32)
        payload = message.get_payload(decode=True)
        assert isinstance(payload, bytes)
        payload.decode("utf-8").splitlines()
        keep(db, sample)
        text = json.dumps(state, sort_keys=True, separators=(",", ":")).encode()
        key.sign(hashlib.sha256(text).digest())
        keep(db, text, out, out, out)
        return 1

    return floor


def raw_database() -> sqlite3.Connection:
    """A database as durable as the desk's."""
    db = sqlite3.connect(folder() / "floor.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, data BLOB)")
    return db


def keep(db: sqlite3.Connection, *rows: bytes) -> None:
    """Write rows in one durable transaction."""
    db.execute("BEGIN IMMEDIATE")
    db.executemany("INSERT INTO kept (data) VALUES (?)", [(one,) for one in rows])
    db.execute("COMMIT")
