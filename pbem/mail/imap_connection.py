"""A connection to an IMAP server: aioimaplib's client with its wire reading replaced and every wait bounded.

aioimaplib 2.0.3 reads recursively (some 1,000 short lines in one packet end it), scans a fetch again for each line, eats
`* ` within lines, loses what comes in the packet that ends IDLE, knows no lost line in most waits, and lets a late
answer into the next command.  Here its commands, tags and states are used; bytes are cut into responses by one loop with
caps, every call races the line's loss, and whatever goes wrong or lasts too long ends the connection: a new one is the
only way on.

Of the library's private names two methods of its protocol are used, `_response_done` and `_continuation`; nothing public
does what they do.  To be sent upstream (github.com/iroco-co/aioimaplib): `data_received` split into a public reader of
bytes and public `tagged_response`, `untagged_response` and `continuation`, so that a reader may be replaced; the reader
itself, with its caps; SASL exchanges of several steps; and a public future that ends with the connection.
"""

import asyncio
import re
import socket
import ssl
from base64 import b64decode, b64encode
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from aioimaplib import aioimaplib

from pbem.mail.mime import LIMITS
from pbem.mail.ports import MailTrouble
from pbem.mail.refusals import trouble_of

T = TypeVar("T")

LARGEST_LINE = 1_000_000
LARGEST_LITERAL = LIMITS.with_files + 1_000_000
LARGEST_ANSWER = 32_000_000
"""Bytes: of one line, of one literal (a letter with files, and just past it), of all that answers one command."""

SLOWEST = 10
"""An answer that keeps coming may take so many times as long as one that does not begin: lines are slow, letters large."""

_LITERAL = re.compile(rb"\{(\d{1,20})\+?\}\Z")
_TAGGED = re.compile(rb"[A-P]{1,8}\d{1,9} (OK|NO|BAD)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Untagged:
    """One response without a tag: its lines without the leading `* `, and the literals between them."""

    lines: tuple[bytes, ...]
    literals: tuple[bytes, ...] = ()

    @property
    def text(self) -> bytes:
        """All that is not literal."""
        return b" ".join(self.lines)


@dataclass(frozen=True, slots=True)
class ImapAnswer:
    """The answer to one command: OK, NO or BAD, the words beside it, and the untagged responses in their sequence."""

    result: str
    words: str
    untagged: tuple[Untagged, ...]

    @property
    def is_ok(self) -> bool:
        return self.result == "OK"


class WireFault(Exception):
    """The server sent what no server may send, or more than is taken."""


class _Protocol(aioimaplib.IMAP4ClientProtocol):  # type: ignore[misc]  # the library has no types
    """aioimaplib's protocol, with its reading of bytes replaced."""

    state: str

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self.lost: asyncio.Future[str] = loop.create_future()
        self.untagged: list[Untagged] = []
        self.pushes: asyncio.Queue[Untagged] = asyncio.Queue()
        self._buffer = bytearray()
        self._searched = 0
        self._lines: list[bytes] = []
        self._literals: list[bytes] = []
        self._literal_size: int | None = None
        self._answer_size = 0
        self.sasl: list[str] = []
        self.refusal = b""
        self.is_clear_last = False
        self.received = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        link = transport.get_extra_info("socket")
        if link is not None:
            with suppress(OSError, AttributeError):  # macOS calls the second option otherwise
                link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60)

    def connection_lost(self, exc: Exception | None) -> None:
        self.give_up(f"the connection was lost ({exc})" if exc else "the server closed the connection")

    def give_up(self, reason: str) -> None:
        """End the connection: whoever waits is told why."""
        if not self.lost.done():
            self.lost.set_result(reason)
        if self.transport is not None:
            self.transport.abort()

    def data_received(self, received: bytes) -> None:
        if self.lost.done():
            return
        self._buffer += received
        self.received += len(received)
        try:
            while self._take():
                pass
            if self.is_clear_last and (self._buffer or self._lines):
                # What stands behind the answer to STARTTLS came in the clear, from anybody (RFC 9051, 11.3).
                raise WireFault("more came in the clear after STARTTLS was answered")
        except (WireFault, aioimaplib.AioImapException, UnicodeError, ValueError) as fault:
            self.give_up(f"the server's answer cannot be read ({fault})")

    def _take(self) -> bool:
        """Take one literal or one line out of the buffer; False if neither is whole yet."""
        if self._literal_size is not None:
            if len(self._buffer) < self._literal_size:
                return False
            self._literals.append(bytes(self._buffer[: self._literal_size]))
            del self._buffer[: self._literal_size]
            self._literal_size = None
            self._searched = 0
            return True
        end = self._buffer.find(b"\r\n", max(0, self._searched - 1))
        if end < 0:
            self._searched = len(self._buffer)
            if self._searched > LARGEST_LINE:
                raise WireFault(f"a line of more than {LARGEST_LINE:,} bytes")
            return False
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 2]
        self._searched = 0
        self._lines.append(line)
        self._count(len(line))
        literal = _LITERAL.search(line)
        if literal and self._lines[0].startswith(b"* "):
            self._literal_size = int(literal[1])
            if self._literal_size > LARGEST_LITERAL:
                raise WireFault(f"a literal of {self._literal_size:,} bytes; at most {LARGEST_LITERAL:,} are taken")
            self._count(self._literal_size)
            return True
        lines, literals = tuple(self._lines), tuple(self._literals)
        self._lines, self._literals = [], []
        self._respond(lines, literals)
        return True

    def _count(self, size: int) -> None:
        self._answer_size += size + 50
        if self._answer_size > LARGEST_ANSWER:
            raise WireFault(f"an answer of more than {LARGEST_ANSWER:,} bytes")

    def _respond(self, lines: tuple[bytes, ...], literals: tuple[bytes, ...]) -> None:
        first = lines[0]
        if self.is_clear_last:
            raise WireFault("more came in the clear after STARTTLS was answered")
        if self.state == aioimaplib.CONNECTED:
            if not first.startswith((b"* OK", b"* PREAUTH")):
                raise WireFault(f"the greeting is {first[:80]!r}")
            self.state = aioimaplib.AUTH if first.startswith(b"* PREAUTH") else aioimaplib.NONAUTH
            self.greeted.set()
        elif first[:5].upper() == b"* BYE" and not self._is_logging_out:
            # It closes after this, and some say it and keep the line open.
            self.give_up(f"the server said {first[2:300].decode('ascii', 'replace')}")
        elif first.startswith(b"* "):
            response = Untagged((first[2:], *lines[1:]), literals)
            if self.has_pending_idle_command():
                self.pushes.put_nowait(response)
                self._answer_size = 0
            else:
                self.untagged.append(response)
        elif first.startswith(b"+"):
            self._continuation(first)
        elif _TAGGED.match(first):
            self._answer_size = 0
            pending = self.pending_sync_command
            self.is_clear_last = pending is not None and pending.name == "STARTTLS"
            self._response_done(first)
        elif first:
            raise WireFault(f"a line that is no response: {first[:80]!r}")

    def _continuation(self, line: bytes) -> None:
        """While a login by SASL goes on: the next word of it; where there is none an empty line, which ends a refusal."""
        if self.pending_sync_command is None or self.pending_sync_command.name != "AUTHENTICATE":
            super()._continuation(line)
            return
        if not self.sasl:
            self.refusal = line[2:]
        self.transport.write((self.sasl.pop(0) if self.sasl else "").encode("ascii") + b"\r\n")

    @property
    def _is_logging_out(self) -> bool:
        return self.pending_sync_command is not None and self.pending_sync_command.name == "LOGOUT"

    @property
    def greeted(self) -> asyncio.Event:
        """Set once the server has greeted."""
        if self._greeted is None:
            self._greeted = asyncio.Event()
        return self._greeted

    _greeted: asyncio.Event | None = None


class _Client(aioimaplib.IMAP4):  # type: ignore[misc]  # the library has no types
    """aioimaplib's client on the protocol above."""

    def create_client(
        self,
        host: str,
        port: int,
        loop: asyncio.AbstractEventLoop | None,
        conn_lost_cb: object = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        running = loop or asyncio.get_running_loop()
        self.protocol = _Protocol(running)
        self.connecting = running.create_task(
            running.create_connection(lambda: self.protocol, host, port, ssl=ssl_context), name=f"imap {host}:{port}"
        )


class ImapConnection:
    """One connection, one command at a time.  Every method is bounded by `timeout` seconds and raises `MailTrouble`."""

    def __init__(self, client: _Client, timeout: float) -> None:
        self._client = client
        self._protocol: _Protocol = client.protocol
        self._timeout = timeout
        self.capabilities: frozenset[str] = frozenset()

    @classmethod
    async def connect(
        cls, host: str, port: int, tls: ssl.SSLContext | None, timeout: float, *, starttls: bool = False
    ) -> "ImapConnection":
        """Connect, and wait for the greeting; with `starttls` the line begins in the clear.  Raises `MailTrouble`."""
        line = cls(_Client(host, port, timeout=timeout, ssl_context=None if starttls else tls), timeout)
        connecting = line._client.connecting
        try:
            await asyncio.wait_for(asyncio.shield(connecting), timeout)
            await line._bounded(line._protocol.greeted.wait())
        except TimeoutError:
            connecting.cancel()
            raise MailTrouble(f"{host}:{port} did not answer within {timeout:g} seconds") from None
        except (OSError, ssl.SSLError) as fault:
            raise MailTrouble(f"{host}:{port} cannot be reached: {fault}") from fault
        if starttls and tls is not None:
            await line._upgrade(host, tls)
        return line

    async def _upgrade(self, host: str, tls: ssl.SSLContext) -> None:
        """STARTTLS (RFC 9051, 6.2.1): nothing that was said before it counts, and nothing is said without it."""
        protocol = self._protocol
        try:
            if protocol.state == aioimaplib.AUTH:
                raise MailTrouble("IMAP: the server greets as if we had logged in, before TLS: that is not believed")
            answer = await self.command("STARTTLS")
            if not answer.is_ok:
                raise MailTrouble(f"IMAP: STARTTLS was answered {answer.result} {answer.words}")
            if protocol.lost.done():
                raise MailTrouble(f"IMAP: {protocol.lost.result()}")
            protocol.is_clear_last = False
            upgraded = await asyncio.wait_for(
                protocol.loop.start_tls(protocol.transport, protocol, tls, server_hostname=host), self._timeout
            )
        except TimeoutError:
            self.abort()
            raise MailTrouble(f"IMAP: no TLS within {self._timeout:g} seconds of STARTTLS") from None
        except (OSError, ssl.SSLError) as fault:
            self.abort()
            raise MailTrouble(f"IMAP: there is no TLS to be had of {host}: {fault}") from fault
        except MailTrouble:
            self.abort()
            raise
        if upgraded is None:
            self.abort()
            raise MailTrouble("IMAP: the line was lost in STARTTLS")
        protocol.transport = upgraded
        protocol.capabilities = set()

    @property
    def is_alive(self) -> bool:
        return not self._protocol.lost.done()

    def abort(self, reason: str = "the connection was ended here") -> None:
        """Drop the connection at once."""
        self._protocol.give_up(reason)

    async def login(self, user: str, password: str) -> ImapAnswer:
        """Log in; NO is an answer, not trouble.  The capabilities are asked for again after it."""
        answer = await self._answer(self._client.protocol.login(aioimaplib.quoted(user), password))
        if answer.is_ok:
            await self.ask_capabilities()
        return answer

    async def login_by_token(self, user: str, token: str) -> ImapAnswer:
        """Log in by XOAUTH2 with an access token; NO is an answer, and its words are what the server says of the token."""
        protocol = self._protocol
        await self.ask_capabilities()
        sasl = b64encode(f"user={user}\1auth=Bearer {token}\1\1".encode()).decode("ascii")
        protocol.refusal, first = b"", [sasl] if "SASL-IR" in self.capabilities else []
        protocol.sasl = [] if first else [sasl]
        command = aioimaplib.Command("AUTHENTICATE", protocol.new_tag(), "XOAUTH2", *first, loop=protocol.loop)
        answer = await self._answer(protocol.execute(command, scrub=sasl))
        if answer.is_ok:
            protocol.state = aioimaplib.AUTH
            await self.ask_capabilities()
            return answer
        text = " ".join(b64decode(protocol.refusal + b"==", validate=False).decode("utf-8", "replace").split())
        return ImapAnswer(answer.result, f"{answer.words} {text}".strip(), ())

    async def ask_capabilities(self) -> None:
        answer = await self.command("CAPABILITY")
        words = [one.text.split() for one in answer.untagged if one.text.upper().startswith(b"CAPABILITY ")]
        self.capabilities = frozenset(word.decode("ascii", "replace").upper() for line in words for word in line[1:])
        self._protocol.capabilities = set(self.capabilities)

    async def select(self, folder: str) -> ImapAnswer:
        return await self._answer(self._client.protocol.select(aioimaplib.quoted(folder)))

    async def command(self, name: str, *arguments: str, by_uid: bool = False) -> ImapAnswer:
        """Any command that has neither literals nor a state of its own."""
        protocol = self._protocol
        prefix = "UID" if by_uid else ""
        command = aioimaplib.Command(name, protocol.new_tag(), *arguments, prefix=prefix, loop=protocol.loop)
        return await self._answer(protocol.execute(command))

    async def idle(self, seconds: float) -> bool | None:
        """Wait in IDLE for at most `seconds`; whether the server announced mail.

        None at once where the server refuses IDLE, or ends it without news.  What an earlier IDLE left behind is forgotten
        first; what comes in the packet that ends this one still counts.
        """
        protocol = self._protocol
        while not protocol.pushes.empty():
            protocol.pushes.get_nowait()
        protocol.untagged.clear()
        idling = asyncio.ensure_future(self._client.protocol.execute(self._idle_command()))
        try:
            await self._started(idling)
            if idling.done():
                return None
            is_news = await self._announced(idling, seconds)
            is_ended = idling.done()
            if not is_ended:
                self._client.protocol.idle_done()
                await self._first_of(idling, timeout=self._timeout, must=True)
            while not protocol.pushes.empty():
                is_news |= _announces(protocol.pushes.get_nowait())
            return None if is_ended and not is_news else is_news
        except MailTrouble:
            idling.cancel()
            raise
        except asyncio.CancelledError:
            idling.cancel()
            self.abort()
            raise

    def _idle_command(self) -> object:
        return aioimaplib.IdleCommand(self._protocol.new_tag(), asyncio.Queue(), loop=self._protocol.loop)

    async def _started(self, idling: "asyncio.Future[object]") -> None:
        started = asyncio.ensure_future(self._protocol.wait_for_idle_response())
        try:
            await self._first_of(started, idling, timeout=self._timeout, must=True)
        finally:
            started.cancel()

    async def _announced(self, idling: "asyncio.Future[object]", seconds: float) -> bool:
        until = self._protocol.loop.time() + seconds
        while (left := until - self._protocol.loop.time()) > 0 and not idling.done():
            push = asyncio.ensure_future(self._protocol.pushes.get())
            try:
                await self._first_of(push, idling, timeout=left, must=False)
                if push.done() and _announces(push.result()):
                    return True
            finally:
                push.cancel()
        return False

    async def logout(self) -> None:
        """Say good-bye, for at most two seconds, and drop the connection."""
        with suppress(MailTrouble, TimeoutError, aioimaplib.AioImapException):
            if self.is_alive:
                await asyncio.wait_for(self._client.protocol.logout(), min(2.0, self._timeout))
        self.abort()

    async def _answer(self, asking: Coroutine[Any, Any, Any]) -> ImapAnswer:
        self._protocol.untagged.clear()
        response = await self._bounded(asking)
        words = b" ".join(bytes(line) for line in response.lines[-1:]).decode("utf-8", "replace")
        untagged = tuple(self._protocol.untagged)
        self._protocol.untagged.clear()
        return ImapAnswer(str(response.result).upper(), words, untagged)

    async def _bounded(self, asking: Coroutine[Any, Any, T]) -> T:
        task = asyncio.ensure_future(asking)
        try:
            await self._first_of(task, timeout=self._timeout, must=True)
            return task.result()
        except aioimaplib.AioImapException as fault:
            self.abort()
            raise MailTrouble(f"IMAP: {fault}") from fault
        except ValueError as fault:  # an argument that no command line may hold
            raise MailTrouble(f"IMAP: {fault}") from fault
        except asyncio.CancelledError:
            self.abort()  # its answer would be taken for the next command's
            raise
        finally:
            task.cancel()

    async def _first_of(self, *tasks: "asyncio.Future[Any]", timeout: float, must: bool) -> None:
        """Wait for the first of `tasks`, the loss of the line, or the end of the time, which is trouble if `must`."""
        until = self._protocol.loop.time() + timeout * SLOWEST
        while True:
            before = self._protocol.received
            await asyncio.wait({*tasks, self._protocol.lost}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if any(task.done() for task in tasks):
                return
            if self._protocol.lost.done():
                raise trouble_of(f"IMAP: {self._protocol.lost.result()}")
            if not must:
                return
            if self._protocol.received == before or self._protocol.loop.time() >= until:
                self.abort()
                raise MailTrouble(f"IMAP: no answer within {timeout:g} seconds")


def _announces(push: Untagged) -> bool:
    return push.text.upper().endswith((b" EXISTS", b" RECENT")) and not push.text.startswith(b"0 ")
