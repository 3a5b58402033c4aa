"""A letter out: plain text, sent as it stands where it is ASCII and else in UTF-8; every header is given by the caller.

Nothing is taken from the clock.
"""

import hashlib
from base64 import b32encode
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.header import Header, decode_header, make_header
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime, parsedate_to_datetime
from functools import lru_cache
from typing import Literal, TypedDict

PBEM_TYPE = ("application", "vnd.pbem+jsonl")


class _AsGiven(EmailPolicy):
    """Headers go out as they are given, one line each: ours are ASCII, and known to be sound (`_must_be_sound`).

    The library's own way parses every header by its grammar, which takes as long as all the rest of a letter out; and it
    breaks long Message-IDs in two.
    """

    def header_max_count(self, name: str) -> None:
        """Nobody counts: every header is written once."""

    def header_store_parse(self, name: str, value: str) -> tuple[str, str]:
        """The header as it is."""
        return name, value

    def header_fetch_parse(self, name: str, value: str) -> str:
        """The header as it is."""
        return value

    def fold(self, name: str, value: str) -> str:
        """One line."""
        return f"{name}: {value}{self.linesep}"

    def fold_binary(self, name: str, value: str) -> bytes:
        """One line."""
        return self.fold(name, value).encode("ascii")


_POLICY = _AsGiven(linesep=SMTP.linesep, max_line_length=998)

_LONGEST_REFERENCES = 900
LATIN_ENDS = "\u0250"
"""The first character behind the letters of Latin alphabets, which other languages than English are written with."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that goes with a letter: its name and bytes, sent in base64; `KINDS` says as what.

    One that `is_opaque` is a player's, and goes as bytes that no mail program shows and no checker reads.
    """

    name: str
    content: bytes
    is_opaque: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the HTML part shows as ``cid:map@pbem``: the name it is saved under, and its PNG."""

    name: str
    content: bytes


KINDS = {"txt": ("text", "plain"), "html": ("text", "html"), "ics": ("text", "calendar")}
"""The types of files that are enclosed, by the ending of their names; any other is a bundle."""

_READ = (
    "From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References", "Auto-Submitted", "X-Pbem",
    "X-PBEM-Loop", "List-Id",
)  # fmt: skip

PICTURE_ID = "map@pbem"
"""The content id of a letter's picture; it need be its own within the letter alone."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """All that a letter out consists of.

    `auto` is `auto-generated` for reports and reminders, `auto-replied` for receipts and answers (RFC 3834).
    `instance` marks the letter as ours (X-PBEM-Loop); `pbem` says what it is for programs (`rosebud-7 main 41 US`);
    `list_id` is the game's (`rosebud-7.pbem.example`).  `references` are oldest first.  `html` is the same letter as HTML,
    pure ASCII too, "" for none; `picture` goes with it.
    """

    from_: str
    to: str
    subject: str
    text: str
    message_id: str
    date: datetime
    instance: str
    auto: Literal["auto-generated", "auto-replied"] = "auto-generated"
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    pbem: str = ""
    list_id: str = ""
    enclosures: tuple[Enclosure, ...] = ()
    html: str = ""
    picture: Picture | None = None


def message_id(mac: bytes, host: str) -> str:
    """A Message-ID out of a MAC over the letter's own key: the same letter has the same id however often it is sent."""
    return f"<{b32encode(mac[:15]).decode('ascii').lower().rstrip('=')}@{host}>"


def is_sendable(character: str) -> bool:
    """True if the text of a letter may hold this character: it is ASCII, or a letter of a Latin alphabet."""
    return character.isascii() or (character.isalpha() and character < LATIN_ENDS)


def compose(letter: Outgoing) -> bytes:
    """The letter as bytes for the wire (CRLF), the same for the same `letter`.

    Raises `ValueError` where headers other than the subject are not ASCII, the text has other letters than Latin ones, a
    header has a line break, a line of text has more than 998
    characters, or the date has no time zone: faults of ours, all of them.
    """
    _must_be_sound(letter)
    message = EmailMessage(policy=_POLICY)
    for name, value in _headers(letter).items():
        message[name] = value
    message.set_content(letter.text if letter.text.endswith("\n") else letter.text + "\n", **_encoding(letter.text))
    if letter.html:
        _add_html(message, letter)
    for enclosure in letter.enclosures:
        main, sub = KINDS.get(enclosure.name.rpartition(".")[2], PBEM_TYPE)
        if enclosure.is_opaque:
            main, sub = "application", "octet-stream"
        # Entries are published, so that nobody is asked to answer (RFC 6047 2.4).
        params = {"method": "PUBLISH", "charset": "utf-8"} if sub == "calendar" else {}
        message.add_attachment(
            enclosure.content, maintype=main, subtype=sub, cte="base64", filename=enclosure.name, params=params
        )
    boundary = _boundary(letter)
    for n, part in enumerate(one for one in message.walk() if one.is_multipart()):
        part.set_boundary(f"{boundary}{'' if n == 0 else n}")
    return message.as_bytes()


def _headers(letter: Outgoing) -> dict[str, str]:
    """The headers of a letter, without those that are empty."""
    headers = {
        "From": letter.from_,
        "To": letter.to,
        "Subject": _in_header(letter.subject),
        "Date": _date(letter.date),
        "Message-ID": letter.message_id,
        "Reply-To": letter.reply_to,
        "In-Reply-To": letter.in_reply_to,
        "References": _references(letter.references),
        "Auto-Submitted": letter.auto,
        "X-Auto-Response-Suppress": "All",
        "Precedence": "bulk" if letter.auto == "auto-generated" else "",
        "X-Pbem": letter.pbem,
        "X-PBEM-Loop": letter.instance,
        "List-Id": f"<{letter.list_id}>" if letter.list_id else "",
    }
    return {name: value for name, value in headers.items() if value}


@lru_cache(maxsize=4)
def _date(at: datetime) -> str:
    """A moment as a header has it; the letters of one transaction have the same."""
    return format_datetime(at)


def _boundary(letter: Outgoing) -> str:
    """The boundary between the parts of a letter: the library's own boundaries are drawn by chance, and the same letter must be
    the same bytes."""
    digest = hashlib.sha256(f"{letter.message_id}\n{letter.text}".encode()).hexdigest()
    return f"=_pbem_{digest[:32]}"


def _add_html(message: EmailMessage, letter: Outgoing) -> None:
    """The letter as HTML beside its text, and the picture that it shows with it (RFC 2387)."""
    # Lines of HTML may be longer than mail allows; this encoding breaks them.
    message.add_alternative(letter.html, subtype="html", charset="us-ascii", cte="quoted-printable")
    if letter.picture is not None:
        (html,) = (part for part in message.iter_parts() if part.get_content_type() == "text/html")
        html.add_related(
            letter.picture.content,
            maintype="image",
            subtype="png",
            cid=f"<{PICTURE_ID}>",
            filename=letter.picture.name,
            disposition="inline",
        )


class _Encoding(TypedDict):
    charset: str
    cte: Literal["7bit", "quoted-printable"]


def _encoding(text: str) -> _Encoding:
    """The transfer encoding of a text: as it stands, or in UTF-8, made ASCII for every server on its way (RFC 2045 6.7)."""
    if text.isascii():
        return {"charset": "us-ascii", "cte": "7bit"}
    return {"charset": "utf-8", "cte": "quoted-printable"}


def _in_header(text: str) -> str:
    """A header's words; in encoded words, folded, where they are not ASCII (RFC 2047)."""
    return text if text.isascii() else Header(text, "utf-8", header_name="Subject").encode(linesep=_POLICY.linesep)


def reworded(raw: bytes, before: str, after: str) -> bytes:
    """A letter of ours with some of its words, in its text or its HTML, put in another way; the rest stays as it is."""
    message = message_from_bytes(raw, policy=_POLICY)
    for part in message.walk():
        if part.get_content_maintype() != "text" or not isinstance(part, EmailMessage):
            continue
        wording = part.get_content().replace("\r\n", "\n")
        if before in wording:
            subtype = part.get_content_subtype()
            text = wording.replace(before, after, 1)
            how = _encoding(text)
            encoding = how["cte"] if subtype == "plain" else "quoted-printable"
            part.set_content(text, subtype=subtype, charset=how["charset"], cte=encoding)
    return message.as_bytes()


def opened(raw: bytes) -> Outgoing:
    """The parts of a letter of ours: `compose` makes the same bytes of them."""
    message = message_from_bytes(raw, policy=_POLICY)
    text, html, picture, enclosures = "", "", None, []
    for part in message.walk():
        if part.is_multipart() or not isinstance(part, EmailMessage):
            continue
        name, kind = part.get_filename(), part.get_content_type()
        content = part.get_payload(decode=True)
        if part["Content-ID"] is not None:
            picture = Picture(str(name), bytes(content))
        elif name is not None:
            enclosures.append(Enclosure(name, bytes(content), is_opaque=kind == "application/octet-stream"))
        elif kind == "text/html":
            html = bytes(content).decode("ascii").replace("\r\n", "\n")
        else:
            text = bytes(content).decode("utf-8").replace("\r\n", "\n")
    given = {name: str(message[name] or "") for name in _READ}
    return Outgoing(
        from_=given["From"],
        to=given["To"],
        subject=str(make_header(decode_header(given["Subject"]))),
        text=text,
        message_id=given["Message-ID"],
        date=parsedate_to_datetime(given["Date"]),
        instance=given["X-PBEM-Loop"],
        auto="auto-replied" if given["Auto-Submitted"] == "auto-replied" else "auto-generated",
        reply_to=given["Reply-To"],
        in_reply_to=given["In-Reply-To"],
        references=tuple(given["References"].split()),
        pbem=given["X-Pbem"],
        list_id=given["List-Id"].strip("<>"),
        enclosures=tuple(enclosures),
        html=html,
        picture=picture,
    )


def reply_to(raw: bytes) -> str:
    """The address to which a letter of ours wants its answers, "" for none."""
    return str(message_from_bytes(raw, policy=_POLICY)["Reply-To"] or "")


def _references(ids: tuple[str, ...]) -> str:
    """The first of the thread and as many of the newest as one header line holds (RFC 5322 3.6.4 allows to leave out)."""
    kept = list(dict.fromkeys(ids))
    while len(kept) > 2 and len(" ".join(kept)) > _LONGEST_REFERENCES:
        del kept[1]
    return " ".join(kept)


def _must_be_sound(letter: Outgoing) -> None:
    headers = [
        letter.from_,
        letter.to,
        letter.message_id,
        letter.reply_to,
        letter.in_reply_to,
        letter.pbem,
    ]
    headers += [letter.instance, letter.list_id, *letter.references, *(one.name for one in letter.enclosures)]
    headers += [letter.picture.name] if letter.picture is not None else []
    for value in headers:
        if not value.isascii() or not (value.isprintable() or all(c >= " " for c in value)):
            raise ValueError(f"a header of a letter must be ASCII in one line: {value!r}")
    if not letter.subject.isprintable():
        raise ValueError(f"a letter's subject must be one line without control characters: {letter.subject!r}")
    if not letter.html.isascii():
        raise ValueError("a letter's HTML must be ASCII; other characters go as references")
    if letter.picture is not None and not letter.html:
        raise ValueError("a picture is shown by the HTML part, and this letter has none")
    beyond = "" if letter.text.isascii() else letter.text
    odd = next((c for c in beyond if not is_sendable(c)), "")
    if odd:
        raise ValueError(f"a letter's text may hold ASCII and the letters of Latin alphabets; it holds {odd!r}")
    if any(len(line) > 998 for line in letter.text.splitlines()):
        raise ValueError("a letter's text has a line of more than 998 characters (RFC 5322 2.1.1)")
    if letter.date.tzinfo is None:
        raise ValueError("a letter's date must say its time zone")
