"""A mail server in the process: pymap's IMAP and aiosmtpd's SMTP on the caller's event loop, on loopback, in memory.

For `pbem demo` and for tests.  The two packages are imported when a server is made, so that a start does not wait for them.
"""

import asyncio
import socket
from argparse import Namespace
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from pbem.mail.maildir import mailbox_name
from pbem.mail.ports import MailTrouble

LARGEST = 1_000_000
"""Bytes of a letter: pymap parses on the event loop, so that a larger one would stop everybody."""


class EmbeddedMail:
    """`async with EmbeddedMail({"gm": "secret"}) as mail:` and it serves on `mail.imap_port` and `mail.smtp_port`.

    A letter to `gm+anything@anywhere` lies in `gm`'s INBOX before SMTP answers 250; a stranger is refused with 550.
    With `catch_all` letters to strangers lie with that user (a club's one mailbox for all games).  Nothing leaves the
    process.  UIDVALIDITY differs from one start to the next.
    """

    host = "127.0.0.1"

    def __init__(self, users: Mapping[str, str], catch_all: str = "") -> None:
        if catch_all and catch_all not in users:
            raise ValueError(f"the catch-all mailbox {catch_all!r} is none of the users: {', '.join(users)}")
        self.users = dict(users)
        self.catch_all = catch_all
        self.imap_port = 0
        self.smtp_port = 0
        self._stack = AsyncExitStack()
        self._backend: Any = None
        self._connections: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        try:
            from aiosmtpd.smtp import SMTP
            from pymap.backend.dict import Config, DictBackend, Login
            from pymap.concurrent import Subsystem
            from pymap.imap import IMAPServer
            from pymap.user import UserMetadata
            from pysasl.hashing import Cleartext
        except ImportError as missing:
            raise MailTrouble(
                f"The embedded mail server needs aiosmtpd and pymap: pip install aiosmtpd pymap ({missing})"
            ) from missing
        pool = ThreadPoolExecutor(max_workers=1)
        self._stack.callback(pool.shutdown)
        # Passwords of a server that lives for minutes on loopback: hashing would cost 0.12 s an account.
        config = Config(
            Namespace(passlib_cfg=None, proxy_protocol=None),
            host=self.host,
            port=0,
            demo_data=False,
            demo_user="",
            demo_password="",
            tls_enabled=False,
            secure_auth=False,
            invalid_user_sleep=0.0,
            proxy_protocol=None,
            hash_context=Cleartext(),
            cpu_subsystem=Subsystem.for_executor(None),
            max_append_len=LARGEST,
        )
        login = Login(config)
        for name, password in self.users.items():
            login.users_dict[name] = UserMetadata(config, name, password=password)
        self._backend = DictBackend(login, config)
        self.imap_port = await self._serve_imap(IMAPServer(login, config), config)
        loop = asyncio.get_running_loop()
        postman = _Postman(self)
        smtp = await loop.create_server(
            lambda: SMTP(
                postman, data_size_limit=LARGEST, enable_SMTPUTF8=False, hostname="localhost", ident="pbem", loop=loop
            ),
            sock=_listening(self.host),
        )
        self.smtp_port = smtp.sockets[0].getsockname()[1]
        self._stack.push_async_callback(smtp.wait_closed)
        self._stack.callback(smtp.close)
        return self

    async def _serve_imap(self, server: Any, config: Any) -> int:
        from proxyprotocol.sock import SocketInfoLocal

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            if task is not None:
                self._connections.add(task)
                task.add_done_callback(self._connections.discard)
            config.apply_context()
            try:
                await server(reader, writer, SocketInfoLocal(writer))
            except (ConnectionError, EOFError, asyncio.CancelledError):
                writer.close()  # the client went away, or the server is being closed

        imap = await asyncio.start_server(serve, sock=_listening(self.host))
        self._stack.callback(imap.close)
        return int(imap.sockets[0].getsockname()[1])

    def mailbox_of(self, address: str) -> str:
        """The user whose INBOX takes letters to this address; "" for nobody's."""
        name = mailbox_name(address)
        return name if name in self.users else self.catch_all

    async def deliver(self, user: str, raw: bytes, arrived: datetime | None = None) -> None:
        """Put a letter into a user's INBOX.  Raises `KeyError` for a stranger."""
        from pymap.parsing.message import AppendMessage

        if user not in self.users:
            raise KeyError(user)
        async with _session(self._backend, user) as session:
            inbox = await session.mailbox_set.get_mailbox("INBOX")
            await inbox.append(AppendMessage(raw, arrived or datetime.now(UTC)))

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in tuple(self._connections):
            task.cancel()
        if self._connections:
            await asyncio.wait(tuple(self._connections), timeout=2.0)
        await self._stack.aclose()


def _session(backend: Any, user: str) -> Any:
    from pymap.backend.dict import Identity

    return Identity(user, backend.login, None, frozenset()).new_session()


def _listening(host: str) -> socket.socket:
    listener = socket.create_server((host, 0))
    listener.setblocking(False)
    return listener


class _Postman:
    """The handler for aiosmtpd: takes letters for the users, refuses those for strangers."""

    def __init__(self, mail: EmbeddedMail) -> None:
        self._mail = mail

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if not self._mail.mailbox_of(address):
            return "550 5.1.1 There is no such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        trace = "".join(f"Delivered-To: {address}\r\n" for address in envelope.rcpt_tos)
        head = f"Return-Path: <{envelope.mail_from or ''}>\r\n{trace}".encode("ascii", "replace")
        for user in dict.fromkeys(self._mail.mailbox_of(address) for address in envelope.rcpt_tos):
            await self._mail.deliver(user, head + envelope.content)
        return "250 2.0.0 Ok: it lies in the mailbox"
