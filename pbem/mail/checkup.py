"""Test the mail servers of a configuration step by step, and say how to fix each fault."""

import asyncio
import os
import re
import secrets
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

import aiosmtplib
from aioimaplib.aioimaplib import quoted
from aiosmtplib import SMTPException, SMTPResponseException

from pbem.machine import is_this_machine
from pbem.mail.imap import ImapAccount, internal_date, storage
from pbem.mail.imap_connection import ImapConnection
from pbem.mail.mime import LIMITS
from pbem.mail.ports import NEARLY_FULL, MailTrouble
from pbem.mail.smtp import SmtpAccount

State = Literal["good", "note", "bad"]
ARRIVES_WITHIN = 60.0
"""Seconds to wait for a letter to ourselves."""
LINGERS = 1.5
"""Seconds for which the letter to ourselves stays in the folder, so that another desk there shows itself."""
SOON = timedelta(days=14)
SPEAKS_TLS = 'If this is a TLS port (993), write security = "tls".  Otherwise set `port` to that of IMAP: 993 or 143.'
NOT_TLS = (
    'If this is a STARTTLS port (143, 587), write security = "starttls"; for a server on this machine without TLS, '
    'security = "none".'
)
WRONG_CLOCK = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Finding:
    """One step: what was tested, the result, the finding, and how to fix it."""

    step: str
    state: State
    result: str
    todo: str = ""


def good(step: str, result: str) -> Finding:
    """All is well."""
    return Finding(step, "good", result)


async def reach(what: str, host: str, port: int, tls: ssl.SSLContext | None, timeout: float) -> AsyncIterator[Finding]:
    """Test name, connection and implicit TLS; stops at the first fault."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as fault:
        todo = f"Is `host` spelt right?  Is this machine on the network, with DNS (try: getent hosts {host})?"
        yield Finding(f"{what} name", "bad", f"{host} has no address: {fault.strerror or fault}", todo)
        return
    addresses = sorted({str(one[4][0]) for one in found})
    yield good(f"{what} name", f"{host} is {', '.join(addresses[:3])}")
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), timeout)
        writer.close()
    except (TimeoutError, OSError) as fault:
        number = getattr(fault, "errno", None)
        why = "no answer" if isinstance(fault, TimeoutError) else os.strerror(number).lower() if number else str(fault)
        todo = "Is `port` right (IMAP 993 or 143, SMTP 465, 587 or 25)?  Does a firewall, yours or the provider's, block it?"
        yield Finding(f"{what} connection", "bad", f"{host} port {port}: {why}", todo)
        return
    yield good(f"{what} connection", f"port {port} is open")
    if tls is None:
        return
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port, ssl=tls), timeout)
    except (TimeoutError, OSError) as fault:
        yield Finding(f"{what} TLS", "bad", *_tls_trouble(host, fault))
        return
    yield _certificate(what, writer.get_extra_info("peercert"), writer.get_extra_info("cipher"))
    writer.close()


def _tls_trouble(host: str, fault: Exception) -> tuple[str, str]:
    if isinstance(fault, ssl.SSLCertVerificationError):
        why = fault.verify_message
        if "expired" in why:
            return (
                f"the certificate of {host} has expired",
                "Its owner must renew it.  Is this machine's clock right?",
            )
        if "mismatch" in why or "not valid for" in why:
            return (
                f"the certificate is not for {host}: {why}",
                "Set `host` to the name in the certificate.",
            )
        return (
            f"no authority that this machine trusts has signed the certificate of {host}: {why}",
            "If it is your own server, name its CA certificate in `ca_file`.  Otherwise do not continue.",
        )
    if isinstance(fault, TimeoutError):
        return "the TLS handshake timed out", NOT_TLS
    return f"the TLS handshake failed: {fault}", NOT_TLS


def _greeting_trouble(host: str, fault: Exception) -> tuple[str, str]:
    cause = fault.__cause__ if isinstance(fault.__cause__, OSError) else fault
    if isinstance(cause, ssl.SSLError):
        return _tls_trouble(host, cause)
    text = f"{fault.code} {fault.message}" if isinstance(fault, SMTPResponseException) else str(fault)
    if "* OK" in text:  # the greeting of IMAP
        return "this is an IMAP server", "Set `port` under [mail_out] to the port of SMTP: 465, 587 or 25."
    if "+OK" in text:
        return "this is a POP3 server", "Set `port` under [mail_out] to the port of SMTP: 465, 587 or 25."
    return text.removeprefix("-1 "), "Is `security` right for this port (465: tls, 587: starttls)?"


def _certificate(what: str, certificate: object, cipher: object) -> Finding:
    ends = certificate.get("notAfter") if isinstance(certificate, dict) else None
    version = cipher[1] if isinstance(cipher, tuple) else "TLS"
    if not isinstance(ends, str):
        return good(f"{what} TLS", f"{version}")
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)
    text = f"{version}, certificate good until {until:%Y-%m-%d}"
    if until - datetime.now(UTC) < SOON:
        return Finding(f"{what} TLS", "note", text, "It expires soon: make sure that it is renewed.")
    return good(f"{what} TLS", text)


class ImapCheckup:
    """The mailbox: login, folders, IDLE, MOVE, quota.  `connection` stays open for the letter to ourselves."""

    def __init__(self, account: ImapAccount) -> None:
        self.account = account
        self.connection: ImapConnection | None = None
        self.processed = ""
        self.was_taken = False

    async def steps(self) -> AsyncIterator[Finding]:
        """Test each in turn; stops at the first fault that makes the next test impossible."""
        account = self.account
        direct = account.tls if not account.starttls else None
        async for one in reach("IMAP", account.host, account.port, direct, account.timeout):
            yield one
            if one.state == "bad":
                return
        try:
            async for one in self._session():
                yield one
                if one.state == "bad" and one.step in ("IMAP login", "IMAP folder"):
                    return
        except MailTrouble as trouble:
            if isinstance(trouble.__cause__, ssl.SSLError):
                yield Finding("IMAP TLS", "bad", *_tls_trouble(account.host, trouble.__cause__))
                return
            yield Finding(
                "IMAP greeting" if self.connection is None else "IMAP",
                "bad",
                *self._trouble(str(trouble).removeprefix("IMAP: ")),
            )

    def _trouble(self, text: str) -> tuple[str, str]:
        right_port = "Set `port` under [mail_in] to the port of IMAP: 993 or 143."
        if "greeting is b'220" in text:
            return "this is an SMTP server", right_port
        if "greeting is b'+OK" in text:
            return "this is a POP3 server", right_port
        if self.connection is None and "greeting is b'* " not in text:  # a TLS port waits for us to speak first
            if self.account.tls is None or self.account.starttls:
                return f"no greeting of an IMAP server: {text}", SPEAKS_TLS
            return f"no greeting of an IMAP server: {text}", right_port
        return text, "Try again in a minute; if it stays so, ask the server's owner."

    async def _session(self) -> AsyncIterator[Finding]:
        account = self.account
        connection = await ImapConnection.connect(
            account.host, account.port, account.tls, account.timeout, starttls=account.starttls
        )
        self.connection = connection
        if account.starttls:
            yield good("IMAP TLS", "STARTTLS works")
        if account.tls is None and not is_this_machine(account.host):
            yield Finding("IMAP TLS", "note", "none: the password is sent unencrypted", 'security = "tls"')
        login = (
            await connection.login_by_token(account.user, await account.token())
            if account.token is not None
            else await connection.login(account.user, account.password)
        )
        if not login.is_ok:
            todo = (
                "Is the token for this account and for IMAP?  Is IMAP enabled for it?"
                if account.token is not None
                else "With two-factor login you need an app password, without spaces.  Is IMAP enabled?"
            )
            yield Finding("IMAP login", "bad", f"{account.user} is refused: {login.words}", todo)
            return
        yield good("IMAP login", f"{account.user}")
        selected = await connection.select(account.folder)
        if not selected.is_ok:
            folders = ", ".join(await self._folders(connection))
            yield Finding(
                "IMAP folder", "bad", f"no folder {account.folder}: {selected.words}", f"`folder`: one of {folders}"
            )
            return
        waiting = _number(selected.untagged, rb"(\d+) EXISTS")
        yield good("IMAP folder", f"{account.folder} can be opened; {waiting} letters in it")
        yield await self._processed(connection)
        yield await self._idle(connection)
        moves = "MOVE" in connection.capabilities
        if moves or "UIDPLUS" in connection.capabilities:
            yield good("IMAP MOVE", "MOVE" if moves else "no MOVE, but UIDPLUS: letters are copied, then expunged")
        else:
            text = "neither MOVE nor UIDPLUS: letters we have read stay in the folder, marked as deleted"
            yield Finding("IMAP MOVE", "note", text, "You need not do anything, but empty the folder now and then.")
        yield await self._quota(connection)

    async def _folders(self, connection: ImapConnection) -> list[str]:
        answer = await connection.command("LIST", '""', '"*"')
        names = [re.search(rb'"([^"]+)"\Z|(\S+)\Z', one.text) for one in answer.untagged]
        return [(one[1] or one[2]).decode("ascii", "replace") for one in names if one][:20]

    async def _processed(self, connection: ImapConnection) -> Finding:
        name = self.account.processed
        words = ""
        for candidate in (name, f"INBOX.{name}", f"INBOX/{name}"):
            made = await connection.command("CREATE", quoted(candidate))
            if made.is_ok or "exist" in made.words.lower():
                self.processed = candidate
                return good("IMAP processed folder", candidate)
            words = made.words
        todo = "Create the folder by hand, or name an existing one in `processed`."
        return Finding("IMAP processed folder", "bad", f"{name} cannot be created: {words}", todo)

    async def _idle(self, connection: ImapConnection) -> Finding:
        if "IDLE" not in connection.capabilities:
            return Finding("IMAP IDLE", "note", "not supported: we check the mailbox every minute", "Nothing.")
        await connection.idle(0.5)
        return good("IMAP IDLE", "the server reports new mail at once")

    async def _quota(self, connection: ImapConnection) -> Finding:
        if "QUOTA" not in connection.capabilities:
            return good("IMAP space", "the server states no quota")
        found = await storage(connection, self.account.folder)
        if found is None:
            return good("IMAP space", "the server states no limit")
        used, limit = found
        text = f"{used / limit:.0%} of {limit // 1024} MB used" if limit >= 1024 else f"{used} of {limit} KB used"
        if used / limit < NEARLY_FULL:
            return good("IMAP space", text)
        todo = "Make a backup (pbem backup FILE), then empty the processed folder: the desk has its own copies."
        return Finding("IMAP space", "note", text, todo)

    async def find(self, message_id: str, lingers: float = 0.0) -> tuple[bytes, datetime] | None:
        """Wait for a letter in the folder, or where a running daemon moved it; return its header and arrival.

        It is left in the folder for so many seconds, then moved out of the way; `was_taken` says whether somebody else did.
        """
        connection = self.connection
        if connection is None:
            return None
        loop = asyncio.get_running_loop()
        until = loop.time() + ARRIVES_WITHIN
        while loop.time() < until:
            for folder in (self.account.folder, self.processed):
                if folder and (await connection.select(folder)).is_ok:
                    found = await self._header(connection, await self._uid(connection, message_id))
                    if found is not None:
                        self.was_taken = folder == self.processed or not await self._is_moved(
                            connection, message_id, lingers
                        )
                        return found
            await asyncio.sleep(0.5)
        return None

    async def _is_moved(self, connection: ImapConnection, message_id: str, lingers: float) -> bool:
        """Move our letter out of the selected folder after a while; False if it is not there any more."""
        if lingers:
            await asyncio.sleep(lingers)
            await connection.select(self.account.folder)
        uid = await self._uid(connection, message_id)
        if uid and self.processed and "MOVE" in connection.capabilities:
            await connection.command("MOVE", str(uid), quoted(self.processed), by_uid=True)
        return uid != 0

    async def _uid(self, connection: ImapConnection, message_id: str) -> int:
        """The UID of a letter in the selected folder, or 0."""
        found = await connection.command("SEARCH", "HEADER", "Message-ID", quoted(message_id), by_uid=True)
        return next((int(word) for one in found.untagged for word in one.text.split()[:0:-1] if word.isdigit()), 0)

    async def _header(self, connection: ImapConnection, uid: int) -> tuple[bytes, datetime] | None:
        if not uid:
            return None
        answer = await connection.command("FETCH", str(uid), "(UID INTERNALDATE BODY.PEEK[HEADER])", by_uid=True)
        for one in answer.untagged:
            found_date = re.search(rb'INTERNALDATE "([^"]{0,80})"', one.text, re.I)
            arrived = internal_date(found_date[1].decode("ascii", "replace")) if found_date else None
            if one.literals and arrived is not None:
                return one.literals[0], arrived
        return None

    async def close(self) -> None:
        """Log out."""
        if self.connection is not None:
            await self.connection.logout()


def _number(untagged: object, pattern: bytes) -> int:
    for one in untagged if isinstance(untagged, tuple) else ():
        if match := re.match(pattern, one.text, re.I):
            return int(match[1])
    return 0


class SmtpCheckup:
    """Test SMTP: TLS, login, size limit, and whether an empty sender and our own plus-addresses are accepted."""

    def __init__(self, account: SmtpAccount, sender: str, reply_address: str) -> None:
        self.account, self.sender, self.reply_address = account, sender, reply_address
        self.client: aiosmtplib.SMTP | None = None

    async def steps(self) -> AsyncIterator[Finding]:
        """Test each in turn; stops at the first fault that makes the next test impossible."""
        account = self.account
        direct = account.context if account.security == "tls" else None
        async for one in reach("SMTP", account.host, account.port, direct, account.timeout):
            yield one
            if one.state == "bad":
                return
        client = aiosmtplib.SMTP(
            hostname=account.host, port=account.port, timeout=account.timeout, use_tls=account.security == "tls",
            start_tls=account.security == "starttls", tls_context=account.context, local_hostname=account.hello,
        )  # fmt: skip
        try:
            await client.connect()
        except (SMTPException, OSError, ValueError) as fault:
            yield Finding("SMTP greeting", "bad", *_greeting_trouble(account.host, fault))
            return
        self.client = client
        if account.security == "none" and not is_this_machine(account.host):
            yield Finding(
                "SMTP TLS", "note", "none: letters go out unencrypted, with their order keys", 'security = "tls"'
            )
        if account.security == "starttls":
            yield good("SMTP TLS", "STARTTLS works")
        try:
            async for one in self._session(client):
                yield one
                if one.state == "bad":
                    return
        except (SMTPException, OSError) as fault:
            yield Finding("SMTP", "bad", f"{type(fault).__name__}: {fault}", "Try again in a minute.")

    async def _session(self, client: aiosmtplib.SMTP) -> AsyncIterator[Finding]:
        account = self.account
        await client.ehlo()
        if account.user:
            try:
                if account.token is not None:
                    await client.auth_xoauth2(account.user, await account.token())
                else:
                    await client.login(account.user, account.password)
            except (SMTPException, MailTrouble) as fault:
                text = f"{fault.code} {fault.message}" if isinstance(fault, SMTPResponseException) else str(fault)
                todo = "With two-factor login you need an app password.  Is sending by SMTP enabled?"
                yield Finding("SMTP login", "bad", f"{account.user} is refused: {text}", todo)
                return
            yield good("SMTP login", account.user)
        else:
            yield good("SMTP login", "not configured")
        size = client.esmtp_extensions.get("size", "") if client.supports_extension("size") else ""
        if size.isdigit() and 0 < int(size) < LIMITS.letter:
            yield Finding(
                "SMTP size", "note", f"letters up to {int(size):,} bytes", "Ask for more: at least 1,000,000."
            )
        else:
            yield good(
                "SMTP size",
                f"letters up to {int(size):,} bytes" if size.isdigit() and int(size) else "the server states no limit",
            )
        empty = await self._refusal(client, "")
        own = await self._refusal(client, self.sender)
        if own:
            todo = "Does the server accept plus-addresses (`mailbox`) or a catch-all (no `mailbox`)?  Is `host` right?"
            yield Finding("SMTP plus-address", "bad", f"{self.reply_address} is refused: {own}", todo)
            return
        if empty:
            todo = "Error replies cannot be sent; other letters can."
            yield Finding("SMTP empty sender", "note", f"MAIL FROM:<> is refused: {empty}", todo)
        else:
            yield good("SMTP empty sender", "MAIL FROM:<> is accepted")
        yield good("SMTP plus-address", f"{self.reply_address} is accepted")

    async def _refusal(self, client: aiosmtplib.SMTP, sender: str) -> str:
        """The words in which the server refuses a letter from a sender to our reply address; "" if it accepts it."""
        try:
            await client.mail(sender)
            await client.rcpt(self.reply_address)
        except SMTPResponseException as refusal:
            return f"{refusal.code} {refusal.message}"
        finally:
            await client.rset()
        return ""

    async def send(self, message: bytes) -> str:
        """Send a letter to our own reply address; return why it was refused, or ""."""
        if self.client is None:
            return "not connected"
        try:
            await self.client.sendmail(self.sender, [self.reply_address], message)
        except (SMTPException, OSError) as fault:
            return f"{type(fault).__name__}: {fault}"
        return ""

    async def close(self) -> None:
        """Log out, waiting two seconds at most."""
        if self.client is not None:
            try:
                await asyncio.wait_for(self.client.quit(), 2.0)
            except (SMTPException, OSError, TimeoutError):
                self.client.close()


def knows_none(message_id: str) -> bool:
    """Of a desk that has no letters."""
    return False


async def there_and_back(
    imap: ImapCheckup,
    smtp: SmtpCheckup,
    loop_mark: str,
    authserv: str,
    now: datetime,
    knows: Callable[[str], bool] = knows_none,
) -> AsyncIterator[Finding]:
    """Send a letter to ourselves, which a running daemon ignores: whether it arrives, how soon, and what the server adds.

    `knows` says whether our own desk has read a letter: if it has not, and the letter is gone, another desk took it.
    """
    message_id = f"<doctor.{secrets.token_hex(8)}@{smtp.sender.partition('@')[2]}>"
    letter = (
        f"From: {smtp.sender}\r\nTo: {smtp.reply_address}\r\nSubject: pbem doctor\r\nMessage-ID: {message_id}\r\n"
        f"X-PBEM-Loop: {loop_mark}\r\nAuto-Submitted: auto-generated\r\n\r\nA letter to ourselves.\r\n"
    )
    began = asyncio.get_running_loop().time()
    refused = await smtp.send(letter.encode("ascii"))
    if refused:
        yield Finding(
            "letter to ourselves",
            "bad",
            f"the server refused it: {refused}",
            "It says why; ask its owner if that is not clear.",
        )
        return
    found = await imap.find(message_id, LINGERS)
    if found is None:
        todo = "Look in the junk folder and at the account's filters.  Does mail to the plus-address arrive at all?"
        yield Finding("letter to ourselves", "bad", f"sent, but not received after {ARRIVES_WITHIN:.0f} seconds", todo)
        return
    header, arrived = found
    took = asyncio.get_running_loop().time() - began
    yield good("letter to ourselves", f"there and back in {took - (not imap.was_taken) * LINGERS:.1f} seconds")
    if imap.was_taken and not knows(message_id):
        text = "another program took our letter out of the mailbox; this desk's daemon did not read it"
        todo = (
            "Two desks on one mailbox take each other's letters: stop the other one, or give each a mailbox of its own."
        )
        yield Finding("mailbox", "bad", text, todo)
    yield _clock(arrived, now + timedelta(seconds=took))
    yield _authentication(header.decode("latin-1"), authserv)


def _clock(arrived: datetime, now: datetime) -> Finding:
    off = arrived - now
    if abs(off) <= WRONG_CLOCK:
        return good("clock", "this machine's clock and the mail server's agree")
    text = f"the mail server's is {abs(off).total_seconds():.0f} seconds {'ahead' if off > timedelta() else 'behind'}"
    return Finding("clock", "bad", text, "Deadlines go by the server's clock: set this machine's clock by NTP.")


def _authentication(header: str, authserv: str) -> Finding:
    unfolded = re.sub(r"\r?\n[ \t]+", " ", header)
    names = re.findall(r"^authentication-results:\s*([^;\s]+)", unfolded, re.I | re.M)
    if not names:
        if authserv:
            todo = f"No header of {authserv} was found; a letter to oneself often has none.  Check one from outside."
            return Finding("Authentication-Results", "note", "none in our own letter", todo)
        return Finding(
            "Authentication-Results",
            "note",
            "none; only the order key reveals forged senders",
            "You need not do anything.",
        )
    matching = [name for name in names if name.lower() == authserv.lower()]
    if matching:
        return good("Authentication-Results", f"written by {matching[0]}")
    todo = f'If that is your own server, write authserv = "{names[0]}"'
    if not authserv:
        return Finding("Authentication-Results", "note", f"{names[0]} writes them; `authserv` is not set", todo)
    text = f"{names[0]} writes them; `authserv` is {authserv}: no check of a sender's domain counts"
    return Finding("Authentication-Results", "bad", text, todo)
