"""Letters out by SMTP (RFC 5321): one step at a time, so that it is known whether a lost letter may have arrived."""

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import aiosmtplib
from aiosmtplib import SMTPException, SMTPResponseException

from pbem.mail.ports import LOGIN_REFUSED, Later, MailTrouble, Maybe, Never, Outcome, Sent

ABOUT_THE_LETTER = re.compile(
    r"5\.(?:1\.(?:1|2|3|6|10)|2\.[123]|3\.4)\b|\bsizes?\b|too (?:large|big|long)|mailbox|recipient's|user (?:is )?over",
    re.IGNORECASE,
)
"""Codes (RFC 3463) and words of an address that is wrong, a mailbox that is closed or full, a letter that is too large."""
LIMIT = re.compile(
    r"5\.4\.5\b|5\.1\.90\b|submission ?quota"
    r"|(?:sending|sent|daily|hourly|message|rate|outgoing)[ -](?:\w+ ){0,2}(?:limit|quota)"
    r"|(?:limit|quota) (?:for|of|on) (?:sending|messages|mails)|too many (?:messages|e?-?mails|letters|recipients|connections)"
    r"|unusual (?:sending|rate)|throttl|(?:try|retry)(?: it)?(?: again)? (?:later|tomorrow)|temporar(?:y|ily)",
    re.IGNORECASE,
)
"""Codes and words of refusals that hold for a while only, though they begin with a 5: the provider has had enough of our
letters for now."""
FROM_US = re.compile(
    r"sender address rejected|not owned by user|relay(?:ing)? (?:access )?denied|^5\.1\.[78]\b", re.IGNORECASE
)
"""Words of refusals that come at the recipient and are about the sender: Postfix keeps them back until then."""


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
            reply = await begun.data(message)
        except SMTPResponseException as refusal:
            return await self._refused(refusal) if 400 <= refusal.code < 600 else self._lost(refusal)
        except (SMTPException, OSError) as fault:
            return self._lost(fault)
        return Sent(f"{reply.code} {reply.message}")

    async def _begin(self, sender: str, recipient: str) -> "aiosmtplib.SMTP | Outcome":
        """The envelope, on the line as it stands; where that has died of old age, on a new one."""
        is_kept = self._client is not None and self._client.is_connected
        try:
            client = await self._connected()
        except (SMTPException, OSError, ValueError, MailTrouble) as fault:
            # Whatever the server says here (even 5xx: a wrong password) is about the line, not about this letter.
            self._throw_away()
            code = fault.code if isinstance(fault, SMTPResponseException) else 0
            return Later(code, f"{type(fault).__name__}: {fault}", is_line=True)
        is_recipient = False
        try:
            await client.mail(sender)
            is_recipient = True
            await client.rcpt(recipient)
        except SMTPResponseException as refusal:
            outcome = await self._refused(refusal)
            return outcome if not isinstance(outcome, Never) else _whose(outcome, sender, is_recipient=is_recipient)
        except (SMTPException, OSError, ValueError) as fault:
            self._throw_away()
            return await self._begin(sender, recipient) if is_kept else Later(0, f"{type(fault).__name__}: {fault}")
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
        if 500 <= code < 600:
            is_limit = LIMIT.search(refusal.message) and not ABOUT_THE_LETTER.search(refusal.message)
            return Later(code, reply, is_line=True) if is_limit else Never(code, reply)
        return Later(code if 400 <= code < 600 else 0, reply)

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


def _whose(refusal: Never, sender: str, *, is_recipient: bool) -> Outcome:
    """The one whom a refusal of the envelope is about: recipient or sender.

    Where the server takes nothing from us, letters wait: each would be refused, and that is put right in the configuration.
    The empty sender is on some letters only.
    """
    words = refusal.reply.removeprefix(f"{refusal.code} ")
    if refusal.code not in LOGIN_REFUSED and is_recipient and not FROM_US.search(words):
        return refusal
    if sender or refusal.code in LOGIN_REFUSED:
        return Later(refusal.code, refusal.reply, is_line=True)
    return Never(refusal.code, refusal.reply, is_ours=True)
