"""The sketch map: a character is 1.5 inches wide and 3 high."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pbem.mechanisms.words import joined
from pbem.reports.letter_style import translate
from pbem.reports.maps.map_panel import Clickable, MapPanel
from pbem.reports.picture.shapes import Caption, Line, Scene, Shape, Text
from pbem.reports.report import Panel
from pbem.reports.wrap import WIDTH, glued, wrap
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, Point, compass, corner, from_text, inches, point, root
from pbem.systems.miniatures.orders import offers
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules.ground import in_sight, stands_in, terrain_at
from pbem.systems.miniatures.rules.layout import column_files, layout, segments
from pbem.systems.miniatures.rules.morale import standing_rating
from pbem.systems.miniatures.state.tabletop import ARTILLERY, COLUMN, SKIRMISH, Tabletop, Terrain, Unit
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
    return textwrap.wrap(text, 76, initial_indent="    ", subsequent_indent="    ")


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
        f"{form} {stands(unit)}",
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


# The data for a real table set up from a letter: ground with its corners, bases, fronts and depths (MR-3).

CORNERS = "inches east, north of the south-west corner"
Fact = tuple[str, str]
"""A label, and what is said of it."""
LABEL = 14
"""Characters for the name of what a line is about."""


def panels(table: Tabletop) -> tuple[Panel, ...]:
    """The ground of the table, and how units stand on it."""
    about = (
        ("ground", translate("GROUND"), CORNERS, tuple(_ground(table))),
        ("bases", translate("BASES"), translate("width by depth, inches"), tuple(_bases())),
    )
    return tuple(
        Panel(
            name,
            title,
            note,
            tuple(_lines(facts)),
            spoken=(_sentence(note), *(f"{label}: {text}." for label, text in facts)),
        )
        for name, title, note, facts in about
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def ground_lines(table: Tabletop) -> list[str]:
    """The ground as lines of a letter."""
    return _lines(_ground(table))


def base_lines() -> list[str]:
    """The bases and formations as lines of a letter."""
    return _lines(_bases())


def _ground(table: Tabletop) -> Iterator[Fact]:
    """The table's size, and each piece of ground with its type and its corners; a road or stream with its line and width."""
    scenario = table.scenario
    size = (
        f"{inches(scenario.width)} {translate('east to west')}, {inches(scenario.depth)} {translate('south to north')}"
    )
    yield (translate("table"), size)
    for one in scenario.terrain:
        yield (one.id.replace("-", " "), _extent(one))


def _extent(one: Terrain) -> str:
    kind = one.type.replace("_", " ") + (f", {translate('level')} {one.level}" if one.level else "")
    if not one.line:
        return f"{kind}: {translate('corners')} {', '.join(glued(point(*at)) for strip in one.strips for at in strip)}"
    wide = inches(width_of(one))
    return f"{kind}: {translate('along')} {', '.join(glued(point(*at)) for at in one.line)}, {wide} {translate('wide')}"


def width_of(one: Terrain) -> int:
    """The width of a road, a stream or works, in sixteenths."""
    first, *_, last = one.strips[0]
    return root((first[0] - last[0]) ** 2 + (first[1] - last[1]) ** 2)


def _bases() -> Iterator[Fact]:
    """The sizes of bases, and how files and ranks make a front."""
    bases = tables.tables()["bases"]
    sizes = ((translate("on foot"), "foot"), (translate("mounted"), "mounted"), (translate("gun"), "gun"))
    for words, name in sizes:
        wide, deep = bases[name]
        yield (words, f"{inches(wide)} {translate('by')} {inches(deep)}")
    rules = (
        (translate("line"), translate("two ranks, base to base; depth two bases")),
        (translate("open order"), translate("one rank, base to base")),
        (translate("column"), translate("as many abreast as the unit's line says; the others in ranks behind")),
        (
            translate("skirmish"),
            translate("one rank, a base apart; double: two ranks, a base apart, depth three bases"),
        ),
        (translate("mass, disorder"), translate("as nearly square as can be, base to base")),
        (translate("guns"), translate("side by side, an inch apart")),
    )
    for words, rule in rules:
        yield (words, rule)
    yield (
        translate("where"),
        translate("the middle of its front edge; the page  help formations table  has every front"),
    )


def stands(unit: Unit) -> str:
    """``4 by 3, front 3.00, depth 2.25``: files by ranks, and what they cover."""
    found = layout(unit)
    covers = f"{translate('front')} {inches(found.width)}, {translate('depth')} {inches(found.depth)}"
    bend = segments(unit, found.width)
    # Each segment has by how much the next one turns.
    turns = [f"{inches(long)} {translate('turned {n} left', n=angle)}" for (_, angle), (long, _) in pairwise(bend)]
    bent = f", {translate('bent from its right end')}: {inches(bend[0][0])}, {', '.join(turns)}" if turns else ""
    return f"{found.files} {translate('by')} {found.ranks}, {covers}{bent}"


def formations(unit: Unit) -> Iterator[tuple[str, Unit]]:
    """The formations that a unit may stand in with the figures that it has, each with the unit in it."""
    for name in tables.formations_of(unit.face):
        if name == COLUMN and not column_files(unit.figures):
            continue
        if unit.face.row == ARTILLERY and name == SKIRMISH and unit.has_guns:
            continue
        formed = unit.with_(formation=name, ranks=1, bend=(), abreast=0)
        yield name.replace("_", " "), formed
        if name == SKIRMISH and unit.figures > 1:
            yield f"{SKIRMISH} double", formed.with_(ranks=2)


def _lines(facts: Iterable[Fact]) -> list[str]:
    wrapped = (wrap(text, WIDTH, first=f"{label:<{LABEL - 1}} ", rest=" " * LABEL) for label, text in facts)
    return [line for lines in wrapped for line in lines]
