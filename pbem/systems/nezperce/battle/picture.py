"""A battle as a picture: ground, streams and ridges on hexsides, each unit with its mode and pin, and what the phase did."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.board import hexes
from pbem.reports.letter_style import translate
from pbem.reports.maps.hex_position import Ground, signs_alone
from pbem.reports.maps.map_panel import Clickable, MapPanel
from pbem.reports.picture.ground import INK, PAPER, RIDGE, ROCKS, ROCKS_RIM, WOODS, WOODS_RIM, Named, over
from pbem.reports.picture.pieces import arrow, clash, shot
from pbem.reports.picture.scene import head
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Polygon, Scene, Shape, Text
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.ground import values
from pbem.systems.nezperce.battle.state import LIMBERED, MOUNTED, Battle, Fighter
from pbem.systems.nezperce.battles import Lying
from pbem.systems.nezperce.data import by_id
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.telling.picture import UNIT, Paper

COLOURS = {"army": "#2c4a8a", "indian": "#9c3b2a"}
HOME, PIN, WATER, OPEN = "#7a5c2e", "#ffd447", "#2f7fc1", "#f3edd6"
PAINT = {"open": OPEN, "tree_stand": "#d5e3bd", "rocked_and_broken": "#e0dad0"}
EDGE, TOP, FOOT, NARROWEST = 24, 76, 78, 740
MARGIN, FAR = 2, 6
LARGE, FEW = 18, 13
"""A piece of the map with fewer columns than this is drawn larger."""
HOMES = ("lodge", "camp")
TREES = ((-12, -9), (0, -13), (12, -9), (-14, 5), (14, 5), (-6, 14), (7, 14))
STONES = ((-13, -7), (11, -10), (-10, 10), (13, 8), (1, -14))
KINDS = {
    "cavalry": "C", "infantry": "I", "hq": "HQ", "scouts": "S", "howitzer": "How", "hotchkiss": "Hk", "gatling": "Gat",
    "volunteers": "V", "washington_volunteers": "W", "city_defence": "D", "warrior": "", "lodge": "Lodge", "camp": "Camp",
}  # fmt: skip
"""A counter's text for its kind."""


@dataclass(frozen=True, slots=True)
class BattleMark:
    """Something that a phase did: ``move``, ``fire`` or ``melee``, by a side, along a path of hexes."""

    kind: str
    side: str
    path: tuple[str, ...]


def shown(battle: Battle) -> set[str]:
    """The hexes of those who fight, and of lodges and camps near them: one that is on its way off the map far behind would
    make the rest small."""
    land = ground.sheet(battle.contact.map)
    fighting = {one.at for one in battle.on_map() if one.kind not in HOMES}
    homes = {one.at for one in battle.on_map() if one.kind in HOMES}
    return fighting | {at for at in homes if not fighting or min(land.distance(at, one) for one in fighting) <= FAR}


def extent(battle: Battle, marks: Sequence[BattleMark]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The columns and rows where anybody stands or something happened, and two hexes round that."""
    land = ground.sheet(battle.contact.map)
    used = shown(battle) | {at for one in marks for at in one.path if at in land and one.kind != "move"}
    if not used:
        return land.columns, land.rows
    found = [hexes.column_and_row(one) for one in used]
    columns, rows = [one[0] for one in found], [one[1] for one in found]
    return (
        (max(land.columns[0], min(columns) - MARGIN), min(land.columns[1], max(columns) + MARGIN)),
        (max(land.rows[0], min(rows) - MARGIN), min(land.rows[1], max(rows) + MARGIN)),
    )


@lru_cache(maxsize=8)
def bare_map(name: str, paper: Paper) -> MapSheet:
    """The bare ground of a piece of a tactical map."""
    wide = max(NARROWEST, paper.width + paper.left)
    return MapSheet(wide, paper.height + FOOT, PAPER, tuple(_ground(name, paper)))


def _ground(name: str, paper: Paper) -> Iterator[Shape]:
    """The ground of a tactical map: hexes, what grows on them, the lines on their sides."""
    land = ground.sheet(name)
    there = [at for at in land if paper.has(at)]
    for at in there:
        yield Polygon(paper.corners(at), PAINT[land.terrain(at)], "#b9b197", 1)
    for at in there:
        yield from _growth(land.terrain(at), paper.spot(at), paper.unit / UNIT)
        x, y = paper.spot(at)
        yield Text((x, y - paper.tall + 6), at, 8, "#857d66")
    for kind, colour, width in ((ground.RIDGE, RIDGE, 4), (ground.STREAM, WATER, 5)):
        for at in there:
            for other in land.neighbours(at):
                if kind in land.edges(at, other) and (at < other or not paper.has(other)):
                    yield Line(paper.hexside(at, other), colour, width, (2, 4) if kind == ground.RIDGE else ())


def _growth(terrain: str, at: tuple[int, int], scale: float) -> Iterator[Shape]:
    x, y = at
    if terrain == "tree_stand":
        for dx, dy in TREES:
            yield Disc((x + dx * scale, y + dy * scale), 3 * scale, WOODS, WOODS_RIM, 1)
    elif terrain == ground.ROCKS:
        for dx, dy in STONES:
            left, low = x + dx * scale, y + dy * scale
            stone = ((left - 4, low + 3), (left, low - 4), (left + 4, low + 3))
            yield Polygon(stone, ROCKS, ROCKS_RIM, 1)


def scene(battle: Battle, marks: Sequence[BattleMark], caption: Caption, *, whole: bool = False) -> Scene:
    """The picture: where anybody stands, or the `whole` map."""
    land = ground.sheet(battle.contact.map)
    columns, rows = (land.columns, land.rows) if whole else extent(battle, marks)
    paper = Paper(EDGE, TOP, columns, rows, LARGE if columns[1] - columns[0] < FEW else UNIT)
    sheet = bare_map(battle.contact.map, paper)
    shapes: list[Shape] = [*head(caption, sheet.width)]
    for mark in marks:
        if mark.kind == "move" and len(mark.path) > 1:
            shapes += arrow([paper.spot(one) for one in mark.path], COLOURS[mark.side], paper.unit)
    for at in sorted({one.at for one in battle.on_map()}):
        shapes += stack(battle.at(at), *paper.spot(at), paper.unit / UNIT)
    for mark in marks:
        if mark.kind != "move" and mark.path[0] != mark.path[-1]:
            draw = shot if mark.kind == "fire" else clash
            shapes += draw(paper.spot(mark.path[0]), paper.spot(mark.path[-1]), COLOURS[mark.side], paper.across)
    shapes += _key(sheet.height - FOOT + 22)
    return Scene(sheet, tuple(shapes), _in_words(battle, caption))


def stack(units: Sequence[Fighter], x: float, y: float, scale: float) -> Iterator[Shape]:
    """The units of a hex, each a row of its own, so that they can be told apart."""
    high = scale * (24 if len(units) == 1 else 32 / len(units))
    top = y - high * len(units) / 2 + (3 if len(units) == 1 else 2) * scale
    for n, one in enumerate(units):
        yield from _counter(one, x, top + n * high, high - 1, scale, is_alone=len(units) == 1)


def _counter(one: Fighter, x: float, top: float, high: float, scale: float, *, is_alone: bool) -> Iterator[Shape]:
    left, right, low = x - 19 * scale, x + 19 * scale, top + high
    cut = 4 * scale if one.side == "indian" else 0
    plate = (
        (left + cut, top), (right - cut, top), (right, top + cut), (right, low - cut),
        (right - cut, low), (left + cut, low), (left, low - cut), (left, top + cut),
    )  # fmt: skip
    yield Polygon(plate, HOME if one.kind in HOMES else COLOURS[one.side], "#ffffff", 1)
    who, what = short(one)
    what += MODES.get(one.mode, "")
    middle, at = (top + low) / 2, x - (3 * scale if one.pin else 0)
    if is_alone:
        yield Text((at, middle - 5 * scale), who, 10 * scale, "#ffffff", bold=True)
        yield Text((at, middle + 6 * scale), what, 9 * scale, "#ffffff", bold=True)
    else:
        yield Text((at, middle), f"{who[:4]} {what}", min(9, high * 4 / 5 / scale) * scale, "#ffffff", bold=True)
    if one.pin:
        pin = right - 9 * scale
        yield Polygon(((pin, top), (right, top), (right, low), (pin, low)), PIN, "#ffffff", 1)
        yield Text(((pin + right) / 2, middle), str(one.pin), 8 * scale, INK, bold=True)


MODES = {MOUNTED: " m", LIMBERED: " l"}
"""A counter's text for the modes in which a unit does not fire."""


def short(one: Fighter) -> tuple[str, str]:
    """The text of a unit's counter, its owner and what it is: ``Perry`` and ``C2``, ``Ollok`` and ``3``."""
    number = one.name.rpartition(" ")[2]
    number = number if number.isdigit() else ""
    if one.kind in HOMES:
        return KINDS[one.kind], number
    owner = by_id()[one.force].name if one.force in by_id() else one.name
    return owner.replace("-", "")[:5].strip(), f"{KINDS.get(one.kind, '')}{number}"


def _key(y: int) -> Iterator[Shape]:
    lines = (
        "blue: Army (C cavalry, I infantry, S scouts, HQ, How howitzer, Hk Hotchkiss, V, W volunteers, D defence)",
        "red with cut corners: braves of a band, numbered;  brown: lodge or camp;  m mounted, l limbered;  yellow: P1, P2",
        "discs: trees;  triangles: rocked and broken ground;  blue hexside: stream;  dotted brown hexside: ridge",
    )
    for n, words in enumerate(lines):
        yield Text((EDGE, y + 15 * n), words, 11, INK, anchor="start")


def _in_words(battle: Battle, caption: Caption) -> str:
    units = ", ".join(f"{one.name} {one.at}{f' P{one.pin}' if one.pin else ''}" for one in battle.on_map())
    return ". ".join((caption.title, caption.shows, units, translate("All of it is in the text below too")))


# The map of a battle as text: two lines a row of hexes, since the even columns lie half a hex lower.

SIGNS = {"open": ".", "tree_stand": "t", "rocked_and_broken": "^"}
NEAR = 4
SIGN_COLOURS = signs_alone(us="AC", them="IL", cliff="X", woods="t", rocks="^", creek="~/\\", ridge="=#")
"""The signs of the map by what they look like in colour."""


def sign(battle: Battle, at: str) -> str:
    """The sign of a hex: X both sides, L a lodge, C a camp, I braves, A the Army, else its terrain."""
    army, indian = battle.at(at, ARMY), battle.at(at, INDIAN)
    if army and indian:
        return "X"
    if indian:
        return "L" if any(one.kind == "lodge" for one in indian) else "I"
    if army:
        return "C" if army[0].kind == "camp" else "A"
    return SIGNS[ground.sheet(battle.contact.map).terrain(at)]


def sketch(battle: Battle, places: tuple[str, ...], margin: int) -> list[str]:
    """The map round some places: a character a hex, streams and ridges between them."""
    land = ground.sheet(battle.contact.map)
    found = [hexes.column_and_row(one) for one in places] or [hexes.column_and_row(one) for one in land]
    left, right = max(land.columns[0], min(found)[0] - margin), min(land.columns[1], max(found)[0] + margin)
    rows = [one[1] for one in found]
    top, bottom = max(land.rows[0], min(rows) - margin), min(land.rows[1], max(rows) + margin)
    cells = [[" "] * (2 * (right - left + 1) + 1) for _ in range(2 * (bottom - top + 1) + 1)]
    for at in land:
        column, row = hexes.column_and_row(at)
        if not (left <= column <= right and top <= row <= bottom):
            continue
        x, y = 2 * (column - left) + 1, _line(at) - 2 * top
        cells[y][x] = sign(battle, at)
        for near in land.neighbours(at):
            kinds = land.edges(at, near)
            if ground.STREAM in kinds or ground.RIDGE in kinds:
                _side(cells, x, y, _line(near) - _line(at), int(near[:2]) - column, ground.STREAM in kinds)
    marks = [f"{top + n // 2:02}" if n % 2 == 0 and top + n // 2 <= bottom else "  " for n in range(len(cells))]
    columns = [f"{one:02}" for one in range(left, right + 1)]
    ruler = [f"    {' '.join(one[n] for one in columns)}" for n in range(2)]
    return [*ruler, *(f"{mark} {''.join(cell)}".rstrip() for mark, cell in zip(marks, cells, strict=True))]


def _line(at: str) -> int:
    column, row = hexes.column_and_row(at)
    return 2 * row + (column % 2 == 0)


def _side(cells: list[list[str]], x: int, y: int, down: int, right: int, is_stream: bool) -> None:
    """A stream or a ridge on the side toward a neighbour."""
    if right == 0:
        y, mark = y + down // 2, "~" if is_stream else "="
    else:
        mark = ("/" if (down > 0) == (right > 0) else "\\") if is_stream else "#"
        x, y = x + right, y + (1 if down > 0 else 0)
    if 0 <= y < len(cells) and 0 <= x < len(cells[0]):
        cells[y][x] = mark


def described(one: Fighter) -> str:
    """A unit in words: where it is, its mode, its values, its marker."""
    now = values(one)
    pin = f" P{one.pin}" if one.pin else ""
    where = one.at or "wait"
    return f"  {one.name:<27} {where:<4}  {one.mode:<10} {now.fire:>2} {now.melee:>2} {now.move:>2}{pin}"


@dataclass(frozen=True)
class BattleMap(MapPanel):
    """The map panel of a battle."""

    battle: Battle
    marks: tuple[BattleMark, ...] = ()

    def overview(self) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`: where anybody stands, and two hexes round that."""
        return sketch(self.battle, tuple(sorted(shown(self.battle))), 2)

    def whole(self) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        return sketch(self.battle, (), 0)

    def around(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        land, most = ground.sheet(self.battle.contact.map), radius or NEAR
        near = [one for one in self.battle.on_map() if land.distance(at, one.at) <= most]
        return [*sketch(self.battle, (at,), most), "", *(described(one) for one in near)]

    def in_sentences(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        who: dict[str, list[str]] = {}
        for one in self.battle.on_map():
            who.setdefault(one.at, []).append(one.name)
        return self.lying().in_sentences(at, radius or NEAR, who)

    @property
    def extent(self) -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        return translate("north is up")

    @property
    def coloured_as(self) -> Ground:
        """See `reports.maps.map_panel.MapPanel`."""
        return SIGN_COLOURS

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `reports.maps.map_panel.MapPanel`."""
        return (
            "I braves  L lodge  A Army  C camp  X both sides  ~ / \\ stream  = # ridge",
            ". open  t trees  ^ rocked and broken; an even column lies half a hex lower",
        )

    def has(self, at: str) -> bool:
        """See `reports.maps.map_panel.MapPanel`."""
        return at in ground.sheet(self.battle.contact.map)

    def a_place(self, side: str = "") -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        return next((one.at for one in self.battle.on_map(side)), "1410")

    def to_lay_over(self, title: str, names: Mapping[str, Sequence[str]]) -> Scene:
        """See `reports.maps.map_panel.MapPanel`."""
        units: dict[str, list[Named]] = {}
        for one in self.battle.on_map():
            units.setdefault(one.at, []).append(Named(one.name, COLOURS[one.side]))
        return over(((at, int(at[:2]) % 2 == 0) for at in ground.sheet(self.battle.contact.map)), units, title)

    def lying(self) -> Lying:
        """See `reports.maps.map_panel.MapPanel`."""
        land = ground.sheet(self.battle.contact.map)
        return Lying(land, lambda at: land.terrain(at).replace("_", " "))

    def picture(self, caption: Caption, *, whole: bool = False) -> Scene:
        """See `reports.maps.map_panel.MapPanel`."""
        return scene(self.battle, self.marks, caption, whole=whole)

    def clickable(self) -> Clickable:
        """See `reports.maps.map_panel.MapPanel`."""
        # Drawing is imported when something is drawn.
        from pbem.systems.nezperce.telling import sketch

        return sketch.tactical(self.battle)
