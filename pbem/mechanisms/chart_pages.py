"""What the chart pages of all games are made of: sentences and rows in columns."""

from collections.abc import Iterable, Sequence

from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap

Lines = list[str]


def prose(*sentences: str) -> Lines:
    """Sentences, each beginning a line."""
    return [line for one in sentences for line in wrap(one, WIDTH, first="  ", rest="  ")]


def rows_in_columns(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> Lines:
    """Rows in columns of these widths; what is behind the last column is wrapped."""
    lines: Lines = []
    for row in rows:
        head = "  " + "".join(f"{one:<{wide}}" for one, wide in zip(row, widths, strict=False))
        lines += wrap(row[-1], WIDTH, first=head, rest=" " * len(head)) if len(row) > len(widths) else [head]
    return lines
