"""The ports to the mail system: a source that letters come from, a sink that they go to.  Nothing above knows the network."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Fetched:
    """One letter as it lies in a mailbox.

    `source` names the mailbox; under one `uidvalidity` a `uid` never names two letters, and later letters have higher
    ones (see `validity_of`).  `arrived` is the moment at which the server took it in (INTERNALDATE), or at which it was seen
    where the server cannot say: deadlines are judged by that alone.
    """

    source: str
    uidvalidity: int
    uid: int
    arrived: datetime
    raw: bytes


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position in a mailbox: under which UIDVALIDITY, up to which UID.  (0, 0) before the first time."""

    uidvalidity: int = 0
    last_uid: int = 0


ONCE_MORE = 1 << 32
"""Added to a UIDVALIDITY, which is below it, each time that UIDs began again under it."""


def validity_of(cursor: Cursor, uidvalidity: int, uidnext: int) -> int:
    """The UIDVALIDITY that letters are handed out under: the server's own, which is to change when UIDs begin again.

    Where it did not (a mailbox that was put back from a copy), the next UID is at or below the cursor, and the letters there
    are others than those that were read under the same numbers.  `uidnext` is 0 where it is not known.
    """
    if cursor.uidvalidity % ONCE_MORE != uidvalidity:
        return uidvalidity
    return cursor.uidvalidity + ONCE_MORE if 0 < uidnext <= cursor.last_uid else cursor.uidvalidity


class MailSource(Protocol):
    """A mailbox that letters are taken from.

    The sequence that loses nothing: `fetch`, store and commit, then `done`.  A letter that was fetched and not yet
    `done` may be fetched again by another cursor, never by one that is past it.
    """

    @property
    def name(self) -> str:
        """The source's name for `Fetched.source`."""
        ...

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        """The next new letters, lowest UID first: at most 50, or 8 MB, but always one where there is one; () if none.

        A cursor of another UIDVALIDITY counts as (0, 0): all that is there is handed out and the store tells doubles by
        their bytes.  Raises `MailTrouble`.
        """
        ...

    async def done(self, uids: Sequence[int]) -> None:
        """Take letters out of the way, since they are stored.  Those no longer there are passed over.

        A server that will not move them keeps them: they are stored, and nothing is lost.  Raises `MailTrouble`.
        """
        ...

    async def behind(self, cursor: Cursor, after: int = 0) -> Sequence[Fetched]:
        """Letters that lie there though the cursor is past it, lowest UID first, above the UID `after`: as much as one fetch
        takes.

        A crash came before its `done`, or it was passed over, or its UID was given a second time: by its bytes alone it can
        be told whether it is stored.  What is to be left alone for now is not among it.  Raises `MailTrouble`.
        """
        ...

    async def wait(self, seconds: float) -> bool:
        """Wait until there may be new mail, at most `seconds`; True if the server said so.

        A hint, no more: fetch after it either way.  Raises `MailTrouble` where the line is lost.
        """
        ...

    async def space(self) -> float:
        """The share of the mailbox's room that is used, 1.0 for all of it; 0.0 where it states no limit.

        Raises `MailTrouble`.
        """
        ...

    async def close(self) -> None:
        """Let go of the mailbox; never raises."""
        ...


REFUSED_FOR_GOOD = 500
"""From this code on an SMTP server says never (RFC 5321, 4.2.1)."""
LOGIN_REFUSED = (530, 534, 535, 538)
"""SMTP codes for a login that is refused or missing (RFC 4954)."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Taken over by the next server."""

    reply: str


@dataclass(frozen=True, slots=True)
class TryLater:
    """Not taken now (4xx, no connection): try again.  `code` is 0 where there was no answer.

    `is_line`: it says nothing of this letter, and any other would fare alike.  No connection came about (nobody there, a
    greeting of 421, a login refused), or the server takes nothing from us: it wants a login, or refuses our address.
    """

    code: int
    reply: str
    is_line: bool = False


@dataclass(frozen=True, slots=True)
class Never:
    """Refused for good (5xx): trying again is no use.

    `is_ours`: it was the empty sender of this letter that was refused, which says nothing of the recipient.
    `is_certain`: no server was asked, for there is no way to name the recipient to one.
    """

    code: int
    reply: str
    is_ours: bool = False
    is_certain: bool = False


@dataclass(frozen=True, slots=True)
class Maybe:
    """The line was lost after the last dot of the letter: the server may have it.  Send the same Message-ID again once."""

    reply: str


Outcome = HandedOver | TryLater | Never | Maybe


class MailSink(Protocol):
    """The way out: one letter, one recipient, one outcome."""

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        """Hand over one letter.  `sender` is the envelope's, "" on replies that must not be answered.  Never raises."""
        ...

    async def close(self) -> None:
        """End the connection if there is one; bounded, never raises."""
        ...


class MailTrouble(Exception):
    """The mailbox cannot be reached or does not answer as a mailbox must.

    The next call makes a new connection at once if there is none: how long to wait before it is the caller's affair, and
    `longest` are the seconds after which one more try harms no server.
    """

    longest = 30.0


class NotNow(MailTrouble):
    """The server is there, and will not serve us for a while: a limit, a fault of its own."""

    longest = 900.0


class NoFolder(MailTrouble):
    """The account has no folder of this name."""


class LoginRefused(MailTrouble):
    """The server does not take the name or password.

    Where it says outright that they are wrong, after the third time in a row nothing more is tried (`is_final`): servers lock
    accounts.  Where it gives no reason, it is tried for an hour: they refuse a login for other reasons, too.
    """

    longest = 900.0

    def __init__(self, message: str, is_final: bool) -> None:
        super().__init__(message)
        self.is_final = is_final


NEARLY_FULL = 0.9
"""From this share of its room on a mailbox is said to be nearly full."""
LETTERS_A_FETCH = 50
BYTES_A_FETCH = 8_000_000


def first_batch(sizes: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Of `(uid, bytes)`, lowest UID first, those that one fetch takes: at most 50 letters or 8 MB, at least one."""
    chosen: list[int] = []
    total = 0
    for uid, size in sorted(sizes)[:LETTERS_A_FETCH]:
        total += size
        if chosen and total > BYTES_A_FETCH:
            break
        chosen.append(uid)
    return tuple(chosen)


# Mail that never leaves the process: the same contract as the real transports, for tests of what stands above them.


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
    """Keeps what is sent.  `outcomes` are given out first, one a letter; only what is `HandedOver` is kept."""

    def __init__(self, outcomes: Sequence[Outcome] = ()) -> None:
        self.sent: list[Posted] = []
        self.outcomes = list(outcomes)

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        outcome: Outcome = self.outcomes.pop(0) if self.outcomes else HandedOver("250 kept in memory")
        if isinstance(outcome, HandedOver):
            self.sent.append(Posted(message, sender, recipient))
        return outcome

    async def close(self) -> None:
        """Nothing is held open."""
