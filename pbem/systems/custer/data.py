"""The game's files: scenario, map sheet, charts and roster as one value."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationInfo, model_validator

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import map_of, read_map
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import Faults, TomlFile
from pbem.mechanisms.files import Beside, Row, named, on_map
from pbem.systems.custer.card import INDIAN, LETTERS, US
from pbem.systems.custer.state.counter import KINDS, Face, Kind
from pbem.systems.custer.title import ANY, Award, ExitRoute, Level, Marker, MarkerEntry, Scenario, TitleData
from pbem.tomlmodel import Listed, among, at_least, expected, given, note, one_of, read_table, read_tables, such_that

# The tables of the files.  What validators need to know is in their context: the board, the roster, the kinds of counters.

SIDES = (US, INDIAN)
TAG = 4


def _stack(units: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
    leaders = sum(given(info, "roster")[name].kind.leader for name in units)
    if leaders > 1 or len(units) - leaders > 2:
        raise expected("at most two units and a leader in a hex (CL-8.4)", ", ".join(units))
    return units


Side = Annotated[str, one_of(SIDES)]
Hex = Annotated[str, on_map("board")]
Units = Listed[Annotated[str, among("roster", "names of counters")]]
Kinds = Listed[Annotated[str, one_of(KINDS, "some of")]]
Number = Annotated[int, at_least(0, "a number of 0 or more")]


class KindTable(Row):
    """A kind of counter."""

    name: str
    hits: int
    leader: bool = False
    mounts: bool = False
    on_foot: bool = False
    attacks: bool = True


class UnitTable(Row):
    """A counter."""

    name: Annotated[str, such_that(lambda name: name and name.isascii(), "ASCII letters")]
    side: Side
    kind: Annotated[str, among("kinds")]
    tag: Annotated[str, such_that(lambda tag: 1 <= len(tag) <= TAG, f"1 to {TAG} characters")]
    group: str = ""
    aliases: Listed[str] = ()
    cf: Number = 0
    cf_reduced: Number = 0
    bonus: Number = 0
    mp: Number
    note: str = ""

    @model_validator(mode="after")
    def _factors_are_of_the_kind(self, info: ValidationInfo) -> "UnitTable":
        kind: Kind = given(info, "kinds")[self.kind]
        if kind.leader == bool(self.cf):
            note(info, "cf", "a combat factor for a unit, and a bonus for a leader", self.cf or "nothing there")
        if self.cf_reduced > self.cf or (kind.hits > 1) != bool(self.cf_reduced):
            words = "the smaller factor of the reduced side, of a unit that has one"
            note(info, "cf_reduced", words, self.cf_reduced)
        return self


class ScenarioTable(Row):
    """The table ``[scenario]``; `named` reads its map and its counters."""

    id: str
    game: str = ""
    title: str
    map: Any = None
    counters: Any = None
    turns: Annotated[int, at_least(1)]
    provenance: str


class MarkerTable(Row):
    """An activation marker: of a leader with some units, or of a group by a name."""

    side: Side
    name: str = ""
    leader: Annotated[str, among("leaders")] = ""
    group: Annotated[str, among("groups")] = ""
    units: int = 0
    from_turn: int = 1

    @model_validator(mode="after")
    def _is_whole(self, info: ValidationInfo) -> "MarkerTable":
        needed = {"units": "a whole number"} if self.leader else {"name": "a text", "group": "a text"}
        for key, words in needed.items():
            if key not in self.model_fields_set:
                note(info, key, words, "nothing there")
        return self


class ActivationsTable(Row):
    """The number of markers that each side uses on a turn."""

    turn: int
    us: int
    indian: int


class SetupTable(Row):
    """A hex, and who sets up in it."""

    hex: Hex
    units: Annotated[Units, AfterValidator(_stack)]


class EntryTable(Row):
    """Counters that enter with a marker."""

    side: Side
    turn: int
    hex: Hex
    marker: str
    units: Units


class ExitTable(Row):
    """The way to leave the board."""

    kinds: Kinds
    hexes: Listed[Hex]
    edge: Annotated[str, one_of(("north", "east", "south", "west"))]
    cost: int
    turns: Annotated[
        Listed[int], such_that(lambda turns: len(turns) == 2, "the first and the last turn, such as [5, 10]")
    ] = (1, 99)

    @model_validator(mode="after")
    def _hexes_are_of_the_edge(self, info: ValidationInfo) -> "ExitTable":
        for at in self.hexes:
            if self.edge not in given(info, "board").map_edges(at):
                note(info, "hexes", f"hexes of the {self.edge} edge", at)
        return self


class PointsTable(Row):
    """Victory points for counters."""

    side: Side
    per: str
    when: Annotated[str, one_of(("eliminated", "exited", "hit"))]
    kinds: Kinds
    points: int
    most: int = 0


class LevelTable(Row):
    """A level of victory."""

    least: int = Field(alias="from")
    winner: Annotated[str, one_of(("", *SIDES))]
    level: str


# The files.  What is wrong is noted in them; what is read then is of no use.


def read_kinds(file: TomlFile) -> dict[str, Kind]:
    """The kinds of counter, by id."""
    file.unknown("", file.data, ("schema", "system", "provenance", "status", "kind"))
    tables = file.get("kind", dict)
    for name in tables:
        if name not in KINDS:
            file.fault(f"kind.{name}", f"one of {', '.join(KINDS)}", name)
    for name in KINDS:
        if name not in tables:
            file.fault("kind", f"a table [kind.{name}]", "none")
    rows = [(name, read_table(file, f"kind.{name}", table, KindTable)) for name, table in tables.items()]
    return {name: Kind(name, **row.facts()) for name, row in rows if row is not None}


def read_roster(file: TomlFile, kinds: Mapping[str, Kind]) -> dict[str, Face]:
    """The counters by name, in the sequence of the order of battle."""
    file.unknown("", file.data, ("schema", "system", "unit"))
    found: dict[str, Face] = {}
    for path, row in read_tables(file, "unit", UnitTable, kinds=kinds):
        if row.name in found:
            file.fault(f"{path}.name", "a name of its own", f"{row.name} a second time")
        found[row.name] = Face(**{**row.facts(), "kind": kinds[row.kind]})
    if not file.data.get("unit"):
        file.fault("unit", "at least one [[unit]] table", "none of them")
    return found


TABLES = ("schema", "system", "scenario", "marker", "activations", "setup", "entry", "exit", "points", "level")


def read_scenario(file: TomlFile, board: HexMap, roster: Mapping[str, Face]) -> Scenario:
    """The battle of a file, on its board and with its counters."""
    file.unknown("", file.data, TABLES)
    head = read_table(file, "scenario", file.data.get("scenario"), ScenarioTable)
    leaders = [name for name, face in roster.items() if face.kind.leader]
    groups = dict.fromkeys(face.group for face in roster.values() if face.group)
    markers = [row for _, row in read_tables(file, "marker", MarkerTable, leaders=leaders, groups=groups)]
    activations = read_tables(file, "activations", ActivationsTable)
    setup = read_tables(file, "setup", SetupTable, board=board, roster=roster)
    entries = read_tables(file, "entry", EntryTable, board=board, roster=roster)
    way = read_table(file, "exit", file.data["exit"], ExitTable, board=board) if "exit" in file.data else None
    awards = read_tables(file, "points", PointsTable)
    levels = _levels(file)
    _check_places(file, [*setup, *entries], roster)
    if head is None or file.faults:
        return Scenario("", "")
    _check_entries(file, entries, markers)
    return Scenario(
        head.id,
        head.title,
        head.turns,
        _markers(file, markers),
        _limits(file, activations, head.turns),
        tuple((row.hex, row.units) for _, row in setup),
        tuple(MarkerEntry(**row.facts()) for _, row in entries),
        ExitRoute(**way.facts()) if way is not None else ExitRoute(),
        tuple(Award(**row.facts()) for _, row in awards),
        levels,
        head.provenance,
    )


def _check_places(
    file: TomlFile, rows: Iterable[tuple[str, SetupTable | EntryTable]], roster: Mapping[str, Face]
) -> None:
    """Each counter is placed once in the whole battle, with others of its side."""
    is_whole = not file.faults
    placed: dict[str, str] = {}
    for path, row in rows:
        key = f"{path}.units"
        for name in row.units:
            if name in placed:
                file.fault(key, f"each counter once ({name} stands at {placed[name]} too)", name)
            placed[name] = key
        sides = {roster[name].side for name in row.units} | ({row.side} if isinstance(row, EntryTable) else set())
        if len(sides) > 1:
            file.fault(key, "counters of one side", ", ".join(row.units))
    for name in roster if is_whole else ():
        if name not in placed:
            file.fault("setup", "a place in set-up or entry for every counter", f"none for {name}")


def _check_entries(file: TomlFile, entries: Iterable[tuple[str, EntryTable]], markers: Iterable[MarkerTable]) -> None:
    for path, row in entries:
        known = (*dict.fromkeys(one.name or one.leader for one in markers if one.side == row.side), ANY)
        if row.marker not in known:
            file.fault(f"{path}.marker", f"one of {', '.join(known)}", row.marker)


def _markers(file: TomlFile, rows: Iterable[MarkerTable]) -> tuple[Marker, ...]:
    """The markers: each side's have letters, and those that are called alike have numbers."""
    alike = Counter((row.side, row.name or row.leader) for row in rows)
    seen: Counter[object] = Counter()
    found: list[Marker] = []
    for row in rows:
        name = row.name or row.leader
        if seen[row.side] == len(LETTERS):
            file.fault("marker", f"at most {len(LETTERS)} markers a side", f"{name} as one more")
            break
        letter = LETTERS[seen[row.side]]
        seen.update((row.side, (row.side, name)))
        id_ = f"{name} {seen[row.side, name]}" if alike[row.side, name] > 1 else name
        group, units = ("", row.units) if row.leader else (row.group, 0)
        found.append(Marker(id_, row.side, name, letter, row.leader, group, units, row.from_turn))
    return tuple(found)


def _limits(file: TomlFile, rows: Iterable[tuple[str, ActivationsTable]], turns: int) -> dict[tuple[int, str], int]:
    found: dict[tuple[int, str], int] = {}
    for path, row in rows:
        if (row.turn, US) in found:
            file.fault(f"{path}.turn", "each turn once", row.turn)
        found |= {(row.turn, US): row.us, (row.turn, INDIAN): row.indian}
    for turn in range(1, turns + 1):
        if (turn, US) not in found:
            file.fault("activations", f"a table for turn {turn}", "none")
    return found


def _levels(file: TomlFile) -> tuple[Level, ...]:
    found: list[Level] = []
    for path, row in read_tables(file, "level", LevelTable):
        if found and row.least >= found[-1].least:
            file.fault(f"{path}.from", "less than the level before", row.least)
        found.append(Level(**row.facts()))
    if not file.data.get("level"):
        file.fault("level", "at least one [[level]] table", "none of them")
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
    if board is None or counters is None:
        return TitleData(HexMap("", "", (0, 0), (0, 0), {}, {}), {}, {}, Scenario("", ""))
    sheet = board_of(board) if isinstance(board, str) else read_map(board.text, board.name)
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
