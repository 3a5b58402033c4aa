"""The strategic map as a picture: terrain, rivers on hexsides, towns and forts, Idaho, Canada, units and their ways."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from pbem.board import hexes
from pbem.reports.letter_style import translate
from pbem.reports.picture.ground import INK, PAPER
from pbem.reports.picture.pieces import arrow
from pbem.reports.picture.scene import head
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Point, Polygon, Scene, Shape, Text
from pbem.systems.nezperce import data
from pbem.systems.nezperce.data import VILLAGE
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
NARROWEST = 700
"""Pixels across that the key needs."""
COLUMNS, ROWS, LARGE, SMALL = 10, 9, 20, 2
"""The columns and rows of a piece that a telephone shows, and half a hex's flat side on it and on the whole map in small."""


@cache
def paper() -> Paper:
    """The paper of the whole map."""
    sheet = data.strategic_map()
    return Paper(EDGE, TOP, sheet.columns, sheet.rows)


def spot(at: str) -> tuple[int, int]:
    """The middle of a hex on the paper of the whole map."""
    return paper().spot(at)


@lru_cache(maxsize=8)
def bare_map(on: Paper | None = None) -> MapSheet:
    """The bare map, or the piece of it on a paper: the same in every picture."""
    sheet = on or paper()
    return MapSheet(max(NARROWEST, sheet.width + EDGE), sheet.height + FOOT, PAPER, tuple(_ground(sheet)))


def near_the_enemy(state: Campaign) -> Paper:
    """The piece of the map that a telephone shows in legible counters: where enemies are nearest, with as many units as can
    be; the whole map where one side is not on it."""
    land, active = data.strategic_map(), [one for one in state.units.values() if one.active]
    army, indian = ({one.at for one in active if one.side == side} for side in ("army", "indian"))
    if not army or not indian:
        return paper()
    _, *ends = min((land.distance(a, b), a, b) for a in army for b in indian)
    here, spots = [hexes.column_and_row(at) for at in ends], [hexes.column_and_row(one.at) for one in active]

    def shown(corner: tuple[int, int]) -> tuple[int, int, int, tuple[int, int]]:
        """The worth of a piece, the least first: both ends, many units, the ends near its middle."""
        left, top = corner
        held = [left <= x < left + COLUMNS and top <= y < top + ROWS for x, y in (*here, *spots)]
        far = sum(abs(2 * (x - left) - COLUMNS + 1) + abs(2 * (y - top) - ROWS + 1) for x, y in here)
        return -sum(held[:2]), -sum(held[2:]), far, corner

    (first, last), (upper, lower) = land.columns, land.rows
    corners = ((left, top) for left in range(first, last - COLUMNS + 2) for top in range(upper, lower - ROWS + 2))
    _, _, _, (left, top) = min(map(shown, corners))
    return Paper(EDGE, TOP, (left, left + COLUMNS - 1), (top, top + ROWS - 1), LARGE)


def _ground(on: Paper) -> Iterator[Shape]:
    """The ground: terrain, rivers, borders, towns."""
    sheet, canada, minor, scale = data.strategic_map(), data.zone("Canada"), data.zone("minor river"), on.unit / UNIT
    there = [at for at in sheet if on.has(at)]
    for at in there:
        x, y = on.spot(at)
        fill = CANADA if at in canada else PAINT[sheet.terrain(at)]
        yield Polygon(on.corners(at), fill, "#b9b197", 1)
        yield Text((x, y - on.tall + 7 * scale), at, 8 * scale, "#857d66")
        if at in minor:
            wave = ((-9, 15), (-3, 12), (3, 15), (9, 12))
            yield Line(tuple((x + dx * scale, y + dy * scale) for dx, dy in wave), MINOR, 2 * scale)
    yield from _lines(on, there)
    for place in sheet.places.values():
        if data.town(place.hexes[0]) and on.has(place.hexes[0]):
            x, y = on.spot(place.hexes[0])
            kind = "town" in place.tags
            yield Polygon(_square(x, y + 2, round(4 * scale)), "#ffffff" if kind else INK, INK, 1)
            yield Text((x, y + on.tall - 3), place.name, 9 * scale, INK, bold=True, halo=PAPER)


def _square(x: int, y: int, half: int) -> tuple[Point, ...]:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def _lines(on: Paper, there: Sequence[str]) -> Iterator[Shape]:
    """The border of Idaho's confinement, the area of the rendezvous, and the major rivers."""
    sheet = data.strategic_map()
    meeting, scale = data.zone("rendezvous"), on.unit / UNIT
    sides = [(at, to) for at in there for to in sheet.neighbours(at) if at < to or not on.has(to)]
    for at, to in sides:
        if (at in data.idaho()) != (to in data.idaho()):
            yield Line(on.hexside(at, to), BORDER, 3 * scale, (6, 4))
        if (at in meeting) != (to in meeting):
            yield Line(on.hexside(at, to), MEETING, 3 * scale, (2, 5))
    for at, to in sides:
        if data.RIVER in sheet.edges(at, to):
            ford = data.FORD in sheet.edges(at, to)
            yield Line(on.hexside(at, to), RIVER, 6 * scale, (5, 5) if ford else ())


def scene(
    state: Campaign, moves: Sequence[tuple[str, tuple[str, ...]]], caption: Caption, *, whole: bool = False
) -> Scene:
    """The picture: where enemies are near each other, with the whole map in small, or the `whole` map; `moves` are the sides
    and paths of what has moved."""
    on = paper() if whole else near_the_enemy(state)
    ground = bare_map(on)
    shapes: list[Shape] = [*head(caption, ground.width)]
    for side, path in moves:
        seen: list[Point] = [on.spot(one) for one in path if on.has(one)]
        if len(seen) > 1:
            shapes += arrow(seen, COLOURS[side], 14 * on.unit / UNIT)
    for at in sorted({one.at for one in state.units.values() if one.active and on.has(one.at)}):
        shapes += _stack(on, at, state.at(at, "army"), state.at(at, "indian"))
    shapes += _waiting(on, state)
    shapes += _key(ground.height - FOOT + 44)
    if on != paper():
        shapes += _inset(on, state)
    return Scene(ground, tuple(shapes), _in_words(state, caption))


def _stack(on: Paper, at: str, army: list[Unit], indian: list[Unit]) -> Iterator[Shape]:
    """The counters of a hex: a box for each side with its count, and the names of its units if they are few."""
    (x, y), scale = on.spot(at), on.unit / UNIT
    both = bool(army) and bool(indian)
    for units, side, shift in ((army, "army", -10), (indian, "indian", 10)):
        if not units:
            continue
        middle = x + (shift * scale if both else 0)
        wide = (9 if both else 14) * scale
        top, low = y - 9 * scale, y + 7 * scale
        box = ((middle - wide, top), (middle + wide, top), (middle + wide, low), (middle - wide, low))
        yield Polygon(box, COLOURS[side], "#ffffff", 1)
        sign = ("V" if any(one.name == VILLAGE for one in units) else "") + str(len(units))
        yield Text((middle, y - 1), sign, 12 * scale, "#ffffff", bold=True)
    named = [*indian, *army]
    words = named[0].name if len(named) == 1 else f"{named[0].name} +{len(named) - 1}"
    yield Text((x, y - 15 * scale), words, 8 * scale, INK, bold=on.unit > UNIT, halo=PAPER)


def _waiting(on: Paper, state: Campaign) -> Iterator[Shape]:
    """Units that lie face down: a ring."""
    scale = on.unit / UNIT
    for at in sorted({one.at for one in state.units.values() if one.status == "waiting" and on.has(one.at)}):
        x, y = on.spot(at)
        yield Disc((x + 16 * scale, y - 8 * scale), 4 * scale, "#ffffff", COLOURS["army"], 2)


def _inset(on: Paper, state: Campaign) -> Iterator[Shape]:
    """The whole map in small, in the corner in which it covers the least: major rivers, units, and the piece that is shown."""
    sheet = data.strategic_map()
    small = Paper(0, 0, sheet.columns, sheet.rows, SMALL)
    active = [one for one in state.units.values() if one.active]
    spots = [on.spot(one.at) for one in active if on.has(one.at)]

    def covered(corner: tuple[int, int]) -> int:
        left, top = corner
        return sum(
            left - on.across < x < left + small.width + on.across and top - on.tall < y < top + small.height + on.tall
            for x, y in spots
        )

    right, low = on.width - small.width, on.height - small.height
    left, top = min(((left, top) for top in (low, TOP) for left in (right, EDGE)), key=covered)
    small = replace(small, left=left, top=top)
    edge = ((left, top), (small.width, top), (small.width, small.height), (left, small.height))
    yield Polygon(edge, PAPER, INK, 1)
    for at in sheet:
        for to in sheet.neighbours(at):
            if at < to and data.RIVER in sheet.edges(at, to):
                yield Line(small.hexside(at, to), RIVER, 2)
    for one in active:
        yield Disc(small.spot(one.at), 3, COLOURS[one.side])
    (left, top), (right, low) = (small.spot(f"{x:02}{y:02}") for x, y in zip(on.columns, on.rows, strict=True))
    piece = ((left, top), (right, top), (right, low), (left, low), (left, top))
    yield Line(piece, INK, 1)


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
