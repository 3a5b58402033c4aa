"""Text for any terminal: what strangers wrote moves no cursor, and what a console cannot show is written in ASCII."""

from collections.abc import Iterable

from pbem.core.visible import visible_line
from pbem.reports.wrap import ascii_text


def ascii_lines(lines: Iterable[str]) -> list[str]:
    """The lines in plain ASCII, without control characters."""
    return [plain(part) for line in lines for part in line.split("\n")]


def plain(text: str) -> str:
    """One line in plain ASCII: nothing in it moves a cursor or needs another encoding."""
    return ascii_text(visible_line(text.replace("\t", " "))).rstrip()
