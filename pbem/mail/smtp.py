"""Letters out by SMTP (RFC 5321), one step at a time, and the way out that keeps a copy of each."""

import asyncio
import logging
import mailbox
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import aiosmtplib
from aiosmtplib import SMTPDataError, SMTPException, SMTPResponseException, SMTPServerDisconnected

from pbem.mail.ports import LOGIN_REFUSED, HandedOver, MailSink, MailTrouble, Maybe, Never, Outcome, TryLater
from pbem.mail.refusals import FROM_US, TOO_FAST, is_limit

START_INPUT = 354
"""The answer to DATA that lets the letter come (RFC 5321 4.2.3)."""


@dataclass(frozen=True, slots=True)
class SmtpAccount:
    """The server where letters are handed in. `security`: `tls` (from the first byte), `starttls`, or `none` (loopback alone).

    With a `token` the login is by XOAUTH2, with what it returns each time, and there is no password.
    """

    host: str
    port: int
    user: str = ""
    password: str = ""
    security: str = "tls"
    context: ssl.SSLContext | None = None
    timeout: float = 30.0
    hello: str = "localhost"
    token: Callable[[], Awaitable[str]] | None = None

    def __repr__(self) -> str:
        return f"SmtpAccount({self.user!r} at {self.host}:{self.port}, {self.security})"


class SmtpSink:
    """One connection that is kept while all goes well; any fault throws it away, and the next letter gets a new one."""

    def __init__(self, account: SmtpAccount) -> None:
        self.account = account
        self._client: aiosmtplib.SMTP | None = None
        self._lock = asyncio.Lock()

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        """Hand over one letter; as `MailSink.send`.

        Before the last dot every fault but a refusal is `Later`; after it a lost line is `Maybe`.  An address that
        cannot be written in ASCII is `Never`.
        """
        if not (sender.isascii() and recipient.isascii()) or any(c in sender + recipient for c in "\r\n<>"):
            return Never(553, f"The address {recipient!a} cannot be written in a mail command.", is_certain=True)
        async with self._lock:
            try:
                return await self._send(message, sender, recipient)
            except asyncio.CancelledError:
                self._throw_away()  # it would think itself connected, and hang
                raise

    async def _send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        begun = await self._begin(sender, recipient)
        if not isinstance(begun, aiosmtplib.SMTP):
            return begun
        try:
            _write_body(begun, message)
            reply = await begun.execute_command(b".")
        except (SMTPException, OSError) as fault:
            return self._lost(fault)
        if 200 <= reply.code < 300:
            return HandedOver(f"{reply.code} {reply.message}")
        refusal = SMTPDataError(reply.code, reply.message)
        return await self._refused(refusal) if 400 <= reply.code < 600 else self._lost(refusal)

    async def _begin(self, sender: str, recipient: str) -> "aiosmtplib.SMTP | Outcome":
        """The envelope and DATA, on the line as it stands; where that has died of old age, on a new one."""
        is_kept = self._client is not None and self._client.is_connected
        try:
            client = await self._connected()
        except (SMTPException, OSError, ValueError, MailTrouble) as fault:
            # Whatever the server says here (even 5xx: a wrong password) is about the line, not about this letter.
            self._throw_away()
            code = fault.code if isinstance(fault, SMTPResponseException) else 0
            return TryLater(code, f"{type(fault).__name__}: {fault}", is_line=True)
        is_recipient = False
        try:
            await client.mail(sender)
            is_recipient = True
            await client.rcpt(recipient)
            reply = await client.execute_command(b"DATA")
            if reply.code != START_INPUT:
                raise SMTPResponseException(reply.code, reply.message)
        except SMTPResponseException as refusal:
            outcome = await self._refused(refusal)
            return outcome if not isinstance(outcome, Never) else _whose(outcome, sender, is_recipient=is_recipient)
        except (SMTPException, OSError, ValueError) as fault:
            self._throw_away()
            return await self._begin(sender, recipient) if is_kept else TryLater(0, f"{type(fault).__name__}: {fault}")
        return client

    def _lost(self, fault: Exception) -> Maybe:
        """The dot may have gone out before the line was lost: aiosmtplib says the same in both cases."""
        self._throw_away()
        return Maybe(f"{type(fault).__name__}: {fault}")

    async def _connected(self) -> aiosmtplib.SMTP:
        if self._client is not None and self._client.is_connected:
            return self._client
        account = self.account
        client = aiosmtplib.SMTP(
            hostname=account.host,
            port=account.port,
            timeout=account.timeout,
            use_tls=account.security == "tls",
            start_tls=account.security == "starttls",
            tls_context=account.context,
            local_hostname=account.hello,
        )
        self._client = client
        await client.connect()
        if account.token is not None:
            await client.auth_xoauth2(account.user, await account.token())
        elif account.user:
            await client.login(account.user, account.password)
        return client

    async def _refused(self, refusal: SMTPResponseException) -> Outcome:
        """A refusal leaves the line in order only if the server answers RSET; a fresh object is cheaper than finding out."""
        code, reply = refusal.code, f"{refusal.code} {refusal.message}"
        await self.close()
        if 500 <= code < 600 and not TOO_FAST.search(refusal.message):
            return TryLater(code, reply, is_line=True) if is_limit(refusal.message) else Never(code, reply)
        return TryLater(code if 400 <= code < 600 else 0, reply)

    def _throw_away(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            client.close()

    async def close(self) -> None:
        """QUIT, waited for two seconds at most (it may hang where TLS ends badly), then drop the line."""
        client = self._client
        if client is None:
            return
        with suppress(SMTPException, OSError, TimeoutError):
            if client.is_connected:
                await asyncio.wait_for(client.quit(), min(2.0, self.account.timeout))
        self._throw_away()


def _write_body(client: aiosmtplib.SMTP, message: bytes) -> None:
    """Write the lines of a letter, but for the dot that ends it: until that is gone, the server has not taken the letter.

    `SMTP.data` does not tell a line that was lost before from one lost after.
    """
    if client.protocol is None:
        raise SMTPServerDisconnected("Connection lost")
    body = smtplib.quotedata(message.decode("latin-1")).encode("latin-1")
    client.protocol.write(body if body.endswith(b"\r\n") else body + b"\r\n")


def _whose(refusal: Never, sender: str, *, is_recipient: bool) -> Outcome:
    """The one whom a refusal of the envelope is about: recipient or sender.

    Where the server takes nothing from us, letters wait: each would be refused, and that is put right in the configuration.
    The empty sender is on some letters only.
    """
    words = refusal.reply.removeprefix(f"{refusal.code} ")
    if refusal.code not in LOGIN_REFUSED and is_recipient and not FROM_US.search(words):
        return refusal
    if sender or refusal.code in LOGIN_REFUSED:
        return TryLater(refusal.code, refusal.reply, is_line=True)
    return Never(refusal.code, refusal.reply, is_ours=True)


# A way out that keeps a copy of each letter: in a Maildir, at an address, or both.

log = logging.getLogger(__name__)


class CopiedSink:
    """Sends by another way out, and keeps a copy of what was taken there.

    A copy that cannot be kept stops no letter, which would be sent twice: the log says so.
    """

    def __init__(self, sink: MailSink, folder: Path | None, address: str) -> None:
        self._sink, self._folder, self._address = sink, folder, address

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        """Send a letter; its outcome is that of the letter itself."""
        outcome = await self._sink.send(message, sender, recipient)
        if isinstance(outcome, HandedOver):
            if self._folder is not None:
                self._keep(self._folder, message)
            if self._address:
                await self._send_copy(message, sender)
        return outcome

    def _keep(self, folder: Path, message: bytes) -> None:
        try:
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            box = mailbox.Maildir(folder, create=True)
            box.add(message)
            box.close()
        except OSError as fault:
            log.warning("no copy of a letter was kept in %s: %s", folder, fault.strerror)

    async def _send_copy(self, message: bytes, sender: str) -> None:
        outcome = await self._sink.send(message, sender, self._address)
        if not isinstance(outcome, HandedOver):
            log.warning("no copy of a letter was taken for mail_out.copy_to: %s", outcome)

    async def close(self) -> None:
        """Close the way out."""
        await self._sink.close()
