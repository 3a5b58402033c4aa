"""Words for lists and counts, and the sentences and rows of chart pages."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import heading, wrap


def joined(names: Sequence[str], last: str = "and") -> str:
    """``A, B and C``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """``1 fire``, ``2 fires``, ``2 rallies``, ``2 days``."""
    is_changed = noun.endswith("y") and noun[-2:-1] not in "aeou"
    several = plural or (f"{noun[:-1]}ies" if is_changed else f"{noun}s")
    return f"{count} {noun if count == 1 else several}"


def fitted(words: Sequence[str], room: int) -> str:
    """``A, B, C``, or as many as go into `room` characters and ``and 2 more``; "" for a single one that does not."""
    for n in range(len(words), 0, -1):
        rest = f" and {len(words) - n} more" if n < len(words) else ""
        if len(", ".join(words[:n]) + rest) <= room:
            return ", ".join(words[:n]) + rest
    return f"{len(words)} of them" if len(words) > 1 else ""


# Building blocks of all games' chart pages: sentences and rows in columns.

Lines = list[str]
"""The lines of a page."""


def prose(*sentences: str) -> Lines:
    """Sentences, each beginning a line."""
    return [line for one in sentences for line in wrap(one, WIDTH, first="  ", rest="  ")]


def list_of(titles: Mapping[str, str], leaders: str = "") -> Lines:
    """The list of a game's pages, each with what stands on it; `leaders` says so of the page of its leaders, "" without one."""
    wide = max(map(len, titles)) + 2
    lines = [heading("HELP CHARTS"), "", *prose(translate("A page for each chart.  Write its line in a mail:")), ""]
    lines += [f"  | help {name:<{wide}}{translate(what.partition(' (')[0])}" for name, what in titles.items()]
    return [*lines, f"  | help {'leaders':<{wide}}{leaders}"] if leaders else lines


def rows_in_columns(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> Lines:
    """Rows in columns of these widths; what is behind the last column is wrapped."""
    lines: Lines = []
    for row in rows:
        head = "  " + "".join(f"{one:<{wide}}" for one, wide in zip(row, widths, strict=False))
        lines += wrap(row[-1], WIDTH, first=head, rest=" " * len(head)) if len(row) > len(widths) else [head]
    return lines


def span(least: int | None, above: int | None) -> str:
    """``+8 and more``, ``-4 to 0``, ``below -10``: from `least` to below `above`; None where there is no such end."""
    if above is None:
        return translate("{least} and more", least=_signed(least or 0))
    if least is None:
        return translate("below {n}", n=_signed(above))
    if least == above - 1:
        return _signed(least)
    return translate("{first} to {last}", first=_signed(least), last=_signed(above - 1))


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
