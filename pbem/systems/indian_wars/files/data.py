"""The series' files: scenario, variant, map, charts and roster as one value, and the linter that looks for faults in them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import SheetsDoNotFit, joined, map_of, read_map
from pbem.core.clause import rule
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import Fault, Faults, TomlFile
from pbem.mechanisms.files import Beside, named
from pbem.systems.indian_wars.files.roster_file import read_roster
from pbem.systems.indian_wars.files.scenario_file import read_scenario
from pbem.systems.indian_wars.state.counter import Printed
from pbem.systems.indian_wars.title import Scenario, Title, TitleData
from pbem.tomlmodel import Listed, TomlTable, read_tables

BASE, JOIN = "based_on", "join"


class JoinTable(TomlTable):
    """Units that join the group of a command."""

    units: Listed[str]
    command: str


def complete(file: TomlFile, home: str, title: str) -> None:
    """Put what a file takes over from its base into its data, and move the units that join another command.

    The base is a scenario of the file's ``game``, else of `title`, in the folder of that name in `home`.  The keys of the
    file's own ``[scenario]`` go before those of the base; a table that it has besides takes the place of the base's.
    """
    scenario = file.data.get("scenario")
    if not isinstance(scenario, dict) or BASE not in scenario:
        return
    from copy import deepcopy  # with what it imports a hundredth of a start, and few files take over from a base

    base, game = scenario.pop(BASE), file.get("scenario.game", str, title)
    if not game:
        return
    folder = f"{home}/{game}"
    known = tuple(name.rpartition("/")[2].removesuffix(".toml") for name in resources.names(folder, ".toml"))
    if base not in known or base == scenario.get("id"):
        file.fault(f"scenario.{BASE}", f"another scenario: {', '.join(known)}", base)
        return
    found = deepcopy(resources.toml(f"{folder}/{base}.toml").data)
    joins = read_tables(file, JOIN, JoinTable)
    own = {key: value for key, value in file.data.items() if key not in ("scenario", JOIN)}
    file.data = {**found, **own, "scenario": {**found["scenario"], **scenario}}
    for path, row in joins:
        _join(file, path, row.units, row.command)


@rule("Garry Owen", "Grasshopper Jim", "composition of the columns")
def _join(file: TomlFile, path: str, units: Sequence[str], command: str) -> None:
    """Let units begin where, when and as the group does of which `command` is one."""
    goal = next((one for one in _groups(file.data) if command in one["units"]), None)
    if goal is None or command in units:
        file.fault(f"{path}.command", "somebody else whom the scenario sets up or lets enter", repr(command))
        return
    for name in [name for name in units if name in goal["units"]]:
        file.fault(f"{path}.units", f"units that are not with {command} already", repr(name))
    for one in _groups(file.data):
        one["units"] = [name for name in one["units"] if name not in units or one is goal]
    goal["units"] += [name for name in units if name not in goal["units"]]
    for key in ("setup", "entry"):
        file.data[key] = [one for one in _as_list(file.data.get(key)) if one.get("units")]


def _groups(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for key in ("setup", "entry") for one in _as_list(data.get(key)) if "units" in one]


def _as_list(found: Any) -> list[dict[str, Any]]:
    return found if isinstance(found, list) else [found] if isinstance(found, dict) else []


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
    complete(file, HOME, title.files)
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
    """The map and the charts that we designed ourselves because no rulebook prints them: ``map``, ``fire``, ``melee`` …"""
    found = ("map",) if sheet.map.status == "reconstructed" else ()
    return found + sheet.house_charts


class SeriesLinter:
    """`systems.game.Linter` for a title of the series."""

    charts = (*CHARTS, *OWN_CHARTS)

    def __init__(self, title: Title) -> None:
        self._title = title

    def counters(self, file: TomlFile) -> None:
        """Look at a file of counters."""
        read_roster(file)

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario, with the map and the counters that it names."""
        file.get("scenario.game", str, "")
        assemble(self._title, file, beside=beside)


# The scenario of a battle that follows another: who stays behind, and where strength was lost (RC-18.3A, 18.3B).

STAY, POINTS = 2, 6
"""Infantry companies that stay behind, and strength points that the first battle cost, at most one a company."""
STAYS, LOSES = "stay", "lost"
"""The choices that the book gives the US player."""


def carried(
    home: str, scenario: str, name: str, link: Mapping[str, Any], choices: Mapping[str, Sequence[str]]
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The file of a scenario called `name`, made of one of the program's in the folder `home`, with these choices; where one is
    not made it is as there.  Then what is wrong: the choice, and what was expected.

    `link` says what it follows, by the keys of the table ``after``.
    """
    data = resources.toml(f"{HOME}/{home}/{scenario}.toml").data
    counters = resources.toml(f"{HOME}/counters/{data['scenario']['more_counters']}.toml").data
    infantry, cavalry = (
        sorted(one["name"] for one in counters["unit"] if one["kind"] == kind) for kind in ("infantry", "cavalry")
    )
    join, wrong = data["join"][0], []
    stay, lost = choices.get(STAYS, ()), choices.get(LOSES, ())
    if stay and (len(set(stay)) != STAY or not set(stay) <= set(infantry)):
        wrong.append((STAYS, f"{STAY} of {', '.join(infantry)}"))
    if lost and (not len(lost) == len(set(lost)) == POINTS or not set(lost) <= set(cavalry)):
        wrong.append((LOSES, f"{POINTS} of {', '.join(cavalry)}, a point each"))
    units = join["units"]
    if stay:
        units = [*(one for one in units if one not in infantry), *(one for one in infantry if one not in stay)]
    lines = [
        f"# The battle after {link['game']}, with what the book carries over.  Written by pbem new.",
        "schema = 1",
        'system = "indian_wars"',
        *_table("[scenario]", {**data["scenario"], "id": name}),
        *_table("[[join]]", {"units": units, "command": join["command"]}),
        *_table("[losses]", dict.fromkeys(lost, 1) if lost else data["losses"]),
        *_table("[after]", link),
    ]
    return "\n".join(lines) + "\n", tuple(wrong)


def _table(head: str, values: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", head)
    for key, value in values.items():
        yield f"{json.dumps(key) if ' ' in key else key} = {json.dumps(value)}"
