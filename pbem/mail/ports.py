"""What the machine needs of mail: a source that letters come from, a sink that they go to.  Nothing above knows the network."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Fetched:
    """One letter as it lies in a mailbox.

    `source` names the mailbox; under one `uidvalidity` a `uid` never names two letters, and later letters have higher
    ones.  `arrived` is the moment at which the server took it in (INTERNALDATE): deadlines are judged by that alone.
    """

    source: str
    uidvalidity: int
    uid: int
    arrived: datetime
    raw: bytes


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a mailbox has been read: under which UIDVALIDITY, up to which UID.  (0, 0) before the first time."""

    uidvalidity: int = 0
    last_uid: int = 0


class MailSource(Protocol):
    """A mailbox that letters are taken from.

    The sequence that loses nothing: `fetch`, store and commit, then `done`.  A letter that was fetched and not yet
    `done` may be fetched again by another cursor, never by one that is past it.
    """

    @property
    def name(self) -> str:
        """What `Fetched.source` says."""
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

    async def tidy(self, cursor: Cursor) -> int:
        """Take out of the way what lies there and is behind the cursor, hence stored: a crash came before its `done`.

        How many there were.  Raises `MailTrouble`.
        """
        ...

    async def wait(self, seconds: float) -> bool:
        """Wait until there may be new mail, at most `seconds`; True if the server said so.

        A hint, no more: fetch after it either way.  Raises `MailTrouble` where the line is lost.
        """
        ...

    async def space(self) -> float:
        """Which share of the room that the mailbox has is used, 1.0 for all of it; 0.0 where it states no limit.

        Raises `MailTrouble`.
        """
        ...

    async def close(self) -> None:
        """Let go of the mailbox; never raises."""
        ...


LOGIN_REFUSED = (530, 534, 535, 538)
"""What SMTP servers say of a login that will not do, or is missing (RFC 4954)."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Taken over by the next server."""

    reply: str


@dataclass(frozen=True, slots=True)
class Later:
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
    """

    code: int
    reply: str
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class Maybe:
    """The line was lost after the last dot of the letter: the server may have it.  Send the same Message-ID again once."""

    reply: str


Outcome = Sent | Later | Never | Maybe


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

    The connection is gone; the next call makes a new one at once: how long to wait before it is the caller's affair.
    """


class NoFolder(MailTrouble):
    """The account has no folder of this name."""


class LoginRefused(MailTrouble):
    """The server does not take the name or password.

    After the third time in a row nothing more is tried (`is_final`): servers lock accounts.
    """

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
