"""A desk, its daemon and a post office in memory: what is sent lies with whom it is for, and nothing comes from nowhere."""

import asyncio
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage, Message
from pathlib import Path
from typing import Any

from pbem.daemon import Daemon
from pbem.mail.ports import MemorySink, MemorySource
from pbem.metrics import IN_STATES
from tests.desk.table import ADDRESSES, Table


@dataclass
class Office:
    """One desk at work.  `sent` are (recipient, envelope sender, letter) in their sequence."""

    table: Table
    game: str
    source: MemorySource = field(default_factory=lambda: MemorySource("INBOX"))
    sink: MemorySink = field(default_factory=MemorySink)
    seen: int = 0

    @classmethod
    def lay(cls, folder: Path, **house: Any) -> "Office":
        """A desk with a skirmish, its first letters sent."""
        table = Table.lay(folder, **house)
        office = cls(table, table.open())
        office.turn()
        office.news()
        return office

    def turn(self) -> None:
        """One round of the daemon."""
        asyncio.run(Daemon(self.table.desk, self.source, self.sink, poll=0.01).turn())

    def deliver(self, *letters: bytes) -> list[tuple[str, str, Message]]:
        """Letters come, the daemon makes a round, and what it sent upon them."""
        for raw in letters:
            self.source.put(raw, self.table.clock.now())
        self.turn()
        return self.news()

    def news(self) -> list[tuple[str, str, Message]]:
        """What was sent since the last time."""
        new, self.seen = self.sink.sent[self.seen :], len(self.sink.sent)
        return [(one.recipient, one.sender, message_from_bytes(one.message)) for one in new]

    def state(self) -> tuple[str, str]:
        """What became of the last letter that came: its state and the reason."""
        with self.table.desk.store.read() as books:
            number = sum(books.letters_in.count(state) for state in IN_STATES)
            row = books.letters_in.get(number)
            return row.state, row.reason

    def records(self) -> list[str]:
        """The types of the game's records."""
        return [kind for _, kind in self.table.records(self.game)]

    def orders(self, side: str, words: str = "", **more: Any) -> bytes:
        """A good letter of a side with orders."""
        return self.table.reply(self.game, side, words or ORDERS[side], **more)


ORDERS = {"red": "Red One fire at Blue One\nready", "blue": "2"}


def headed(raw: bytes, *headers: str, without: str = "") -> bytes:
    """A letter with more headers on top, and without those of a name."""
    head, _, body = raw.partition(b"\n\n")
    kept = [
        line for line in head.split(b"\n") if not (without and line.lower().startswith(without.lower().encode() + b":"))
    ]
    return b"\n".join([*(one.encode() for one in headers), *kept]) + b"\n\n" + body


def plain(sender: str, to: str, subject: str, words: str, *headers: str, n: int = 0) -> bytes:
    """A letter that answers nothing."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, to, subject
    letter["Message-ID"] = f"<{n}.{abs(hash((sender, subject, words)))}@mail.example>"
    letter.set_content(words)
    return headed(letter.as_bytes(), *headers)


RED, BLUE = ADDRESSES["red"], ADDRESSES["blue"]
