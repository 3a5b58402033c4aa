"""A drawing in pieces: what is drawn over it again and again is a piece of its own, which another takes the place of."""

from collections.abc import Mapping, Sequence

from pbem.core.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Pieces:
    """All of a drawing as one text in pieces; `places` says which is the one that begins at a spot that is drawn over."""

    texts: tuple[str, ...]
    places: Mapping[tuple[int, int], int]


def in_pieces(lines: Sequence[str], spots: Mapping[tuple[int, int], int]) -> Pieces:
    """The lines of a drawing, all of one width, cut at the spots that are drawn over: by line and column where each begins how
    long it is.  No two of them overlap."""
    wide = len(lines[0]) + 1
    text = "\n".join(lines)
    texts: list[str] = []
    places: dict[tuple[int, int], int] = {}
    end = 0
    for spot in sorted(spots):
        start = wide * spot[0] + spot[1]
        texts.append(text[end:start])
        end = start + spots[spot]
        places[spot] = len(texts)
        texts.append(text[start:end])
    return Pieces((*texts, text[end:]), places)


def lines_of(texts: Sequence[str]) -> list[str]:
    """The lines of a drawing in pieces, without blanks at their ends."""
    return [line.rstrip() for line in "".join(texts).split("\n")]
