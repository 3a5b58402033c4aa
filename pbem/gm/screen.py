"""Draw the GM's screens: lines of plain ASCII with a style each, cut at the right edge."""

import os
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core.sanitize import terminal
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


def draw_at(lines: Callable[[int], Sequence[Line]], stream: Any) -> None:
    """Print lines that are made for a width, such as that of `stream` if it is a terminal.

    A file or a pipe gets the same characters as from `draw`, without rich, whose import takes five times as long as Python
    takes to start.
    """
    if is_plain(stream):
        width = width_of_screen()
        terminal(stream).write("".join(f"{cut(plain(line.text), width)}\n" for line in lines(width)))
        return
    from rich.console import Console

    console = Console(file=terminal(stream))
    draw(lines(console.width), console)


def is_plain(stream: Any) -> bool:
    """Whether rich would write without colours here: no terminal, and nothing in the environment makes it one."""
    return not (stream.isatty() or RICH_LISTENS_TO & os.environ.keys())


RICH_LISTENS_TO = {"FORCE_COLOR", "TTY_COMPATIBLE", "JUPYTER_COLUMNS", "DATABRICKS_RUNTIME_VERSION"}
"""What makes rich write to something else than a terminal as if it were one."""


def width_of_screen() -> int:
    """The width that rich would take: what COLUMNS says, else that of the terminal we are called from, else 80."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns):
        return int(columns)
    for stream in (0, 1, 2):
        try:
            return os.get_terminal_size(stream).columns or WIDTH
        except OSError:  # no terminal
            continue
    return WIDTH


WIDTH = 80


def draw(lines: Sequence[Line], console: "Console") -> None:
    """Print the lines; a console without colour shows the same characters."""
    from rich.text import Text  # rich is for the terminal alone: the daemon writes digests of the same lines

    for style, alike in groupby(
        lines, key=lambda line: line.style
    ):  # rich takes as long for one print as for many lines
        text = "\n".join(cut(plain(line.text), console.width) for line in alike)
        console.print(Text(text, style=style), overflow="crop", no_wrap=True, crop=True)
