"""The strategic map as a picture: terrain, rivers on hexsides, towns and forts, Idaho, Canada, units and their ways."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pbem.board import hexes
from pbem.reports.letter_style import translate
from pbem.reports.picture.ground import INK, PAPER
from pbem.reports.picture.pieces import arrow
from pbem.reports.picture.scene import head
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Point, Polygon, Scene, Shape, Text
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import VILLAGE
from pbem.systems.nezperce.state.position import Campaign, Unit

# Hexes on paper: where those of a map of even columns half a hex lower lie in a picture, in pixels.

UNIT = 12
"""Pixels of half a hex's flat side, unless a paper says otherwise."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A piece of paper: the pixels left of and above its hexes, and the first and last column and row that are on it.

    `unit` is half a hex's flat side.
    """

    left: int
    top: int
    columns: tuple[int, int]
    rows: tuple[int, int]
    unit: int = UNIT

    @property
    def across(self) -> int:
        """The pixels from the middle of a hex to a corner at its side."""
        return 2 * self.unit

    @property
    def tall(self) -> int:
        """The pixels from the middle of a hex to its upper side."""
        return self.unit * 7 // 4

    @property
    def width(self) -> int:
        """The pixels from the left edge of the paper to the right of its hexes."""
        return self.left + 2 * self.across + (self.columns[1] - self.columns[0]) * 3 * self.unit

    @property
    def height(self) -> int:
        """The pixels from the upper edge of the paper to below its hexes."""
        return self.top + (2 * (self.rows[1] - self.rows[0] + 1) + 1) * self.tall

    def has(self, at: str) -> bool:
        """True if a hex is on it."""
        column, row = hexes.column_and_row(at)
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]

    def spot(self, at: str) -> tuple[int, int]:
        """The middle of a hex."""
        column, row = hexes.column_and_row(at)
        lower = self.tall if column % 2 == 0 else 0
        x = self.left + self.across + (column - self.columns[0]) * 3 * self.unit
        return x, self.top + self.tall + (row - self.rows[0]) * 2 * self.tall + lower

    def corners(self, at: str) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise from the upper right."""
        x, y = self.spot(at)
        half, across, tall = self.unit, self.across, self.tall
        return (
            (x + half, y - tall),
            (x + across, y),
            (x + half, y + tall),
            (x - half, y + tall),
            (x - across, y),
            (x - half, y - tall),
        )

    def hexside(self, at: str, other: str) -> tuple[Point, ...]:
        """The two corners that neighbours share."""
        mine, theirs = self.corners(at), self.corners(other)
        return tuple(one for one in mine if one in theirs)


PAINT = {
    "open_plains": "#f2ecc9",
    "rolling_hills": "#dfe0ab",
    "wooded_mountains": "#b7cf9c",
    "major_mountains": "#cdbfae",
}
COLOURS = {"army": "#2c4a8a", "indian": "#9c3b2a"}
RIVER, MINOR, BORDER, CANADA, MEETING = "#2f7fc1", "#8fbfe0", "#7a3fa0", "#f3d9e6", "#c47f17"
EDGE, TOP, FOOT = 40, 86, 84
TALL = 21


@cache
def paper() -> Paper:
    """The paper of the whole map."""
    sheet = data.strategic_map()
    return Paper(EDGE, TOP, sheet.columns, sheet.rows)


def spot(at: str) -> tuple[int, int]:
    """The middle of a hex on the paper."""
    return paper().spot(at)


@cache
def bare_map() -> MapSheet:
    """The bare map: the same in every picture."""
    return MapSheet(paper().width + EDGE, paper().height + FOOT, PAPER, tuple(_ground()))


def _ground() -> Iterator[Shape]:
    """The ground: terrain, rivers, borders, towns."""
    sheet, canada, minor = data.strategic_map(), data.zone("Canada"), data.zone("minor river")
    for at in sheet:
        x, y = spot(at)
        fill = CANADA if at in canada else PAINT[sheet.terrain(at)]
        yield Polygon(paper().corners(at), fill, "#b9b197", 1)
        yield Text((x, y - TALL + 7), at, 8, "#857d66")
        if at in minor:
            yield Line(((x - 9, y + 15), (x - 3, y + 12), (x + 3, y + 15), (x + 9, y + 12)), MINOR, 2)
    yield from _lines()
    for place in sheet.places.values():
        if data.town(place.hexes[0]):
            x, y = spot(place.hexes[0])
            kind = "town" in place.tags
            yield Polygon(_square(x, y + 2, 4), "#ffffff" if kind else INK, INK, 1)
            yield Text((x, y + TALL - 3), place.name, 9, INK, bold=True, halo=PAPER)


def _square(x: int, y: int, half: int) -> tuple[Point, ...]:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def _lines() -> Iterator[Shape]:
    """The border of Idaho's confinement, the area of the rendezvous, and the major rivers."""
    sheet = data.strategic_map()
    meeting = data.zone("rendezvous")
    for at in sheet:
        for other in sheet.neighbours(at):
            if at > other:
                continue
            side = paper().hexside(at, other)
            if (at in data.idaho()) != (other in data.idaho()):
                yield Line(side, BORDER, 3, (6, 4))
            if (at in meeting) != (other in meeting):
                yield Line(side, MEETING, 3, (2, 5))
    for at in sheet:
        for other in sheet.neighbours(at):
            if at < other and data.RIVER in sheet.edges(at, other):
                ford = data.FORD in sheet.edges(at, other)
                yield Line(paper().hexside(at, other), RIVER, 6, (5, 5) if ford else ())


def scene(state: Campaign, moves: Sequence[tuple[str, tuple[str, ...]]], caption: Caption) -> Scene:
    """The whole picture; `moves` are the sides and paths of what has moved."""
    ground = bare_map()
    shapes: list[Shape] = [*head(caption, ground.width)]
    for side, path in moves:
        if len(path) > 1:
            shapes += arrow([spot(one) for one in path], COLOURS[side], 14)
    for at in sorted({one.at for one in state.units.values() if one.active}):
        shapes += _stack(at, state.at(at, "army"), state.at(at, "indian"))
    shapes += _waiting(state)
    shapes += _key(ground.height - FOOT + 44)
    return Scene(ground, tuple(shapes), _in_words(state, caption))


def _stack(at: str, army: list[Unit], indian: list[Unit]) -> Iterator[Shape]:
    """The counters of a hex: a box for each side with its count, and the names of its units if they are few."""
    x, y = spot(at)
    both = bool(army) and bool(indian)
    for units, side, shift in ((army, "army", -10), (indian, "indian", 10)):
        if not units:
            continue
        middle = x + (shift if both else 0)
        wide = 9 if both else 14
        box = ((middle - wide, y - 9), (middle + wide, y - 9), (middle + wide, y + 7), (middle - wide, y + 7))
        yield Polygon(box, COLOURS[side], "#ffffff", 1)
        sign = ("V" if any(one.name == VILLAGE for one in units) else "") + str(len(units))
        yield Text((middle, y - 1), sign, 12, "#ffffff", bold=True)
    named = [*indian, *army]
    words = named[0].name if len(named) == 1 else f"{named[0].name} +{len(named) - 1}"
    yield Text((x, y - 15), words, 8, INK, halo=PAPER)


def _waiting(state: Campaign) -> Iterator[Shape]:
    """Units that lie face down: a ring."""
    for at in sorted({one.at for one in state.units.values() if one.status == "waiting"}):
        x, y = spot(at)
        yield Disc((x + 16, y - 8), 4, "#ffffff", COLOURS["army"], 2)


def _key(y: int) -> Iterator[Shape]:
    lines = (
        "blue lines: major rivers (broken: free crossing);  small waves: minor river;  ring: units not yet active",
        "violet: Idaho and its border;  orange dots: area of the rendezvous;  pink: Canada;  V: the village",
        "pale: open plains;  yellow: rolling hills;  green: wooded mountains;  brown: major mountains;  black square: fort",
    )
    for n, words in enumerate(lines):
        yield Text((EDGE, y + 14 * n), words, 11, INK, anchor="start")


def _in_words(state: Campaign, caption: Caption) -> str:
    units = ", ".join(f"{one.name} {one.at}" for one in state.units.values() if one.active)
    return ". ".join((caption.title, caption.shows, units, translate("All of it is in the text below too")))
