"""The strategic map as text: two lines a row of hexes, since the even columns lie half a hex lower."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.board import hexes
from pbem.reports.letter_style import translate
from pbem.reports.maps.hex_position import Ground, signs_alone
from pbem.reports.maps.map_panel import Clickable, MapPanel
from pbem.reports.picture.ground import Named, over
from pbem.reports.picture.shapes import Caption, Scene
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle import picture as tactical_picture
from pbem.systems.nezperce.battle.ground import values
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.battles import Lying
from pbem.systems.nezperce.data import VILLAGE
from pbem.systems.nezperce.state.position import Campaign, Unit
from pbem.systems.nezperce.telling import picture
from pbem.systems.nezperce.telling.picture import Paper

SIGNS = {"open_plains": ".", "rolling_hills": ":", "wooded_mountains": "%", "major_mountains": "^"}
WET = {"open_plains": ",", "rolling_hills": ";", "wooded_mountains": "&", "major_mountains": "*"}
"""The sign of a hex without units by its terrain, and what it shows if a minor river is in it."""
TOWN_SIGN = "o"
COLOURS = signs_alone(us="A", them="VI", cliff="X", coulee="o", water="~/\\", woods="%&", rocks="^*")
"""The signs of the map by what they look like in colour."""
NEAR = 4
"""Hexes round a place that `map PLACE` lists, unless a radius is given."""


@dataclass(frozen=True, slots=True)
class Window:
    """Columns and rows, both ends within."""

    left: int
    right: int
    top: int
    bottom: int

    def has(self, at: str) -> bool:
        """True if a hex is in it."""
        column, row = hexes.column_and_row(at)
        return self.left <= column <= self.right and self.top <= row <= self.bottom


def all_of_it() -> Window:
    """The whole map."""
    sheet = data.strategic_map()
    return Window(*sheet.columns, *sheet.rows)


def round_about(places: Iterable[str], margin: int) -> Window:
    """The window of some hexes, with so many columns and rows round it."""
    found, whole = [hexes.column_and_row(one) for one in places], all_of_it()
    if not found:
        return whole
    columns, rows = [one[0] for one in found], [one[1] for one in found]
    return Window(
        max(whole.left, min(columns) - margin),
        min(whole.right, max(columns) + margin),
        max(whole.top, min(rows) - margin),
        min(whole.bottom, max(rows) + margin),
    )


def line_of(at: str) -> int:
    """The line on which a hex stands: two a row, the even columns on the second."""
    column, row = hexes.column_and_row(at)
    return 2 * row + (column % 2 == 0)


def sketch(state: Campaign, window: Window) -> list[str]:
    """The map in a window: a character a hex, rivers between them."""
    sheet = data.strategic_map()
    first, wide = 2 * window.top, 2 * (window.right - window.left + 1) + 1
    cells = [[" "] * wide for _ in range(2 * (window.bottom - window.top + 1) + 1)]
    for at in sheet:
        if window.has(at):
            x, y = 2 * (hexes.column_and_row(at)[0] - window.left) + 1, line_of(at) - first
            cells[y][x] = sign(state, at)
            for other in sheet.neighbours(at):
                _side(cells, (x, y), line_of(other) - line_of(at), _columns(at, other), _marks(at, other))
    rows = [f"{window.top + n // 2:02}" if n % 2 == 0 else "  " for n in range(len(cells) - 1)]
    lines = [f"{row} {''.join(cell)}".rstrip() for row, cell in zip((*rows, "  "), cells, strict=True)]
    return [*_ruler(window), *lines]


def _columns(at: str, other: str) -> int:
    return hexes.column_and_row(other)[0] - hexes.column_and_row(at)[0]


RIVER, FREE, IDAHO, MEETING = ("~", "\\", "/"), ("+", "+", "+"), ("-", "|", "|"), ("'", "'", "'")
"""The drawing of a line on a hexside: under or over a hex, going down to the right, going up to the right."""


def _marks(at: str, other: str) -> tuple[str, str, str] | None:
    """The line on a hexside: a major river before the border of Idaho, and that before the rendezvous area's."""
    kinds = data.strategic_map().edges(at, other)
    if data.RIVER in kinds:
        return FREE if data.FORD in kinds else RIVER
    if (at in data.idaho()) != (other in data.idaho()):
        return IDAHO
    meeting = data.zone("rendezvous")
    return MEETING if (at in meeting) != (other in meeting) else None


def _side(
    cells: list[list[str]], place: tuple[int, int], down: int, right: int, marks: tuple[str, str, str] | None
) -> None:
    """A line on the side toward a neighbour: under or over the hex, or in the gap of the columns."""
    if marks is None:
        return
    x, y = place
    if right == 0:
        y, mark = y + down // 2, marks[0]
    else:
        x, mark = x + right, marks[2] if (down > 0) == (right > 0) else marks[1]
        y += 1 if down > 0 else 0
    if 0 <= y < len(cells) and 0 <= x < len(cells[0]):
        cells[y][x] = mark


def _ruler(window: Window) -> list[str]:
    columns = range(window.left, window.right + 1)
    return [f"    {' '.join(f'{one:02}'[n] for one in columns)}" for n in range(2)]


def sign(state: Campaign, at: str) -> str:
    """The sign of a hex: X both sides, V the village, I bands, A the Army, o a town or fort, c Canada, else its terrain."""
    army, indian = state.at(at, "army"), state.at(at, "indian")
    if army and indian:
        return "X"
    if indian:
        return "V" if any(one.name == VILLAGE for one in indian) else "I"
    if army:
        return "A"
    if data.town(at):
        return TOWN_SIGN
    if at in data.zone("Canada"):
        return "c"
    return (WET if at in data.zone("minor river") else SIGNS)[data.strategic_map().terrain(at)]


def described(state: Campaign, at: str) -> str:
    """A hex in words: ``0709 Lapwai, rolling hills, minor river: Howard, Perry``."""
    words = [f"{at} {data.town(at)}".strip(), _ground_of(at)]
    words += ["Idaho"] if at in data.zone("Idaho interior") else ["border of Idaho"] if at in data.idaho() else []
    words += ["Canada"] if at in data.zone("Canada") else []
    units = ", ".join(one.name for one in state.at(at))
    return f"{', '.join(words)}{f': {units}' if units else ''}"


def _ground_of(at: str) -> str:
    """``rolling hills, minor river``."""
    wet = ["minor river"] if at in data.zone("minor river") else []
    return ", ".join([data.strategic_map().terrain(at).replace("_", " "), *wet])


@dataclass(frozen=True)
class StrategicMap(MapPanel):
    """The map panel of a strategic phase."""

    state: Campaign
    moves: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def overview(self) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`: where anybody stands, and two hexes round that."""
        return sketch(self.state, round_about((one.at for one in self._on_map()), 2))

    def whole(self) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        return sketch(self.state, all_of_it())

    def around(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`: the piece of the map, and what stands and lies there."""
        sheet = data.strategic_map()
        near = [one for one in sheet if sheet.distance(at, one) <= (radius or NEAR)]
        listed = [one for one in near if one == at or self.state.at(one) or data.town(one)]
        lines = [f"  {described(self.state, one)}"[:76] for one in listed]
        return [*sketch(self.state, round_about([at], radius or NEAR)), "", *lines]

    def in_sentences(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        who: dict[str, list[str]] = {one: [town] for one in data.strategic_map() if (town := data.town(one))}
        for unit in self._on_map():
            who.setdefault(unit.at, []).append(unit.name)
        return self.lying().in_sentences(at, radius or NEAR, who)

    @property
    def extent(self) -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        return translate("north is up")

    @property
    def coloured_as(self) -> Ground:
        """See `reports.maps.map_panel.MapPanel`."""
        return COLOURS

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `reports.maps.map_panel.MapPanel`."""
        return (
            "V village  I band  A Army  X both sides  o town or fort  ~ / \\ major river",
            "+ free crossing  - | border of Idaho  ' area of the rendezvous  c Canada",
            ". open plains  : rolling hills  % wooded mountains  ^ major mountains",
            ", ; & * the same with a minor river, which supplies Indian units",
            "An even column lies half a hex lower.  To see what is near:   map 0709 3",
        )

    def has(self, at: str) -> bool:
        """See `reports.maps.map_panel.MapPanel`."""
        return at in data.strategic_map()

    def a_place(self, side: str = "") -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        return next((one.at for one in self._on_map() if side in ("", one.side)), "0709")

    def _on_map(self) -> list[Unit]:
        return [*self.state.of("indian"), *self.state.of("army")]

    def clickable(self) -> Clickable:
        """See `reports.maps.map_panel.MapPanel`."""
        return strategic(self.state)

    def to_lay_over(self, title: str, names: Mapping[str, Sequence[str]]) -> Scene:
        """See `reports.maps.map_panel.MapPanel`."""
        units: dict[str, list[Named]] = {}
        for one in self._on_map():
            units.setdefault(one.at, []).append(Named(one.name, picture.COLOURS[one.side]))
        return over(((at, int(at[:2]) % 2 == 0) for at in data.strategic_map()), units, title)

    def lying(self) -> Lying:
        """See `reports.maps.map_panel.MapPanel`."""
        return Lying(data.strategic_map(), _ground_of)

    def picture(self, caption: Caption, *, whole: bool = False) -> Scene:
        """See `reports.maps.map_panel.MapPanel`."""
        return picture.scene(self.state, self.moves, caption, whole=whole)


# The two kinds of maps as the order page draws them: the strategic map, and the ground of a battle.

_VILLAGE = VILLAGE.rpartition(" ")[2]
LONGEST = 10
"""Characters of a name on a counter."""
Counters = tuple[tuple[str, str, str, str, str], ...]


def strategic(state: Campaign) -> Clickable:
    """The strategic map with the units that are on it."""
    bare = picture.bare_map()
    places = {at: picture.spot(at) for at in data.strategic_map()}
    return Clickable(bare.shapes, bare.width, bare.height, picture.paper().across, places, _units(state))


def _units(state: Campaign) -> Counters:
    found = []
    for at in sorted({one.at for one in state.units.values() if one.active}):
        for side in ("indian", "army"):
            here = state.at(at, side)
            if here:
                names = [one.name for one in here]
                tag = _VILLAGE if VILLAGE in names else _name(names[0])
                found.append((at, side, tag, str(len(here)), picture.COLOURS[side]))
    return tuple(found)


def _name(name: str) -> str:
    """As much of a name as a counter has room for, in whole words: ``Looking`` of Looking Glass."""
    first, *rest = name.split()
    if len(name) <= LONGEST or not rest:
        return name
    return first if len(first) > LONGEST // 2 - 1 else f"{first} {rest[0]}"[:LONGEST]


def tactical(battle: Battle) -> Clickable:
    """The ground of a battle with the units that are on it."""
    return replace(_ground(battle.contact.map), counters=_fighters(battle))


def grounds() -> Iterator[Clickable]:
    """The ground of every battle, with nobody on it."""
    return map(_ground, ground.MAPS)


def _ground(name: str) -> Clickable:
    land = ground.sheet(name)
    paper = Paper(tactical_picture.EDGE, tactical_picture.TOP, land.columns, land.rows)
    bare = tactical_picture.bare_map(name, paper)
    return Clickable(bare.shapes, bare.width, bare.height, paper.across, {at: paper.spot(at) for at in land})


def _fighters(battle: Battle) -> Counters:
    """A counter for each unit: its name in short, its fire, melee and movement, a pin."""
    found = []
    for one in battle.on_map():
        now = values(one)
        below = f"{now.fire}-{now.melee}-{now.move}{'P' * one.pin}"
        found.append((one.at, one.side, _short(one.name), below, picture.COLOURS[one.side]))
    return tuple(found)


def _short(name: str) -> str:
    """``Ollokot 3`` is ``Oll3``, ``Perry Cavalry 1`` is ``PerC1``."""
    first, *rest = name.split()
    letters, numbers = [word[0] for word in rest if not word.isdigit()], [word for word in rest if word.isdigit()]
    return "".join([first[:3], *letters[:2], *numbers])
