"""The geometry of hexes on paper: every second column stands half a hex lower.

`stagger` is 1 where those are the odd columns, 0 where they are the even ones.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

MOST_ROUND = 1 << 10
"""Hexes of which it is kept what lies round them."""
UPPER = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)}
LOWER = {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


@cache
def hex_id(column: int, row: int) -> str:
    """``CCRR``."""
    return f"{column:02}{row:02}"


@cache
def place(hex_id: str) -> tuple[int, int]:
    """Column and row of ``CCRR``; of a sheet with more than a hundred columns ``CCCRR``."""
    return int(hex_id[:-2]), int(hex_id[-2:])


@cache
def beside(hex_id_: str, side: str, stagger: int = 1) -> str:
    """The hex across a side (``N NE SE S SW NW``); it may lie off the map, and then it is no hex that anything stands in."""
    column, row = place(hex_id_)
    dc, dr = (LOWER if column % 2 == stagger else UPPER)[side]
    return hex_id(column + dc, row + dr)


def pair(a: str, b: str) -> tuple[str, str]:
    """A hexside by its two hexes, in ascending sequence."""
    return (a, b) if a < b else (b, a)


def distance(a: str, b: str, stagger: int = 1) -> int:
    """Hexes from one to the other (docs/map-format.md, 1)."""
    (ca, ra), (cb, rb) = place(a), place(b)
    dc = cb - ca
    dz = (rb - (cb + 1 - stagger) // 2) - (ra - (ca + 1 - stagger) // 2)
    return max(abs(dc), abs(dz), abs(dc + dz))


@lru_cache(maxsize=MOST_ROUND)
def within(at: str, radius: int, stagger: int = 1) -> frozenset[str]:
    """The hexes at most so far from one, itself too; some may lie off the map, which no hex there can be taken for."""
    column, row = place(at)
    level = row - (column + 1 - stagger) // 2
    found = []
    for across in range(max(-radius, -column), radius + 1):
        # Of a column those whose `distance` is no more: what runs down and what runs askew are both bounded.
        here = level + (column + across + 1 - stagger) // 2
        rows = range(here + max(-radius, -radius - across), here + min(radius, radius - across) + 1)
        found += [hex_id(column + across, r) for r in rows if r >= 0]
    return frozenset(found)


LINE_END = b"\n"


class Canvas:
    """Lines of one width, each with its end, one behind the other: a place is `width` times its line, and its column.

    A character is a byte of `data`.  What is not plain ASCII (in a place's name) is kept aside until the lines are read.
    """

    __slots__ = ("_odd", "data", "width")

    def __init__(self, lines: Sequence[str], width: int) -> None:
        self.width = width + len(LINE_END)
        self.data = bytearray(LINE_END.join([b" " * width] * len(lines)) + LINE_END)
        self._odd: dict[int, str] = {}
        for n, line in enumerate(lines):
            self.write(n * self.width, line)

    def copy(self) -> "Canvas":
        """Another one that reads the same."""
        made = Canvas((), 0)
        made.width, made.data, made._odd = self.width, self.data.copy(), self._odd.copy()
        return made

    def write(self, place: int, text: str) -> None:
        """Write from a place on; it must fit into the line."""
        for n in range(place, place + len(text)) if self._odd else ():
            self._odd.pop(n, None)
        if text.isascii():
            self.data[place : place + len(text)] = text.encode()
        else:
            self.data[place : place + len(text)] = text.encode("ascii", "replace")
            self._odd.update((n, character) for n, character in enumerate(text, place) if not character.isascii())

    def write_all(self, texts: Iterable[tuple[int, str]]) -> None:
        """Write several texts, each from its place on."""
        data = self.data
        for place, text in texts:
            if self._odd or not text.isascii():
                self.write(place, text)
            else:
                data[place : place + len(text)] = text.encode()

    def lines(self) -> list[str]:
        """The lines without blanks at their ends."""
        text = self.data.decode()
        for place, character in self._odd.items():
            text = f"{text[:place]}{character}{text[place + 1 :]}"
        return [line.rstrip() for line in text[:-1].split("\n")]
