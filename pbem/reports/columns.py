"""Lines of a table, drawn with spaces, taken apart into its cells: a letter in HTML sets them in a table that wraps."""

from collections.abc import Sequence

LEAST_ROWS = 2


def cells_of(lines: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The cells, row by row; nothing for lines that are no table.

    A column begins where every line has a space before it, and at least one has two: one space in all lines parts words.
    """
    if len(lines) < LEAST_ROWS:
        return ()
    width = max(map(len, lines))
    padded = [line.ljust(width) for line in lines]
    first = min(len(line) - len(line.lstrip()) for line in lines)
    starts = [first, *(n for n in range(first + 1, width) if _begins(padded, n))]
    rows = tuple(
        tuple(line[start:end].strip() for start, end in zip(starts, [*starts[1:], width], strict=True))
        for line in padded
    )
    is_table = len(starts) > 1 and all(all(row[:2]) for row in rows)
    return rows if is_table else ()


def _begins(lines: Sequence[str], n: int) -> bool:
    if any(line[n - 1] != " " for line in lines) or all(line[n] == " " for line in lines):
        return False
    # Wherever a line has nothing here, the rest of it is blank: else a word stands askew.
    return any(line[n - 2 : n] == "  " for line in lines) and all(
        line[n] != " " or not line[n:].strip() for line in lines
    )
