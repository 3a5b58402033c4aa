"""From raw bytes to headers and parts: never raises, whatever the bytes; what is wrong is a finding (RFC 5322, 2045-2047).

The standard library's `compat32` parser does the splitting and nothing else: the newer policies raise on real mail and
can be kept busy for 20 seconds by 32 KB.  Headers, parameters, transfer encodings and charsets are read here, by means
whose cost is linear in the bytes.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from functools import cached_property

from pbem.mail.charset import decode_bytes, join_flowed, plain_lines

# Limits on letters: bounds that hold before any parser sees a byte.


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a whole letter, and of one that brings files (10 MB of them in base64) beside a text of at most so many as a
    letter; of its headers; MIME parts; parts within parts."""

    letter: int = 1_000_000
    with_files: int = 14_500_000
    headers: int = 65_536
    parts: int = 200
    depth: int = 20


LIMITS = Limits()


# Opaque S/MIME (RFC 8551, 3.5.2): the letter inside a signature.  The signature is not judged: a letter's key is
# what counts.
#
# The content of a CMS SignedData lies in an octet string behind the object identifier of plain data, in one piece
# or, as Outlook and Apple Mail write it, in many with lengths left open.  Nothing else of the structure is needed.

_DATA = bytes.fromhex("06092a864886f70d010701")
_SIGNED = bytes.fromhex("06092a864886f70d010702")
_OCTETS = 4
_MOST_PIECES = 20_000


def signed_content(der: bytes) -> bytes:
    """The letter that was signed, b"" if there is none: what is encrypted stays so."""
    if _SIGNED not in der[:64]:
        return b""
    at = der.find(_DATA)
    if at < 0:
        return b""
    return b"".join(_pieces(der, at + len(_DATA)))


def _pieces(der: bytes, at: int) -> Iterator[bytes]:
    """The octet strings that follow, out of whatever holds them."""
    is_open = False
    for _ in range(_MOST_PIECES):
        if at + 2 > len(der):
            return
        tag = der[at]
        start, length = _length(der, at + 1)
        if start < 0:
            return
        if tag == 0xA0 or tag == 0x20 | _OCTETS:  # the wrapper, or a string in pieces: go in
            is_open = is_open or tag != 0xA0
            at = start
        elif tag == _OCTETS and length is not None:
            yield der[start : start + length]
            if not is_open:
                return
            at = start + length
        else:  # the end of open lengths, or what comes behind the content
            return


def _length(der: bytes, at: int) -> tuple[int, int | None]:
    """The start of the content, and its length, None if that is left open; -1 where the bytes make no sense."""
    first = der[at]
    if first < 0x80:
        return at + 1, first
    if first == 0x80:
        return at + 1, None
    count = first & 0x7F
    if count > 4 or at + 1 + count > len(der):
        return -1, None
    return at + 1 + count, int.from_bytes(der[at + 1 : at + 1 + count], "big")


_HEADER_NAMES = frozenset(
    """
    from to cc subject date message-id in-reply-to references received return-path reply-to sender delivered-to list-id
    mime-version content-type content-transfer-encoding auto-submitted authentication-results x-mailer
    """.split()  # noqa: SIM905 - a list of names to read
)
_BOUNDARY = re.compile(rb"boundary\s{0,9}=\s{0,9}\"?([^\"\r\n;]{1,200})", re.IGNORECASE)
_ODD_NAME = re.compile(
    rb"^(?!From )[!-9;-~]{1,40}(?:[ \t]{1,9}[!-9;-~]{1,40}){0,9}[ \t]{1,9}:|"
    rb"^(?!From )[!-9;-~]{1,40}(?:[ \t]{1,9}[!-9;-~]{1,40}){1,9}:",
    re.M,
)
_ANY_NAME = re.compile(rb"(?:From |[!-9;-~]{1,80}:)")
_NESTS = re.compile(rb"message/(?:rfc822|global|news)", re.IGNORECASE)
_HEADERS_END = re.compile(rb"\r\n\r\n|\n\n|\r\r|\n\r\n")
_PARAMETER = re.compile(r";\s*([A-Za-z-]{1,40})(?:\*0?)?\*?\s*=\s*(\"(?:[^\"\\]|\\.){0,500}\"|[^;\s\"]{0,500})")
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\s]{0,2000}|[^?]{0,400})\?=")
_BETWEEN_WORDS = re.compile(r"(\?[bBqQ]\?[^?]{0,2000}\?=) {1,9}(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_MARKS_OF_ADDRESSES = re.compile(r"[()<>@,;:\\\"\[\]]")
_OF_ADDRESSES = frozenset(("from", "sender", "reply-to", "to", "cc", "delivered-to", "x-original-to"))
_OPAQUE = ("application/pkcs7-mime", "application/x-pkcs7-mime")
_LONGEST_VALUE = 8_192
"""Characters of a header that are looked at for parameters."""
_BASE64_LINE = re.compile(rb"[^A-Za-z0-9+/]")


@dataclass(frozen=True)
class MimePart:
    """One leaf of a letter: its type (`text/plain`), parameters, whether it is an attachment, its undecoded bytes."""

    type: str
    parameters: dict[str, str]
    encoding: str
    is_attachment: bool
    name: str
    content: bytes
    within: tuple[int, ...] = ()
    """The containers around it, outermost first, as numbers in the sequence in which they begin."""
    is_alternative: bool = False
    is_enclosed: bool = False
    """True if it is part of a letter that this one carries (message/rfc822)."""
    is_shown: bool = False
    """True if it stands within the text, as a picture of a letter that is quoted does."""

    def decoded(self) -> bytes:
        """The bytes as they were before the transfer encoding; what is damaged is left out, not refused."""
        match self.encoding:
            case "base64":
                return _from_base64(self.content)
            case "quoted-printable":
                return binascii.a2b_qp(self.content)
            case "x-uuencode" | "uuencode" | "x-uue" | "uue":
                return _from_uu(self.content)
            case _:
                return self.content

    def text(self) -> str:
        """The part as text with `\\n` line ends: charset as declared, else UTF-8, cp1252, latin-1; flowed lines joined."""
        return self._text

    @cached_property
    def _text(self) -> str:
        text = plain_lines(decode_bytes(self.decoded(), self.parameters.get("charset", "")))
        if self.type == "text/plain" and self.parameters.get("format", "").lower() == "flowed":
            text = join_flowed(text, deletes_space=self.parameters.get("delsp", "").lower() == "yes")
        return text


@dataclass(frozen=True, slots=True)
class Mail:
    """A letter taken apart: headers in their sequence (name in lower case, value decoded), leaves, findings.

    A finding is a sentence on what is wrong with the letter; where it keeps the parts from being read, `parts` is empty
    and `is_readable` False.
    """

    headers: tuple[tuple[str, str], ...]
    parts: tuple[MimePart, ...] = ()
    findings: tuple[str, ...] = ()
    is_readable: bool = True
    types: tuple[str, ...] = field(default=(), repr=False)
    """The types of all parts, containers too."""
    is_cut: bool = False
    """True if it was too long, and only what begins in the first so many bytes was read."""

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a header, decoded and unfolded, in their sequence."""
        return tuple(value for header, value in self.headers if header == name)

    def first(self, name: str) -> str:
        """The topmost value of a header, or ""."""
        return next((value for header, value in self.headers if header == name), "")


def take_apart(raw: bytes, limits: Limits = LIMITS) -> Mail:
    """Split a letter into headers and leaves.

    Over a limit the headers alone are read and the finding says which limit.  Of a letter that is too long what is whole in
    its beginning is read, where that has a text: pictures make it long, and they come behind.  Bytes without any known
    header are one part of plain text.
    """
    raw = _with_plain_names(raw, limits)
    end = _HEADERS_END.search(raw, 0, limits.headers + 4)
    head = raw[: end.end()] if end else raw[: limits.headers]
    headers = _headers(BytesHeaderParser(policy=compat32).parsebytes(head))
    if not any(name in _HEADER_NAMES for name, _ in headers):
        return _bare_text(raw, limits)
    is_cut = len(raw) > limits.letter
    whole = raw
    if (
        is_cut
        and len(raw) <= max(limits.with_files, limits.letter)
        and (found := _with_files(raw, headers, limits)) is not None
    ):
        return found
    raw = raw[: limits.letter]
    if complaint := _over(raw, limits, headers_end=end is not None):
        return Mail(headers, findings=(complaint,), is_readable=False)
    try:
        message = BytesParser(policy=compat32).parsebytes(raw)
        parts, types, findings = _leaves(message, limits)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, OverflowError, AssertionError) as fault:
        # The parser's own faults on damaged structure (UnicodeError is a ValueError): the letter is at fault, not we.
        return Mail(headers, findings=(f"The parts cannot be told apart ({type(fault).__name__}).",), is_readable=False)
    if not is_cut:
        return Mail(headers, parts, findings, types=types)
    parts = parts[:-1]  # the last one is not whole
    has_text = any(part.type in ("text/plain", "text/html") and not part.is_attachment for part in parts)
    finding = _too_big(whole, limits)
    return Mail(headers, parts if has_text else (), (*findings, finding), has_text, types, is_cut=True)


def _with_files(raw: bytes, headers: tuple[tuple[str, str], ...], limits: Limits) -> Mail | None:
    """A letter that its files alone make long; None for any other."""
    if _over(raw, replace(limits, letter=limits.with_files), headers_end=True):
        return None
    try:
        message = BytesParser(policy=compat32).parsebytes(raw)
        parts, types, findings = _leaves(message, limits)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, OverflowError, AssertionError):
        return None
    texts = [part for part in parts if part.type.startswith("text/") and not part.is_attachment]
    rest = len(raw) - sum(len(part.content) for part in parts if part not in texts)
    has_text = any(part.type in ("text/plain", "text/html") for part in texts)
    return Mail(headers, parts, findings, types=types) if has_text and rest <= limits.letter else None


def _with_plain_names(raw: bytes, limits: Limits) -> bytes:
    """A letter without blanks in the names of its headers: at such a line the parser takes the headers to be over."""
    end = _HEADERS_END.search(raw, 0, limits.headers + 4)
    head = raw[: end.start()] if end else b""
    if not _ODD_NAME.search(head) or not _ANY_NAME.match(head):
        return raw
    return _ODD_NAME.sub(lambda one: b"-".join(one[0].rstrip(b": \t").split()) + b":", head) + raw[len(head) :]


def _bare_text(raw: bytes, limits: Limits) -> Mail:
    if len(raw) > limits.letter:
        return Mail((), findings=(_too_big(raw, limits),), is_readable=False)
    kind = (
        "text/html"
        if re.match(rb"\s{0,200}<(?:!doctype html|html|head|body|div)\b", raw, re.IGNORECASE)
        else "text/plain"
    )
    findings = ("There are no headers.",) if raw.strip() else ("The letter is empty.",)
    return Mail((), (MimePart(kind, {}, "8bit", False, "", raw),), findings, types=(kind,))


def _too_big(raw: bytes, limits: Limits) -> str:
    return f"The letter has {len(raw):,} bytes; at most {limits.letter:,} are read."


def _over(raw: bytes, limits: Limits, headers_end: bool) -> str:
    """The limit that the bytes break, counted without parsing; "" if none."""
    if len(raw) > limits.letter:
        return _too_big(raw, limits)
    if not headers_end and len(raw) > limits.headers:
        return f"The headers have more than {limits.headers:,} bytes."
    boundaries = _BOUNDARY.findall(raw)
    # Each container needs a boundary or a message type of its own; letters that quote others need a few more.
    if len(boundaries) + len(_NESTS.findall(raw)) > 4 * limits.depth:
        return f"The letter has parts within parts, more than {limits.depth} deep."
    delimiters = sum(raw.count(b"\n--" + boundary.strip()) for boundary in set(boundaries))
    if delimiters > 2 * limits.parts:
        return f"The letter has more than {limits.parts} parts."
    return ""


def _headers(message: "Message[str, str]") -> tuple[tuple[str, str], ...]:
    named = ((name.lower().strip(), str(value)) for name, value in message.raw_items())
    return tuple((name, decode_header(value, is_of_addresses=name in _OF_ADDRESSES)) for name, value in named)


def decode_header(value: str, *, is_of_addresses: bool = False) -> str:
    """A header's value in one line: unfolded, RFC 2047 words decoded, raw bytes (as surrogates) read as UTF-8 or cp1252.

    In a header of addresses encoded words are names and no more (RFC 2047, 5): brackets, quotation marks and addresses in
    them would make a letter another one's than mail servers take it for.  Where nothing else holds an address, some program
    has encoded the whole of it.
    """
    text = " ".join(value.split())
    if not (text.isascii() and text.isprintable()):
        text = " ".join(decode_bytes(value.encode("utf-8", "surrogateescape"), "utf-8").split())
    if "=?" not in text:
        return plain_lines(text)
    text = _BETWEEN_WORDS.sub(r"\1", text)  # blanks between two encoded words are not part of the text (6.2)
    is_name = is_of_addresses and "@" in _ENCODED_WORD.sub("", text)
    return " ".join(plain_lines(_ENCODED_WORD.sub(_encoded_name if is_name else _encoded_word, text)).split())


def _encoded_name(match: re.Match[str]) -> str:
    return _MARKS_OF_ADDRESSES.sub(" ", _encoded_word(match))


def _encoded_word(match: re.Match[str]) -> str:
    charset, encoding, words = match[1].partition("*")[0], match[2].lower(), match[3].encode("utf-8", "replace")
    content = _from_base64(words) if encoding == "b" else binascii.a2b_qp(words, header=True)
    return decode_bytes(content, charset)


def _leaves(
    message: "Message[str, str]", limits: Limits
) -> tuple[tuple[MimePart, ...], tuple[str, ...], tuple[str, ...]]:
    parts: list[MimePart] = []
    types: list[str] = []
    findings: list[str] = []
    containers = 0
    waiting: list[tuple[Message[str, str], tuple[int, ...], bool, bool]] = [(message, (), False, False)]
    while waiting:
        piece, within, is_alternative, is_enclosed = waiting.pop()
        part = _part(piece, within, is_alternative, is_enclosed)
        types.append(part.type)
        if len(types) > limits.parts:
            findings.append(f"There are more than {limits.parts} parts: the rest is not read.")
            break
        # Not get_payload() of a part that has none within: it decodes by whatever name the charset was given.
        inner = piece.get_payload() if piece.is_multipart() else None
        if part.type in _OPAQUE and (content := signed_content(part.decoded())) and len(within) < limits.depth:
            containers += 1
            signed = BytesParser(policy=compat32).parsebytes(content)
            waiting.append((signed, (*within, containers), is_alternative, is_enclosed))
            continue
        if not isinstance(inner, list):
            parts.append(part)
            continue
        containers += 1
        if len(within) >= limits.depth:
            findings.append(f"There are parts more than {limits.depth} deep: they are not read.")
            continue
        around = (*within, containers)
        is_letter = part.type.startswith("message/")
        for child in reversed([one for one in inner if isinstance(one, Message)]):
            waiting.append((child, around, part.type == "multipart/alternative", is_enclosed or is_letter))
    return tuple(parts), tuple(types), tuple(findings)


def _part(piece: "Message[str, str]", within: tuple[int, ...], is_alternative: bool, is_enclosed: bool) -> MimePart:
    headers = dict(reversed(_headers(piece)))  # of two alike the first counts
    kind, parameters = parse_parameters(headers.get("content-type", ""))
    is_leaf = not piece.is_multipart()
    if "/" not in kind or (kind.startswith("multipart/") and is_leaf):
        kind = "text/plain"  # damaged: no type, or a boundary that never comes; better read than lost
    disposition, extra = parse_parameters(headers.get("content-disposition", ""))
    filename = extra.get("filename", "")
    return MimePart(
        type=kind,
        parameters=parameters,
        encoding=headers.get("content-transfer-encoding", "").partition(";")[0].strip().lower(),
        is_attachment=disposition == "attachment" or (bool(filename) and kind != "text/html"),
        name=filename or parameters.get("name", ""),
        content=_content(piece) if is_leaf else b"",
        within=within,
        is_alternative=is_alternative,
        is_enclosed=is_enclosed,
        is_shown=kind.startswith("image/") and (disposition == "inline" or "content-id" in headers),
    )


def _content(piece: "Message[str, str]") -> bytes:
    """The undecoded bytes: without its encoding header a part is handed out as it is; else 8-bit text would be guessed at."""
    del piece["content-transfer-encoding"]
    content = piece.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def parse_parameters(value: str) -> tuple[str, dict[str, str]]:
    """`text/plain; charset="utf-8"` -> `("text/plain", {"charset": "utf-8"})`: lower case, the first of two alike counts."""
    value = value[:_LONGEST_VALUE]
    kind = value.partition(";")[0].strip().lower()
    parameters: dict[str, str] = {}
    for match in _PARAMETER.finditer(value):
        parameters.setdefault(match[1].lower(), match[2].strip('"').strip())
    return "".join(kind.split()), parameters


def _from_base64(content: bytes) -> bytes:
    """Lenient: what is no base64 is skipped, padding in the middle ends a run, a missing end is made up."""
    runs = (_BASE64_LINE.sub(b"", run) for run in content.split(b"="))
    return b"".join(binascii.a2b_base64(_whole(run)) for run in runs if len(run) > 1)


def _whole(run: bytes) -> bytes:
    run = run[: len(run) - (len(run) % 4 == 1)]
    return run + b"=" * (-len(run) % 4)


def _from_uu(content: bytes) -> bytes:
    lines: list[bytes] = []
    for line in content.splitlines():
        if line.startswith((b"begin ", b"end", b"`")) or not line:
            continue
        try:
            lines.append(binascii.a2b_uu(line[:62]))
        except binascii.Error:
            continue
    return b"".join(lines)
