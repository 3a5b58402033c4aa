"""The table as a panel of a report, and as a picture."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from pbem.mechanisms.words import joined
from pbem.reports.letter_style import translate
from pbem.reports.maps.map_panel import Clickable, MapPanel
from pbem.reports.picture.ground import INK, PAPER
from pbem.reports.picture.pieces import arrow
from pbem.reports.picture.scene import head
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Polygon, Scene, Shape, Text
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.orders import spots
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules.ground import stands_in, terrain_at
from pbem.systems.miniatures.rules.layout import figures, ground_of, guns_ground, layout, on_front
from pbem.systems.miniatures.rules.morale import standing_rating
from pbem.systems.miniatures.rules.sighting import between, in_sight, nearest_enemy
from pbem.systems.miniatures.state.tabletop import Tabletop, Terrain
from pbem.systems.miniatures.state.unit import Unit
from pbem.systems.miniatures.table.angles import Point, compass, moved
from pbem.systems.miniatures.table.lengths import INCH, from_text, inches
from pbem.systems.miniatures.table.shapes import corner

PAINT = {
    "open_woods": "#cfe3b4",
    "thicket": "#a9c98a",
    "fallen_timber": "#d8c39c",
    "steep_slope": "#e6d3a8",
    "road": "#e9dcc0",
    "river": "#b5d3ea",
    "stream": "#b5d3ea",
    "tall_grass": "#e8e7a6",
    "swamp": "#b9cdb8",
    "fence_or_works": "#8a6d4b",
}
COLOURS = {"american": "#2c4a8a", "indian": "#9c3b2a"}
TABLE, FRAME, RULER = "#f7f2e2", "#8d8468", "#6f6850"
PICTURE_SCALE, PICTURE_EDGE, TOP, FOOT = 14, 44, 76, 62
"""Pixels to the inch; round the table; above it, with the title; below it, with the key."""
ARC_REACH = 5 * INCH
NEAR = 8 * INCH
"""How far an arc is drawn, and how near the enemy must be for it to be drawn at all."""
PICTURE_SIGNS = {"open_woods": "t", "thicket": "T", "fallen_timber": "x"}
SPREAD = 26
"""Sixteenths from tree to tree."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


@dataclass(frozen=True)
class Drawing:
    """A table on paper: where its places lie, in pixels."""

    table: Tabletop

    def spot(self, at: Point) -> tuple[float, float]:
        """A place of the table on the paper."""
        return PICTURE_EDGE + at[0] * PICTURE_SCALE / INCH, TOP + (
            self.table.scenario.depth - at[1]
        ) * PICTURE_SCALE / INCH

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the paper."""
        scenario = self.table.scenario
        return (
            2 * PICTURE_EDGE + scenario.width * PICTURE_SCALE // INCH,
            TOP + FOOT + scenario.depth * PICTURE_SCALE // INCH,
        )

    def polygon(self, places: Sequence[Point], fill: str, line: str = "", width: float = 0) -> Polygon:
        """An area of the table."""
        return Polygon(tuple(map(self.spot, places)), fill, line, width)

    def ground(self) -> Iterator[Shape]:
        """The table with its rulers and what lies on it."""
        scenario = self.table.scenario
        wide, deep = scenario.width, scenario.depth
        yield self.polygon(((0, 0), (wide, 0), (wide, deep), (0, deep)), TABLE, FRAME, 2)
        for terrain in scenario.terrain:
            for strip in terrain.strips:
                yield self.polygon(strip, PAINT.get(terrain.type, "#ffffff"))
            yield from self._signs(terrain)
        for inch in range(0, wide // INCH + 1, 6):
            yield Text((self.spot((inch * INCH, 0))[0], self.spot((0, 0))[1] + 12), str(inch), 10, RULER)
            yield Line((self.spot((inch * INCH, 0)), self.spot((inch * INCH, 8))), FRAME, 1)
        for inch in range(0, deep // INCH + 1, 6):
            yield Text((PICTURE_EDGE - 14, self.spot((0, inch * INCH))[1]), str(inch), 10, RULER)
            yield Line((self.spot((0, inch * INCH)), self.spot((8, inch * INCH))), FRAME, 1)

    def _signs(self, terrain: Terrain) -> Iterator[Shape]:
        """Trees and trunks on a grid, so that woods can be told apart without colours."""
        if terrain.type not in PICTURE_SIGNS:
            return
        for strip in terrain.strips:
            xs, ys = [x for x, _ in strip], [y for _, y in strip]
            for row, y in enumerate(range(min(ys) + SPREAD // 2, max(ys), SPREAD)):
                for x in range(min(xs) + SPREAD // 2 + row % 2 * SPREAD // 2, max(xs), SPREAD):
                    if _inside((x, y), strip):
                        yield from self._sign(terrain.type, (x, y))

    def _sign(self, kind: str, at: Point) -> Iterator[Shape]:
        x, y = self.spot(at)
        if kind == "fallen_timber":
            yield Line(((x - 5, y + 2), (x + 5, y - 2)), "#8a6d4b", 2)
        else:
            yield Disc((x, y), 5 if kind == "thicket" else 4, "#8fb56c", "#6f9650", 1)

    def ways(self, paths: Sequence[tuple[str, Sequence[Point]]]) -> Iterator[Shape]:
        """Where units went, by side, as arrows."""
        for side, path in paths:
            yield from arrow(list(map(self.spot, path)), COLOURS[side], 11, is_dashed=True)

    def unit(self, unit: Unit) -> Iterator[Shape]:
        """A unit: its ground, each figure on its base, where it faces, its letter and strength."""
        colour = COLOURS[unit.side]
        for part in ground_of(unit).parts:
            yield self.polygon(part, "#ffffff", colour, 1)
        wide, deep = tables.tables()["bases"]["gun"] if unit.has_guns else tables.base(unit)
        for _, rank, at in figures(unit):
            facing = on_front(unit, 0, 0)[1] if not unit.bend else unit.facing
            base = [corner(at, facing, a * wide // 2, b * deep // 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            yield self.polygon(base, "#efe7d0" if rank else "#e2d6b4", colour, 1)
            yield Disc(self.spot(at), 4 if not unit.mounted else 5, colour)
        nose = moved(unit.at, unit.facing, 14)
        yield Line((self.spot(unit.at), self.spot(nose)), colour, 3)

    def box(self, unit: Unit) -> Box:
        """The pixels around a unit's ground."""
        spots = [self.spot(at) for part in ground_of(unit).parts for at in part]
        return min(x for x, _ in spots), min(y for _, y in spots), max(x for x, _ in spots), max(y for _, y in spots)

    def names(self) -> Iterator[Shape]:
        """The letter and strength of each unit, and what the ground is called, where nothing else stands; units first."""
        boxes = {unit.name: self.box(unit) for unit in self.table.units.values()}
        taken: list[Box] = []
        for unit in self.table.units.values():
            name, plan = f"{unit.face.letter} {unit.figures}", layout(unit)
            places = [moved(unit.at, unit.facing, 26), moved(unit.at, (unit.facing + 180) % 360, plan.depth + 16)]
            places += [corner(unit.at, unit.facing, side * (plan.width // 2 + 16), plan.depth // 2) for side in (-1, 1)]
            others = [box for other, box in boxes.items() if other != unit.name]
            spot = _free([self.spot(at) for at in places], name, 13, others, taken)
            yield Text(spot, name, 13, COLOURS[unit.side], bold=True, halo=PAPER)
        for terrain in self.table.scenario.terrain:
            if terrain.line or not terrain.strips:
                continue
            xs, ys = zip(*(at for strip in terrain.strips for at in strip), strict=True)
            low, high, across = min(ys), max(ys), (min(xs) + max(xs)) // 2
            places = [(across, low + (high - low) * part // 8) for part in (4, 6, 2, 7, 1)]
            name = terrain.id.replace("-", " ")
            spot = _free([self.spot(at) for at in places], name, 11, list(boxes.values()), taken)
            yield Text(spot, name, 11, RULER, halo=PAPER)

    def arc(self, unit: Unit) -> Iterator[Shape]:
        """The arc of a unit near the enemy, from the ends of its front."""
        half, enemy = tables.half_angle(unit.formation), nearest_enemy(self.table, unit)
        if half is None or enemy is None or not between(unit, enemy).within(NEAR):
            return
        reach = min(ARC_REACH, tables.longest(unit.face.weapon))
        steps = [unit.facing - half + k * 2 * half // 8 for k in range(9)]
        rim = [self.spot(moved(unit.at, one % 360, reach)) for one in steps]
        yield Line((self.spot(unit.at), *rim, self.spot(unit.at)), COLOURS[unit.side], 1, (2, 3))


def _free(
    spots: Sequence[tuple[float, float]], name: str, size: int, others: Sequence[Box], taken: list[Box]
) -> tuple[float, float]:
    """The first of some spots where a name covers nothing, which it takes; the first of all if there is none."""
    half = 3 * size * len(name) / 10
    boxes = [(x - half, y - size / 2, x + half, y + size / 2) for x, y in spots]
    free = (n for n, one in enumerate(boxes) if not any(_cover(one, other) for other in (*others, *taken)))
    chosen = next(free, 0)
    taken.append(boxes[chosen])
    return spots[chosen]


def _cover(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inside(at: Point, shape: Sequence[Point]) -> bool:
    """Whether a place lies in a polygon, for signs on paper; the rules have their own test."""
    found = False
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (y1 > at[1]) != (y2 > at[1]) and at[0] < x1 + (at[1] - y1) * (x2 - x1) / (y2 - y1):
            found = not found
    return found


def picture(table: Tabletop, caption: Caption, paths: Sequence[tuple[str, Sequence[Point]]]) -> Scene:
    """The whole picture; `paths` are those of the phases told, each with the side that went."""
    drawing = Drawing(table)
    wide, high = drawing.size
    shapes: list[Shape] = [*head(caption, wide), *drawing.ground()]
    for left in table.left_guns.values():
        shapes += [drawing.polygon(part, "#dddddd", INK, 1) for part in guns_ground(*left).parts]
    for unit in table.units.values():
        shapes += drawing.arc(unit)
    shapes += drawing.ways(paths)
    for unit in table.units.values():
        shapes += drawing.unit(unit)
    shapes += drawing.names()
    shapes += _key(high - FOOT + 34)
    return Scene(MapSheet(wide, high, PAPER, ()), tuple(shapes), _in_words(table, caption))


def _key(y: float) -> Iterator[Shape]:
    words = (
        "inches from the south-west corner",
        "letter and figures",
        "arrows: ways",
        "dots: arcs of those near an enemy",
    )
    yield Text((PICTURE_EDGE, y), ";  ".join(words), 11, INK, anchor="start")


def _in_words(table: Tabletop, caption: Caption) -> str:
    units = ", ".join(f"{unit.name} {unit.figures}" for unit in table.units.values())
    return ". ".join((caption.title, caption.shows, units, translate("All of it is in the text below too")))


WIDE, HIGH = 24, 48
"""Sixteenths in a character."""
SCALE, EDGE = 10, 40
"""Pixels of an order page to the inch, and round the table."""
WIDEST = 72
"""Characters in a line of the sketch."""
ENLARGED = "Enlarged twofold: a character is 0.75 inches wide and 1.5 high."
LEAST_REACH = 12 * INCH
"""How far an enlarged part reaches on each side, at least."""
SIGNS = {
    "open_woods": ":",
    "thicket": "%",
    "fallen_timber": "#",
    "steep_slope": "^",
    "road": "=",
    "river": "~",
    "stream": "~",
    "tall_grass": ",",
    "swamp": "s",
    "fence_or_works": "+",
}


STANDS = {
    "open_woods": "in open woods",
    "thicket": "in a thicket",
    "fallen_timber": "in fallen timber",
    "tall_grass": "in tall grass",
    "stream": "in a stream",
    "river": "in a river",
    "steep_slope": "on a steep slope",
    "swamp": "in a swamp",
    "fence_or_works": "on works",
}
"""How the list of units says in which ground one stands."""


def sketch(table: Tabletop) -> list[str]:
    """The table as text: ground, and each unit's letter along its front."""
    scenario = table.scenario
    # A larger table has a smaller scale, so that a line fits into a letter.
    scale = -(-scenario.width // (WIDE * WIDEST))
    return _drawn(table, (0, 0, scenario.width, scenario.depth), WIDE * scale, HIGH * scale)


def enlarged(table: Tabletop, middle: Point, reach: int) -> list[str]:
    """What lies so many sixteenths round a place, at twice the scale: a character is a figure on foot wide."""
    wide, high = WIDE // 2, HIGH // 2
    reach, (x, y) = max(reach, LEAST_REACH), middle
    # Its left edge is on a number of the ruler.
    west, south = max(x - reach, 0) // (8 * wide) * 8 * wide, max(y - reach, 0) // high * high
    east, north = min(x + reach, west + WIDEST * wide, table.scenario.width), min(y + reach, table.scenario.depth)
    return _drawn(table, (west, south, east, north), wide, high)


def _drawn(table: Tabletop, part: tuple[int, int, int, int], wide: int, high: int) -> list[str]:
    """A part of the table, given by its edges, with characters so wide and so high."""
    west, south, east, north = part
    columns, rows = -(-(east - west) // wide), -(-(north - south) // high)
    cells = [
        [
            SIGNS.get(terrain_at(table.scenario, (west + x * wide + wide // 2, south + y * high + high // 2)), ".")
            for x in range(columns)
        ]
        for y in range(rows)
    ]
    for unit in table.units.values():
        for x, y in _front(unit):
            # What stands on the very edge of the table is drawn in the last characters.
            column, row = (
                (min(x, table.scenario.width - 1) - west) // wide,
                (min(y, table.scenario.depth - 1) - south) // high,
            )
            if 0 <= column < columns and 0 <= row < rows:
                cells[row][column] = unit.face.letter
    lines = [f"{_inches(south + y * high):>4} {''.join(cells[y])}" for y in reversed(range(rows))]
    ruler = "".join(f"{_inches(west + x * wide):<8}" for x in range(0, columns + 1, 8))
    return [f"     {ruler}".rstrip(), *lines]


def _inches(length: int) -> str:
    """Whole inches, or with a half behind them."""
    return str(length // INCH) if length % INCH == 0 else f"{length // INCH}.{length % INCH * 10 // INCH}"


def _wrapped(text: str) -> list[str]:
    return wrap(text, 78, initial_indent="    ", subsequent_indent="    ")


def _front(unit: Unit) -> list[tuple[int, int]]:
    """Places along the front, close enough that no character between is missed, just behind its edge."""
    wide = layout(unit).width
    count = max(wide // 12, 1)
    return [corner(unit.at, unit.facing, (2 * k + 1) * wide // (2 * count) - wide // 2, 1) for k in range(count)]


def setup_list(table: Tabletop, side: str) -> list[str]:
    """A side's units as someone who sets up a real table needs them, and the nearest enemies that each sees."""
    lines = []
    for unit in table.of(side):
        lines.append(f"{unit.face.letter} {unit.name}")
        state, seen = _state(table, unit), _seen(table, unit)
        lines += _wrapped(f"front centre {inches(unit.x)} inches east, {inches(unit.y)} north; {', '.join(state)}")
        if seen:
            lines += _wrapped("sees " + ", ".join(seen))
    return lines


def setup_rows(table: Tabletop, side: str) -> tuple[tuple[str, ...], ...]:
    """The same in cells: letter and name, where and how it stands, whom it sees."""
    found = []
    for unit in table.of(side):
        state = _state(table, unit)
        where = f"{inches(unit.x)} inches east, {inches(unit.y)} north; {', '.join(state)}"
        found.append((f"{unit.face.letter} {unit.name}", where, ", ".join(_seen(table, unit))))
    return tuple(found)


def setup_said(table: Tabletop, side: str) -> tuple[str, ...]:
    """The same in sentences."""
    return tuple(" ".join(_sentences(table, unit)) for unit in table.of(side))


def _sentences(table: Tabletop, unit: Unit) -> Iterator[str]:
    where = f"{inches(unit.x)} inches east and {inches(unit.y)} north, facing {unit.facing} degrees"
    yield f"{unit.name}, letter {unit.face.letter}: front centre {where}."
    yield f"It has {joined(_state(table, unit)[1:])}."
    seen = [f"{other.name} at {inches(gap.shown)} inches" for gap, other in in_sight(table, unit)[:3]]
    yield f"It sees {joined(seen)}." if seen else "It sees no enemy."


def _state(table: Tabletop, unit: Unit) -> list[str]:
    form = unit.formation.replace("_", " ") + (" double" if unit.ranks == 2 else "")
    state = [f"facing {unit.facing} {compass(unit.facing)}", f"{unit.figures} of {unit.face.start} figures", form]
    state += ["mounted"] if unit.mounted else []
    state += ["loaded" if unit.loaded else f"not loaded ({unit.loading} of {tables.loading(unit.face.weapon)})"]
    state += ["owes a point"] if unit.owed else []
    state += [] if table.has_officer(unit) else ["no officer"]
    state += [f"with {one.name}" for one in table.with_unit(unit.name)]
    ground = stands_in(table, unit)
    return [*state, *([STANDS[ground]] if ground in STANDS else []), f"morale {standing_rating(table, unit)}"]


def _seen(table: Tabletop, unit: Unit) -> list[str]:
    """The nearest enemies that a unit sees, with how far they are."""
    return [f"{other.name} {inches(gap.shown)}" for gap, other in in_sight(table, unit)[:3]]


@dataclass(frozen=True)
class TableMap(MapPanel):
    """The map panel: the sketch, and a picture."""

    state: Tabletop
    paths: tuple[tuple[str, tuple[Point, ...]], ...] = ()

    def overview(self) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        return sketch(self.state)

    def around(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`: at twice the scale, 12 inches to each side or as many as are asked for."""
        x, y = (from_text(one) or 0 for one in re.split("[,/]", at))
        return [*enlarged(self.state, (x, y), radius * INCH), "", translate(ENLARGED)]

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `reports.maps.map_panel.MapPanel`."""
        return (
            "A character is 1.5 inches wide and 3 inches high.  A unit's letter stands",
            "along its front: capitals American, small letters Indian.",
            ". open   : woods   % thicket   # fallen timber   ^ slope   = road   ~ water",
        )

    def has(self, at: str) -> bool:
        """See `reports.maps.map_panel.MapPanel`."""
        return re.fullmatch(DIALECT.place, at) is not None

    def a_place(self, side: str = "") -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        units = self.state.of(side) if side in self.state.scenario.sides else []
        return f"{units[0].x // INCH},{units[0].y // INCH}" if units else "10,10"

    def clickable(self) -> Clickable:
        """See `reports.maps.map_panel.MapPanel`: the ground, a place every three inches, the units by their letters."""
        scenario = self.state.scenario

        def spot(at: tuple[int, int]) -> tuple[int, int]:
            return EDGE + at[0] * SCALE // INCH, EDGE + (scenario.depth - at[1]) * SCALE // INCH

        table = ((0, 0), (scenario.width, 0), (scenario.width, scenario.depth), (0, scenario.depth))
        shapes: list[Polygon | Disc | Line | Text] = [Polygon(tuple(map(spot, table)), "#f4efdf", "#888888", 1)]
        for terrain in scenario.terrain:
            shapes += [Polygon(tuple(map(spot, strip)), PAINT.get(terrain.type, "#ffffff")) for strip in terrain.strips]
        size = (2 * EDGE + scenario.width * SCALE // INCH, 2 * EDGE + scenario.depth * SCALE // INCH)
        places = {spots.named(at): spot(at) for at in spots.grid(scenario)}
        counters = tuple(
            (spots.nearest(scenario, unit.at), unit.side, unit.face.letter, str(unit.figures), COLOURS[unit.side])
            for unit in self.state.units.values()
        )
        return Clickable(tuple(shapes), *size, SCALE * 2, places, counters)

    def picture(self, caption: Caption, *, whole: bool = False) -> Scene:
        """See `reports.maps.map_panel.MapPanel`: the table from above."""
        return picture(self.state, caption, self.paths)
