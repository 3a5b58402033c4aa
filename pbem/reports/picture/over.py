"""A position to lay over one's own map: the outlines and numbers of its hexes and the names of who stands there, no ground."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.reports.picture.area import CORNERS, HALF_HEIGHT
from pbem.reports.picture.ground import FAINT, GRID, INK
from pbem.reports.picture.shapes import MapSheet, Polygon, Scene, Shape, Text
from pbem.reports.wrap import ascii_text

WHITE = "#ffffff"
RADIUS = 50.0
"""Pixels from the middle of a hex to its corner."""
ACROSS = round(200 * HALF_HEIGHT * RADIUS)
"""Hundredths of a pixel from a side of a hex to the opposite one."""
EDGE = 4
"""Pixels round the hexes."""
NUMBER, NAME = 0.24, 0.26
"""The heights of a hex's number and of a unit's name, in radii."""
ROOM, WIDE = 1.30, 1.62
"""The room in a hex for the names of units, in radii."""
LETTER = 0.62
"""The width of a letter, of its height."""


@dataclass(frozen=True, slots=True)
class Named:
    """A unit as it is written into its hex, in the colour of its side."""

    words: str
    colour: str


def over(cells: Iterable[tuple[str, bool]], units: Mapping[str, Sequence[Named]], alt: str) -> Scene:
    """All hexes of a map, each with whether it lies half a hex lower than its row, and the names of who stands there.

    Hexes are regular, as those of printed maps are: flat sides above and below.
    """
    spots = {at: (int(at[:2]), int(at[2:]), is_lower) for at, is_lower in cells}
    left, top = min(column for column, _, _ in spots.values()), min(row for _, row, _ in spots.values())
    shapes: list[Shape] = []
    wide = tall = 0.0
    for at, (column, row, is_lower) in spots.items():
        x = EDGE + RADIUS * (1.5 * (column - left) + 1)
        y = EDGE + RADIUS * HALF_HEIGHT * (2 * (row - top) + 1 + is_lower)
        wide, tall = max(wide, x + RADIUS), max(tall, y + RADIUS)
        here = units.get(at, ())
        outline = tuple((x + RADIUS * dx, y + RADIUS * dy) for dx, dy in CORNERS)
        shapes.append(Polygon(outline, WHITE, INK if here else GRID, 1.6 if here else 0.8))
        shapes.append(Text((x, y - 0.68 * RADIUS), at, NUMBER * RADIUS, INK if here else FAINT))
        step = min(NAME, ROOM / max(len(here), 1)) * RADIUS
        for n, one in enumerate(here):
            words = ascii_text(one.words)
            high = min(0.95 * step, WIDE * RADIUS / (LETTER * max(len(words), 1)))
            line = y + 0.14 * RADIUS + (n - (len(here) - 1) / 2) * step
            shapes.append(Text((x, line), words, high, one.colour, bold=True))
    return Scene(MapSheet(round(wide + EDGE), round(tall + EDGE), WHITE, ()), tuple(shapes), alt)
