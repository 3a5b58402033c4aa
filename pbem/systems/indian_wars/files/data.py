"""Loads a title's files: map, counters, charts, scenario.  All faults at once."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.joined import SheetsDoNotFit, joined
from pbem.board.mapfile import map_of, read_map
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import Fault, Faults, TomlFile
from pbem.mechanisms.files import Beside, named
from pbem.systems.indian_wars.files import variant
from pbem.systems.indian_wars.files.roster_file import read_roster
from pbem.systems.indian_wars.files.scenario_file import read_scenario
from pbem.systems.indian_wars.state.counter import Printed
from pbem.systems.indian_wars.title import Scenario, Title, TitleData

HOME = "scenarios/indian_wars"
CHARTS = ("ammo", "fire", "leaders", "melee", "morale", "special", "terrain", "turns", "victory")
OWN_CHARTS = ("artillery",)
"""Charts that only some titles have (`Title.own_charts`)."""


def scenarios(title: Title) -> tuple[str, ...]:
    """The ids of a title's scenarios, in alphabetical sequence."""
    return tuple(
        name.rpartition("/")[2].removesuffix(".toml") for name in resources.names(f"{HOME}/{title.files}", ".toml")
    )


@cache
def load(title: Title, scenario: str) -> TitleData:
    """The sheet of a scenario, read once.  Raises KeyError with the known ones, Faults where a file is wrong."""
    known = scenarios(title)
    if scenario not in known:
        raise UnknownScenario(title.id, scenario, known)
    file = resources.toml(f"{HOME}/{title.files}/{scenario}.toml")
    sheet, faults = assemble(title, file)
    if faults:
        raise Faults(faults)
    return sheet


def assemble(title: Title, file: TomlFile, beside: Beside | None = None) -> tuple[TitleData, tuple[Fault, ...]]:
    """The sheet of a scenario file, with the map and counters it names, and the faults of that file.

    `beside` finds files of the scenario's maker by name (``my-map.toml``).  Raises Faults if the map, the counters or
    a chart are wrong.
    """
    variant.complete(file, HOME, title.files)
    the_map = named(file, "scenario.map", f"{HOME}/maps", beside)
    counters = named(file, "scenario.counters", f"{HOME}/counters", beside)
    if the_map is None or counters is None:
        return TitleData(title, HexMap("", "", (0, 0), (0, 0), {}, {}), {}, {}, Scenario("", "", 0, 0, (), ())), tuple(
            file.faults
        )
    sheet = map_sheet(the_map) if isinstance(the_map, str) else read_map(the_map.text, the_map.name)
    if "joined_to" in file.get("scenario", dict):
        sheet = _with_second_sheet(file, sheet, beside)
    roster = counter_roster(counters) if isinstance(counters, str) else _roster_of(counters)
    if "more_counters" in file.get("scenario", dict):
        more = named(file, "scenario.more_counters", f"{HOME}/counters", beside)
        if more is not None:
            roster = {**roster, **(counter_roster(more) if isinstance(more, str) else _roster_of(more))}
    scenario = read_scenario(file, sheet, roster)
    return TitleData(title, sheet, charts(title.own_charts), roster, scenario), tuple(file.faults)


def _with_second_sheet(file: TomlFile, sheet: HexMap, beside: Beside | None) -> HexMap:
    """The map of the scenario with the sheet laid beside it; sheets that do not fit are a fault of the file."""
    other = named(file, "scenario.joined_to", f"{HOME}/maps", beside)
    if other is None:
        return sheet
    try:
        return joined(sheet, map_sheet(other) if isinstance(other, str) else read_map(other.text, other.name))
    except SheetsDoNotFit as misfit:
        file.fault("scenario.joined_to", misfit.expected, misfit.found)
        return sheet


@cache
def map_sheet(name: str) -> HexMap:
    """The map of a file among the resources.  Raises Faults."""
    return map_of(resources.toml(name))


@cache
def counter_roster(name: str) -> Mapping[str, Printed]:
    """The counters of a file among the resources.  Raises Faults."""
    return _roster_of(resources.toml(name))


def _roster_of(file: TomlFile) -> Mapping[str, Printed]:
    file.ended()
    roster = read_roster(file)
    file.ended()
    return roster


@cache
def charts(own: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """The series' charts by file stem, and a title's own.  Raises Faults."""
    files = {stem: resources.toml(f"{HOME}/charts/{stem}.toml") for stem in (*CHARTS, *own)}
    faults = [fault for file in files.values() for fault in file.faults]
    if faults:
        raise Faults(faults)
    return {stem: file.data for stem, file in files.items()}


def reconstructed(sheet: TitleData) -> tuple[str, ...]:
    """Which of the map and the charts we designed ourselves because no rulebook prints them: ``map``, ``fire``, ``melee`` …"""
    found = ("map",) if sheet.map.status == "reconstructed" else ()
    return found + sheet.house_charts
