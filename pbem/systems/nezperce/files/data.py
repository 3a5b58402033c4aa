"""The strategic map, its charts and the track of reinforcements."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import map_of
from pbem.core.clause import rule
from pbem.core.system import UnknownScenario
from pbem.systems.nezperce.files.starts import Start, read_start
from pbem.systems.nezperce.files.units import FOLDER, by_id

SCENARIO = "campaign-1877"
STARTS = ("bear-paw", "big-hole", "first-game")
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
    """How a scenario begins that is not the whole campaign, None for the campaign.  Raises UnknownScenario, Faults."""
    if name not in scenario_ids():
        raise UnknownScenario("I Will Fight No More Forever", name, scenario_ids())
    if name == SCENARIO:
        return None
    file = resources.toml(f"{FOLDER}/start-{name}.toml")
    found = read_start(file, strategic_map())
    file.ended()
    return found


def title(name: str) -> str:
    """What a scenario is called."""
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
    """What the terrain of a hex adds to the search die."""
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
    """How many city defence units a town or fort has."""
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
    """What the Search Table says of a modified die and a search superiority; its end rows and last column hold beyond."""
    if superiority < 0:
        return False
    rows = tables()["search"]["rows"]
    row = rows[str(max(-2, min(9, die)))]
    return bool(row[min(superiority, len(row) - 1)] == "C")
