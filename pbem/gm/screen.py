"""Draw the GM's screens: lines of plain ASCII with a style each, cut at the right edge."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from pbem.gm.plain import plain

if TYPE_CHECKING:
    from rich.console import Console

BOLD, ALARM, WARN, DIM = "bold", "bold red", "yellow", "dim"


class Line(NamedTuple):
    """A line and its style ("" for none)."""

    text: str
    style: str = ""


def rule(width: int) -> Line:
    """A horizontal rule."""
    return Line("-" * width, DIM)


def heads(left: str, right: str, width: int) -> Line:
    """The head of a screen: its name to the left, figures to the right."""
    gap = max(width - len(left) - len(right), 3)
    return Line(f"{left}{' ' * gap}{right}".rstrip(), BOLD)


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


def draw(lines: Sequence[Line], console: "Console") -> None:
    """Print the lines; a console without colour shows the same characters."""
    from rich.text import Text  # rich is for the terminal alone: the daemon writes digests of the same lines

    for style, alike in groupby(
        lines, key=lambda line: line.style
    ):  # rich takes as long for one print as for many lines
        text = "\n".join(cut(plain(line.text), console.width) for line in alike)
        console.print(Text(text, style=style), overflow="crop", no_wrap=True, crop=True)
