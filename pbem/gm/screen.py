"""Draw the GM's screens: lines of plain ASCII with a style each, cut at the right edge."""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from pbem.core.sanitize import visible_line
from pbem.desk.gm.incidents.incident import IncidentPreview, line_of
from pbem.reports.wrap import WIDTH, ascii_text, wrap

if TYPE_CHECKING:
    from rich.console import Console


# Make text safe for any terminal: no control characters, and ASCII for what a console cannot show.


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


BOLD, ALARM, WARN, DIM = "bold", "bold red", "yellow", "dim"


class ScreenLine(NamedTuple):
    """A line and its style ("" for none)."""

    text: str
    style: str = ""


def rule(width: int) -> ScreenLine:
    """A horizontal rule."""
    return ScreenLine("-" * width, DIM)


def heads(left: str, right: str, width: int) -> ScreenLine:
    """The head of a screen: its name to the left, figures to the right."""
    gap = max(width - len(left) - len(right), 3)
    return ScreenLine(f"{left}{' ' * gap}{right}".rstrip(), BOLD)


def table(rows: Sequence[Sequence[str]], width: int, gap: str = "  ") -> list[str]:
    """Rows in columns as wide as they need; the last column takes what is left, and is cut."""
    if not rows:
        return []
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        ahead = gap.join(f"{cell:<{wide}}" for cell, wide in zip(row[:-1], widths, strict=True))
        lines.append(cut(f"{ahead}{gap}{row[-1]}".rstrip(), width))
    return lines


def cut(text: str, width: int) -> str:
    """The text, cut at the edge with dots."""
    return text if len(text) <= width else text[: max(width - 3, 0)] + "..."


def draw(lines: Sequence[ScreenLine], console: "Console") -> None:
    """Print the lines; a console without colour shows the same characters."""
    from rich.text import Text  # rich is for the terminal alone: the daemon writes digests of the same lines

    for style, alike in groupby(
        lines, key=lambda line: line.style
    ):  # rich takes as long for one print as for many lines
        text = "\n".join(cut(plain(line.text), console.width) for line in alike)
        console.print(Text(text, style=style), overflow="crop", no_wrap=True, crop=True)


# Show an incident to the GM before it is confirmed.


def effect_lines(shown: IncidentPreview, *, typed: bool = False) -> list[str]:
    """The effect, who is told, and how to take it back; `typed` formats that as a terminal command."""
    effect = shown.effect
    lines = _row("does", effect.lines)
    if effect.pages:
        lines += ["", *(f"    {one}" for one in effect.pages), ""]
    lines += _row("told", (effect.notified,))
    if effect.signed:
        lines += _row("signs", ("the GM's key; it becomes part of the chain, and every header counts it",))
    if effect.inverse is not None:
        back = line_of(effect.inverse)
        lines += [f"  undone by  {'pbem gm ' if typed else ''}{back}"]
    elif effect.final:
        lines += _row("final", (effect.final,))
    head = f"{shown.line}   (as of {shown.mark})"
    return [*wrap(head, WIDTH, first="", rest="  "), *lines]


def _row(label: str, lines: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for one in lines:
        first = f"  {label:<9}  " if not found else " " * 13
        found += wrap(one, WIDTH, first=first, rest=" " * 13)
    return found
