"""Reads a scenario file: set-up, entry, or a position to begin from."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationInfo, model_validator

from pbem.board import hexes
from pbem.board.hexmap import FORD, HexMap
from pbem.core.tomlfile import WORDS, TomlFile
from pbem.mechanisms.files import Row, on_map
from pbem.systems.indian_wars.files.roster_file import SIDES, Side
from pbem.systems.indian_wars.state.counter import DISMOUNTED, LEADER, MODES, MOUNTED, Counter, Printed
from pbem.systems.indian_wars.title import EntryEdge, EntryForce, FordGroup, Opening, Scenario, SetUpGroup
from pbem.tomlmodel import (
    Listed,
    TomlTable,
    among,
    at_least,
    expected,
    given,
    matching,
    note,
    one_of,
    read_table,
    read_tables,
    such_that,
)

FACES = 6
SECRET_FIELDS = ("printed",)

# The tables of the file.  What validators need to know is in their context: the map, the roster, who is placed already.


def _misplaced(
    name: str, side: str, roster: Mapping[str, Printed], placed: Mapping[str, str]
) -> tuple[str, str] | None:
    """The expected and the found of a counter that cannot be placed: it is there, of the side, and placed once."""
    if name not in roster:
        near = _near(name, roster)
        return "the name of a counter" + (f" (did you mean {near!r}?)" if near else ""), repr(name)
    if side and roster[name].side != side:
        return f"counters of side {side}", f"{name}, which is of side {roster[name].side}"
    if name in placed:
        return f"each counter once ({name} stands at {placed[name]} too)", repr(name)
    return None


def _near(name: str, roster: Mapping[str, Printed]) -> str:
    """A counter's name that differs in blanks, case or a part only: ``C/3Cav`` for ``C/3 Cav``."""

    def bare(text: str) -> str:
        return "".join(c for c in text.lower() if c.isalnum())

    called = {bare(word): one.name for one in roster.values() for word in (one.id, one.name, *one.aliases)}
    return called.get(bare(name), "")


def _place(name: str, info: ValidationInfo) -> str:
    placed: dict[str, str] = given(info, "placed")
    wrong = _misplaced(name, info.data.get("side", ""), given(info, "roster"), placed)
    placed.setdefault(name, f"{given(info, 'path')}.units")
    if wrong is not None:
        raise expected(*wrong)
    return name


def _has_ford(at: str, info: ValidationInfo) -> str:
    sheet: HexMap = given(info, "map")
    if not any(FORD in sheet.edges(at, near) for near in sheet.neighbours(at)):
        raise expected("a hex with a ford on the map")
    return at


def _in_time(turn: int, info: ValidationInfo) -> int:
    turns = given(info, "turns")
    if isinstance(turns, int) and turn > turns >= 1:
        raise expected(f"a game turn, 1 to {turns}")
    return turn


Hex = Annotated[str, on_map("map")]
Units = Listed[Annotated[str, AfterValidator(_place)]]
Clock = Annotated[str, matching(r"([01]\d|2[0-3]):([0-5]\d)", "an hour such as '08:00'")]
Turn = Annotated[int, at_least(1)]
Sides = Annotated[Listed[str], such_that(lambda sides: sorted(sides) == sorted(SIDES), "each of the two sides once")]
Placed = Annotated[str, among("placed", "a counter that sets up or enters")]


class DayTable(TomlTable):
    """The turn with which a later day begins, and its hour."""

    turn: Annotated[int, at_least(2)]
    hour: Clock


class ScenarioTable(Row):
    """The table ``[scenario]``; `data.assemble` reads the map and the counters, the rules what is anything here."""

    id: str
    game: str = ""
    title: str
    map: Any = None
    counters: Any = None
    turns: Turn
    first_turn: Clock
    player_sequence: Sides
    setup_sequence: Sides
    ammo_points: int = 0
    joined_to: Any = None
    days: Listed[DayTable] = ()
    dates: Listed[str] = ()
    ends_without: Listed[Annotated[str, among("kinds", "kinds of counters: {}")]] = ()
    more_counters: Any = None
    late_start: bool = False
    mule_ammunition: Listed[str] = ()
    hunting_parties: bool = False
    provenance: str


class SetupTable(TomlTable):
    """Units that set up in one hex, some, one with those next to it, or a band of rows."""

    side: Side
    hex: Hex = ""
    hexes: Listed[Hex] = ()
    around: Hex = ""
    rows: Annotated[
        Listed[int], such_that(lambda rows: len(rows) == 2, "the first and the last row, such as [3, 7]")
    ] = ()
    on_the_side_of: Hex = ""
    bounded_by: str = ""
    modes: Listed[Annotated[str, one_of(MODES)]] = (DISMOUNTED,)
    units: Units
    mp: int = 0

    @model_validator(mode="after")
    def _has_a_place(self, info: ValidationInfo) -> "SetupTable":
        if self.rows and not self.on_the_side_of:
            note(info, "on_the_side_of", WORDS[str], "nothing there")
        if not self.model_fields_set & {"rows", "hexes", "around", "hex"}:
            note(info, "hex", WORDS[str], "nothing there")
        return self

    def where(self, sheet: HexMap) -> tuple[str, ...]:
        """The hexes of the group."""
        if self.rows:
            return self._band(sheet)
        if self.around:
            return (self.around, *sorted(sheet.neighbours(self.around)))
        return self.hexes or (self.hex,)

    def _band(self, sheet: HexMap) -> tuple[str, ...]:
        """The hexes of some rows that can be reached from one of them without crossing a kind of hexside."""
        found, front = {self.on_the_side_of}, [self.on_the_side_of]
        while front:
            one = front.pop()
            for near in sheet.neighbours(one):
                inside = self.rows[0] <= hexes.column_and_row(near)[1] <= self.rows[1]
                if near not in found and inside and self.bounded_by not in sheet.edges(one, near):
                    found.add(near)
                    front.append(near)
        return tuple(sorted(found))


class EdgeTable(TomlTable):
    """A run of hexes by which units enter."""

    zone: Annotated[str, among("zones", "a zone of the map: {}")]
    tribes: Listed[Annotated[str, among("tribes")]] = ()
    most_units: int = 0
    most_tribes: int = 0
    open_to_leaders: bool = False


class EarlierTable(TomlTable):
    """An option with the turn of entry by it."""

    option: str
    turn: Turn


class EntryTable(TomlTable):
    """Units that enter."""

    side: Side
    turn: Turn
    units: Units
    edge: Listed[EdgeTable]
    earlier: EarlierTable | None = None
    dice: Annotated[
        Listed[int],
        such_that(lambda dice: len(dice) in (0, FACES), f"{FACES} game turns, one for each face of a die"),
    ] = ()
    ahead: int = 0
    secret: bool = False
    any_mode: bool = False


class FordsTable(TomlTable):
    """Possible fords: of two one is real, of more at least one is and one is not; and where there is none."""

    hexes: Listed[Annotated[Hex, AfterValidator(_has_ford)]]
    none: Listed[Hex] = ()


class SwapTable(TomlTable):
    """An option by which a counter takes the place of another; both are listed where they set up or enter."""

    option: str
    unit: Placed
    of: Placed


class NumbersTable(TomlTable):
    """A number of each side."""

    us: int = 0
    indian: int = 0

    def by_side(self) -> tuple[tuple[str, int], ...]:
        """The sides with their numbers."""
        return tuple(self)


class PositionTable(TomlTable):
    """A position to begin from."""

    turn: Annotated[Turn, AfterValidator(_in_time)]
    phasing: Side
    points: NumbersTable = NumbersTable()
    lost: NumbersTable = NumbersTable()
    marks: dict[str, Any] = Field(default_factory=dict)


# The file.

TABLES = (
    "schema",
    "system",
    "scenario",
    "setup",
    "entry",
    "position",
    "unit",
    "village",
    "fords",
    "swap",
    "losses",
    "after",
)
AFTER = ("game", "record", "head", "carry")
"""The battle before: its game, the number of its last record and that record's head, and what is carried over."""
VILLAGE_KEYS = {
    "alert": ("kinds", "within", "messenger", "warns", "stirs_from", "stirs"),
    "herds": ("two_each", "one_each"),
    "outpost": ("hex", "within", "units", "factors_under", "herds"),
}
CIRCLE_KEYS = ("name", "centre", "camps", "units_in_a_camp_hex", "leaders", "warriors")


def read_scenario(file: TomlFile, sheet: HexMap, roster: Mapping[str, Printed]) -> Scenario:
    """The scenario of a file, on its map and with its counters; what is wrong is noted in `file`."""
    file.unknown("", file.data, TABLES)
    _check_village(file, file.get("village", dict, {}))
    _check_losses(file, roster)
    file.unknown("after", file.get("after", dict, {}), AFTER)
    placed: dict[str, str] = {}
    known: dict[str, Any] = {"map": sheet, "roster": roster, "placed": placed, "zones": sheet.zones}
    known["kinds"] = sorted({printed.kind for printed in roster.values()})
    known["tribes"] = sorted({printed.tribe for printed in roster.values() if printed.tribe})
    head = read_table(file, "scenario", file.data.get("scenario"), ScenarioTable, **known)
    setup = read_tables(file, "setup", SetupTable, **known)
    entries = _entries(file, known)
    opening = _opening(file, known) if "position" in file.data else None
    swaps = read_tables(file, "swap", SwapTable, **known)
    fords = read_tables(file, "fords", FordsTable, **known)
    if head is None or file.faults:
        return Scenario("", "", 0, 0, (), ())
    return Scenario(
        head.id,
        head.title,
        head.turns,
        _minutes(head.first_turn),
        head.player_sequence,
        head.setup_sequence,
        tuple(SetUpGroup(one.side, one.where(sheet), one.units, one.modes, one.mp) for _, one in setup),
        tuple(_force(one, sheet) for one in entries),
        opening,
        head.provenance,
        file.data,
        tuple((one.turn, _minutes(one.hour)) for one in head.days),
        head.ends_without,
        tuple((one.option, one.unit, one.of) for _, one in swaps),
        tuple(FordGroup(one.hexes, 1, max(len(one.hexes) - 1, 1)) for _, one in fords),
        tuple(at for _, one in fords for at in one.none),
    )


def _minutes(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    return int(hours) * 60 + int(minutes)


def _check_losses(file: TomlFile, roster: Mapping[str, Printed]) -> None:
    """Check the strength lost before the game begins: ``A/3 Cav = 1``."""
    for name, points in file.get("losses", dict, {}).items():
        if name not in roster or not isinstance(points, int) or points < 1:
            file.fault(f"losses.{name}", "a unit and the strength points that it has lost", points)


def _check_village(file: TomlFile, village: Mapping[str, Any]) -> None:
    file.unknown("village", village, (*VILLAGE_KEYS, "circle"))
    for name, known in VILLAGE_KEYS.items():
        file.unknown(f"village.{name}", file.get(f"village.{name}", dict, {}), known)
    for number, circle in enumerate(file.get("village.circle", list, [])):
        path = f"village.circle[{number}]"
        file.unknown(path, file.value(path, circle, dict), CIRCLE_KEYS)


def _entries(file: TomlFile, known: Mapping[str, Any]) -> list[EntryTable]:
    """The forces that enter: a table ``[entry]``, or several ``[[entry]]``."""
    if isinstance(file.data.get("entry"), dict):
        entry = read_table(file, "entry", file.data["entry"], EntryTable, **known)
        return [entry] if entry is not None else []
    return [one for _, one in read_tables(file, "entry", EntryTable, **known)]


def _force(entry: EntryTable, sheet: HexMap) -> EntryForce:
    edges = (
        EntryEdge(
            one.zone, sheet.zones[one.zone].hexes, one.tribes, one.most_units, one.most_tribes, one.open_to_leaders
        )
        for one in entry.edge
    )
    earlier = (entry.earlier.option, entry.earlier.turn) if entry.earlier is not None else ("", 0)
    return EntryForce(
        entry.side,
        entry.turn,
        entry.units,
        tuple(edges),
        earlier,
        entry.dice,
        entry.ahead,
        entry.secret,
        entry.any_mode,
    )


def _opening(file: TomlFile, known: Mapping[str, Any]) -> Opening | None:
    turns = file.get("scenario", dict, {}).get("turns")
    row = read_table(file, "position", file.data["position"], PositionTable, turns=turns)
    units = tuple(_counter(file, path, table, known) for path, table in file.tables("unit"))
    _check_attachments(file, units)
    if row is None:
        return None
    marks = tuple((name, str(mark)) for name, mark in row.marks.items())
    return Opening(row.turn, row.phasing, row.points.by_side(), row.lost.by_side(), marks, units)


Values = tuple[tuple[str, Any], ...]


def _counter(file: TomlFile, path: str, table: dict[str, Any], known: Mapping[str, Any]) -> tuple[str, Values]:
    """A counter of the position; its keys are the fields of `Counter`, with the kinds that these have there."""
    sheet, roster, placed = known["map"], known["roster"], known["placed"]
    name = file.value(f"{path}.unit", table.get("unit"), str)
    if (wrong := _misplaced(name, "", roster, placed)) is not None:
        file.fault(f"{path}.unit", *wrong)
    placed.setdefault(name, f"{path}.unit")
    if name not in roster:
        return name, ()
    fields = tuple(one for one in Counter.__slots__ if one not in SECRET_FIELDS)
    file.unknown(path, table, ("unit", *fields))
    fresh = Counter(roster[name])
    values: list[tuple[str, Any]] = []
    for key in fields:
        if key not in table:
            continue
        kind = type(getattr(fresh, key))
        if kind is tuple:
            values.append((key, tuple(str(one) for one in file.value(f"{path}.{key}", table[key], list))))
        else:
            values.append((key, file.value(f"{path}.{key}", table[key], kind)))
    at = file.value(f"{path}.at", table.get("at"), str)
    if at and at not in sheet:
        file.fault(f"{path}.at", f"a hex of the map {sheet.id}, such as {next(iter(sheet), 'none')}", at)
    unit = fresh.but(**dict(values))
    if unit.mode not in MODES:
        file.fault(f"{path}.mode", f"one of {', '.join(MODES)}", unit.mode)
    elif unit.mode == MOUNTED and unit.kind != LEADER and not unit.printed.mounts:
        file.fault(f"{path}.mode", f"a mode in which {name} can be (it has no mounts)", unit.mode)
    most = unit.printed.cf_mounted if unit.mode == MOUNTED else unit.printed.cf_dismounted
    if unit.casualties and not 0 < unit.casualties < most:
        file.fault(f"{path}.casualties", f"less than the factor of {name}, which is {most}", unit.casualties)
    return name, tuple(values)


def _check_attachments(file: TomlFile, units: tuple[tuple[str, Values], ...]) -> None:
    at = {name: dict(values).get("at") for name, values in units}
    for n, (name, values) in enumerate(units):
        to = dict(values).get("attached_to")
        if to and at.get(to) != at[name]:
            file.fault(f"unit[{n}].attached_to", f"a unit in the hex of {name}, {at[name]}", to)
