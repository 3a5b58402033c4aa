"""The campaign's files: the positions from which a game may start, strategic units and types of tactical units."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import map_of
from pbem.core.clause import rule
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import TomlFile
from pbem.mechanisms.files import Row
from pbem.tomlmodel import Listed, TomlTable, at_least, expected, one_of, read_table, read_tables, such_that

# The strategic units of ``units-strategic.toml`` and the types of tactical units of ``units-tactical.toml``.

FOLDER = "scenarios/nezperce"
VILLAGE, SITTING_BULL = "Indian Village", "Sitting Bull"


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The printed card of a strategic unit. `search` is an Army unit's, `evasion` an Indian one's; `arm` an Army unit's arm or
    an Indian unit's kind.  `pieces` are its tactical units, as name and type.
    """

    id: str
    name: str
    side: str
    arm: str
    rank: str
    search: int
    evasion: int
    normal: int
    fast: int
    hex: str
    arrival_turn: int
    pieces: tuple[tuple[str, str], ...]
    aliases: tuple[str, ...] = ()


@cache
def cards() -> dict[str, UnitCard]:
    """The strategic units by name, the Army's first, in the sequence of the file.  Raises Faults."""
    file = resources.toml(f"{FOLDER}/units-strategic.toml")
    found = read_cards(file)
    file.ended()
    return found


def card(name: str) -> UnitCard:
    """A strategic unit's card.  Raises KeyError."""
    return cards()[name]


@cache
def by_id() -> dict[str, UnitCard]:
    """The strategic units by the ids that files and battles use."""
    return {one.id: one for one in cards().values()}


@cache
def types() -> dict[str, str]:
    """The types of tactical units and what they are called."""
    return {key: str(one["name"]) for key, one in resources.toml(f"{FOLDER}/units-tactical.toml").data["type"].items()}


def _type(kind: str) -> str:
    if kind not in types():
        raise expected(f"counts of {', '.join(types())}")
    return kind


class UnitTable(TomlTable):
    """A strategic unit of either side."""

    id: str
    name: str
    aliases: Listed[str] = ()
    normal: int
    fast: int
    hex: str
    arrival_turn: int = 0
    tactical: dict[Annotated[str, AfterValidator(_type)], Annotated[int, at_least(1)]]
    note: str = ""


class ArmyTable(UnitTable):
    """The Army's."""

    rank: str
    arm: str
    search: int


class IndianTable(UnitTable):
    """The Nez Perce's."""

    arm: str = Field(alias="kind")
    evasion: int


def read_cards(file: TomlFile) -> dict[str, UnitCard]:
    """The strategic units of a file; its faults are noted in it."""
    found: dict[str, UnitCard] = {}
    rows = [*read_tables(file, "army", ArmyTable), *read_tables(file, "indian", IndianTable)]
    for path, row in rows:
        if row.name in found:
            file.fault(f"{path}.name", "each unit once", row.name)
        printed = {"rank": "", "search": 0, "evasion": 0, **row.model_dump(exclude={"tactical", "note"})}
        found[row.name] = UnitCard(**printed, side=path.partition("[")[0], pieces=_pieces(row.name, row.tactical))
    return found


def _pieces(name: str, owned: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """The tactical units of a strategic one: ``Perry Cavalry 2``, ``Howard Howitzer``, ``Ollokot 3``, ``Lodge 7``."""
    found: list[tuple[str, str]] = []
    for kind, count in owned.items():
        word = types()[kind]
        first = {"warrior": name, "lodge": word}.get(kind, name if name.endswith(word) else f"{name} {word}")
        found += [(f"{first} {n}" if count > 1 else first, kind) for n in range(1, count + 1)]
    return tuple(found)


LETTERS = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a scenario: its turn and the letter of its first phase, and the campaign's last turn for it (0: its own).

    `places` are the units in play by name; `killed` how many tactical units each has lost; `supplied` those that are in
    supply when it begins; `gone` those of later turns of the track that never come.  The other three are what the campaign
    keeps under these names (`state.position.Campaign`).
    """

    title: str
    turn: int
    letter: str
    last_turn: int
    searched_on: int
    outside_on: int
    met_on: int
    places: Mapping[str, str]
    killed: Mapping[str, int]
    supplied: tuple[str, ...]
    gone: tuple[str, ...]


Unit = Annotated[str, such_that(lambda one: one in by_id(), "ids of strategic units")]


Hex = Annotated[str, such_that(lambda at: at in strategic_map(), "a hex of the strategic map")]
Turns = Annotated[int, at_least(1, "a number of turns, 1 or more")]


class PlaceTable(TomlTable):
    """A hex, and who is in it."""

    hex: Hex
    units: Listed[Unit]


class TrackTable(PlaceTable):
    """An entry of the reinforcement track."""

    turn: int
    remove: Listed[Unit] = ()


class ReinforcementsTable(Row):
    """The campaign's reinforcements."""

    early_entry: str = ""
    track: Listed[TrackTable]


class LengthTable(Row):
    """The campaign's length."""

    turns: Turns
    optional_turns: Turns
    days_per_turn: Turns
    turn_1_begins: str
    turn_1_begins_provenance: str = ""


class StartTable(Row):
    """The file of a scenario that begins later than the campaign."""

    schema_number: int = Field(0, alias="schema")
    system: str = ""
    id: str = ""
    title: str
    note: str = ""
    turn: int
    letter: Annotated[str, one_of(LETTERS, "the letter of a phase, one of")]
    last_turn: int = 0
    searched_on: int
    outside_on: int
    met_on: int
    place: Listed[PlaceTable] = ()
    killed: dict[Unit, int] = Field(default_factory=dict)
    supplied: Listed[Unit] = ()
    gone: Listed[Unit] = ()


def read_start(file: TomlFile) -> Start | None:
    """The scenario of a file; None if something is wrong, which is noted in it."""
    found = read_table(file, "", file.data, StartTable)
    if found is None:
        return None
    places: dict[str, str] = {}
    for n, place in enumerate(found.place):
        for name in names(place.units):
            if name in places:
                file.fault(f"place[{n}].units", "each unit once", name)
            places[name] = place.hex
    for key, count in found.killed.items():
        if not 0 <= count <= len(by_id()[key].pieces):
            file.fault(f"killed.{key}", f"a number from 0 to {len(by_id()[key].pieces)}", count)
    return Start(
        **found.model_dump(include={"title", "turn", "letter", "last_turn", "searched_on", "outside_on", "met_on"}),
        places=places,
        killed={by_id()[key].name: count for key, count in found.killed.items()},
        supplied=names(found.supplied),
        gone=names(found.gone),
    )


SCENARIO = "campaign-1877"
STARTS = ("bear-paw", "big-hole", "first-fight", "first-game")
"""The scenarios that begin later, each with a file of its own."""
RIVER, FORD = "river", "ford"


def scenario_ids() -> tuple[str, ...]:
    """The scenarios: the campaign, and those that begin later in it."""
    return (SCENARIO, *STARTS)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Units that become active in the reinforcement phase of a turn at a hex; `remove` those that leave the map then."""

    turn: int
    hex: str
    units: tuple[str, ...]
    remove: tuple[str, ...] = ()


@cache
def scenario() -> dict[str, Any]:
    """The campaign's file, whose length, track and limits all scenarios share."""
    return resources.toml(f"{FOLDER}/scenario.toml").data


@cache
def start(name: str) -> Start | None:
    """The start of a scenario that is not the whole campaign, None for the campaign.  Raises UnknownScenario, Faults."""
    if name not in scenario_ids():
        raise UnknownScenario("I Will Fight No More Forever", name, scenario_ids())
    if name == SCENARIO:
        return None
    file = resources.toml(f"{FOLDER}/start-{name}.toml")
    found = read_start(file)
    file.ended()
    return found


def title(name: str) -> str:
    """The title of a scenario."""
    found = start(name)
    return found.title if found is not None else str(scenario()["title"])


def dates(turn: int) -> str:
    """The days of a turn: ``15 to 18 June``."""
    length = scenario()["length"]
    days = length["days_per_turn"]
    _, month, day = map(int, length["turn_1_begins"].split("-"))
    (first, of_first), (last, of_last) = (_date(month, day + days * (turn - 1) + one) for one in (0, days - 1))
    return f"{first}{'' if of_first == of_last else f' {of_first}'} to {last} {of_last}"


MONTHS = {
    "January": 31, "February": 28, "March": 31, "April": 30, "May": 31, "June": 30, "July": 31, "August": 31, "September": 30,
    "October": 31, "November": 30, "December": 31,
}  # fmt: skip
"""The months of 1877 with their days."""


def _date(month: int, day: int) -> tuple[int, str]:
    """The day and month that a day beyond the end of a month is."""
    for name, days in list(MONTHS.items())[month - 1 :]:
        if day <= days:
            return day, name
        day -= days
    raise ValueError("the campaign goes beyond its year")


@cache
def track() -> tuple[Arrival, ...]:
    """The reinforcement track, by turn."""
    found = scenario()["reinforcements"]["track"]
    return tuple(
        Arrival(one["turn"], one["hex"], names(one["units"]), names(one.get("remove", ())))
        for one in sorted(found, key=lambda one: one["turn"])
    )


def names(ids: Any) -> tuple[str, ...]:
    """The names of units by their ids."""
    return tuple(by_id()[one].name for one in ids)


@cache
def setup() -> dict[str, str]:
    """The hexes of the units that are active at the start, by name."""
    return {by_id()[one].name: group["hex"] for group in scenario()["setup"]["active"] for one in group["units"]}


@cache
def strategic_map() -> HexMap:
    """The strategic map.  Raises Faults."""
    name = f"{FOLDER}/map-strategic.toml"
    return map_of(resources.toml(name))


@cache
def _terrain() -> dict[str, Any]:
    found: dict[str, Any] = resources.toml(f"{FOLDER}/terrain.toml").data["strategic"]
    return found


@cache
def tables() -> dict[str, Any]:
    """The charts of ``tables.toml``."""
    return resources.toml(f"{FOLDER}/tables.toml").data


@rule("NP-D4.0f")
def cost(at: str) -> int:
    """The movement points that entering a hex costs by its terrain."""
    found: int = _terrain()["terrain"][strategic_map().terrain(at)]["cost"]
    return found


@rule("NP-D4.0f")
def search_modifier(at: str) -> int:
    """The bonus of a hex's terrain to the search die."""
    found: int = _terrain()["terrain"][strategic_map().terrain(at)]["search_modifier"]
    return found


@rule("NP-A3.1c", "NP-C2.1b")
def tactical_map(at: str) -> str:
    """The tactical map on which the fights of a hex are fought."""
    found: str = _terrain()["terrain"][strategic_map().terrain(at)]["tactical_map"]
    return found


def enemy_cost() -> int:
    """The points that a hex with enemies costs more."""
    found: int = _terrain()["other"]["enemy_hex"]["cost"]
    return found


def river_cost() -> int:
    """The points that crossing a major river costs besides the far hex."""
    found: int = _terrain()["other"]["major_river_hexside"]["cost"]
    return found


def town(at: str) -> str:
    """The name of the town or fort in a hex, "" if there is none."""
    place = strategic_map().place_of(at)
    return place.name if place is not None and {"town", "fort"} & set(place.tags) else ""


@rule("NP-C2.7a")
def city_defence(at: str) -> int:
    """The number of city defence units of a town or fort."""
    place = strategic_map().place_of(at)
    tags = place.tags if place is not None else ()
    return next((int(tag.rpartition("-")[2]) for tag in tags if tag.startswith("city-defence-")), 0)


@cache
def zone(name: str) -> frozenset[str]:
    """The hexes of a zone of the map, such as ``Canada``."""
    return frozenset(strategic_map().zones[name].hexes)


@cache
def idaho() -> frozenset[str]:
    """Idaho with its border."""
    return zone("Idaho interior") | zone("Idaho border")


@rule("NP-B4.4.2a", "NP-B4.4.2b", "NP-B4.4.2c", "NP-B4.4.2d")
def river_dice(side: str, turn: int) -> tuple[int, ...]:
    """The dice by which a side crosses a major river on a turn; none if it may not try."""
    for one in tables()["river_crossing"][side]:
        if one["turns"][0] <= turn <= one["turns"][1]:
            return tuple(one["success"])
    return ()


@rule("NP-D4.0c")
def is_contact(die: int, superiority: int) -> bool:
    """True if the Search Table makes a contact of a modified die and a search superiority; its end rows and last column hold
    beyond."""
    if superiority < 0:
        return False
    rows = tables()["search"]["rows"]
    row = rows[str(max(-2, min(9, die)))]
    return bool(row[min(superiority, len(row) - 1)] == "C")


# Looks for faults in the game's files.


class CampaignLinter:
    """`systems.game.Linter` for this game."""

    charts = (
        "tables",
        "terrain",
        "scenario",
        "units-strategic",
        "units-tactical",
        "start-bear-paw",
        "start-big-hole",
        "start-first-fight",
        "start-first-game",
    )

    def counters(self, file: TomlFile) -> None:
        """Look at a file of strategic units."""
        read_cards(file)

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario: of the campaign its length and track, of one that begins later where it begins."""
        if "letter" in file.data:
            read_start(file)
            return
        read_table(file, "length", file.data.get("length"), LengthTable)
        read_table(file, "reinforcements", file.data.get("reinforcements"), ReinforcementsTable)


LINTER = CampaignLinter()
