"""Reads the game's scenarios, each once; what is wrong is noted in the file by line."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator

from pbem import resources
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import WORDS, TomlFile
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import (
    Point,
    Polygon,
    along,
    cross,
    edges,
    from_compass,
    from_text,
    gap,
    inches,
    overlap,
    segments_meet,
    way,
)
from pbem.systems.miniatures.rules.layout import column_files, ground_of
from pbem.systems.miniatures.state.tabletop import (
    ARTILLERY,
    COLUMN,
    DISORDER,
    LIMBERED,
    SKIRMISH,
    UNLIMBERED,
    Award,
    Face,
    Leader,
    Level,
    Scenario,
    Terrain,
    Unit,
)
from pbem.tomlmodel import Listed, TomlTable, among, expected, given, note, one_of, read_table, read_tables, such_that

# The tables of the file.  What validators need to know is in their context: the table's size, the rows of the charts.

SIDES = ("american", "indian")
KINDS = ("killed", "officers killed", "units beyond", "units in", "guns taken", "broken")
SCHEMA = 1
"""The version of the format that this module reads."""
LARGEST = 12 * 30
"""Inches: no table is longer or deeper."""
A_LENGTH = "inches with at most two decimals, such as 34.5"


def _length(found: object) -> int:
    """Inches with up to two decimals, as sixteenths: read from their text, so that no fraction is reckoned with."""
    length = from_text(str(found)) if isinstance(found, int | float) and not isinstance(found, bool) else None
    if length is None:
        raise expected(A_LENGTH)
    return length


def _point(found: object, info: ValidationInfo) -> Point:
    if not isinstance(found, list) or len(found) != 2:
        raise expected("a place, such as [34.5, 20]")
    (x, y), (width, depth) = map(_length, found), given(info, "size")
    if not (0 <= x <= width and 0 <= y <= depth):
        raise expected(f"a place on the table, {inches(width)} by {inches(depth)}")
    return x, y


def _facing(found: object) -> int:
    degrees = from_compass(found) if isinstance(found, str) else found
    if not isinstance(degrees, int) or isinstance(degrees, bool) or not 0 <= degrees < 360:
        raise expected('degrees from 0 to 359, or a compass word such as "NNE"')
    return degrees


def _own(name: str, info: ValidationInfo) -> str:
    """A name, or a letter, that nobody before has; `names` of the context holds theirs, each with the name of who has it."""
    names: dict[str, str] = given(info, "names")
    key = name.lower() if info.field_name == "name" else f"letter {name}"
    if key in names:
        raise expected(f"a {info.field_name} of its own ({names[key]} has it)")
    names[key] = info.data.get("name", name)
    return name


Named = Annotated[str, such_that(str.strip, "a text that is not empty")]
Side = Annotated[str, one_of(SIDES)]
Length = Annotated[int, BeforeValidator(_length)]
Place = Annotated[Point, BeforeValidator(_point)]
TableLength = Annotated[
    Length, such_that(lambda length: 12 * 16 <= length <= LARGEST * 16, f"from 12 to {LARGEST} inches")
]
Ground = Annotated[str, among("terrain")]


class ScenarioTable(TomlTable):
    """The table ``[scenario]``."""

    id: Named
    title: Named
    provenance: str = "one's own"
    turns: Annotated[int, such_that(lambda turns: 1 <= turns <= 99, "a number from 1 to 99")]
    first: Side


class SizeTable(TomlTable):
    """The size of the table on which is played."""

    width: TableLength = Field(0, validate_default=True)
    depth: TableLength = Field(0, validate_default=True)


class SideTable(TomlTable):
    """A side: its edge, and the number of figures at which it breaks (all of them, if it does not say)."""

    edge: Annotated[str, one_of(("north", "east", "south", "west"))]
    breaks_at: int | None = None


class TerrainTable(TomlTable):
    """A piece of ground: an area, or a line with its width."""

    id: Named
    type: Ground
    polygon: Listed[Place] = ()
    line: Listed[Place] = ()
    width: Length = 0
    level: int = 0

    @model_validator(mode="after")
    def _has_a_shape(self, info: ValidationInfo) -> "TerrainTable":
        shapes = self.model_fields_set & {"line", "polygon"}
        if len(shapes) != 1:
            note(info, "", "either polygon = [...] or line = [...] with its width", "both" if shapes else "neither")
        elif "line" in shapes:
            if len(self.line) < 2:
                note(info, "line", "2 places or more", f"{len(self.line)}")
            if "width" not in self.model_fields_set:
                note(info, "width", A_LENGTH, "nothing there")
        elif len(self.polygon) < 3:
            note(info, "polygon", "3 places or more", f"{len(self.polygon)}")
        else:
            self._check_polygon(info)
        return self

    def _check_polygon(self, info: ValidationInfo) -> None:
        sides = tuple(edges(self.polygon))
        if sum(cross(a, b) for a, b in sides) <= 0:
            note(info, "polygon", "corners listed counter-clockwise", "clockwise, or no area")
        for n, one in enumerate(sides):
            for m in range(n + 2, len(sides)):
                if (n, m) != (0, len(sides) - 1) and segments_meet(*one, *sides[m]):
                    note(info, "polygon", "edges that do not cross", f"edges {n + 1} and {m + 1} cross")
        if self.type in ("stream", "fence_or_works"):
            note(info, "polygon", f"line = [...] for a {self.type}", "a polygon")

    def piece(self) -> Terrain:
        """The piece as the game has it."""
        areas = strips(self.line, self.width) if self.line else (self.polygon,)
        return Terrain(self.id, self.type, areas, self.line, self.level)


class UnitTable(TomlTable):
    """A unit."""

    name: Annotated[Named, AfterValidator(_own)]
    letter: Annotated[str, such_that(lambda letter: len(letter) == 1, "one letter"), AfterValidator(_own)]
    side: Side
    kind: Annotated[str, among("classes")] = Field(alias="class")
    movement: Annotated[str, among("movement")]
    weapon: Annotated[str, among("weapons")]
    figures: Annotated[int, such_that(lambda figures: 1 <= figures <= 60, "a number from 1 to 60")]
    guns: int = 0
    formation: str
    ranks: int = 1
    mounted: bool = False
    officer: bool = True
    front_centre: Place
    facing: Annotated[int, BeforeValidator(_facing)]
    loaded: bool = True

    @model_validator(mode="after")
    def _fits(self, info: ValidationInfo) -> "UnitTable":
        if (self.movement == ARTILLERY) != bool(self.guns) or self.guns < 0:
            note(info, "guns", "1 or more for artillery, none for others", self.guns)
        known = (*tables.formations_of(self.face()), DISORDER)
        if self.formation not in known:
            note(info, "formation", f"one of {', '.join(known)}", self.formation)
        if self.guns and self.formation not in (LIMBERED, UNLIMBERED):
            note(info, "formation", "limbered or unlimbered", self.formation)
        if self.formation == COLUMN and not column_files(self.figures):
            note(info, "formation", "another one: under 3 figures make no column", self.formation)
        if self.ranks not in (1, 2) or (self.ranks == 2 and self.formation != SKIRMISH):
            note(info, "ranks", "1, or 2 for skirmishers", self.ranks)
        if self.mounted and self.movement != "mounted":
            note(info, "mounted", 'false, or movement = "mounted"', self.mounted)
        if self.movement == "mounted" and not self.mounted and self.kind not in tables.tables()["on_foot"]:
            note(info, "mounted", "true: its class does not fight on foot", self.mounted)
        return self

    def face(self) -> Face:
        """Its data that never change."""
        return Face(self.name, self.letter, self.side, self.kind, self.movement, self.weapon, self.figures, self.guns)

    def unit(self) -> Unit:
        """The unit as it stands at the start."""
        abreast = column_files(self.figures) if self.formation == COLUMN else 0
        return Unit(
            self.face(),
            *self.front_centre,
            self.facing,
            self.figures,
            self.formation,
            self.ranks,
            abreast,
            self.mounted,
            self.officer,
            self.loaded,
        )


class LeaderTable(TomlTable):
    """A leader, and the unit with which they stand."""

    name: Annotated[Named, AfterValidator(_own)]
    side: Side
    unit: str = Field(alias="with")


class VictoryTable(TomlTable):
    """Victory points of a side."""

    side: Side
    kind: Annotated[str, one_of(KINDS)]
    points: int
    line: Annotated[str, one_of(("x", "y"))] = ""
    at: Length = 0
    terrain: Ground = ""

    @model_validator(mode="after")
    def _is_whole(self, info: ValidationInfo) -> "VictoryTable":
        needed = {"units beyond": {"line": WORDS[str], "at": A_LENGTH}, "units in": {"terrain": WORDS[str]}}
        for key, words in needed.get(self.kind, {}).items():
            if key not in self.model_fields_set:
                note(info, key, words, "nothing there")
        return self

    def award(self) -> Award:
        """The points as the game has them."""
        what = {"units beyond": self.line, "units in": self.terrain}.get(self.kind, "")
        return Award(self.side, self.kind, self.points, what, self.at if self.kind == "units beyond" else 0)


class LevelTable(TomlTable):
    """A level of victory; the last has no ``from``."""

    least: int | None = Field(None, alias="from")
    result: str
    winner: Side = ""


# The file.

TABLES = ("schema", "system", "scenario", "side", "table", "terrain", "unit", "leader", "victory", "level")


def read_scenario(file: TomlFile) -> Scenario:
    """The scenario of a file.  Faults are noted in it; the value is then of no use."""
    file.unknown("", file.data, TABLES)
    if (schema := file.get("schema", int)) != SCHEMA and "schema" in file.data:
        file.fault("schema", f"{SCHEMA}, the format that docs/table-format.md describes", schema)
    head = read_table(file, "scenario", file.data.get("scenario"), ScenarioTable)
    size = read_table(file, "table", file.data.get("table"), SizeTable)
    # One wrong number should not put every unit off the table.
    width, depth = (size.width, size.depth) if size is not None else (LARGEST * 16, LARGEST * 16)
    charts = tables.tables()
    known: dict[str, Any] = {"size": (width, depth), "names": {}, "terrain": charts["terrain"]}
    known |= {"classes": charts["rating"], "weapons": charts["weapon"]}
    known["movement"] = [row for row in charts["movement"] if row != "prolonge_sixteenths"]
    terrain = read_tables(file, "terrain", TerrainTable, **known)
    ids = [one.id for _, one in terrain]
    for n, (path, one) in enumerate(terrain):
        if one.id in ids[:n]:
            file.fault(f"{path}.id", "an id of its own (a piece before it has this one)", one.id)
    units = [(path, one.unit()) for path, one in read_tables(file, "unit", UnitTable, **known)]
    _check_places(file, units, width, depth)
    leaders = read_tables(file, "leader", LeaderTable, **known)
    awards = read_tables(file, "victory", VictoryTable, **known)
    levels = _levels(file)
    sides = file.get("side", dict)
    file.unknown("side", sides, SIDES)
    rows = {side: read_table(file, f"side.{side}", sides.get(side), SideTable) for side in SIDES}
    right = {side: row for side, row in rows.items() if row is not None}
    if head is None or file.faults:
        return Scenario("", "", 0, (), {}, {}, 0, 0, (), (), (), (), ())
    return Scenario(
        head.id,
        head.title,
        head.turns,
        tuple(sorted(SIDES, key=lambda side: side != head.first)),
        {side: row.edge for side, row in right.items()},
        {side: _breaks_at(file, side, row, units) for side, row in right.items()},
        width,
        depth,
        tuple(one.piece() for _, one in terrain),
        tuple(unit for _, unit in units),
        tuple(_leader(file, path, one, units) for path, one in leaders),
        tuple(one.award() for _, one in awards),
        levels,
        head.provenance,
    )


def _check_places(file: TomlFile, units: Iterable[tuple[str, Unit]], width: int, depth: int) -> None:
    """Note footprints that leave the table or overlap another."""
    before: list[Unit] = []
    for path, unit in units:
        ground, key = ground_of(unit), f"{path}.front_centre"
        if any(not (0 <= x <= width and 0 <= y <= depth) for x, y in ground.corners):
            corners = ", ".join(f"({inches(x)}, {inches(y)})" for x, y in ground.corners)
            file.fault(key, "all of the unit on the table", f"corners {corners}")
        for other in before:
            if overlap(ground, ground_of(other)):
                file.fault(key, f"clear of {other.name}", "they overlap")
            elif other.side != unit.side and gap(ground, ground_of(other)).within(15):
                file.fault(key, f"an inch or more from {other.name}", "less")
        before.append(unit)


def _breaks_at(file: TomlFile, side: str, row: SideTable, units: Iterable[tuple[str, Unit]]) -> int:
    whole = sum(unit.figures for _, unit in units if unit.side == side)
    breaks = row.breaks_at if row.breaks_at is not None else whole
    if not whole:
        file.fault("unit", f"a unit or more of the side {side}", "none")
    elif not 1 <= breaks <= whole:
        file.fault(f"side.{side}.breaks_at", f"1 to {whole}, the side's figures", breaks)
    return breaks


def _leader(file: TomlFile, path: str, row: LeaderTable, units: Iterable[tuple[str, Unit]]) -> Leader:
    mine = {unit.name: unit.at for _, unit in units if unit.side == row.side}
    if row.unit not in mine:
        file.fault(f"{path}.with", f"one of {', '.join(mine)}", row.unit)
    return Leader(row.name, row.side, row.unit, *mine.get(row.unit, (0, 0)))


def _levels(file: TomlFile) -> tuple[Level, ...]:
    found: list[Level] = []
    for path, row in read_tables(file, "level", LevelTable):
        if found and (found[-1].least is None or (row.least is not None and row.least >= found[-1].least)):
            file.fault(f"{path}.from", "less than in the level before; none in the last", row.least)
        found.append(Level(row.least, row.result, row.winner))
    has_faults = any(one.key.startswith("level") for one in file.faults)
    if not has_faults and (not found or found[-1].least is not None):
        file.fault("level", "levels, the last of them without from", f"{len(found)} levels")
    return tuple(found)


def strips(line: tuple[Point, ...], width: int) -> tuple[Polygon, ...]:
    """The quadrilaterals of a line with a width."""
    half = width // 2
    found = []
    for start, end in pairwise(line):
        dx, dy = way(start, end)
        left, right = (-dy, dx), (dy, -dx)
        found.append(
            (along(start, right, half), along(end, right, half), along(end, left, half), along(start, left, half))
        )
    return tuple(found)


_FOLDER = "scenarios/miniatures/battles"


def scenario_ids() -> tuple[str, ...]:
    """The ids of the scenarios, the battle first."""
    return tuple(
        sorted(
            (name.removesuffix(".toml").rpartition("/")[2] for name in resources.names(_FOLDER, ".toml")), reverse=True
        )
    )


@cache
def scenario(name: str) -> Scenario:
    """A scenario by its id.  Raises UnknownScenario."""
    if name not in scenario_ids():
        raise UnknownScenario("Our Moccasins Trickled Blood", name, scenario_ids())
    file = resources.toml(f"{_FOLDER}/{name}.toml")
    found = read_scenario(file)
    file.ended()
    return found


# Looks for faults in the game's files.


class TableLinter:
    """`systems.game.Linter` for this game."""

    charts = ("tables",)

    def counters(self, file: TomlFile) -> None:
        """Units stand in their scenario."""
        file.fault("scenario", "a [scenario] beside its units", "nothing there")

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario, which has all that it needs in one file."""
        read_scenario(file)


LINTER = TableLinter()
