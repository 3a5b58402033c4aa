"""The sketch map: a character is 1.5 inches wide and 3 high."""

import re
from collections.abc import Iterator
from textwrap import wrap

from pbem.core.frozen import dataclass
from pbem.mechanisms.words import joined
from pbem.reports.map_panel import Clickable, MapPanel
from pbem.reports.picture.scene import Caption
from pbem.reports.picture.shapes import Disc, Line, Polygon, Scene, Text
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.orders import spots
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules.ground import terrain_at
from pbem.systems.miniatures.rules.layout import layout
from pbem.systems.miniatures.rules.sighting import in_sight
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.state.unit import Unit
from pbem.systems.miniatures.table.angles import Point, compass
from pbem.systems.miniatures.table.lengths import INCH, inches
from pbem.systems.miniatures.table.shapes import corner
from pbem.systems.miniatures.telling.picture import COLOURS, PAINT, picture

WIDE, HIGH = 24, 48
"""Sixteenths in a character."""
SCALE, EDGE = 10, 40
"""Pixels of an order page to the inch, and round the table."""
WIDEST = 72
"""Characters in a line of the sketch."""
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


def sketch(table: Tabletop) -> list[str]:
    """The table as text: ground, and each unit's letter along its front."""
    scenario = table.scenario
    # A larger table has a smaller scale, so that a line fits into a letter.
    scale = -(-scenario.width // (WIDE * WIDEST))
    wide, high = WIDE * scale, HIGH * scale
    columns, rows = -(-scenario.width // wide), -(-scenario.depth // high)
    cells = [
        [SIGNS.get(terrain_at(scenario, (x * wide + wide // 2, y * high + high // 2)), ".") for x in range(columns)]
        for y in range(rows)
    ]
    for unit in table.units.values():
        for x, y in _front(unit):
            cells[min(max(y // high, 0), rows - 1)][min(max(x // wide, 0), columns - 1)] = unit.face.letter
    lines = [f"{y * high // INCH:>3}  {''.join(cells[y])}" for y in reversed(range(rows))]
    ruler = "".join(f"{x * wide // INCH:<8}" for x in range(0, columns + 1, 8))
    return [f"     {ruler}".rstrip(), *lines]


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
    return state + [f"with {one.name}" for one in table.with_unit(unit.name)]


def _seen(table: Tabletop, unit: Unit) -> list[str]:
    """The nearest enemies that a unit sees, with how far they are."""
    return [f"{other.name} {inches(gap.shown)}" for gap, other in in_sight(table, unit)[:3]]


@dataclass(frozen=True)
class TableMap(MapPanel):
    """The map panel: the sketch, and a picture."""

    state: Tabletop
    paths: tuple[tuple[str, tuple[Point, ...]], ...] = ()

    def overview(self) -> list[str]:
        """See `reports.map_panel.MapPanel`."""
        return sketch(self.state)

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `reports.map_panel.MapPanel`."""
        return (
            "A character is 1.5 inches wide and 3 inches high.",
            ". open   : woods   % thicket   # fallen timber   ^ slope   = road   ~ water",
        )

    def has(self, at: str) -> bool:
        """See `reports.map_panel.MapPanel`."""
        return re.fullmatch(DIALECT.place, at) is not None

    def a_place(self, side: str = "") -> str:
        """See `reports.map_panel.MapPanel`."""
        units = self.state.of(side) if side in self.state.scenario.sides else []
        return f"{units[0].x // INCH},{units[0].y // INCH}" if units else "10,10"

    def clickable(self) -> Clickable:
        """See `reports.map_panel.MapPanel`: the ground, a place every three inches, the units by their letters."""
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
        """See `reports.map_panel.MapPanel`: the table from above."""
        return picture(self.state, caption, self.paths)
