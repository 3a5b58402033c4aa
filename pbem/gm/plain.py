"""Make text safe for any terminal: no control characters, and ASCII for what a console cannot show."""

import textwrap
from collections.abc import Iterable

from pbem.core.sanitize import visible_line
from pbem.reports.width import WIDTH
from pbem.reports.wrap import ascii_text


def ascii_lines(lines: Iterable[str]) -> list[str]:
    """The lines in plain ASCII, without control characters."""
    return [plain(part) for line in lines for part in line.split("\n")]


def wrapped(text: str, width: int = WIDTH) -> list[str]:
    """Wrap text to the width of a screen or letter.

    What is there to be copied stays whole: paths, and commands on lines of their own, which are set in.
    """
    lines: list[str] = []
    for line in map(plain, text.split("\n")):
        if len(line) <= width or line.startswith(" "):
            lines.append(line)
        else:
            lines += textwrap.wrap(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return lines


def plain(text: str) -> str:
    """One line as plain ASCII, without control characters."""
    if text.isascii() and text.isprintable():
        return text.rstrip()
    return ascii_text(visible_line(text.replace("\t", " "))).rstrip()
