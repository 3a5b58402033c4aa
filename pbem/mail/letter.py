"""A letter as the game reads it: who wrote, what they wrote themselves, and what was cut (docs/orders.md, A letter)."""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import pairwise
from typing import Literal

from pbem.mail.automatic import is_auto_reply, is_bounce, is_reaction, own_text
from pbem.mail.mime import LIMITS, Limits, Mail, MimePart, take_apart
from pbem.mail.quotes import Cut, own_words

Kind = Literal["words", "auto-reply", "bounce", "unreadable"]

_MESSAGE_ID = re.compile(r"<[^<>\s]{1,400}>")
_OUR_LINKS = re.compile(r" ?<mailto:[^<>\s]{1,400}\?subject=[^<>\s]{1,2000}>")
"""The text that a button of our letters becomes where a program quotes it as plain text."""
MOST_QUOTED = 3
"""Older letters of its thread that a letter may quote, at most."""
_LONGEST_SUBJECT, _LONGEST_DATE = 1_000, 200
_MOST_HEADERS, _MOST_RECIPIENTS = 50, 1_000
"""Of one name, and in all: no letter of a player has as many; the bounds keep the work short."""
BEYOND = "files beyond the first 1,000,000 bytes"
"""The mark for the unread part of a letter that is too long."""
ENCRYPTED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")
_OF_PROGRAMS = (
    *ENCRYPTED,
    *(
        "application/pgp-signature",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "application/pgp-keys",
    ),
    *("text/calendar", "application/ics", "text/x-vcard", "text/vcard", "text/x-amp-html"),
)
"""Parts that programs add by themselves: nobody misses them."""
_LONGEST_NAME, _MOST_NAMED = 80, 5
_NO_WORDS = (
    "text/html",
    "text/calendar",
    "text/css",
    "text/x-vcard",
    "text/vcard",
    "text/directory",
    "text/rfc822-headers",
)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file that came with the letter: its name and its text."""

    name: str
    text: str


LONGEST_FILE_NAME = 60


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that came with a letter: its name as it was given, and its bytes."""

    name: str
    content: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of its bytes, in hex."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def clean_name(self) -> str:
        """Its name without folders, blanks and odd characters, at most 60 long, with its ending."""
        base = re.split(r"[\\/]", self.name)[-1]
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", base).strip(".-") or "file"
        stem, dot, ending = plain.rpartition(".")
        return (
            f"{stem[: LONGEST_FILE_NAME - len(ending) - 1]}.{ending}"
            if dot and len(ending) < 9
            else plain[:LONGEST_FILE_NAME]
        )

    @property
    def ending(self) -> str:
        """The ending of its name in small letters, "" for none."""
        return self.clean_name.rpartition(".")[2].lower() if "." in self.clean_name else ""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter, read.  No field is trusted further than its header is: see `gate`.

    `kind`: `words` (a person wrote), `auto-reply`, `bounce`, or `unreadable` (nothing in it can be read; `findings` say
    why).  `body` is its text as it came, `words` the player's own as far as nothing is known of what they answer, `cut` what
    was left out with the reasons.  `from_` is the one sender's address, or "" if there is none or more than one.  `to` holds
    every address that it was sent to or delivered for.  `date` is what the letter claims; never judge by it.  `unread` names
    the attachments that are not read; `files` are all that came as files.
    """

    kind: Kind
    words: str = ""
    body: str = ""
    cut: tuple[Cut, ...] = ()
    from_: str = ""
    to: tuple[str, ...] = ()
    subject: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    date: datetime | None = None
    attachments: tuple[Attachment, ...] = ()
    unread: tuple[str, ...] = ()
    files: tuple[SentFile, ...] = field(default=(), repr=False)
    findings: tuple[str, ...] = ()
    size: int = 0
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """The Message-IDs of the letters that this one may quote: the one that it answers, and the last of its thread."""
        return tuple(dict.fromkeys((self.in_reply_to, *reversed(self.references[-MOST_QUOTED:]))))[:MOST_QUOTED]

    def header(self, name: str) -> str:
        """The topmost value of a header by its name in lower case, or ""."""
        return next((value for header, value in self.headers if header == name), "")


def read_letter(raw: bytes, limits: Limits = LIMITS) -> Letter:
    """Read any bytes as a letter; never raises."""
    mail = take_apart(raw, limits)
    text, findings = _body(mail)
    body = without_armour(_OUR_LINKS.sub("", text))
    own = own_words(body)
    cut = (*own.cut, Cut("(files)", BEYOND)) if mail.is_cut and mail.is_readable else own.cut
    if mail.is_readable and not text.strip() and any(part.type in ENCRYPTED for part in mail.parts):
        findings = ("The letter is encrypted, and the desk has no key for it.  Please send it as plain text.",)
    senders = [address for value in mail.all("from") for address in addresses(value)]
    message_ids = _MESSAGE_ID.findall(mail.first("message-id"))
    replies = _MESSAGE_ID.findall(mail.first("in-reply-to"))
    return Letter(
        kind=_kind(mail, senders, has_text=not findings),
        words=own.words,
        body=body,
        cut=cut,
        from_=senders[0] if len(senders) == 1 else "",
        to=_recipients(mail),
        subject=mail.first("subject")[:_LONGEST_SUBJECT],
        message_id=message_ids[0] if message_ids else "",
        in_reply_to=replies[0] if replies else "",
        references=tuple(_MESSAGE_ID.findall(" ".join(mail.all("references"))))[-100:],
        date=_date(mail.first("date")),
        attachments=_attachments(mail),
        unread=_unread(mail),
        files=_files(mail),
        findings=mail.findings + findings,
        size=len(raw),
        headers=mail.headers,
    )


def body_text(raw: bytes, limits: Limits = LIMITS) -> str:
    """The text of a letter as its writer's program sent it, before anything is cut."""
    return _body(take_apart(raw, limits))[0]


def _body(mail: Mail) -> tuple[str, tuple[str, ...]]:
    """The text to read, and a finding if there is none.

    The first text/plain that is not an attachment, and those beside it that follow (some programs part a letter at each
    picture); the HTML if that is blank or missing.
    """
    inline = [part for part in mail.parts if not part.is_attachment and not part.is_enclosed]
    plain = _first_with_siblings(inline)
    html = [part for part in inline if part.type == "text/html"]
    if plain.strip():
        return (_unwrapped(plain, html[0]) if html else plain), ()
    if html:
        from pbem.mail.html import text_of  # its libraries are 15 MB, and most letters have a text part

        return text_of(html[0].text()), ()
    odd = [part for part in inline if part.type.startswith("text/") and part.type not in _NO_WORDS]
    if plain or odd or any(part.type == "text/plain" for part in mail.parts if not part.is_enclosed):
        return odd[0].text() if odd and not plain else plain, ()
    if not mail.is_readable:
        return "", ()
    names = ", ".join(_unread(mail)[:_MOST_NAMED])
    only = (
        f"  Only {names} came with it, which is not read: please write your orders into the letter itself."
        if names
        else ""
    )
    return "", (f"There is no text in the letter, neither plain nor HTML.{only}",)


_WRAPPED_FROM = 60
"""Characters from which on programs wrap lines."""


def _may_go_on(line: str, following: str) -> bool:
    """True if a program may have ended a line where the writer did not: the next word had no room in it."""
    return (
        bool(line.strip()) and len(line) + len(following.partition(" ")[0]) >= _WRAPPED_FROM and bool(following.strip())
    )


def _unwrapped(plain: str, html: MimePart) -> str:
    """The text part with lines put together that the HTML part beside it has as one: some programs wrap the text alone, and a
    long path would be two lines."""
    lines = plain.split("\n")
    own = next((n for n, line in enumerate(lines) if line.startswith(">")), len(lines))
    if not any(_may_go_on(*two) for two in pairwise(lines[:own])):
        return plain
    from pbem.mail.html import text_of  # see `_body`

    whole = {" ".join(line.split()) for line in text_of(html.text()).split("\n")}
    found: list[str] = []
    n = 0
    while n < own:
        words, end = lines[n].strip(), n
        if n + 1 < own and _may_go_on(lines[n], lines[n + 1]) and " ".join(words.split()) not in whole:
            joined = " ".join(words.split())
            for last in range(n + 1, min(n + _MOST_PIECES, own)):
                joined = f"{joined} {' '.join(lines[last].split())}"
                if joined in whole:
                    words, end = joined, last
                    break
        found.append(words if end > n else lines[n])
        n = end + 1
    return "\n".join([*found, *lines[own:]])


_MOST_PIECES = 20
"""Lines into which one is parted, at most."""


def _first_with_siblings(inline: list[MimePart]) -> str:
    plain = [part for part in inline if part.type == "text/plain"]
    if not plain:
        return ""
    first = plain[0]
    beside = [] if first.is_alternative else [part for part in plain[1:] if part.within == first.within]
    return "\n".join(part.text() for part in (first, *beside))


def _kind(mail: Mail, senders: list[str], has_text: bool) -> Kind:
    text = own_text(mail)
    if is_bounce(mail, senders, text):
        return "bounce"
    if is_auto_reply(mail, text) or is_reaction(mail, text):
        return "auto-reply"
    return "words" if mail.is_readable and has_text else "unreadable"


def _recipients(mail: Mail) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-forwarded-to"):
        for value in mail.all(name)[:_MOST_HEADERS]:
            found.update(dict.fromkeys(addresses(value)))
    return tuple(found)[:_MOST_RECIPIENTS]


def _date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value[:_LONGEST_DATE])
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


FORWARDED = "a forwarded letter"
"""The name of a letter that this one carries, among what is not read."""


def _unread(mail: Mail) -> tuple[str, ...]:
    """The names of what came with a letter and is not read: files other than plain text, and a letter that it carries."""
    files = (
        part.name or f"a file of type {part.type}"
        for part in mail.parts
        if not part.is_enclosed and part.type not in _OF_PROGRAMS and not part.is_shown and part.type != "text/plain"
        if part.is_attachment or part.name or not part.type.startswith(("text/", "multipart/"))
    )
    carried = (FORWARDED,) if any(part.is_enclosed for part in mail.parts) else ()
    return tuple(" ".join(name.split())[:_LONGEST_NAME] for name in dict.fromkeys((*files, *carried)))


_SIGNED, _SIGNATURE, _SIGNATURE_END = (
    f"-----{words}-----" for words in ("BEGIN PGP SIGNED MESSAGE", "BEGIN PGP SIGNATURE", "END PGP SIGNATURE")
)
_DASHED = re.compile(r"^- ", re.M)


def without_armour(text: str) -> str:
    """A text signed in place (RFC 9580, 7), without the signature around it; what is not armoured stays as it is."""
    above, begun, rest = text.partition(f"{_SIGNED}\n")
    signed, ended, signature = rest.partition(f"\n{_SIGNATURE}")
    if not begun or not ended:
        return text
    below = signature.partition(_SIGNATURE_END)[2]
    return f"{above}{_DASHED.sub('', signed.partition(chr(10) * 2)[2])}{below}"


def _files(mail: Mail) -> tuple[SentFile, ...]:
    """The files that came with a letter, with their bytes; nothing of them is looked into here."""
    files = (
        part
        for part in mail.parts
        if not part.is_enclosed and part.type not in _OF_PROGRAMS and not (part.is_shown and not part.name)
        if (part.is_attachment or (part.name and not part.type.startswith("multipart/")))
        and not part.name.endswith(".pbem")
    )
    return tuple(
        SentFile(" ".join(part.name.split())[:200], part.decoded()) for part, _ in zip(files, range(20), strict=False)
    )


def _attachments(mail: Mail) -> tuple[Attachment, ...]:
    files = (part for part in mail.parts if part.is_attachment and part.type == "text/plain" and not part.is_enclosed)
    return tuple(Attachment(part.name, part.text()) for part, _ in zip(files, range(20), strict=False))


# Addresses in headers, read without recursion and without trust: `Ann <ann@club>` -> `ann@club`.

_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"@]{1,128}@[^\s<>()\[\],;:\"@]{1,255}")
_MOST = 200
_LONGEST = 65_536
"""Characters of a header that are read."""


def addresses(value: str) -> tuple[str, ...]:
    """The addresses in a header's value, in lower case and in their sequence, at most 200.

    What stands in quotation marks or brackets of comment is a name and not looked at; where there is an address in
    `<...>`, a bare word with an `@` before it is a name too.  One behind it is none: whose letter is `<ann@club> eve@x`?
    """
    found: list[str] = []
    for mailbox in _mailboxes(value):
        for text in _claims(mailbox):
            match = _ADDRESS.search(text)
            if match and match[0].lower() not in found:
                found.append(match[0].lower())
        if len(found) >= _MOST:
            break
    return tuple(found[:_MOST])


def _claims(mailbox: str) -> list[str]:
    """All that one mailbox may be meant to say: each `<...>`, and what stands behind the last; without any, the whole."""
    in_angles = [one for one in re.findall(r"<([^<>]{1,400})>", mailbox) if _ADDRESS.fullmatch(one.strip())]
    if not in_angles:
        return [mailbox] if "<" not in mailbox else []
    return [*in_angles, mailbox.rpartition(">")[2]]


def _mailboxes(value: str) -> list[str]:
    """The value cut at its commas and semicolons, without comments and quoted names: one pass, no recursion.

    A comment or a quotation that never ends hides nothing: what stands in it is a piece of its own.
    """
    pieces: list[str] = []
    piece: list[str] = []
    hidden: list[str] = []
    depth = 0
    is_quoted = is_escaped = in_angles = False
    for character in value[:_LONGEST]:
        if is_quoted or depth:
            hidden.append(character)
        else:
            hidden.clear()
        if is_escaped:
            is_escaped = False
        elif character == "\\" and (is_quoted or depth):
            is_escaped = True
        elif is_quoted:
            is_quoted = character != '"'
        elif character == '"':
            is_quoted = True
        elif character == "(":
            depth += 1
        elif depth:
            depth -= character == ")"
        elif character in ",;" and not in_angles:
            pieces.append("".join(piece))
            piece = []
        else:
            in_angles = character == "<" or (in_angles and character != ">")
            piece.append(character)
    pieces.append("".join(piece))
    return [*pieces, "".join(hidden)] if is_quoted or depth else pieces
