"""Bytes to text, whatever the letter says its charset is; text to plain lines; wrapped lines joined (RFC 3676)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_ALLOWED = re.compile(
    r"(?:utf[-_]?(?:7|8|16|32)(?:[-_]?[bl]e)?|(?:us-?)?ascii|iso[-_ ]?8859[-_]\d{1,2}(?:-[ie])?"
    r"|latin[-_]?\d{1,2}|windows[-_]?\d{3,4}|cp[-_]?\d{3,5}"
    r"|koi8[-_][rut]|gb2312|gbk|gb18030|big5(?:[-_]?hkscs)?|shift[-_]?jis|sjis|x-sjis|ms932"
    r"|euc[-_]?(?:jp|kr|cn)|iso[-_]?2022[-_](?:jp|kr)(?:-\d)?"
    r"|ks_c_5601-1987|hz(?:-gb-2312)?|tis-?620|mac-?(?:roman|cyrillic|greek|latin2|turkish)|macintosh)\Z"
)
"""Charsets that letters use.  A list of what is allowed: Python's other codecs are no charsets (rot13, zip), or slow on
purpose-made input (punycode, idna)."""

_ALIASES = {
    "iso-8859-8-i": "iso-8859-8",
    "x-sjis": "cp932",
    "ms932": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "macintosh": "mac-roman",
}
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufffe\uffff\ud800-\udfff]")
_OTHER_BREAKS = re.compile("[\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_ASCII = "".join(map(chr, range(128)))
_OF_ASCII = str.maketrans(
    dict.fromkeys(_NOT_TEXT.findall(_ASCII), "") | dict.fromkeys(_OTHER_BREAKS.findall(_ASCII), " ")
)
"""The same two for text of ASCII alone, which `str.translate` reads several times as fast."""


def decode_bytes(raw: bytes, declared: str) -> str:
    """Read as declared; if that cannot be, as UTF-8, then cp1252, then latin-1, which always can.

    Never raises.  Latin-1 and ASCII are taken for cp1252, as every mail program does.  Where a wide charset fails on a
    few bytes alone, those are replaced and the rest stands.
    """
    name = declared.strip().strip("\"'").lower()
    name = _ALIASES.get(name, name)
    if name in ("iso-8859-1", "iso8859-1", "latin1", "latin-1", "iso_8859-1"):
        name = "cp1252"
    if not _ALLOWED.match(name) or name.endswith("ascii"):
        name = "utf-8"
    name = _by_its_nuls(raw, name)
    for candidate in (name, "utf-8"):
        try:
            return raw.decode(candidate)
        except (UnicodeError, LookupError):
            decoded_text = _repaired(raw, candidate)
            if decoded_text is not None:
                return decoded_text
    try:
        return raw.decode("cp1252")
    except UnicodeError:
        return raw.decode("latin-1")


def _by_its_nuls(raw: bytes, name: str) -> str:
    """The charset that NUL bytes give away, whatever the letter says: only UTF-16 and UTF-32 have any, and they have many."""
    if raw.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    is_wide = name.startswith(("utf-16", "utf16", "utf_16", "utf-32", "utf32", "utf_32"))
    if is_wide and raw.count(0) * 20 <= len(raw):
        return "utf-8"
    if name not in ("utf-16", "utf16", "utf_16") and (is_wide or raw.count(0) * 4 < len(raw) or not raw):
        return name
    return "utf-16-le" if raw[1::2].count(0) > raw[::2].count(0) else "utf-16-be"


def _repaired(raw: bytes, name: str) -> str | None:
    """The text with its few bad places replaced; None if they are not few, so that the charset must be another."""
    if name in ("cp1252",) or not raw:
        return None
    try:
        text = raw.decode(name, "replace")
    except (UnicodeError, LookupError):
        return None
    bad = text.count("\ufffd")
    return text if bad * 50 <= sum(not character.isascii() for character in text) else None


def plain_lines(text: str) -> str:
    """One kind of line end (`\\n`), no control characters.

    Characters that other programs take for line ends become blanks, so that no quoted line can hide a second one.
    """
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_OF_ASCII) if text.isascii() else _NOT_TEXT.sub("", _OTHER_BREAKS.sub(" ", text))


# format=flowed (RFC 3676): lines that a program wrapped are joined before anything else looks at them.

NARROWEST = 64
"""No program wraps at fewer columns (RFC 3676, 4.2, asks for more)."""
VERY_NARROW = 40
"""At so few columns a line of three words or more was broken by hand."""


def join_flowed(text: str, deletes_space: bool) -> str:
    """Join soft-broken lines; quoted lines come out with their marks (`>> text`).

    `deletes_space` is the parameter DelSp=yes: the blank that marks a soft break is not part of the text.  A signature
    line `-- ` is never joined (4.3); a change of quoting depth ends a paragraph, whatever the line before it said (4.5).
    A blank that was typed at the end of a line is told from a soft break by the width: what follows would have fitted.
    """
    joined: list[str] = []
    pieces: list[str] = []
    depth = 0

    def end() -> None:
        if pieces:
            parts = [pieces] if depth or deletes_space else _parted(pieces)
            joined.extend(_marked(depth, part) for part in parts)
            pieces.clear()

    for line in text.split("\n"):
        marks = len(line) - len(line.lstrip(">"))
        words = line[marks:].removeprefix(" ")
        is_signature = words == "-- "
        if marks != depth or is_signature:
            end()
        depth = marks
        is_soft = words.endswith(" ") and not is_signature
        pieces.append(words[:-1] if is_soft and deletes_space else words)
        if not is_soft:
            end()
    end()
    return "\n".join(joined)


def _parted(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines of a paragraph, parted where the writer did who ends lines with a blank."""
    most = max(len(line.rstrip()) for line in lines)
    widths = [_with_next(line, other) for line, other in pairwise(lines)]
    are_typed = any(
        width <= most or (width < VERY_NARROW and min(len(line.split()), len(other.split())) > 2)
        for width, (line, other) in zip(widths, pairwise(lines), strict=True)
    )
    first = 0
    for n, width in enumerate(widths, 1):
        if are_typed and width <= NARROWEST:
            yield lines[first:n]
            first = n
    yield lines[first:]


def _with_next(line: str, other: str) -> int:
    """The columns that a line would have with the first word of the one below."""
    return len(line.rstrip()) + 1 + len((other.split() or [""])[0])


def _marked(depth: int, pieces: Sequence[str]) -> str:
    words = "".join(pieces)
    if depth:
        return f"{'>' * depth} {words}"
    return words if not words.startswith(">") else f" {words}"  # unstuffed: this `>` is the writer's own; see quotes
