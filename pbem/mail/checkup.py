"""The mail servers of a configuration, tried step by step: what is there, what is not, and what to do about it."""

import asyncio
import os
import re
import secrets
import socket
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Literal

import aiosmtplib
from aioimaplib.aioimaplib import quoted
from aiosmtplib import SMTPException, SMTPResponseException

from pbem.core.frozen import dataclass
from pbem.mail.imap import ImapAccount, internal_date
from pbem.mail.imap_line import ImapLine
from pbem.mail.limits import LIMITS
from pbem.mail.ports import MailTrouble
from pbem.mail.smtp import SmtpAccount

State = Literal["good", "note", "bad"]
ARRIVES_WITHIN = 60.0
"""Seconds that a letter to ourselves may take."""
SOON = timedelta(days=14)
WRONG_CLOCK = timedelta(minutes=2)
FULL = 0.9


@dataclass(frozen=True, slots=True)
class Finding:
    """One step: what was tried, how it is, what was found, and what to do where it is not good."""

    step: str
    state: State
    said: str
    todo: str = ""


def good(step: str, said: str) -> Finding:
    """All is well."""
    return Finding(step, "good", said)


async def reach(what: str, host: str, port: int, tls: ssl.SSLContext | None, timeout: float) -> AsyncIterator[Finding]:
    """Name, connection, and TLS from the first byte where there is any; ends after the first that is bad."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as fault:
        todo = "Is `host` spelt right?  Does the name service of this machine work (try: getent hosts " + host + ")?"
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
        todo = (
            "Is `port` right (IMAP 993 or 143, SMTP 465, 587 or 25)?  Does a firewall of yours or of the host close it?"
        )
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
                "Its owner must renew it.  Is the clock of this machine right?",
            )
        if "mismatch" in why or "not valid for" in why:
            return (
                f"the certificate is not for {host}: {why}",
                "Write into `host` the name that stands in the certificate.",
            )
        return (
            f"nobody whom this machine trusts vouches for the certificate of {host}: {why}",
            "Is it your own server?  Then name the certificate of its authority in `ca_file`.  Else do not go on.",
        )
    if isinstance(fault, TimeoutError):
        return "no TLS came about in time", 'Is this a port for STARTTLS (143, 587)?  Then: security = "starttls".'
    return (
        f"no TLS came about: {fault}",
        'Is this a port for STARTTLS (143, 587)?  Then: security = "starttls".',
    )


def _certificate(what: str, certificate: object, cipher: object) -> Finding:
    ends = certificate.get("notAfter") if isinstance(certificate, dict) else None
    version = cipher[1] if isinstance(cipher, tuple) else "TLS"
    if not isinstance(ends, str):
        return good(f"{what} TLS", f"{version}")
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)
    said = f"{version}, certificate good until {until:%Y-%m-%d}"
    if until - datetime.now(UTC) < SOON:
        return Finding(f"{what} TLS", "note", said, "It ends soon: see that it is renewed.")
    return good(f"{what} TLS", said)


class ImapCheckup:
    """The mailbox: login, folders, IDLE, MOVE, quota.  `line` is left open for the letter to ourselves."""

    def __init__(self, account: ImapAccount) -> None:
        self.account = account
        self.line: ImapLine | None = None
        self.processed = ""

    async def steps(self) -> AsyncIterator[Finding]:
        """Try them in turn; ends after the first without which the next cannot be tried."""
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
            yield Finding("IMAP", "bad", str(trouble), "See what stands above; try again in a minute.")

    async def _session(self) -> AsyncIterator[Finding]:
        account = self.account
        line = await ImapLine.connect(
            account.host, account.port, account.tls, account.timeout, starttls=account.starttls
        )
        self.line = line
        if account.starttls:
            yield good("IMAP TLS", "STARTTLS was taken")
        if account.tls is None and account.host not in ("127.0.0.1", "::1", "localhost"):
            yield Finding("IMAP TLS", "note", "there is none: the password goes in the clear", 'security = "tls"')
        login = (
            await line.login_by_token(account.user, await account.token())
            if account.token is not None
            else await line.login(account.user, account.password)
        )
        if not login.is_ok:
            todo = (
                "Is the token for this account and for IMAP?  Is IMAP switched on for it?"
                if account.token is not None
                else "Where two-factor login is on, an app password is needed, without blanks.  Is IMAP switched on?"
            )
            yield Finding("IMAP login", "bad", f"{account.user} is refused: {login.words}", todo)
            return
        yield good("IMAP login", f"{account.user}")
        selected = await line.select(account.folder)
        if not selected.is_ok:
            folders = ", ".join(await self._folders(line))
            yield Finding(
                "IMAP folder", "bad", f"no folder {account.folder}: {selected.words}", f"`folder`: one of {folders}"
            )
            return
        waiting = _number(selected.untagged, rb"(\d+) EXISTS")
        yield good("IMAP folder", f"{account.folder} can be opened; {waiting} letters lie in it")
        yield await self._processed(line)
        yield await self._idle(line)
        moves = "MOVE" in line.capabilities
        if moves or "UIDPLUS" in line.capabilities:
            yield good("IMAP MOVE", "MOVE" if moves else "no MOVE, but UIDPLUS: letters are copied, then expunged")
        else:
            said = "neither MOVE nor UIDPLUS: letters that are read stay in the folder, marked deleted"
            yield Finding("IMAP MOVE", "note", said, "Nothing need be done; empty the folder now and then.")
        yield await self._quota(line)

    async def _folders(self, line: ImapLine) -> list[str]:
        answer = await line.command("LIST", '""', '"*"')
        names = [re.search(rb'"([^"]+)"\Z|(\S+)\Z', one.text) for one in answer.untagged]
        return [(one[1] or one[2]).decode("ascii", "replace") for one in names if one][:20]

    async def _processed(self, line: ImapLine) -> Finding:
        name = self.account.processed
        words = ""
        for candidate in (name, f"INBOX.{name}", f"INBOX/{name}"):
            made = await line.command("CREATE", quoted(candidate))
            if made.is_ok or "exist" in made.words.lower():
                self.processed = candidate
                return good("IMAP processed folder", candidate)
            words = made.words
        todo = "Make the folder by hand, or name one in `processed` that is there."
        return Finding("IMAP processed folder", "bad", f"{name} cannot be made: {words}", todo)

    async def _idle(self, line: ImapLine) -> Finding:
        if "IDLE" not in line.capabilities:
            return Finding("IMAP IDLE", "note", "the server has none: the mailbox is looked at each minute", "Nothing.")
        await line.idle(0.5)
        return good("IMAP IDLE", "the server tells at once what comes")

    async def _quota(self, line: ImapLine) -> Finding:
        if "QUOTA" not in line.capabilities:
            return good("IMAP space", "the server tells no quota")
        answer = await line.command("GETQUOTAROOT", quoted(self.account.folder))
        used = [re.search(rb"STORAGE (\d+) (\d+)", one.text, re.I) for one in answer.untagged]
        for found in used:
            if found and int(found[2]):
                share = int(found[1]) / int(found[2])
                said = f"{share:.0%} of {int(found[2]) // 1024} MB used"
                if share >= FULL:
                    return Finding(
                        "IMAP space", "note", said, "Empty the processed folder: the desk has its own copies."
                    )
                return good("IMAP space", said)
        return good("IMAP space", "no limit is told")

    async def find(self, message_id: str) -> tuple[bytes, datetime] | None:
        """Wait for a letter, in the folder or where a daemon that is at work has moved it; its header and arrival."""
        line = self.line
        if line is None:
            return None
        loop = asyncio.get_running_loop()
        until = loop.time() + ARRIVES_WITHIN
        while loop.time() < until:
            for folder in (self.account.folder, self.processed):
                if folder and (await line.select(folder)).is_ok:
                    found = await self._header(line, message_id, moves=folder != self.processed)
                    if found is not None:
                        return found
            await asyncio.sleep(0.5)
        return None

    async def _header(self, line: ImapLine, message_id: str, *, moves: bool) -> tuple[bytes, datetime] | None:
        found = await line.command("SEARCH", "HEADER", "Message-ID", quoted(message_id), by_uid=True)
        uids = [int(word) for one in found.untagged for word in one.text.split()[1:] if word.isdigit()]
        if not uids:
            return None
        wanted = "(UID INTERNALDATE BODY.PEEK[HEADER])"
        answer = await line.command("FETCH", str(uids[-1]), wanted, by_uid=True)
        for one in answer.untagged:
            arrived = re.search(rb'INTERNALDATE "([^"]{20,40})"', one.text, re.I)
            if one.literals and arrived:
                if moves and self.processed and "MOVE" in line.capabilities:
                    await line.command("MOVE", str(uids[-1]), quoted(self.processed), by_uid=True)
                return one.literals[0], internal_date(arrived[1].decode("ascii", "replace"))
        return None

    async def close(self) -> None:
        """Log out."""
        if self.line is not None:
            await self.line.logout()


def _number(untagged: object, pattern: bytes) -> int:
    for one in untagged if isinstance(untagged, tuple) else ():
        if match := re.match(pattern, one.text, re.I):
            return int(match[1])
    return 0


class SmtpCheckup:
    """The way out: TLS, login, size, and whether an empty sender and our own plus-addresses are let through."""

    def __init__(self, account: SmtpAccount, sender: str, reply_address: str) -> None:
        self.account, self.sender, self.reply_address = account, sender, reply_address
        self.client: aiosmtplib.SMTP | None = None

    async def steps(self) -> AsyncIterator[Finding]:
        """Try them in turn; ends after the first without which the next cannot be tried."""
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
            cause = fault.__cause__ if isinstance(fault.__cause__, OSError) else fault
            said, todo = (
                _tls_trouble(account.host, cause)
                if isinstance(cause, ssl.SSLError)
                else (str(fault), "Is `security` right for this port (465: tls, 587: starttls)?")
            )
            yield Finding("SMTP greeting", "bad", said, todo)
            return
        self.client = client
        if account.security == "starttls":
            yield good("SMTP TLS", "STARTTLS was taken")
        try:
            async for one in self._session(client):
                yield one
                if one.state == "bad":
                    return
        except (SMTPException, OSError) as fault:
            yield Finding("SMTP", "bad", f"{type(fault).__name__}: {fault}", "See what stands above.")

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
                said = f"{fault.code} {fault.message}" if isinstance(fault, SMTPResponseException) else str(fault)
                todo = "Where two-factor login is on, an app password is needed.  Is sending by SMTP switched on?"
                yield Finding("SMTP login", "bad", f"{account.user} is refused: {said}", todo)
                return
            yield good("SMTP login", account.user)
        else:
            yield good("SMTP login", "none is configured")
        size = client.esmtp_extensions.get("size", "") if client.supports_extension("size") else ""
        if size.isdigit() and 0 < int(size) < LIMITS.letter:
            yield Finding(
                "SMTP size", "note", f"letters up to {int(size):,} bytes", "Ask for more: at least 1,000,000."
            )
        else:
            yield good(
                "SMTP size",
                f"letters up to {int(size):,} bytes" if size.isdigit() and int(size) else "no limit is told",
            )
        yield await self._envelope(client, "SMTP empty sender", "", self.reply_address)
        yield await self._envelope(client, "SMTP plus-address", self.sender, self.reply_address)

    async def _envelope(self, client: aiosmtplib.SMTP, step: str, sender: str, recipient: str) -> Finding:
        try:
            await client.mail(sender)
            await client.rcpt(recipient)
        except SMTPResponseException as refusal:
            await client.rset()
            said = f"{refusal.code} {refusal.message}"
            if not sender:
                return Finding(
                    step, "note", f"MAIL FROM:<> is refused: {said}", "Error replies will not go out; the others will."
                )
            todo = "Are plus-addresses (`mailbox`), or a catch-all (no `mailbox`), on at the server?  Is `host` right?"
            return Finding(step, "bad", f"{recipient} is refused: {said}", todo)
        await client.rset()
        return good(step, "MAIL FROM:<> is taken" if not sender else f"{recipient} is taken")

    async def send(self, message: bytes) -> str:
        """Send a letter to our own reply address; why it was not taken, or ""."""
        if self.client is None:
            return "there is no connection"
        try:
            await self.client.sendmail(self.sender, [self.reply_address], message)
        except (SMTPException, OSError) as fault:
            return f"{type(fault).__name__}: {fault}"
        return ""

    async def close(self) -> None:
        """Say good-bye, for two seconds at most."""
        if self.client is not None:
            try:
                await asyncio.wait_for(self.client.quit(), 2.0)
            except (SMTPException, OSError, TimeoutError):
                self.client.close()


async def there_and_back(
    imap: ImapCheckup, smtp: SmtpCheckup, loop_mark: str, authserv: str, now: datetime
) -> AsyncIterator[Finding]:
    """A letter to ourselves, which a daemon that is at work ignores: whether it comes, how soon, and what the server adds."""
    message_id = f"<doctor.{secrets.token_hex(8)}@{smtp.sender.partition('@')[2]}>"
    letter = (
        f"From: {smtp.sender}\r\nTo: {smtp.reply_address}\r\nSubject: pbem doctor\r\nMessage-ID: {message_id}\r\n"
        f"X-PBEM-Loop: {loop_mark}\r\nAuto-Submitted: auto-generated\r\n\r\nA letter to ourselves.\r\n"
    )
    began = asyncio.get_running_loop().time()
    refused = await smtp.send(letter.encode("ascii"))
    if refused:
        yield Finding("letter to ourselves", "bad", f"it was not taken: {refused}", "See what stands above.")
        return
    found = await imap.find(message_id)
    if found is None:
        todo = "Look into the junk folder, and into the account's filters; does mail to the plus-address arrive at all?"
        yield Finding("letter to ourselves", "bad", f"sent, and not there after {ARRIVES_WITHIN:.0f} seconds", todo)
        return
    header, arrived = found
    took = asyncio.get_running_loop().time() - began
    yield good("letter to ourselves", f"there and back in {took:.1f} seconds")
    yield _clock(arrived, now + timedelta(seconds=took))
    yield _authentication(header.decode("latin-1"), authserv)


def _clock(arrived: datetime, now: datetime) -> Finding:
    off = arrived - now
    if abs(off) <= WRONG_CLOCK:
        return good("clock", "this machine's and the mail server's agree")
    said = f"the mail server's is {abs(off).total_seconds():.0f} seconds {'ahead' if off > timedelta() else 'behind'}"
    return Finding("clock", "bad", said, "Deadlines are judged by the server's: set this machine's by NTP.")


def _authentication(header: str, authserv: str) -> Finding:
    unfolded = re.sub(r"\r?\n[ \t]+", " ", header)
    found = re.search(r"^authentication-results:\s*([^;\s]+)", unfolded, re.I | re.M)
    if found is None:
        if authserv:
            todo = f"No header of {authserv} was there; a letter to oneself often has none.  Look at one from outside."
            return Finding("Authentication-Results", "note", "none in our own letter", todo)
        return Finding(
            "Authentication-Results", "note", "none; forged senders are known by the key alone", "Nothing need be done."
        )
    if found[1].lower() == authserv.lower():
        return good("Authentication-Results", f"written by {found[1]}")
    todo = f'If that is your own server: authserv = "{found[1]}"'
    return Finding(
        "Authentication-Results", "note", f"{found[1]} writes them; `authserv` is {authserv or 'not set'}", todo
    )
