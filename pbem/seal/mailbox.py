"""Reading mailboxes as players have them: mbox, Maildir, a folder of .eml, one .eml, a .pbem bundle.

Google's and Thunderbird's exports are mbox files with lines of their own; they are read as they come.  Nothing is raised
for bad mail: what cannot be read is said in the letter's `trouble`.
"""

import email
import email.errors
import hashlib
import html
import re
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.message import Message
from email.policy import compat32
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

from pbem.seal.bundle import MEDIA_TYPE

LARGEST_LETTER: Final = 32 * 1024 * 1024
MOST_PARTS: Final = 1000


class NoMailbox(Exception):
    """A path that is nothing to verify: what was expected, what was found."""


@dataclass(slots=True)
class KeptLetter:
    """The parts of one letter that verification reads.

    `where` is how a player finds it: file and number, or file; `x_pbem` the words of its ``X-Pbem`` line (game, branch,
    record, side); `texts` its texts, those of HTML parts made plain; `frames` the plain texts of a letter of the desk
    itself, as they were set; `bundles` its attachments; `is_cut` whether it ends before its last part does.
    """

    where: str
    subject: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    x_pbem: tuple[str, ...] = ()
    texts: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    bundles: list[bytes] = field(default_factory=list)
    files: list[tuple[str, str]] = field(default_factory=list)
    """Files that the desk has passed on: name and SHA-256 in hex."""
    trouble: str = ""
    is_cut: bool = False
    received: datetime | None = None
    """The time at which the reader's own mail server took it in, as its line on top of the letter says."""


def read(paths: Sequence[Path]) -> Iterator[KeptLetter]:
    """All letters of these paths, in the sequence in which they lie there.  Raises NoMailbox."""
    for path in paths:
        if path.is_dir():
            yield from _folder(path)
        elif path.is_file():
            yield from _file(path, must=True)
        else:
            raise NoMailbox(
                f"{path}: expected a mailbox (mbox, Maildir, folder of .eml, .eml, .pbem), found nothing there"
            )


def _folder(folder: Path) -> Iterator[KeptLetter]:
    maildirs = sorted({one.parent for name in ("cur", "new") for one in folder.rglob(name) if one.is_dir()})
    if (folder / "cur").is_dir() or (folder / "new").is_dir():
        maildirs = sorted({folder, *maildirs})
    in_maildir = set()
    for maildir in maildirs:
        for name in ("new", "cur", "tmp"):
            in_maildir.add(maildir / name)
        for name in ("cur", "new"):
            if (maildir / name).is_dir():
                for one in sorted((maildir / name).iterdir()):
                    if one.is_file():
                        yield _letter(_bytes(one), str(one))
    for one in sorted(folder.rglob("*")):
        if one.is_file() and one.parent not in in_maildir:
            yield from _file(one, must=False)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_LETTER + 1)
    except OSError as fault:
        raise NoMailbox(f"{path}: cannot be read: {fault.strerror}") from None


_HEADER: Final = re.compile(rb"[!-9;-~]{1,100}:")
_DATED: Final = re.compile(rb"From [^ ].{0,300}\d\d:\d\d.{0,20}\d{4}")
_X_PBEM: Final = re.compile(rb"(?i)(?:\A|[\r\n])X-Pbem:")
_SEAL: Final = re.compile(r"pbem\s+seal\s+\d{1,9}\s+begin")
_BOM: Final = "\ufeff".encode().decode("latin-1")


def _file(path: Path, *, must: bool) -> Iterator[KeptLetter]:
    start = b""
    try:
        with path.open("rb") as file:
            start = file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    except OSError as fault:
        raise NoMailbox(f"{path}: cannot be read: {fault.strerror}") from None
    if start.startswith(b"From "):
        yield from _mbox(path)
    elif path.suffix.lower() == ".pbem" or start.startswith(b'{"'):
        yield KeptLetter(str(path), bundles=[_bytes(path)])
    elif _HEADER.match(start):
        yield _letter(_bytes(path), str(path))
    elif not must:
        return  # an index, a note: a folder of mail holds such things
    elif start.startswith((b"PK\x03\x04", b"\x1f\x8b")):
        raise NoMailbox(f"{path}: expected a mailbox, found a packed archive: unpack it first")
    elif not start:
        raise NoMailbox(f"{path}: expected a mailbox, found an empty file")
    else:
        raise NoMailbox(
            f"{path}: expected a mailbox (mbox, Maildir, folder of .eml, .eml, .pbem), found something else"
        )


def _mbox(path: Path) -> Iterator[KeptLetter]:
    """Letters begin at a line ``From `` after an empty line, or one that names a time, if a header follows.

    Not every program escapes that word, and not every program puts an empty line before it.
    """
    number, size = 0, 0
    lines: list[bytes] = []
    held: bytes | None = None
    blank = True
    try:
        with path.open(encoding="latin-1", newline="") as file:  # of a line's three ends, each is one
            for text in file:
                line = (text if number or lines or held else text.removeprefix(_BOM)).encode("latin-1")
                if held is not None:
                    if _HEADER.match(line) or line.startswith(b">From "):
                        if number:
                            yield _letter(b"".join(lines), f"{path} letter {number}")
                        number, size, lines = number + 1, 0, []
                    else:
                        lines.append(held)
                    held = None
                if line.startswith(b"From ") and (blank or _DATED.match(line)):
                    held = line
                elif size <= LARGEST_LETTER:
                    lines.append(re.sub(rb"^>(>*From )", rb"\1", line))
                    size += len(line)
                blank = not line.strip()
    except OSError as fault:
        raise NoMailbox(f"{path}: cannot be read: {fault.strerror}") from None
    if number:
        yield _letter(b"".join([*lines, held or b""]), f"{path} letter {number}")


def _letter(raw: bytes, where: str) -> KeptLetter:
    letter = KeptLetter(where)
    if len(raw) > LARGEST_LETTER:
        letter.trouble = "it is larger than 32 MB and was not read"
        return letter
    if raw.lower().count(b"content-type:") > MOST_PARTS:
        letter.trouble = f"it has more than {MOST_PARTS} parts and was not read"
        return letter
    try:
        message = email.message_from_bytes(raw, policy=compat32)
        letter.subject = _header(message, "Subject")
        letter.message_id = _header(message, "Message-ID")
        letter.in_reply_to = _header(message, "In-Reply-To")
        letter.x_pbem = tuple(_header(message, "X-Pbem").split())
        letter.received = _moment(_header(message, "Received"))
        of_the_desk = 0
        for part in message.walk():
            of_the_desk += "X-Pbem" in part
            _part(part, letter)
            letter.is_cut |= any(isinstance(one, email.errors.CloseBoundaryNotFoundDefect) for one in part.defects)
        if len(_X_PBEM.findall(raw)) > of_the_desk or _SEAL.search(str(message.epilogue or "")):
            letter.trouble = "letters of the desk stand in it that could not be taken apart"
        if letter.is_cut:
            letter.trouble = "it ends in the middle: the mailbox was cut off, or the letter was"
        elif letter.x_pbem and not letter.texts and not letter.bundles:
            letter.trouble = f"it is the desk's, and has no part that can be read ({message.get_content_type()})"
    except (
        RecursionError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        AssertionError,
        email.errors.MessageError,
    ) as fault:
        # The parser of the standard library has been seen to raise each of these on hostile mail.
        letter.trouble = f"it cannot be read as mail ({type(fault).__name__})"
    return letter


def _moment(received: str) -> datetime | None:
    """The time of a ``Received:`` line, which stands behind its last semicolon."""
    try:
        found = parsedate_to_datetime(received.rpartition(";")[2].strip())
    except (ValueError, IndexError):
        return None
    return found if found.tzinfo is not None else None


def _header(message: Message, name: str) -> str:
    return " ".join(str(message.get(name) or "").split())


def _part(part: Message, letter: KeptLetter) -> None:
    if part.is_multipart():
        return
    if letter.is_cut and any(isinstance(one, email.errors.MissingHeaderBodySeparatorDefect) for one in part.defects):
        return  # cut off among the headers of this part: what looks like its body is half a header
    kind = part.get_content_type()
    name = part.get_filename() or ""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    if letter.is_cut and any(isinstance(one, email.errors.InvalidBase64LengthDefect) for one in part.defects):
        data = b64decode("".join(str(part.get_payload()).split())[:-1])  # cut one character into a group of four
    if kind == MEDIA_TYPE or str(name).lower().endswith(".pbem"):
        letter.bundles.append(data)
    elif kind == "text/plain":
        letter.texts.append(_text(data))
        letter.frames += [_text(data).replace("\r", "")] if letter.x_pbem else []
    elif kind == "text/html":
        letter.texts.append(plain(_text(data)))
    elif name and letter.x_pbem and not letter.is_cut:
        letter.files.append((str(name), hashlib.sha256(data).hexdigest()))


def _text(data: bytes) -> str:
    # A seal is ASCII, whatever charset the letter names; a byte that is none of a text is as good as a blank.
    return data.decode("utf-8", "replace").replace("\ufffd", " ")


def plain(marked_up: str) -> str:
    """The text of HTML, good enough to find a seal block in it."""
    broken = re.sub(r"(?i)<(?:br|/?p|/?div|/?tr|/?pre|/?blockquote)\b[^<>]*>", "\n", marked_up)
    return html.unescape(re.sub(r"<[^<>]*>", "", broken))
