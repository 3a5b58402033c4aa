"""Reads the game's scenarios, each once; what is wrong is noted in the file by line."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from pbem import resources
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import TomlFile
from pbem.systems.miniatures.files import tables
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
from pbem.systems.miniatures.table.measures import Point, along, cross, from_compass, from_text, inches
from pbem.systems.miniatures.table.shapes import Polygon, edges, gap, overlap, segments_meet, way

# Reads a scenario; what is wrong is noted in the file by line.

SIDES = ("american", "indian")
TABLES = ("schema", "system", "scenario", "side", "table", "terrain", "unit", "leader", "victory", "level")
SCENARIO_KEYS = ("id", "title", "provenance", "turns", "first")
SIDE_KEYS = ("edge", "breaks_at")
TERRAIN_KEYS = ("id", "type", "polygon", "line", "width", "level")
UNIT_KEYS = (
    *("name", "letter", "side", "class", "movement", "weapon", "figures", "guns", "formation", "ranks", "mounted"),
    *("officer", "front_centre", "facing", "loaded"),
)
LEADER_KEYS = ("name", "side", "with")
VICTORY_KEYS = ("side", "kind", "points", "line", "at", "terrain")
LEVEL_KEYS = ("from", "result", "winner")
KINDS = ("killed", "officers killed", "units beyond", "units in", "guns taken", "broken")
EDGES = ("north", "east", "south", "west")
SCHEMA = 1
"""The version of the format that this module reads."""
LARGEST = 12 * 30
"""Inches: no table is longer or deeper."""


def read_scenario(file: TomlFile) -> Scenario:
    """The scenario of a file.  Faults are noted in it; the value is then of no use."""
    return _Reader(file).read()


class _Reader:
    def __init__(self, file: TomlFile) -> None:
        self.file = file
        self.width = self.depth = 0

    def read(self) -> Scenario:
        file = self.file
        file.unknown("", file.data, TABLES)
        if (schema := file.get("schema", int)) != SCHEMA and "schema" in file.data:
            file.fault("schema", f"{SCHEMA}, the format that docs/table-format.md describes", schema)
        file.unknown("scenario", file.get("scenario", dict), SCENARIO_KEYS)
        turns = file.get("scenario.turns", int)
        if not 1 <= turns <= 99:
            file.fault("scenario.turns", "a number from 1 to 99", turns)
        first = self._one_of("scenario", file.get("scenario", dict), "first", SIDES)
        self._table()
        terrain = self._ground()
        units = self._units()
        edges_, breaks = self._sides(units)
        return Scenario(
            self._named("scenario", file.get("scenario", dict), "id"),
            self._named("scenario", file.get("scenario", dict), "title"),
            turns,
            tuple(sorted(SIDES, key=lambda side: side != first)),
            edges_,
            breaks,
            self.width,
            self.depth,
            terrain,
            units,
            self._leaders(units),
            tuple(self._award(path, one) for path, one in file.tables("victory")),
            self._levels(),
            file.get("scenario.provenance", str, "one's own"),
        )

    def _text(self, path: str, table: Mapping[str, Any], key: str, default: str | None = None) -> str:
        return self.file.value(f"{path}.{key}", table.get(key), str, default)

    def _named(self, path: str, table: Mapping[str, Any], key: str) -> str:
        """A text that must not be empty."""
        found = self._text(path, table, key)
        if key in table and isinstance(table[key], str) and not found.strip():
            self.file.fault(f"{path}.{key}", "text that is not empty", found)
        return found

    def _number(self, path: str, table: Mapping[str, Any], key: str, default: int | None = None) -> int:
        return self.file.value(f"{path}.{key}", table.get(key), int, default)

    def _true(self, path: str, table: Mapping[str, Any], key: str, default: bool) -> bool:
        return self.file.value(f"{path}.{key}", table.get(key, default), bool)

    def _one_of(
        self, path: str, table: Mapping[str, Any], key: str, known: tuple[str, ...], default: str | None = None
    ) -> str:
        found = self._text(path, table, key, default)
        if found not in known and (found or key in table):
            self.file.fault(f"{path}.{key}", f"one of {', '.join(known)}", found)
        return found

    def _length(self, path: str, found: object) -> int:
        """Inches with up to two decimals, as sixteenths: read from their text, so that no fraction is reckoned with."""
        length = from_text(str(found)) if isinstance(found, int | float) and not isinstance(found, bool) else None
        if length is None:
            self.file.fault(path, "inches with at most two decimals, such as 34.5", found)
            return 0
        return length

    def _point(self, path: str, found: object) -> Point:
        if not isinstance(found, list) or len(found) != 2:
            self.file.fault(path, "a place, such as [34.5, 20]", found)
            return 0, 0
        x, y = self._length(path, found[0]), self._length(path, found[1])
        if not (0 <= x <= self.width and 0 <= y <= self.depth):
            self.file.fault(path, f"a place on the table, {inches(self.width)} by {inches(self.depth)}", found)
        return x, y

    def _points(self, path: str, table: Mapping[str, Any], key: str, least: int) -> tuple[Point, ...]:
        found = self.file.value(f"{path}.{key}", table.get(key), list)
        points = tuple(self._point(f"{path}.{key}", one) for one in found)
        if len(points) < least:
            self.file.fault(f"{path}.{key}", f"{least} places or more", f"{len(points)}")
        return points

    def _table(self) -> None:
        table = self.file.get("table", dict)
        self.file.unknown("table", table, ("width", "depth"))
        for key in ("width", "depth"):
            length = self._length(f"table.{key}", table.get(key))
            if length and not 12 * 16 <= length <= LARGEST * 16:
                self.file.fault(f"table.{key}", f"from 12 to {LARGEST} inches", table.get(key))
            # One wrong number should not put every unit off the table.
            setattr(self, key, length or LARGEST * 16)

    def _sides(self, units: tuple[Unit, ...]) -> tuple[dict[str, str], dict[str, int]]:
        edges_, breaks = {}, {}
        sides = self.file.get("side", dict)
        self.file.unknown("side", sides, SIDES)
        for side in SIDES:
            path, table = f"side.{side}", self.file.value(f"side.{side}", sides.get(side), dict)
            self.file.unknown(path, table, SIDE_KEYS)
            edges_[side] = self._one_of(path, table, "edge", EDGES)
            whole = sum(unit.figures for unit in units if unit.side == side)
            breaks[side] = self._number(path, table, "breaks_at", whole)
            if not whole:
                self.file.fault("unit", f"a unit or more of the side {side}", "none")
            elif not 1 <= breaks[side] <= whole:
                self.file.fault(f"{path}.breaks_at", f"1 to {whole}, the side's figures", breaks[side])
        return edges_, breaks

    def _ground(self) -> tuple[Terrain, ...]:
        found: list[Terrain] = []
        for path, table in self.file.tables("terrain"):
            one = self._terrain(path, table)
            if one.id and any(other.id == one.id for other in found):
                self.file.fault(f"{path}.id", "an id of its own (a piece before it has this one)", one.id)
            found.append(one)
        return tuple(found)

    def _terrain(self, path: str, table: Mapping[str, Any]) -> Terrain:
        self.file.unknown(path, table, TERRAIN_KEYS)
        name, kind = (
            self._named(path, table, "id"),
            self._one_of(path, table, "type", tuple(tables.tables()["terrain"])),
        )
        level = self._number(path, table, "level", 0)
        if ("line" in table) == ("polygon" in table):
            self.file.fault(
                path, "either polygon = [...] or line = [...] with its width", "both" if "line" in table else "neither"
            )
            return Terrain(name, kind, (), (), level)
        if "line" in table:
            line = self._points(path, table, "line", 2)
            return Terrain(name, kind, strips(line, self._length(f"{path}.width", table.get("width"))), line, level)
        polygon = self._points(path, table, "polygon", 3)
        sides = tuple(edges(polygon)) if len(polygon) >= 3 else ()
        if sides and sum(cross(a, b) for a, b in sides) <= 0:
            self.file.fault(f"{path}.polygon", "corners listed counter-clockwise", "clockwise, or no area")
        for n, one in enumerate(sides):
            for m in range(n + 2, len(sides)):
                if (n, m) != (0, len(sides) - 1) and segments_meet(*one, *sides[m]):
                    self.file.fault(f"{path}.polygon", "edges that do not cross", f"edges {n + 1} and {m + 1} cross")
        if kind in ("stream", "fence_or_works"):
            self.file.fault(f"{path}.polygon", f"line = [...] for a {kind}", "a polygon")
        return Terrain(name, kind, (polygon,), (), level)

    def _units(self) -> tuple[Unit, ...]:
        found: list[Unit] = []
        names: dict[str, str] = {}
        for path, table in self.file.tables("unit"):
            self.file.unknown(path, table, UNIT_KEYS)
            unit = self._unit(path, table)
            for key, word in (("name", unit.name.lower()), ("letter", f"letter {unit.face.letter}")):
                if word in names:
                    self.file.fault(f"{path}.{key}", f"a {key} of its own ({names[word]} has it)", table.get(key))
                names[word] = unit.name
            if unit.figures:
                # A place that cannot be read is one fault, not a second one for where the unit would then stand.
                if all(one.key != f"{path}.front_centre" for one in self.file.faults):
                    self._stands(path, unit, found)
                found.append(unit)
        return tuple(found)

    def _unit(self, path: str, table: Mapping[str, Any]) -> Unit:
        known = tables.tables()
        rows = tuple(row for row in known["movement"] if row != "prolonge_sixteenths")
        face = Face(
            self._named(path, table, "name"),
            self._text(path, table, "letter"),
            self._one_of(path, table, "side", SIDES),
            self._one_of(path, table, "class", tuple(known["rating"])),
            self._one_of(path, table, "movement", rows),
            self._one_of(path, table, "weapon", tuple(known["weapon"])),
            self._number(path, table, "figures"),
            self._number(path, table, "guns", 0),
        )
        if len(face.letter) != 1:
            self.file.fault(f"{path}.letter", "one letter", face.letter)
        if not 1 <= face.start <= 60:
            self.file.fault(f"{path}.figures", "a number from 1 to 60", face.start)
        if (face.row == ARTILLERY) != bool(face.guns) or face.guns < 0:
            self.file.fault(f"{path}.guns", "1 or more for artillery, none for others", face.guns)
        formation, ranks = self._formation(path, table, face)
        x, y = self._point(f"{path}.front_centre", table.get("front_centre"))
        mounted = self._true(path, table, "mounted", False)
        if mounted and face.row != "mounted":
            self.file.fault(f"{path}.mounted", 'false, or movement = "mounted"', mounted)
        if face.row == "mounted" and not mounted and face.kind not in known["on_foot"]:
            self.file.fault(f"{path}.mounted", "true: its class does not fight on foot", mounted)
        officer, loaded = self._true(path, table, "officer", True), self._true(path, table, "loaded", True)
        abreast = column_files(face.start) if formation == COLUMN else 0
        return Unit(
            face,
            x,
            y,
            self._facing(path, table),
            max(face.start, 0),
            formation,
            ranks,
            abreast,
            mounted,
            officer,
            loaded,
        )

    def _formation(self, path: str, table: Mapping[str, Any], face: Face) -> tuple[str, int]:
        known = (*tables.formations_of(face), DISORDER) if face.row in tables.tables()["movement"] else (SKIRMISH,)
        formation = self._one_of(path, table, "formation", known)
        if face.guns and formation not in (LIMBERED, UNLIMBERED):
            self.file.fault(f"{path}.formation", "limbered or unlimbered", formation)
        if formation == COLUMN and not column_files(face.start):
            self.file.fault(f"{path}.formation", "another one: under 3 figures make no column", formation)
        ranks = self._number(path, table, "ranks", 1)
        if ranks not in (1, 2) or (ranks == 2 and formation != SKIRMISH):
            self.file.fault(f"{path}.ranks", "1, or 2 for skirmishers", ranks)
        return (formation if formation in known else SKIRMISH), ranks

    def _facing(self, path: str, table: Mapping[str, Any]) -> int:
        found = table.get("facing")
        degrees = from_compass(found) if isinstance(found, str) else found
        if not isinstance(degrees, int) or isinstance(degrees, bool) or not 0 <= degrees < 360:
            self.file.fault(f"{path}.facing", 'degrees from 0 to 359, or a compass word such as "NNE"', found)
            return 0
        return degrees

    def _stands(self, path: str, unit: Unit, before: list[Unit]) -> None:
        """Note a footprint that leaves the table or overlaps another."""
        ground = ground_of(unit)
        if any(not (0 <= x <= self.width and 0 <= y <= self.depth) for x, y in ground.corners):
            corners = ", ".join(f"({inches(x)}, {inches(y)})" for x, y in ground.corners)
            self.file.fault(f"{path}.front_centre", "all of the unit on the table", f"corners {corners}")
        for other in before:
            if overlap(ground, ground_of(other)):
                self.file.fault(f"{path}.front_centre", f"clear of {other.name}", "they overlap")
            elif other.side != unit.side and gap(ground, ground_of(other)).within(15):
                self.file.fault(f"{path}.front_centre", f"an inch or more from {other.name}", "less")

    def _leaders(self, units: tuple[Unit, ...]) -> tuple[Leader, ...]:
        found: list[Leader] = []
        for path, table in self.file.tables("leader"):
            self.file.unknown(path, table, LEADER_KEYS)
            name, side = self._named(path, table, "name"), self._one_of(path, table, "side", SIDES)
            mine = {unit.name: unit for unit in units if unit.side == side}
            of = self._one_of(path, table, "with", tuple(mine))
            at = mine[of].at if of in mine else (0, 0)
            if name.lower() in {*(unit.name.lower() for unit in units), *(one.name.lower() for one in found)}:
                self.file.fault(f"{path}.name", "a name of its own", name)
            found.append(Leader(name, side, of, *at))
        return tuple(found)

    def _award(self, path: str, table: Mapping[str, Any]) -> Award:
        self.file.unknown(path, table, VICTORY_KEYS)
        side, kind = self._one_of(path, table, "side", SIDES), self._one_of(path, table, "kind", KINDS)
        points, what, at = self._number(path, table, "points"), "", 0
        if kind == "units beyond":
            what = self._one_of(path, table, "line", ("x", "y"))
            at = self._length(f"{path}.at", table.get("at"))
        elif kind == "units in":
            what = self._one_of(path, table, "terrain", tuple(tables.tables()["terrain"]))
        return Award(side, kind, points, what, at)

    def _levels(self) -> tuple[Level, ...]:
        found: list[Level] = []
        for path, table in self.file.tables("level"):
            self.file.unknown(path, table, LEVEL_KEYS)
            least = self._number(path, table, "from") if "from" in table else None
            winner = self._one_of(path, table, "winner", SIDES, "") if "winner" in table else ""
            if found and (found[-1].least is None or (least is not None and least >= found[-1].least)):
                self.file.fault(f"{path}.from", "less than in the level before; none in the last", table.get("from"))
            found.append(Level(least, self._text(path, table, "result"), winner))
        if not found or found[-1].least is not None:
            self.file.fault("level", "levels, the last of them without from", f"{len(found)} levels")
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
