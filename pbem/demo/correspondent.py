"""A player of the demo: reads their mailbox over IMAP, answers over SMTP, in the ways in which people write."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import SMTP, compat32
from email.utils import format_datetime
from html import escape
from pathlib import Path

from pbem.mail.imap import ImapSource
from pbem.mail.ports import Cursor, HandedOver
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
        if not isinstance(outcome, HandedOver):
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
                    f'<html><body>{body}<br><div class="gmail_quote">'
                    "On Thu, 12 Mar 2026 at 21:30, The desk &lt;desk@pbem.example&gt; wrote:<br>"
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


# The letters of the demo's first game turn, written for one scenario a game: two people, their habits, their
# mistakes.
#
# With another seed the dice differ, and some lines may be overtaken; then the desk says so, as it would to anybody.

Script = Mapping[tuple[str, str], tuple[Reply, ...]]
"""The letters of a side in a phase, one by one."""

ROSEBUD: Script = {
    ("T03.IN.A", "indian"): (
        Reply(
            (
                "rally all",
                "policy opfire all: any",
                "policy scatter all: none",
                "when Crow King is meleed then stand",
                "press: The ridge is ours, general.",
                "end press",
                "ready",
            )
        ),
    ),
    ("T03.IN.B", "indian"): (
        Reply(
            (
                "Crow King fire full at C/3",
                "Four Horns: 1/2 fire G3",
                "Hedog half fire at Old Crow",
                "Lame White Man fire full at F/3 Cav",
                "Black Eagle fire full at B/3",
            ),
            HTML,
        ),
        Reply(("Black Eagle stay", "ready")),
    ),
    ("T03.IN.C", "indian"): (
        Reply(
            (
                "Lone Bull recover",
                "Big Road recover",
                "Black Moon move 2608-2707",
                "Low Dog, Gall move 3708-3709-3710",
                "White Bull - 4309 - 4310 - 4311 please",
                "Young Two Moon move 2710>2810",
            ),
            QUOTED,
        ),
        Reply(("Black Moon move 2608-2708-2707", "Young Two Moon stay", "ready")),
    ),
    ("T03.IN.D", "us"): (
        Reply(
            (
                "C/3, G/3 each fire at 3412 weakest",
                "A/3 fire at Rain",
                "E/3 fire at Rain in the Face",
                "Good Heart fire at Big Road",
                "G/9 Inf long range at Crow King",
                "ready",
            )
        ),
    ),
    ("T03.IN.E", "indian"): (Reply(("Little Wolf fire at F/3", "ready")),),
    ("T03.IN.F", "indian"): (Reply(("Rain and Lone Bull attack 3512, pursue", "ready")),),
    ("T03.US.A", "us"): (Reply(("rally all", "ready"), QUOTED),),
    ("T03.US.B", "us"): (
        Reply(("C/3 fire full at Crow King", "Good Heart fire half at Big Road", "Old Crow fire at Low Dog"), HTML),
        Reply(("Old Crow fire half at He Dog", "ready")),
    ),
    ("T03.US.C", "us"): (
        Reply(
            (
                "A/2, B/2 and D/2 Cav dismount",
                "Mils move 3611-3610",
                "I/3, M/3 move 3712 to 3711",
                "D/3 move 2911-2813",
                "B/3 stay  # watch the ridge",
                "Good luck, Miguel, and mind the cliffs this time!",
            ),
            QUOTED,
        ),
        Reply(("Capt Mills stay", "D/3 Cav move 2911-2912-2813", "ready")),
    ),
    ("T03.US.F", "us"): (Reply(("A/3, E/3 melee 3511; no pursuit", "ready")),),
}

CREEK_FORD: Script = {
    ("T01.AM.A", "american"): (
        Reply(
            (
                "1st Company go forward 6in, then load if not loaded",
                "Second Company: ahead 6 x2; fire if within 8",
                "Third Company along the track 9; along the track 9",
                "Riflemen toward windfall within 8; fire if within 14",
                "Light Horse: to (20, 8); to (24, 10)",
                "Gun fire",
                "Colonel join Second Company",
                "A fine table you have laid, Miguel!",
            ),
            QUOTED,
        ),
        Reply(("Gun: along track 7; unlimber; fire", "ready")),
    ),
    ("T01.IN.A", "indian"): (
        Reply(
            (
                "Bear, Wolf and Turtle each: fire if within 8, load if not loaded",
                "Deer to windfall; face west; fire",
                "Hawk form line",
                "Raccoon: toward windfall; fire",
                "policy reaction fire: fire",
            ),
            HTML,
        ),
        Reply(("Hawk: toward track within 3; face west", "ready")),
    ),
}

IN_THE_VILLAGE: Script = {
    ("T05.US.A", "us"): (Reply(("pass",)),),
    ("T05.US.B", "us"): (
        Reply(
            (
                "Gatling 1 fire full at Iron Hawk",
                "policy losses all: holders, strongest",
                "G/7 hold; halt never",
                "The dust hides us, Miguel.",
                "ready",
            ),
            HTML,
        ),
    ),
    ("T05.US.C", "us"): (
        Reply(
            (
                "A/7 move 7217-7117; capture villagers",
                "M/7 Cav move 7218-7118, burn camp",
                "Army Scouts move 7318-7219-7119",
                "Gatling 1 limbr",
                "Pack Train stay",
            ),
            QUOTED,
        ),
        Reply(("Gatling 1 stay", "ready")),
    ),
    ("T05.IN.B", "indian"): (
        Reply(("policy opfire all: any", "press: You will not keep them, major.", "end press", "pass")),
    ),
    ("T05.IN.C", "indian"): (
        Reply(
            (
                "Rain in the Face move 6815-6915-7015",
                "Inkpaduta stay",
                "Hunkpapa villagers 3 move 7017-6916",
                "Crow King mov 7017-7018",
                "ready",
            ),
            QUOTED,
        ),
    ),
    ("T05.IN.F", "indian"): (Reply(("Crow King attack 7019; no pursuit", "ready")),),
}

SCRIPTS: Mapping[tuple[str, str], Script] = {
    ("rosebud", "in-contact"): ROSEBUD,
    ("miniatures", "creek-ford"): CREEK_FORD,
    ("littlebighorn", "in-the-village"): IN_THE_VILLAGE,
}
"""The scripts, by title and scenario; elsewhere practice players write."""
