"""What a thief of the database can read: every column that is stored in the clear is listed here with its reason.

A new column makes the test fail until it is sealed (`SealedText`, `SealedBytes`), marked (`Marked`), or listed.
"""

import sqlite3
from pathlib import Path

import pytest
from sqlmodel import SQLModel

from pbem.store.columns import Marked, SealedBytes, SealedText
from pbem.store.database import Store
from pbem.store.secrets import Vault
from tests.desk.table import Table
from tests.store.test_schema import KEPT, KEY

ID = "a number that only orders rows"
PUBLIC = "both players are told it, or have it in their mailboxes"
TIME = "a moment: it says when, not what"
STATE = "how far the work has come; found by queries"
CHAIN = "part of the chain, or hashed into it: mailed to both players"
PERSON = "who plays and how to reach them: needed to send mail, found by queries; not a secret of the game"
TERMS = "the terms of the game, which both players are told"
FOUND = "the program finds rows by it"
FORM = "how a person likes their letters: says nothing of the game"
WORK = "how processes share the work"
CLEAR: dict[str, dict[str, str]] = {
    "address": {"address": PERSON, "score": STATE, "stopped": TIME},
    "checkpoint": {"n": ID, "state_hash": CHAIN},
    "confirmation": {"side": FOUND, "what": "the command's name; what stands with it is sealed", "made": TIME},
    "cursor": {"source": STATE, "uidvalidity": STATE, "last_uid": STATE, "looked": TIME},
    "deed": {
        "game": FOUND, "name": "the command's name; its line is sealed", "reason": PUBLIC, "by": PERSON, "at": TIME,
        "state": STATE, "seen": "a hash of the game's position and its mail, with no guessable words in it",
        "record_seq": CHAIN, "sig": CHAIN,
    },
    "dispatch": {
        "number": ID, "side": FOUND, "sender": FOUND, "receiver": FOUND, "at": TIME, "phase": PUBLIC, "turn": PUBLIC,
        "seq": CHAIN, "sealed": CHAIN, "arrived": STATE, "told": STATE, "kind": FOUND,
        "fate": STATE,
    },
    "event": {"n": ID},
    "fault": {
        "game": FOUND, "kind": FOUND, "subject": FOUND, "place": STATE,
        "text": "what went wrong in one line; the trace, which may quote orders, is sealed",
        "record_seq": CHAIN, "state": STATE, "opened": TIME, "until": TIME, "closed": TIME,
    },
    "game": {
        "name": PUBLIC, "title": PUBLIC, "scenario": PUBLIC, "options": PUBLIC, "branch": PUBLIC, "state": STATE,
        "hold": "why the game is held, for the GM's queue", "held_since": TIME, "gm_name": PERSON, "gm_address": PERSON,
        "folded": PERSON, "pace": TERMS, "when_in": TERMS, "hours": TERMS, "ladder_length": CHAIN, "steps": CHAIN,
        "rulings": PUBLIC, "undone": PUBLIC, "voided": PUBLIC, "dice": TERMS,
        "source": "the witness's or beacon's public key: in genesis", "silent": PUBLIC, "calendar": TERMS,
        "paused_since": TIME, "paused_until": TIME, "unplayed": STATE, "opened": TIME,
        "pair": TERMS,
    },
    "gm": {"address": PERSON, "digest": "the hour of the daily letter", "zone": FORM, "digested": TIME},
    "lease": {"name": WORK, "owner": WORK, "epoch": WORK, "until": WORK, "wake": WORK},
    "letter_in": {
        "source": STATE, "uidvalidity": STATE, "uid": STATE,
        "digest": "SHA-256 of the whole letter with its headers; to confirm a guess of the words, every byte of the rest "
        "must be known too",
        "message_id": FOUND, "arrived": TIME, "state": STATE, "reason": "why the GM must look, without the letter's words",
        "attempts": STATE, "sender": PERSON, "folded": PERSON,
        "subject": "shown on the GM's screens; orders in a subject line are not read",
        "game": FOUND, "side": FOUND, "answer_key": "the label of the letter that answered it; no order key",
        "seen": TIME, "addressed": FOUND, "lines_unread": STATE, "lines_chat": STATE,
    },
    "letter_out": {
        "key": "a label, so that a letter is written once; no order key", "game": FOUND, "side": FOUND, "kind": FOUND,
        "to": PERSON, "folded": PERSON, "message_id": FOUND, "subject": "kind of letter, game and phase", "state": STATE,
        "tries": STATE, "not_before": TIME, "last_reply": "what the mail server answered", "made": TIME, "sent": TIME,
        "bounced": STATE,
    },
    "line": {"place": ID, "verdict": "whether the line was accepted; the line itself is sealed", "seat": ID},
    "locked": {
        "branch": CHAIN, "seq": CHAIN, "head": CHAIN, "at": CHAIN, "phase": CHAIN, "adj": CHAIN, "digests": CHAIN,
        "mode": CHAIN, "source": CHAIN, "step": CHAIN, "state": STATE,
        "word": "the witness's signed step or the beacon's round, which goes into the next record", "begun": STATE,
        "tries": STATE, "due": TIME,
    },
    "order_key": {
        "side": FOUND, "phase": FOUND, "report": FOUND, "seq": CHAIN,
        "stacks": "which units stand together, as the last report showed them", "made": TIME, "void": TIME,
        "seat": ID,
    },
    "phase": {
        "n": ID, "phase": PUBLIC, "letter": PUBLIC, "name": PUBLIC, "side": PUBLIC, "turn": PUBLIC, "checkpoint_n": ID,
        "state": STATE, "locked": "numbers of submissions and standing orders, not their words", "waiting_for": PUBLIC,
        "begun": TIME, "stopped": TIME, "due": TIME, "passed": STATE, "closed": TIME, "remind": TIME, "reminded": STATE,
        "lapsed": TIME, "is_question": STATE, "told": STATE,
    },
    "player": {
        "side": PUBLIC, "code": PUBLIC, "name": PERSON, "address": PERSON, "folded": PERSON, "answered": CHAIN,
        "told": CHAIN, "contribution": CHAIN, "away_from": TERMS, "away_to": TERMS, "away_hours": TERMS, "report": FORM,
        "zone": FORM, "language": FORM, "nudged": TIME, "late": PUBLIC, "missed": PUBLIC, "bank": TERMS, "plays": PUBLIC,
        "accepted": TIME, "whole": FORM, "dates": FORM, "copies": FORM, "phases_told": STATE, "heard": STATE,
        "leader": TERMS, "lost": PUBLIC, "plays_one": PUBLIC,
    },
    "press": {"side": FOUND, "to": FOUND, "at": TIME, "told": STATE},
    "proposal": {"number": PUBLIC, "side": PUBLIC, "what": PUBLIC, "value": PUBLIC, "made": TIME, "closed": STATE},
    "question": {
        "segment": ID, "place": ID, "side": FOUND, "number": ID,
        "answered": TIME, "submission_n": CHAIN,
    },
    "record": {"branch": CHAIN, "seq": CHAIN, "type": CHAIN, "at": CHAIN, "body": CHAIN, "head": CHAIN},
    "seat": {
        "side": FOUND, "name": PERSON, "address": PERSON, "folded": PERSON, "formations": TERMS, "told": CHAIN,
        "report": FORM, "number": ID, "place": TERMS, "language": FORM, "zone": FORM, "whole": FORM, "dates": FORM,
        "away_from": TERMS, "away_to": TERMS, "ready": "whether a commander is done, not with what", "late": PUBLIC,
        "phases": PUBLIC, "ended": TIME, "follows": ID, "given": CHAIN,
        "leader": TERMS, "lost": PUBLIC, "asked": TIME, "until": TIME, "answer": STATE,
        "missed": PUBLIC, "plays": PUBLIC,
    },
    "secret": {"scope": FOUND, "name": FOUND, "token": "encrypted by the vault before it reaches the table"},
    "segment": {"n": ID, "adj": CHAIN, "contributions": CHAIN, "record_seq": CHAIN},
    "standing": {
        "side": FOUND, "number": ID, "place": ID, "since": TIME, "ended": TIME,
        "why": "why it has switched itself off: a turn that is over, or a unit that both players saw go", "told": STATE,
        "seat": ID,
    },
    "submission": {
        "side": FOUND, "phase": CHAIN, "n": CHAIN, "state": STATE, "ready": "whether the player is done, not with what",
        "digest": CHAIN, "letter_id": ID, "record_seq": CHAIN, "at": TIME,
    },
    "watch": {"at": TIME, "unsent": TIME},
    "worker": {"name": WORK, "role": WORK, "version": WORK, "seen": WORK},
}  # fmt: skip


def test_every_column_in_the_clear_is_listed_with_its_reason() -> None:
    found = {
        table.name: {
            column.name
            for column in table.columns
            if not isinstance(column.type, SealedBytes | SealedText | Marked)
            and column.name != "id"
            and not column.foreign_keys
        }
        for table in SQLModel.metadata.tables.values()
    }
    assert found == {table: set(columns) for table, columns in CLEAR.items()}
    assert all(reason for columns in CLEAR.values() for reason in columns.values())


def test_no_order_nor_what_confirms_a_guess_of_it_is_in_the_file(tmp_path: Path) -> None:
    """The salt made eight of 161 digests fall to ten guesses each."""
    table = Table.lay(tmp_path, KEY)
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nwait")
    with table.desk.store.read() as books:
        latest = books.submissions.latest(books.games.get(game), "red", "T01.RED.A")
        assert latest is not None
        salt = latest.salt
        assert len(salt) == 64
    table.desk.store.close()
    files = b"".join(file.read_bytes() for file in tmp_path.glob("desk.db*"))
    assert salt.encode() not in files
    assert b"Red One fire at Blue One" not in files


@pytest.mark.slow
def test_what_an_older_file_held_in_the_clear_is_sealed_when_it_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "desk.db"
    with sqlite3.connect(file) as db:
        db.executescript((KEPT / "before_migrations.sql").read_text(encoding="utf-8"))
        before = dict(db.execute("SELECT id, salt FROM submission WHERE salt <> ''").fetchall())
        words = dict(db.execute("SELECT id, words_digest FROM letter_in WHERE words_digest <> ''").fetchall())
    db.close()
    store = Store.at(file, Vault(KEY))
    with store.read() as books:
        rows = books.submissions.of_games([books.games.get("meadow-1")])
        assert {row.id: row.salt for row in rows if row.salt} == before
    store.close()
    with sqlite3.connect(file) as db:
        after = dict(db.execute("SELECT id, salt FROM submission WHERE salt <> ''").fetchall())
        keyed = dict(db.execute("SELECT id, words_digest FROM letter_in WHERE words_digest <> ''").fetchall())
    db.close()
    assert before
    assert after.keys() == before.keys()
    assert not set(after.values()) & set(before.values())
    assert words
    assert keyed == {number: Vault(KEY).mark(one) for number, one in words.items()}
