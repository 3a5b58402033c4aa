"""The embedded mail servers in a process of their own, so that neither their time nor their memory counts as the desk's."""

import asyncio
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from multiprocessing.connection import Connection
from typing import Any

from pbem.mail.embedded import EmbeddedMail, _session
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.smtp import SmtpAccount, SmtpSink

DESK, PLAYERS = "desk", "players"
"""The mailbox of the desk, and the one in which all players' letters lie."""
PASSWORD = "bench"
EMPTIED_EVERY = 200
"""After so many letters of players what has been read is thrown away, as people do."""


class PostOffice:
    """The servers' ports, and a way to hand in a letter at a moment of the simulated clock."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self.host, self.imap_port, self.smtp_port = line.recv()

    def deliver(self, raw: bytes, arrived: datetime) -> None:
        """A player's letter lies in the desk's mailbox, taken in at `arrived`."""
        self._line.send((raw, arrived))
        self._line.recv()

    def mailbox(self, user: str) -> ImapSource:
        """A mailbox, by IMAP."""
        return ImapSource(ImapAccount(self.host, self.imap_port, user, PASSWORD, None))

    def way_out(self) -> SmtpSink:
        """The way out, by SMTP."""
        return SmtpSink(SmtpAccount(self.host, self.smtp_port, security="none"))


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """The servers run within."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield PostOffice(ours)
        ours.send(None)
        process.join(10)
    finally:
        process.kill()
        process.join()


def _serve(line: Connection) -> None:
    asyncio.run(_serving(line))


async def _serving(line: Connection) -> None:
    loop = asyncio.get_running_loop()
    async with EmbeddedMail({DESK: PASSWORD, PLAYERS: PASSWORD}, catch_all=PLAYERS) as mail:
        line.send((mail.host, mail.imap_port, mail.smtp_port))
        taken = 0
        while (letter := await loop.run_in_executor(None, line.recv)) is not None:
            raw, arrived = letter
            await mail.deliver(DESK, raw, arrived)
            line.send(True)
            taken += 1
            if taken % EMPTIED_EVERY == 0:
                for user in mail.users:
                    await _empty(mail, user)


async def _empty(mail: EmbeddedMail, user: str) -> None:
    """Throw away what was moved out of the INBOX."""
    async with _session(mail._backend, user) as session:
        names = [entry.name async for entry in _folders(session)]
        for name in names:
            if name != "INBOX":
                box = await session.mailbox_set.get_mailbox(name)
                await box.delete([message.uid async for message in box.messages()])


async def _folders(session: Any) -> Any:
    for entry in (await session.mailbox_set.list_mailboxes()).list():
        yield entry
