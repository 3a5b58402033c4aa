"""The game's files: scenario, map sheet, charts and roster as one value."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import map_of, read_map
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import Faults, TomlFile
from pbem.mechanisms.files import Beside, named
from pbem.systems.custer.card import INDIAN, LETTERS, US
from pbem.systems.custer.state.counter import KINDS, Face, Kind
from pbem.systems.custer.title import ANY, Award, ExitRoute, Level, Marker, MarkerEntry, Scenario, TitleData

# Reads the counters of a battle, and the chart that says what their kinds are; what is wrong is noted in the file.

SIDES = (US, INDIAN)
TAG = 4
KIND_KEYS = ("name", "hits", "leader", "mounts", "on_foot", "attacks", "provenance")
UNIT_KEYS = (
    *("name", "side", "kind", "tag", "group", "aliases", "cf", "cf_reduced", "bonus", "mp"),
    *("provenance", "note"),
)


def read_kinds(file: TomlFile) -> dict[str, Kind]:
    """The kinds of counter, by id."""
    file.unknown("", file.data, ("schema", "system", "provenance", "status", "kind"))
    found: dict[str, Kind] = {}
    for name, table in file.get("kind", dict).items():
        path = f"kind.{name}"
        if name not in KINDS:
            file.fault(path, f"one of {', '.join(KINDS)}", name)
        table = file.value(path, table, dict)
        file.unknown(path, table, KIND_KEYS)

        def flag(key: str, default: bool, path: str = path, table: Mapping[str, Any] = table) -> bool:
            return file.value(f"{path}.{key}", table.get(key), bool, default)

        found[name] = Kind(
            name,
            file.value(f"{path}.name", table.get("name"), str),
            file.value(f"{path}.hits", table.get("hits"), int),
            flag("leader", False),
            flag("mounts", False),
            flag("on_foot", False),
            flag("attacks", True),
        )
    for name in KINDS:
        if name not in found:
            file.fault("kind", f"a table [kind.{name}]", "none")
    return found


def read_roster(file: TomlFile, kinds: Mapping[str, Kind]) -> dict[str, Face]:
    """The counters by name, in the sequence of the order of battle."""
    file.unknown("", file.data, ("schema", "system", "unit"))
    found: dict[str, Face] = {}
    for path, table in file.tables("unit"):
        face = _face(file, path, table, kinds)
        if face.name in found:
            file.fault(f"{path}.name", "a name of its own", f"{face.name} a second time")
        if face.name:
            found[face.name] = face
    if not found:
        file.fault("unit", "at least one [[unit]] table", "none of them")
    return found


def _face(file: TomlFile, path: str, table: dict[str, Any], kinds: Mapping[str, Kind]) -> Face:
    file.unknown(path, table, UNIT_KEYS)

    def text(key: str, default: str | None = None) -> str:
        return file.value(f"{path}.{key}", table.get(key), str, default)

    def number(key: str, default: int | None = None) -> int:
        value = file.value(f"{path}.{key}", table.get(key), int, default)
        if value < 0:
            file.fault(f"{path}.{key}", "a number of 0 or more", value)
        return value

    name, side, kind, tag = text("name"), text("side"), text("kind"), text("tag")
    if not name.isascii():
        file.fault(f"{path}.name", "ASCII letters", name)
    if side and side not in SIDES:
        file.fault(f"{path}.side", f"one of {', '.join(SIDES)}", side)
    if kind and kind not in kinds:
        file.fault(f"{path}.kind", f"one of {', '.join(kinds)}", kind)
    if tag and len(tag) > TAG:
        file.fault(f"{path}.tag", f"1 to {TAG} characters", tag)
    known = kinds.get(kind) or Kind(kind, kind, 1)
    factor, reduced = number("cf", 0), number("cf_reduced", 0)
    if known.leader == bool(factor):
        file.fault(
            f"{path}.cf", "a combat factor for a unit, and a bonus for a leader", table.get("cf", "nothing there")
        )
    if reduced > factor or (known.hits > 1) != bool(reduced):
        file.fault(f"{path}.cf_reduced", "the smaller factor of the reduced side, of a unit that has one", reduced)
    aliases = file.value(f"{path}.aliases", table.get("aliases"), list, [])
    group, bonus = text("group", ""), number("bonus", 0)
    return Face(name, side, known, tag, group, factor, reduced, bonus, number("mp"), tuple(map(str, aliases)))


TABLES = ("schema", "system", "scenario", "marker", "activations", "setup", "entry", "exit", "points", "level")
SCENARIO_KEYS = ("id", "game", "title", "map", "counters", "provenance", "turns")
MARKER_KEYS = ("side", "name", "leader", "group", "units", "from_turn", "provenance")
ENTRY_KEYS = ("side", "turn", "hex", "marker", "units", "provenance")
EXIT_KEYS = ("kinds", "hexes", "edge", "cost", "turns", "provenance")
POINTS_KEYS = ("side", "per", "when", "kinds", "points", "most", "provenance")
WHEN = ("eliminated", "exited", "hit")
EDGES = ("north", "east", "south", "west")


def read_scenario(file: TomlFile, board: HexMap, roster: Mapping[str, Face]) -> Scenario:
    """The battle of a file, on its board and with its counters."""
    return _Reader(file, board, roster).read()


class _Reader:
    def __init__(self, file: TomlFile, board: HexMap, roster: Mapping[str, Face]) -> None:
        self.file, self.board, self.roster = file, board, roster
        self.placed: dict[str, str] = {}

    def read(self) -> Scenario:
        file = self.file
        file.unknown("", file.data, TABLES)
        file.unknown("scenario", file.get("scenario", dict), SCENARIO_KEYS)
        turns = file.get("scenario.turns", int)
        if turns < 1:
            file.fault("scenario.turns", "1 or more", turns)
        markers = self._markers()
        found = Scenario(
            file.get("scenario.id", str),
            file.get("scenario.title", str),
            turns,
            markers,
            self._limits(turns),
            tuple(self._placing(path, table) for path, table in file.tables("setup")),
            tuple(self._entry(path, table, markers) for path, table in file.tables("entry")),
            self._exit() if "exit" in file.data else ExitRoute(),
            tuple(self._award(path, table) for path, table in file.tables("points")),
            self._levels(),
            file.get("scenario.provenance", str),
        )
        for name in self.roster:
            if name not in self.placed:
                file.fault("setup", "a place in set-up or entry for every counter", f"none for {name}")
        return found

    def _text(self, path: str, table: Mapping[str, Any], key: str, default: str | None = None) -> str:
        return self.file.value(f"{path}.{key}", table.get(key), str, default)

    def _number(self, path: str, table: Mapping[str, Any], key: str, default: int | None = None) -> int:
        return self.file.value(f"{path}.{key}", table.get(key), int, default)

    def _one_of(self, path: str, table: Mapping[str, Any], key: str, known: tuple[str, ...]) -> str:
        found = self._text(path, table, key)
        if found and found not in known:
            self.file.fault(f"{path}.{key}", f"one of {', '.join(known)}", found)
        return found

    def _several(self, path: str, table: Mapping[str, Any], key: str, known: tuple[str, ...]) -> tuple[str, ...]:
        found = tuple(map(str, self.file.value(f"{path}.{key}", table.get(key), list)))
        for one in found:
            if one not in known:
                self.file.fault(f"{path}.{key}", f"some of {', '.join(known)}", one)
        return found

    def _hex(self, path: str, found: object) -> str:
        at = self.file.value(path, found, str)
        if at and at not in self.board:
            self.file.fault(path, f"a hex of the board {self.board.id}, such as {next(iter(self.board), 'none')}", at)
        return at

    def _units(self, path: str, table: Mapping[str, Any], side: str = "") -> tuple[str, ...]:
        """Counters by name, each placed once in the whole battle, all of one side."""
        key = f"{path}.units"
        names = tuple(map(str, self.file.value(key, table.get("units"), list)))
        known = tuple(name for name in names if name in self.roster)
        for name in names:
            if name not in self.roster:
                self.file.fault(key, "names of counters", name)
            elif name in self.placed:
                self.file.fault(key, f"each counter once ({name} stands at {self.placed[name]} too)", name)
            self.placed[name] = key
        sides = {self.roster[name].side for name in known} | ({side} if side else set())
        if len(sides) > 1:
            self.file.fault(key, "counters of one side", ", ".join(known))
        return known

    def _markers(self) -> tuple[Marker, ...]:
        file = self.file
        rows: list[tuple[str, str, str, str, int, int]] = []
        leaders = tuple(name for name, face in self.roster.items() if face.kind.leader)
        groups = tuple(dict.fromkeys(face.group for face in self.roster.values() if face.group))
        for path, table in file.tables("marker"):
            file.unknown(path, table, MARKER_KEYS)
            side = self._one_of(path, table, "side", SIDES)
            from_turn = self._number(path, table, "from_turn", 1)
            if "leader" in table:
                leader = self._one_of(path, table, "leader", leaders)
                rows.append(
                    (
                        side,
                        self._text(path, table, "name", leader),
                        leader,
                        "",
                        self._number(path, table, "units"),
                        from_turn,
                    )
                )
            else:
                group = self._one_of(path, table, "group", groups)
                rows.append((side, self._text(path, table, "name"), "", group, 0, from_turn))
        found: list[Marker] = []
        for side, name, leader, group, units, from_turn in rows:
            number = sum(one.side == side for one in found)
            if number >= len(LETTERS):
                file.fault("marker", f"at most {len(LETTERS)} markers a side", f"{name} as one more")
                break
            alike = sum(row[:2] == (side, name) for row in rows)
            nth = sum((one.side, one.name) == (side, name) for one in found) + 1
            id_ = f"{name} {nth}" if alike > 1 else name
            found.append(Marker(id_, side, name, LETTERS[number], leader, group, units, from_turn))
        return tuple(found)

    def _limits(self, turns: int) -> dict[tuple[int, str], int]:
        found: dict[tuple[int, str], int] = {}
        for path, table in self.file.tables("activations"):
            self.file.unknown(path, table, ("turn", *SIDES, "provenance"))
            turn = self._number(path, table, "turn")
            if (turn, SIDES[0]) in found:
                self.file.fault(f"{path}.turn", "each turn once", turn)
            found.update({(turn, side): self._number(path, table, side) for side in SIDES})
        for turn in range(1, turns + 1):
            if (turn, SIDES[0]) not in found:
                self.file.fault("activations", f"a table for turn {turn}", "none")
        return found

    def _placing(self, path: str, table: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
        self.file.unknown(path, table, ("hex", "units", "provenance"))
        units = self._units(path, table)
        leaders = sum(self.roster[name].kind.leader for name in units)
        if leaders > 1 or len(units) - leaders > 2:
            self.file.fault(f"{path}.units", "at most two units and a leader in a hex (CL-8.4)", ", ".join(units))
        return self._hex(f"{path}.hex", table.get("hex")), units

    def _entry(self, path: str, table: dict[str, Any], markers: tuple[Marker, ...]) -> MarkerEntry:
        self.file.unknown(path, table, ENTRY_KEYS)
        side = self._one_of(path, table, "side", SIDES)
        known = tuple(dict.fromkeys(one.name for one in markers if one.side == side))
        marker = self._one_of(path, table, "marker", (*known, ANY))
        turn, units = self._number(path, table, "turn"), self._units(path, table, side)
        return MarkerEntry(side, turn, self._hex(f"{path}.hex", table.get("hex")), marker, units)

    def _exit(self) -> ExitRoute:
        file = self.file
        table = file.get("exit", dict)
        file.unknown("exit", table, EXIT_KEYS)
        hexes = tuple(self._hex("exit.hexes", one) for one in file.get("exit.hexes", list))
        edge = self._one_of("exit", table, "edge", EDGES)
        for at in hexes:
            if at in self.board and edge and edge not in self.board.map_edges(at):
                file.fault("exit.hexes", f"hexes of the {edge} edge", at)
        turns = file.get("exit.turns", list, [1, 99])
        if len(turns) != 2 or not all(isinstance(turn, int) for turn in turns):
            file.fault("exit.turns", "the first and the last turn, such as [5, 10]", turns)
            turns = [1, 99]
        return ExitRoute(
            self._several("exit", table, "kinds", KINDS), hexes, edge, file.get("exit.cost", int), (turns[0], turns[1])
        )

    def _award(self, path: str, table: dict[str, Any]) -> Award:
        self.file.unknown(path, table, POINTS_KEYS)
        return Award(
            self._one_of(path, table, "side", SIDES),
            self._text(path, table, "per"),
            self._one_of(path, table, "when", WHEN),
            self._several(path, table, "kinds", KINDS),
            self._number(path, table, "points"),
            self._number(path, table, "most", 0),
        )

    def _levels(self) -> tuple[Level, ...]:
        found: list[Level] = []
        for path, table in self.file.tables("level"):
            self.file.unknown(path, table, ("from", "winner", "level", "provenance"))
            winner = self._one_of(path, table, "winner", ("", *SIDES))
            least = self._number(path, table, "from")
            if found and least >= found[-1].least:
                self.file.fault(f"{path}.from", "less than the level before", least)
            found.append(Level(least, winner, self._text(path, table, "level")))
        if not found:
            self.file.fault("level", "at least one [[level]] table", "none of them")
        return tuple(found)


HOME = "scenarios/custer"
CHARTS = ("terrain", "kinds")


def scenarios() -> tuple[str, ...]:
    """The ids of the battles, in alphabetical sequence."""
    return tuple(name.rpartition("/")[2].removesuffix(".toml") for name in resources.names(f"{HOME}/battles", ".toml"))


@cache
def load(scenario: str) -> TitleData:
    """The sheet of a battle, read once.  Raises KeyError with the known ones, Faults where a file is wrong."""
    known = scenarios()
    if scenario not in known:
        raise UnknownScenario("custer", scenario, known)
    file = resources.toml(f"{HOME}/battles/{scenario}.toml")
    sheet = assemble(file)
    file.ended()
    return sheet


def assemble(file: TomlFile, beside: Beside | None = None) -> TitleData:
    """The sheet of a scenario file, with the map and the counters that it names; its faults are noted in `file`.

    `beside` finds files of the scenario's maker by name (``my-map.toml``).  Raises Faults if the map, the counters or a
    chart are wrong.
    """
    board = named(file, "scenario.map", f"{HOME}/maps", beside)
    counters = named(file, "scenario.counters", f"{HOME}/counters", beside)
    sheet = HexMap("", "", (0, 0), (0, 0), {}, {})
    if board is not None:
        sheet = board_of(board) if isinstance(board, str) else read_map(board.text, board.name)
    roster: Mapping[str, Face] = {}
    if counters is not None:
        roster = counters_of(counters) if isinstance(counters, str) else _roster_of(counters)
    return TitleData(sheet, charts(), roster, read_scenario(file, sheet, roster))


@cache
def board_of(name: str) -> HexMap:
    """The board of a file among the resources.  Raises Faults."""
    return map_of(resources.toml(name))


@cache
def counters_of(name: str) -> Mapping[str, Face]:
    """The counters of a file among the resources, by name.  Raises Faults."""
    return _roster_of(resources.toml(name))


def _roster_of(file: TomlFile) -> Mapping[str, Face]:
    roster = read_roster(file, kinds())
    file.ended()
    return roster


@cache
def kinds() -> Mapping[str, Kind]:
    """The kinds of counters. Raises Faults."""
    file = resources.toml(f"{HOME}/charts/kinds.toml")
    found = read_kinds(file)
    file.ended()
    return found


@cache
def charts() -> Mapping[str, Any]:
    """The charts by file stem.  Raises Faults."""
    files = {stem: resources.toml(f"{HOME}/charts/{stem}.toml") for stem in CHARTS}
    faults = [fault for file in files.values() for fault in file.faults]
    if faults:
        raise Faults(faults)
    return {stem: file.data for stem, file in files.items()}


# Looks for faults in the game's files.


class BattleLinter:
    """`systems.game.Linter` for this game."""

    charts = CHARTS

    def counters(self, file: TomlFile) -> None:
        """Look at a file of counters."""
        read_roster(file, kinds())

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a battle, with the map and the counters that it names."""
        assemble(file, beside)


LINTER = BattleLinter()
