"""The bare sheet: hexes in the tints of their levels, what grows on them, and the lines along their sides."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.reports.maps.hex_position import Ground, beside, pair
from pbem.reports.picture.area import CORNERS, HALF_HEIGHT, SIDES, Area
from pbem.reports.picture.shapes import Disc, Line, MapSheet, Point, Polygon, Scene, Shape, Text
from pbem.reports.wrap import ascii_text

PAPER = "#faf6ea"
"""The colour of a map's paper."""
INK = "#2b2620"
"""The colour of what is drawn on it."""
TINTS = ("#f5eed6", "#ecdfba", "#e0cc9b", "#d2b67d", "#c29f62")
"""From the lowest level of a sheet to its highest."""

LEVEL_LESS = 1
GRID = "#ab9768"
FAINT = "#6f6244"
NAMES = "#5a2f0c"
WOODS, WOODS_RIM = "#5d9950", "#2f6a2c"
ROCKS, ROCKS_RIM = "#9a9288", "#544d45"
MARSH = "#3f7f95"
COULEE, COULEE_RIM = "#cfa968", "#8f6526"
WATER, WATER_RIM = "#2f7fd1", "#f4f9ff"
DRY = "#a8701c"
CLIFF = "#111111"
RIDGE = "#7d5426"

TREES = ((-0.62, -0.30), (0.64, -0.26), (-0.70, 0.18), (0.70, 0.22), (-0.42, 0.66), (0.44, 0.66))
STONES = ((-0.64, -0.22), (0.62, -0.30), (-0.62, 0.34), (0.66, 0.30))
REEDS = ((-0.62, -0.20), (0.64, -0.20), (-0.60, 0.36), (0.62, 0.36))
"""Places for reeds and the like in a hex of radius 1: round a counter, so that it does not hide them."""


def sheet(area: Area) -> tuple[Shape, ...]:
    """The bare sheet of an area."""
    ground = area.ground
    hexes = area.hexes()
    shapes: list[Shape] = []
    low, high = levels_of(ground)
    for at in hexes:
        shapes.append(Polygon(area.outline(at), tint(ground, ground.cells[at].level, low, high), GRID, 1.0))
    for at in hexes:
        look = ground.looks.get(ground.cells[at].letter)
        if look is not None:
            shapes += growth(look.kind, area.middle(at), area.radius)
    for at in hexes:
        shapes += _numbers(area, at)
    drawn: list[tuple[int, Shape]] = []
    for at in hexes:
        for side, ends in SIDES.items():
            other = beside(at, side, ground.stagger)
            look = ground.looks.get(ground.sides.get(pair(at, other), ""))
            # A side between two hexes of the picture is drawn once, from the first of them.
            if look is None or (area.has(other) and other < at):
                continue
            outline = area.outline(at)
            a, b = outline[ends[0]], outline[ends[1]]
            low_end = area.middle(other) if _falls(ground, at, other) else area.middle(at)
            drawn += [(SEQUENCE.index(look.kind), one) for one in side_line(look.kind, a, b, low_end, area.radius)]
    return (*shapes, *(one for _, one in sorted(drawn, key=lambda pair: pair[0])))


SEQUENCE = ("dry", "ridge", "creek", "water", "ford", "cliff", "woods", "rocks", "marsh", "coulee")
"""The order of lines, from the lowest up."""


def levels_of(ground: Ground) -> tuple[int, int]:
    """The lowest level of a sheet and its highest."""
    levels = [cell.level for cell in ground.cells.values()] or [0]
    return min(levels), max(levels)


def tint(ground: Ground, level: int, low: int, high: int) -> str:
    """The tint of a level; a board without levels has one for all."""
    if not ground.has_levels:
        return TINTS[LEVEL_LESS]
    return TINTS[(level - low) * len(TINTS) // (high - low + 1)]


def _falls(ground: Ground, at: str, other: str) -> bool:
    return other not in ground.cells or ground.cells[other].level < ground.cells[at].level


def _numbers(area: Area, at: str) -> Iterator[Shape]:
    x, y = area.middle(at)
    r = area.radius
    yield Text((x, y - 0.68 * r), at, 0.30 * r, FAINT)
    if area.ground.has_levels:
        yield Text((x, y + 0.74 * r), str(area.ground.cells[at].level), 0.26 * r, FAINT)


def growth(kind: str, at: Point, radius: float) -> Iterator[Shape]:
    """Plants and other things on the ground of a hex, round its middle."""
    x, y = at
    r = radius
    match kind:
        case "woods":
            for dx, dy in TREES:
                yield Disc((x + dx * r, y + dy * r), 0.12 * r, WOODS, WOODS_RIM, 0.8)
        case "rocks":
            for dx, dy in STONES:
                cx, cy = x + dx * r, y + dy * r
                stone = ((cx - 0.14 * r, cy + 0.1 * r), (cx - 0.02 * r, cy - 0.13 * r), (cx + 0.15 * r, cy + 0.1 * r))
                yield Polygon(stone, ROCKS, ROCKS_RIM, 0.8)
        case "marsh":
            for dx, dy in REEDS:
                cx, cy = x + dx * r, y + dy * r
                yield Line(((cx - 0.16 * r, cy + 0.1 * r), (cx + 0.16 * r, cy + 0.1 * r)), MARSH, 1.2)
                for lean in (-0.08, 0.0, 0.08):
                    yield Line(((cx + lean * r, cy + 0.1 * r), (cx + 1.6 * lean * r, cy - 0.12 * r)), MARSH, 1.0)
        case "coulee":
            corners = ((0.86, 0), (0.43, 0.74), (-0.43, 0.74), (-0.86, 0), (-0.43, -0.74), (0.43, -0.74))
            yield Polygon(tuple((x + dx * r, y + dy * r) for dx, dy in corners), COULEE, COULEE_RIM, 0.8)
        case _:
            pass


def side_line(kind: str, a: Point, b: Point, low_end: Point, radius: float) -> Iterator[Shape]:
    """Shapes along a hexside from `a` to `b`; `low_end` lies on the side where it falls away."""
    r = radius
    match kind:
        case "water":
            yield Line((a, b), WATER_RIM, 0.26 * r)
            yield Line((a, b), WATER, 0.18 * r)
        case "creek":
            yield Line((a, b), WATER_RIM, 0.17 * r)
            yield Line((a, b), WATER, 0.09 * r)
        case "ford":
            yield Line((a, b), WATER, 0.18 * r, (0.10 * r, 0.16 * r))
            for part in (0.36, 0.64):
                x, y = a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
                nx, ny = _toward((x, y), low_end, 0.22 * r)
                yield Line(((x - nx, y - ny), (x + nx, y + ny)), INK, 0.07 * r)
        case "dry":
            yield Line((a, b), DRY, 0.09 * r, (0.16 * r, 0.13 * r))
        case "cliff":
            yield Line((a, b), CLIFF, 0.13 * r)
            yield from _teeth(a, b, low_end, r, CLIFF)
        case "ridge":
            yield Line((a, b), RIDGE, 0.10 * r)
        case _:
            pass


def _teeth(a: Point, b: Point, low_end: Point, r: float, colour: str) -> Iterator[Shape]:
    """The teeth of a cliff point down."""
    for part in (0.18, 0.5, 0.82):
        x, y = a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
        nx, ny = _toward((x, y), low_end, 0.17 * r)
        yield Line(((x, y), (x + nx, y + ny)), colour, 0.07 * r)


def _toward(start: Point, to: Point, length: float) -> Point:
    """The step of this length from one point toward another."""
    dx, dy = to[0] - start[0], to[1] - start[1]
    far = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / far * length, dy / far * length


NAME_AT = (0.05, 0.80, -0.80)
"""Places for a name below the middle of its hex, in radii: in it, if nobody is there, else at its foot or head."""
LETTER = 0.56
"""The width of a letter of a name, of its height."""
NAME_ON_NAME = 3.0
"""Two names over each other can't be read, a counter under a name can."""
HALF_COUNTER = 0.58
"""Half a counter, in radii."""


def place_names(area: Area, taken: Collection[str]) -> tuple[Shape, ...]:
    """The names of places, each where it covers least of other names and of the counters that stand in the hexes `taken`."""
    counters = [area.middle(at) for at in sorted(taken) if area.has(at)]
    size = 0.34 * area.radius
    found: list[Shape] = []
    names: list[tuple[float, float, float]] = []
    for at, name in sorted(area.ground.places.items()):
        if area.has(at):
            x, y = area.middle(at)
            half = len(name) * size * LETTER / 2
            ways = [y + down * area.radius for down in (NAME_AT if at not in taken else NAME_AT[1:])]
            best = min(
                ways,
                key=lambda down: (
                    sum(_overlap(x, down, half, size, other) for other in names)
                    + sum(_covered(x, down, half, size, one, area.radius) for one in counters)
                ),
            )
            names.append((x, best, half))
            found.append(Text((x, best), name, size, NAMES, bold=True, halo=PAPER))
    return tuple(found)


def _overlap(x: float, y: float, half: float, size: float, other: tuple[float, float, float]) -> float:
    """The area of another name (its middle, half its width) that a name at (x, y) covers."""
    wide = min(x + half, other[0] + other[2]) - max(x - half, other[0] - other[2])
    high = size - abs(y - other[1])
    return NAME_ON_NAME * max(wide, 0.0) * max(high, 0.0)


def _covered(x: float, y: float, half: float, size: float, counter: Point, radius: float) -> float:
    """The area of a counter that a name at (x, y) hides."""
    reach = HALF_COUNTER * radius
    wide = min(x + half, counter[0] + reach) - max(x - half, counter[0] - reach)
    high = min(y + size / 2, counter[1] + reach) - max(y - size / 2, counter[1] - reach)
    return max(wide, 0.0) * max(high, 0.0)


def hatch(at: Point, radius: float, colour: str) -> Iterator[Shape]:
    """The flanks of a hex in an enemy ZOC: strokes along its two lower slanted sides, clear of its number, its level and the
    numbers of the hexes round it."""
    x, y = at
    r = radius
    for part in (0.18, 0.38, 0.58):
        across, down = (0.93 - 0.5 * part) * r, (HALF_HEIGHT * part + 0.02) * r
        for side in (-1, 1):
            yield Line(
                ((x + side * across, y + down), (x + side * (across - 0.20 * r), y + down - 0.06 * r)), colour, 0.06 * r
            )


# A position to lay over one's own map: the outlines and numbers of its hexes and the names of who stands there, no
# ground.

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
WIDTH_OF_A_LETTER = 0.62
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
            high = min(0.95 * step, WIDE * RADIUS / (WIDTH_OF_A_LETTER * max(len(words), 1)))
            line = y + 0.14 * RADIUS + (n - (len(here) - 1) / 2) * step
            shapes.append(Text((x, line), words, high, one.colour, bold=True))
    return Scene(MapSheet(round(wide + EDGE), round(tall + EDGE), WHITE, ()), tuple(shapes), alt)
