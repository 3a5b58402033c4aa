"""Text for any terminal: what strangers wrote moves no cursor, and what a console cannot show is written in ASCII."""

import textwrap
from collections.abc import Iterable

from pbem.core.visible import visible_line
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text


def ascii_lines(lines: Iterable[str]) -> list[str]:
    """The lines in plain ASCII, without control characters."""
    return [plain(part) for line in lines for part in line.split("\n")]


def wrapped(text: str, width: int = WIDTH) -> list[str]:
    """What is said to somebody, in lines no wider than a screen or a letter.

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
    """One line in plain ASCII: nothing in it moves a cursor or needs another encoding."""
    return ascii_text(visible_line(text.replace("\t", " "))).rstrip()
