"""Letters in to reports out, a second: the whole desk, from the bytes of an order letter to two reports handed over.

The letter is stored, read, rehearsed, answered with a receipt; the phase is played, sealed and filed in one transaction;
the letters out are handed to a sink.  The floor does with the standard library, sqlite3 and one signature what nobody can
leave out: parse the letter, store it, write the checkpoint with its hash and signature and three letters of the same size,
in two durable transactions.
"""

import asyncio
import email
import email.policy
import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.work import Work
from pbem.campaign.advance import advance
from pbem.campaign.clock import SetClock
from pbem.campaign.desk import Desk, House
from pbem.campaign.intake import take
from pbem.campaign.open import Wanted, open_campaign
from pbem.campaign.outbox import send_due
from pbem.campaign.play import present
from pbem.mail.memory import MemorySink
from pbem.store.database import Store
from pbem.store.letters_in import Arrival
from pbem.store.secrets import Vault
from pbem.systems import registry
from pbem.systems.indian_wars.practice import orders_for

START = datetime(2026, 3, 12, 18, 0, tzinfo=UTC)
PLAYERS = {"us": "kate@mail.example", "indian": "mo@post.example"}


class Bench:
    """A desk with one game after another on it."""

    def __init__(self, folder: Path) -> None:
        store = Store.at(folder / "desk.db", Vault(Fernet.generate_key()))
        self.desk = Desk(store, SetClock(START), House("pbem.example"), registry.game)
        self.sink = MemorySink()
        self.games = self.letters = 0
        self.name = self._new_game()

    def _new_game(self) -> str:
        self.games += 1
        name = f"bench-{self.games}"
        players = [(side, address, side.title()) for side, address in PLAYERS.items()]
        open_campaign(self.desk, Wanted(name, "rosebud", "in-contact", players, "gm@club.example", seed=b"bench seed"))
        advance(self.desk, name)
        return name

    def _letter(self) -> bytes:
        """The next letter that the game waits for: orders of the practice opponent, or the first answer to each question."""
        while True:
            with self.desk.store.read() as books:
                now = present(self.desk, books, books.games.get(self.name))
                if now is not None and now.phase.turn < 6:
                    side = now.open[0].side
                    answered = books.letters_out.to_side(self.name, side)[-1].raw
                    break
            self.name = self._new_game()
        if now.open[0].kind == "orders":
            game = registry.game("rosebud")
            orders = orders_for(game.system, now.state, side, now.phase.letter, lambda purpose, n: len(purpose) % n)
            words = "\n".join([*map(game.dialect.write, orders), "ready"])
        else:
            words = " ".join("1" for one in now.open if one.side == side)
        before = message_from_bytes(answered)
        letter = EmailMessage()
        letter["From"] = PLAYERS[side]
        letter["To"] = str(before["Reply-To"])
        letter["Subject"] = f"Re: {before['Subject']}"
        letter["Message-ID"] = f"<{self.letters}@mail.example>"
        letter["In-Reply-To"] = str(before["Message-ID"])
        letter.set_content(words)
        return letter.as_bytes()

    def prepared(self) -> Callable[[], int]:
        """The work for one more letter, which is written beforehand."""
        raw = self._letter()

        def work() -> int:
            self.letters += 1
            with self.desk.store.begin() as books:
                books.letters_in.take_in([Arrival("INBOX", 1, self.letters, START, raw)])
                numbers = books.letters_in.new()
            for number in numbers:
                taken = take(self.desk, number)
                if taken.game:
                    advance(self.desk, taken.game)
            asyncio.run(send_due(self.desk, self.sink))
            return 1

        return work


@cache
def bench() -> Bench:
    """The one desk of a run."""
    return Bench(Path(tempfile.mkdtemp(prefix="pbem-bench-")))


def works() -> tuple[Work, ...]:
    """The desk as a whole."""
    the = bench()
    sample = the._letter()
    with the.desk.store.read() as books:
        state = json.loads(books.checkpoints.last(books.games.get(the.name)).state)
        out = [row.raw for row in books.letters_out.to_side(the.name, "us")][-1]
    floor_db = sqlite3.connect(Path(tempfile.mkdtemp(prefix="pbem-bench-")) / "floor.db", isolation_level=None)
    floor_db.execute("PRAGMA journal_mode=WAL")
    floor_db.execute("PRAGMA synchronous=FULL")
    floor_db.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, data BLOB)")
    key = Ed25519PrivateKey.generate()

    def floor() -> int:
        message: Any = email.message_from_bytes(sample, policy=email.policy.compat32)
        message.get_payload(decode=True).decode("utf-8").splitlines()
        _keep(floor_db, sample)
        text = json.dumps(state, sort_keys=True, separators=(",", ":")).encode()
        key.sign(hashlib.sha256(text).digest())
        _keep(floor_db, text, out, out, out)
        return 1

    return (
        Work(
            "letters in to reports out",
            None,
            "parse, store, hash, sign, store three letters",
            floor,
            prepare=the.prepared,
        ),
    )


def _keep(db: sqlite3.Connection, *data: bytes) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.executemany("INSERT INTO kept (data) VALUES (?)", [(one,) for one in data])
    db.execute("COMMIT")
