"""Mail that never leaves the process: the same contract as the real transports, for tests of what stands above them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pbem.mail.ports import ONCE_MORE, Cursor, Fetched, Outcome, Sent, first_batch, validity_of


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

    def begin_again(self) -> None:
        """UIDs begin again under the same UIDVALIDITY, as in a mailbox that was put back from a copy."""
        left = list(self.letters.values())
        self.letters, self._last_uid = {}, 0
        for one in left:
            self.put(one.raw, one.arrived)

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        self._news.clear()
        validity = validity_of(cursor, self.uidvalidity, self._last_uid + 1)
        last = cursor.last_uid if cursor.uidvalidity == validity else 0
        return self._batch(validity, [uid for uid in self.letters if uid > last])

    def _batch(self, validity: int, uids: Sequence[int]) -> tuple[Fetched, ...]:
        taken = first_batch([(uid, len(self.letters[uid].raw)) for uid in uids])
        return tuple(replace(self.letters[uid], uidvalidity=validity) for uid in taken)

    async def done(self, uids: Sequence[int]) -> None:
        for uid in uids:
            if uid in self.letters:
                self.processed[uid] = self.letters.pop(uid)

    async def behind(self, cursor: Cursor, after: int = 0) -> Sequence[Fetched]:
        if cursor.uidvalidity % ONCE_MORE != self.uidvalidity:
            return ()
        return self._batch(cursor.uidvalidity, [uid for uid in self.letters if after < uid <= cursor.last_uid])

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
