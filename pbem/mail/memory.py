"""Mail that never leaves the process: the same contract as the real transports, for tests of what stands above them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from pbem.mail.ports import Cursor, Fetched, Outcome, Sent, first_batch


@dataclass(frozen=True, slots=True)
class Posted:
    """One letter that was sent: its bytes and its envelope."""

    message: bytes
    sender: str
    recipient: str


class MemorySource:
    """A mailbox in memory.  `put` is the postman."""

    def __init__(self, name: str = "memory", uidvalidity: int = 1) -> None:
        self.name = name
        self.uidvalidity = uidvalidity
        self.used = 0.0
        self.letters: dict[int, Fetched] = {}
        self.processed: dict[int, Fetched] = {}
        self._last_uid = 0
        self._news = asyncio.Event()

    def put(self, raw: bytes, arrived: datetime = datetime(2000, 1, 1, tzinfo=UTC)) -> int:
        """Deliver one letter; its UID."""
        self._last_uid += 1
        self.letters[self._last_uid] = Fetched(self.name, self.uidvalidity, self._last_uid, arrived, raw)
        self._news.set()
        return self._last_uid

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        self._news.clear()
        last = cursor.last_uid if cursor.uidvalidity == self.uidvalidity else 0
        sizes = [(uid, len(letter.raw)) for uid, letter in self.letters.items() if uid > last]
        return tuple(self.letters[uid] for uid in first_batch(sizes))

    async def done(self, uids: Sequence[int]) -> None:
        for uid in uids:
            if uid in self.letters:
                self.processed[uid] = self.letters.pop(uid)

    async def tidy(self, cursor: Cursor) -> int:
        behind = [uid for uid in self.letters if cursor.uidvalidity == self.uidvalidity and uid <= cursor.last_uid]
        await self.done(behind)
        return len(behind)

    async def wait(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        return self._news.is_set()

    async def space(self) -> float:
        return self.used

    async def close(self) -> None:
        """Nothing is held open."""


class MemorySink:
    """Keeps what is sent.  `outcomes` are given out first, one a letter; only what is `Sent` is kept."""

    def __init__(self, outcomes: Sequence[Outcome] = ()) -> None:
        self.sent: list[Posted] = []
        self.outcomes = list(outcomes)

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        outcome: Outcome = self.outcomes.pop(0) if self.outcomes else Sent("250 kept in memory")
        if isinstance(outcome, Sent):
            self.sent.append(Posted(message, sender, recipient))
        return outcome

    async def close(self) -> None:
        """Nothing is held open."""
