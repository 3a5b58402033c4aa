"""The statements of a letter, and a small desk that does only what no desk can leave out: the floor beside a letter.

The floor is measured in turn with the letters, after each, so that the processor's caches are as cold for it as for us.
"""

import email
import email.policy
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, event

from bench.desk import Club
from bench.frame import folder
from pbem.store.engines import SYNCHRONOUS


@dataclass
class Statements:
    """Statements that the desk had the database carry out, with their values, and the number of durable commits.

    `unsynced` are the commits that do not wait for the disk.
    """

    said: list[tuple[str, Any]] = field(default_factory=list)
    commits: int = 0
    unsynced: int = 0

    @property
    def count(self) -> int:
        """Statements without the commits."""
        return sum(text != "COMMIT" for text, _ in self.said)

    @contextmanager
    def noted(self, club: Club) -> Iterator["Statements"]:
        """Note what is carried out inside.  A commit counts if something was written since the last one."""
        wrote = False

        def note(_connection: object, _cursor: object, text: str, given: Any, _context: object, many: bool) -> None:
            nonlocal wrote
            wrote = wrote or not text.lstrip().startswith(("SELECT", "BEGIN", "WITH", "PRAGMA"))
            self.said.append((text, list(given) if many else given))

        def commit(connection: Connection) -> None:
            nonlocal wrote
            is_synced = SYNCHRONOUS not in connection.get_execution_options()
            self.commits += wrote and is_synced
            self.unsynced += wrote and not is_synced
            wrote = False
            self.said.append(("COMMIT", ()))

        db = club.desk.store._db
        event.listen(db, "before_cursor_execute", note)
        event.listen(db, "commit", commit)
        try:
            yield self
        finally:
            event.remove(db, "before_cursor_execute", note)
            event.remove(db, "commit", commit)


class Independent:
    """A play-by-mail desk with nothing of ours: it parses a letter, stores raw rows in two durable transactions, makes
    canonical bytes of the state, hashes and signs them, and writes text reports with a map, a table and a log."""

    def __init__(self) -> None:
        self._db = raw_database()
        self._key = Ed25519PrivateKey.generate()

    def letter(
        self, raw: bytes, state: Any, events: Sequence[dict[str, Any]], rows: Sequence[bytes], reports: int
    ) -> None:
        """One letter that moves a game to `state` by `events`: as many rows of the same bytes, and as many letters, as ours."""
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
        payload = message.get_payload(decode=True)
        assert isinstance(payload, bytes)
        lines = [line.split() for line in payload.decode("utf-8").splitlines() if line and not line.startswith(">")]
        keep(self._db, raw, *rows[: len(rows) // 2])
        text = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        seal = self._key.sign(hashlib.sha256(text).digest()).hex()
        letters = [_mime(side, _report(side, state, events, lines, seal)) for side in ("us", "indian", "gm")[:reports]]
        keep(self._db, text, *letters, *rows[len(rows) // 2 :])


def _report(side: str, state: Any, events: Sequence[dict[str, Any]], lines: list[list[str]], seal: str) -> str:
    units = [one for one in _units(state) if one.get("at")]
    at = {one["at"]: one for one in units}
    out = [f"REPORT to {side}", "", "WHAT HAPPENED"]
    out += [
        f"  {n:3}  {one.get('type', '')}: " + ", ".join(f"{k} {v}" for k, v in one.items())
        for n, one in enumerate(events)
    ]
    out += ["", "MAP", "     " + " ".join(f"{column:02}" for column in range(1, 38))]
    for row in range(1, 23):
        cells = (at.get(f"{column:02}{row:02}") for column in range(1, 38))
        out.append(f"{row:02}   " + " ".join(str(one.get("name", "?"))[:2] if one else " ." for one in cells))
    out += ["", "UNITS"]
    out += [
        f"  {one.get('name', '')!s:<24} {one['at']}  " + "  ".join(str(value)[:8] for value in one.values())
        for one in units
    ]
    out += ["", "YOUR ORDERS", *(f"  {' '.join(words)}" for words in lines), "", f"SEAL {seal}"]
    return "\n".join(out)


def _units(state: Any) -> list[dict[str, Any]]:
    found = state.get("units", []) if isinstance(state, dict) else []
    return list(found.values()) if isinstance(found, dict) else list(found)


def _mime(side: str, text: str) -> bytes:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "desk@pbem.example", f"{side}@mail.example", "REPORT"
    letter.set_content(text)
    return letter.as_bytes()


def raw_database() -> sqlite3.Connection:
    """A database as durable as the desk's."""
    db = sqlite3.connect(folder() / "floor.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, data BLOB)")
    return db


def keep(db: sqlite3.Connection, *rows: bytes) -> None:
    """Write rows in one durable transaction, one statement each."""
    db.execute("BEGIN IMMEDIATE")
    for one in rows:
        db.execute("INSERT INTO kept (data) VALUES (?)", (one,))
    db.execute("COMMIT")
