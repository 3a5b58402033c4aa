"""Outside text made safe to show: the one place where control and bidirectional characters become harmless; and numbers in it.

Names, letters, file names and servers' replies are written by strangers.  In a terminal an escape sequence moves the cursor,
retitles the window or hides what stands before it, and a bidirectional override makes a line read otherwise than it is.
Here such a character becomes what a programmer would write for it: ``\\x1b``, ``\\u202e``.

The command line wraps its two output streams (`guard`), so no command can forget it; logs, the HTML parts of letters and
pages call `visible` themselves.  It stands in the core since everything may show text.
"""

import re
from typing import Any, TextIO


class _Shown(dict[int, str]):
    """For `str.translate`: what is shown for each character that is not printable."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character.isprintable():
            shown = character
        elif character.isspace() and code > 0x9F and code not in (0x2028, 0x2029):
            shown = " "  # a no-break or a wide blank
        else:
            shown = character.encode("ascii", "backslashreplace").decode() if code > 0x7F else f"\\x{code:02x}"
        self[code] = shown
        return shown


_LINE = _Shown()
_TEXT = _Shown({ord("\n"): "\n", ord("\t"): "\t"})


def visible(text: str) -> str:
    """Text of several lines: its line ends and tabs stay, whatever else moves a cursor or turns a line round is spelt out.

    >>> visible("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return text if text.isascii() and text.isprintable() else text.translate(_TEXT)


def visible_line(text: str) -> str:
    """One line: a line end in it is spelt out too, so that it cannot pass for a second line (of a log, of a table).

    >>> visible_line("ok\\nERROR all is lost")
    'ok\\\\x0aERROR all is lost'
    """
    return text if text.isascii() and text.isprintable() else text.translate(_LINE)


class GuardedStream:
    """A text stream through which nothing passes but `visible` text; everything else about it is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.unguarded = stream

    def write(self, text: str) -> int:
        """Write text, made visible; what the encoding of the stream lacks is spelt out too."""
        shown = visible(text)
        encoding = getattr(self.unguarded, "encoding", None)
        if encoding and not shown.isascii():
            shown = shown.encode(encoding, "backslashreplace").decode(encoding)
        self.unguarded.write(shown)
        return len(text)

    def writelines(self, lines: Any) -> None:
        """As `write`, for each."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)


def guard(stream: Any) -> Any:
    """The stream, guarded once; None (no stream at all) stays None."""
    return stream if stream is None or isinstance(stream, GuardedStream) else GuardedStream(stream)


def terminal(stream: Any) -> Any:
    """The stream below the guard: for a screen that is drawn with colours, whose text was made visible beforehand."""
    return stream.unguarded if isinstance(stream, GuardedStream) else stream


# Whole numbers as people write them.

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def whole_number(text: str) -> int | None:
    """The number that a text is, perhaps with a sign; None for any other text.

    So is one of more than nine digits, which nothing of ours counts to and no database holds; and ``²``, which Python calls a
    digit and takes for no number.

    >>> whole_number("-3"), whole_number("two"), whole_number("9" * 30)
    (-3, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def is_number(text: str) -> bool:
    """True if a text is a whole number without a sign, such as a letter has."""
    return text[:1] not in ("+", "-") and whole_number(text) is not None
