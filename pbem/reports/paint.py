"""The lines of a letter in colour: the same characters as in the text, cut into pieces with a style each.

What a piece is shows from its characters and from the part of the letter in which it stands; nothing is said by colour
alone.  A style sets colour and background together, or dark mode would make one of them vanish.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from pbem.reports.letter_style import translate
from pbem.reports.maps.hex_position import Ground, GroundStyle
from pbem.reports.report import WIDTH

PAPER = "#fffdf6"
US, THEM = "color:#fff;background-color:#1f4e9c", "color:#fff;background-color:#a03020"
FACES = {"[": US, "<": THEM}
COUNTERS = frozenset(FACES.values())


def _ink(colour: str, *, bold: bool = False) -> str:
    return f"color:{colour};background-color:{PAPER}" + (";font-weight:bold" if bold else "")


HEADING = "color:#fffdf6;background-color:#4a3b22"
STRONG = _ink("#222", bold=True)
FAINT = _ink("#6b675c")
OUTLINE = _ink("#8c8c8c")
NAME = _ink("#5a2f0c", bold=True)
LEVEL = _ink("#8a5a12")
ZOC = _ink("#c01818", bold=True)
ORDER = _ink("#1c5c2e", bold=True)
LOOKS = {
    "water": _ink("#0b6fc2", bold=True),
    "ford": _ink("#0b6fc2", bold=True),
    "creek": _ink("#0b6fc2"),
    "dry": _ink("#8a6d1a"),
    "cliff": _ink("#000", bold=True),
    "ridge": _ink("#6b4f2a", bold=True),
    "woods": _ink("#1b7a2f", bold=True),
    "rocks": _ink("#6b4f2a", bold=True),
    "marsh": _ink("#1f7280", bold=True),
    "coulee": _ink("#8f6526", bold=True),
}
"""The style of each kind of ground and hexside."""
SIDES = {"us": US, "them": THEM}
"""The style of signs that stand for units by themselves, without brackets."""

TIERS: tuple[frozenset[str], ...] = (
    frozenset(),
    frozenset({OUTLINE}),
    frozenset({OUTLINE, LEVEL, FAINT}),
    frozenset({OUTLINE, LEVEL, FAINT, *LOOKS.values()}),
    frozenset({OUTLINE, LEVEL, FAINT, *LOOKS.values(), US, THEM, ZOC, NAME}),
)
"""Styles to go without, step by step, where a letter would be too large."""

Piece = tuple[str, str]
"""Characters, and their style ("" for none)."""

_COUNTER = r"\[[^\[\]]{1,5}\]|<[^<>]{1,5}>"
_WORDS = r"[A-Za-z][a-z'.]+(?: [A-Za-z][a-z'.]+)*"
PANEL = re.compile(
    rf"(?P<counter>{_COUNTER})|(?P<zoc>!(?: !)*)|(?P<name>{_WORDS})|(?P<hex>\d{{4,5}})|(?P<level>\d)"
    r"|(?P<side>[/\\_]+)|(?P<look>\S)"
)
OVERVIEW = re.compile(
    rf"(?P<counter>{_COUNTER})|(?P<number>^\d\d|\d\d)|(?P<level>[\d.@]+(?: +[\d.@]+(?!\d))*)|(?P<look>\S)"
)
KEY = re.compile(rf"(?P<counter>{_COUNTER})|(?P<name>^[A-Za-z]+(?: KEY)?)|(?P<zoc>!(?: !)+|(?<=\d)!)")


def pieces(kind: str, line: str, ground: Ground | None) -> Iterator[Piece]:
    """The pieces of a line in a part of this kind (see `text.LetterPart`)."""
    if ground is None:
        return _plain(line)
    looks: Mapping[str, GroundStyle] = ground.looks
    match kind:
        case "overview":
            return _found(OVERVIEW, line, looks)
        case "panel":
            return _found(PANEL, line, looks)
        case "key":
            return _found(KEY, line, looks)
        case _:
            return _plain(line)


def _found(pattern: re.Pattern[str], line: str, looks: Mapping[str, GroundStyle]) -> Iterator[Piece]:
    end = 0
    for match in pattern.finditer(line):
        start, after = match.span()
        if start > end:
            yield line[end:start], ""
        words = line[start:after]
        what = match.lastgroup
        yield words, STYLES[what] if what in STYLES else _style(what, words, looks)
        end = after
    if end < len(line):
        yield line[end:], ""


def _style(what: str | None, text: str, looks: Mapping[str, GroundStyle]) -> str:
    """The style of a counter, or of a character by what it looks like."""
    if what == "counter":
        return FACES[text[0]]
    look = looks.get(text)
    return SIDES.get(look.kind) or LOOKS[look.kind] if look is not None else ""


STYLES = {
    "zoc": ZOC,
    "name": NAME,
    "hex": FAINT,
    "number": FAINT,
    "level": LEVEL,
    "side": OUTLINE,
}

_HEADING = re.compile(r"[A-Z][^-]*?.* -{3,}")
_FIELDS = ("Deadline", "Until", "Send orders for", "Must act", "If you are silent")
_ENTRY = re.compile(r"[A-Z]\d+ ")


def _plain(line: str) -> Iterator[Piece]:
    """A line of prose: headings, lines to copy, deadlines and the numbers of log entries stand out."""
    if len(line) == WIDTH and _HEADING.fullmatch(line):
        yield line, HEADING
    elif line.lstrip().startswith("| "):
        yield line, ORDER
    elif line.startswith(tuple(f"  {translate(label)} " for label in _FIELDS)):
        yield line, STRONG
    elif entry := _ENTRY.match(line):
        yield entry[0], STRONG
        yield line[entry.end() :], ""
    else:
        yield line, ""


def merged(found: Iterable[Piece], without: frozenset[str]) -> Iterator[Piece]:
    """Neighbours of one style as one piece; blanks between two pieces of one style belong to both, counters apart."""
    text, style = "", ""
    gap = ""
    for words, one in found:
        if one in without:
            one = ""
        if not one and words.isspace():
            gap += words
            continue
        if one == style and (not gap or style not in COUNTERS):
            text += gap + words
        else:
            if text:
                yield text, style
            if gap:
                yield gap, ""
            text, style = words, one
        gap = ""
    if text:
        yield text, style
    if gap:
        yield gap, ""


def line_in_html(found: Iterable[Piece], without: frozenset[str] = frozenset()) -> str:
    """A line as HTML: a span for each styled piece."""
    return spans(escaped(found), without)


def escaped(found: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces as HTML has their characters."""
    return tuple([(escape(words, quote=False), style) for words, style in found])


def spans(found: Iterable[Piece], without: frozenset[str]) -> str:
    """A span for each styled piece of a line, which is escaped."""
    return "".join(
        [f'<span style="{style}">{words}</span>' if style else words for words, style in merged(found, without)]
    )
