"""format=flowed (RFC 3676): lines that a program wrapped are joined before anything else looks at them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

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
