"""Loads a battle's files: board, charts, counters, scenario.  All faults of a file at once."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import map_of, read_map
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import Faults, TomlFile
from pbem.mechanisms.files import Beside, named
from pbem.systems.custer.files.roster_file import read_kinds, read_roster
from pbem.systems.custer.files.scenario_file import read_scenario
from pbem.systems.custer.state.counter import Face, Kind
from pbem.systems.custer.title import TitleData

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
    """What each kind of counter is.  Raises Faults."""
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
