"""The sketch map: a character is 1.5 inches wide and 3 high."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from pbem.mechanisms.words import joined
from pbem.reports.letter_style import translate
from pbem.reports.maps.map_panel import Clickable, MapPanel
from pbem.reports.picture.shapes import Caption, Line, Scene, Shape, Text
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.orders import offers
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules.ground import in_sight, stands_in, terrain_at
from pbem.systems.miniatures.rules.layout import layout
from pbem.systems.miniatures.rules.morale import standing_rating
from pbem.systems.miniatures.state.tabletop import Tabletop, Unit
from pbem.systems.miniatures.table.measures import INCH, Point, compass, from_text, inches, root
from pbem.systems.miniatures.table.shapes import corner
from pbem.systems.miniatures.telling import real_table
from pbem.systems.miniatures.telling.picture import COLOURS, RULER, Drawing, picture
from pbem.systems.miniatures.telling.picture import SCALE as PIXELS

WIDE, HIGH = 24, 48
"""Sixteenths in a character."""
SCALE, EDGE = 10, 40
"""Pixels of an order page to the inch, and round the table."""
WIDEST = 72
"""Characters in a line of the sketch."""
ENLARGED = "Enlarged twofold: a character is 0.75 inches wide and 1.5 high."
LEAST_REACH = 12 * INCH
"""The least reach of an enlarged part on eaches on each side, at least."""
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
"""The list's words for the ground in which ground one stands."""


def sketch(table: Tabletop) -> list[str]:
    """The table as text: ground, and each unit's letter along its front."""
    scenario = table.scenario
    # A larger table has a smaller scale, so that a line fits into a letter.
    scale = -(-scenario.width // (WIDE * WIDEST))
    return _drawn(table, (0, 0, scenario.width, scenario.depth), WIDE * scale, HIGH * scale)


def enlarged(table: Tabletop, middle: Point, reach: int) -> list[str]:
    """The surroundings of a place, at twice the scale: a character is a figure on foot wide."""
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
    return wrap(text, 76, initial_indent="    ", subsequent_indent="    ")


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
    state = [
        f"facing {unit.facing} {compass(unit.facing)}",
        f"{unit.figures} of {unit.face.start} figures",
        f"{form} {real_table.stands(unit)}",
    ]
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


def _north(wide: int) -> tuple[Shape, ...]:
    """An arrow to the north, in the upper right corner."""
    x = wide - EDGE / 2
    tip = Line(((x - 4, 20), (x, 13), (x + 4, 20)), RULER, 2)
    return Line(((x, EDGE), (x, 14)), RULER, 2), tip, Text((x, 7), "N", 11, RULER)


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

    def in_sentences(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`: the ground there, and whoever stands so near."""
        x, y = (from_text(one) or 0 for one in re.split("[,/]", at))
        far = max(radius * INCH, LEAST_REACH)
        off = sorted((root((one.x - x) ** 2 + (one.y - y) ** 2), one.name, one) for one in self.state.units.values())
        ground = STANDS.get(terrain_at(self.state.scenario, (x, y)), "open ground")
        sentences = [f"{inches(x)} inches east and {inches(y)} north: {ground}."]
        sentences += [
            f"{name}, letter {one.face.letter}: {inches(gap)} inches off, front centre {inches(one.x)} inches east and "
            f"{inches(one.y)} north, facing {one.facing} degrees."
            for gap, name, one in off
            if gap <= far
        ]
        return [*sentences, "Every piece of ground with its corners:   | help ground table"]

    @property
    def extent(self) -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        return translate("north is up")

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
        scenario, drawing = self.state.scenario, Drawing(self.state, SCALE, EDGE, EDGE)

        def spot(at: Point) -> tuple[int, int]:
            return EDGE + at[0] * SCALE // INCH, EDGE + (scenario.depth - at[1]) * SCALE // INCH

        size = (2 * EDGE + scenario.width * SCALE // INCH, 2 * EDGE + scenario.depth * SCALE // INCH)
        shapes = (*drawing.ground(), *drawing.ground_names(), *_north(size[0]))
        places = {offers.named(at): spot(at) for at in offers.grid(scenario)}
        counters = tuple(
            (offers.nearest(scenario, unit.at), unit.side, unit.face.letter, str(unit.figures), COLOURS[unit.side])
            for unit in self.state.units.values()
        )
        outlines = tuple(map(drawing.outline, self.state.units.values()))
        return Clickable(shapes, *size, SCALE * 2, places, counters, outlines=outlines)

    @property
    def pixels_to_inch(self) -> int:
        """See `reports.maps.map_panel.MapPanel`."""
        return PIXELS

    def picture(self, caption: Caption, *, whole: bool = False) -> Scene:
        """See `reports.maps.map_panel.MapPanel`: the table from above."""
        return picture(self.state, caption, self.paths)
