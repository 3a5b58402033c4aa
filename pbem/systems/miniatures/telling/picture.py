"""The table from above: ground, figures on their bases, the arcs of units near the enemy, the ways of the last phase."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.reports.letter_style import translate
from pbem.reports.maps.map_panel import Outline
from pbem.reports.picture.ground import INK, PAPER
from pbem.reports.picture.pieces import arrow
from pbem.reports.picture.scene import head
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Polygon, Scene, Shape, Text
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, Point, corner, moved
from pbem.systems.miniatures.rules.ground import between, nearest_enemy
from pbem.systems.miniatures.rules.layout import figures, ground_of, guns_ground, layout, on_front
from pbem.systems.miniatures.state.tabletop import Tabletop, Terrain, Unit

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
SCALE, EDGE, TOP, FOOT = 14, 44, 76, 62
"""Pixels to the inch; round the table; above it, with the title; below it, with the key."""
ARC_REACH = 5 * INCH
NEAR = 8 * INCH
"""The drawn length of an arc, and how near the enemy must be for it to be drawn at all."""
SIGNS = {"open_woods": "t", "thicket": "T", "fallen_timber": "x"}
SPREAD = 26
"""Sixteenths from tree to tree."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


@dataclass(frozen=True)
class Drawing:
    """A table on paper: where its places lie, in pixels."""

    table: Tabletop
    scale: int = SCALE
    edge: int = EDGE
    top: int = TOP

    def spot(self, at: Point) -> tuple[float, float]:
        """A place of the table on the paper."""
        depth = self.table.scenario.depth
        return self.edge + at[0] * self.scale / INCH, self.top + (depth - at[1]) * self.scale / INCH

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the paper."""
        scenario = self.table.scenario
        return 2 * EDGE + scenario.width * SCALE // INCH, TOP + FOOT + scenario.depth * SCALE // INCH

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
            yield Text((self.edge - 14, self.spot((0, inch * INCH))[1]), str(inch), 10, RULER)
            yield Line((self.spot((0, inch * INCH)), self.spot((8, inch * INCH))), FRAME, 1)

    def _signs(self, terrain: Terrain) -> Iterator[Shape]:
        """Trees and trunks on a grid, so that woods can be told apart without colours."""
        if terrain.type not in SIGNS:
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
        """The ways of units, by side, as arrows."""
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
        yield from self.ground_names(tuple(boxes.values()), taken)

    def ground_names(self, boxes: Sequence[Box] = (), taken: list[Box] | None = None) -> Iterator[Shape]:
        """The names of the ground, where nothing else stands."""
        taken = [] if taken is None else taken
        for terrain in self.table.scenario.terrain:
            if terrain.line or not terrain.strips:
                continue
            xs, ys = zip(*(at for strip in terrain.strips for at in strip), strict=True)
            low, high, across = min(ys), max(ys), (min(xs) + max(xs)) // 2
            places = [(across, low + (high - low) * part // 8) for part in (4, 6, 2, 7, 1)]
            name = terrain.id.replace("-", " ")
            spot = _free([self.spot(at) for at in places], name, 11, boxes, taken)
            yield Text(spot, name, 11, RULER, halo=PAPER)

    def arc(self, unit: Unit) -> Iterator[Shape]:
        """The arc of a unit near the enemy, from the ends of its front."""
        enemy = nearest_enemy(self.table, unit)
        rim = self.rim(unit)
        if not rim or enemy is None or not between(unit, enemy).within(NEAR):
            return
        yield Line((self.spot(unit.at), *rim, self.spot(unit.at)), COLOURS[unit.side], 1, (2, 3))

    def rim(self, unit: Unit) -> tuple[tuple[float, float], ...]:
        """The rim of a unit's arc; () for a formation without one."""
        half = tables.half_angle(unit.formation)
        if half is None:
            return ()
        reach = min(ARC_REACH, tables.longest(unit.face.weapon))
        steps = [unit.facing - half + k * 2 * half // 8 for k in range(9)]
        return tuple(self.spot(moved(unit.at, one % 360, reach)) for one in steps)

    def outline(self, unit: Unit) -> Outline:
        """A unit as the order page draws it: with its name, as the list of units has it."""
        front, nose = self.spot(unit.at), self.spot(moved(unit.at, unit.facing, 64 * INCH))
        ahead = ((nose[0] - front[0]) / 64, (nose[1] - front[1]) / 64)
        parts = tuple(tuple(map(self.spot, part)) for part in ground_of(unit).parts)
        label = f"{unit.face.letter} {unit.name}, {unit.figures}"
        return Outline(unit.name, COLOURS[unit.side], label, parts, self.rim(unit), front, ahead)


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
    """True if a place lies in a polygon, for signs on paper; the rules have their own test."""
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
    yield Text((EDGE, y), ";  ".join(words), 11, INK, anchor="start")


def _in_words(table: Tabletop, caption: Caption) -> str:
    units = ", ".join(f"{unit.name} {unit.figures}" for unit in table.units.values())
    return ". ".join((caption.title, caption.shows, units, translate("All of it is in the text below too")))
