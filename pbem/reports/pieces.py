"""A drawing in pieces: what is drawn over it again and again is a piece of its own, which another takes the place of."""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from pbem.core.frozen import dataclass

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Pieces(Generic[K]):
    """All of a drawing as one text in pieces, and which of them is the one for each spot that is drawn over."""

    texts: tuple[str, ...]
    places: Mapping[K, int]


def in_pieces(lines: Sequence[str], spots: Mapping[K, tuple[int, int, int]]) -> Pieces[K]:
    """The lines of a drawing, all of one width, cut at the spots that are drawn over: where each begins (column and line) and
    how long it is.  No two of them overlap."""
    wide = len(lines[0]) + 1
    text = "\n".join(lines)
    texts: list[str] = []
    places: dict[K, int] = {}
    end = 0
    for start, length, key in sorted((wide * y + x, length, key) for key, (x, y, length) in spots.items()):
        texts += (text[end:start], text[start : start + length])
        places[key] = len(texts) - 1
        end = start + length
    return Pieces((*texts, text[end:]), places)


def lines_of(texts: Sequence[str]) -> list[str]:
    """The lines of a drawing in pieces, without blanks at their ends."""
    return [line.rstrip() for line in "".join(texts).split("\n")]
