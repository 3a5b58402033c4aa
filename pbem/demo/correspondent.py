"""A player of the demo: reads their mailbox over IMAP, answers over SMTP, in the ways in which people write."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import SMTP, compat32
from email.utils import format_datetime
from html import escape
from pathlib import Path

from pbem.mail.imap import ImapSource
from pbem.mail.ports import Cursor, Sent
from pbem.mail.smtp import SmtpSink

PLAIN, QUOTED, HTML = "plain", "quoted", "html"


@dataclass(frozen=True)
class Reply:
    """A player's reply: the lines of their letter, and how their mail program sends it.

    `style` is ``plain`` (their words alone), ``quoted`` (above the whole letter that they answer) or ``html`` (no plain text
    part at all).
    """

    lines: tuple[str, ...]
    style: str = PLAIN


@dataclass
class Correspondent:
    """A mailbox owner.  `letters` are what they got and sent, as bytes, in sequence."""

    name: str
    address: str
    source: ImapSource
    sink: SmtpSink
    now: Callable[[], datetime]
    letters: list[bytes] = field(default_factory=list)
    _cursor: Cursor = field(default_factory=Cursor)
    _sent: int = 0

    async def collect(self) -> list[Message]:
        """The letters that have come since the last look.  They stay in the mailbox."""
        new = await self.source.fetch(self._cursor)
        out = []
        for one in new:
            self._cursor = Cursor(one.uidvalidity, one.uid)
            self.letters.append(one.raw)
            out.append(message_from_bytes(one.raw, policy=compat32))
        return out

    async def wait(self, seconds: float) -> None:
        """Wait until the server says that there may be mail."""
        await self.source.wait(seconds)

    async def answer(self, letter: Message, reply: Reply) -> None:
        """Answer a letter.  Raises RuntimeError if the server does not take it."""
        made = self._written(letter, reply)
        raw = made.as_bytes(policy=SMTP)
        to = str(made["To"])
        outcome = await self.sink.send(raw, self.address, to)
        if not isinstance(outcome, Sent):
            raise RuntimeError(f"the letter of {self.name} was not taken: {outcome}")
        self.letters.append(raw)

    def _written(self, letter: Message, reply: Reply) -> EmailMessage:
        self._sent += 1
        made = EmailMessage()
        made["From"] = f"{self.name} <{self.address}>"
        made["To"] = str(letter["Reply-To"] or letter["From"])
        made["Subject"] = "Re: " + " ".join(str(letter["Subject"]).split())
        made["Date"] = format_datetime(self.now())
        made["Message-ID"] = f"<{self._sent}.{self.address}>"
        if letter["Message-ID"]:
            made["In-Reply-To"] = str(letter["Message-ID"])
        words = "\n".join(reply.lines) + "\n"
        match reply.style:
            case "html":
                body = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in reply.lines)
                quote = "".join(f"{escape(line)}<br>" for line in text_of(letter).splitlines())
                made.set_content(
                    f'<html><body>{body}<br><div class="gmail_quote">On that day the desk wrote:<br>'
                    f"<blockquote>{quote}</blockquote></div></body></html>",
                    subtype="html",
                )
            case "quoted":
                quoted = "\n".join(f"> {line}".rstrip() for line in text_of(letter).splitlines())
                made.set_content(f"{words}\n{self.name}\n\nOn Thu, the desk wrote:\n{quoted}\n", cte="7bit")
            case _:
                made.set_content(f"{words}\n-- \n{self.name}\n", cte="7bit")
        return made

    def write_mbox(self, path: Path) -> None:
        """All their letters, in and out, as an mbox."""
        path.touch(0o600)  # addresses and order keys stand in it
        with path.open("wb") as file:
            for raw in self.letters:
                file.write(b"From pbem-demo Thu Jan  1 00:00:00 1970\n")
                for line in raw.replace(b"\r\n", b"\n").splitlines(keepends=True):
                    file.write(b">" + line if line.startswith((b"From ", b">From ")) else line)
                file.write(b"\n")


def text_of(letter: Message) -> str:
    """The plain text of a letter."""
    for part in letter.walk():
        if part.get_content_type() == "text/plain":
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                return payload.decode("utf-8", "replace").replace("\r\n", "\n")
    return ""
