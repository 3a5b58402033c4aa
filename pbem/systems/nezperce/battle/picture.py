"""A battle as a picture: ground, streams and ridges on hexsides, each unit with its mode and pin, and what the phase did."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.board import hexes
from pbem.reports.letter_style import translate
from pbem.reports.picture.ground import INK, PAPER, RIDGE, ROCKS, ROCKS_RIM, WOODS, WOODS_RIM
from pbem.reports.picture.pieces import arrow, clash, shot
from pbem.reports.picture.scene import head
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Polygon, Scene, Shape, Text
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.state import LIMBERED, MOUNTED, Battle, Fighter
from pbem.systems.nezperce.files.units import by_id
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
