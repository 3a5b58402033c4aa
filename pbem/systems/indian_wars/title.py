"""A title of the series: its map sheet, charts, roster and scenario."""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.core.frozen import dataclass
from pbem.systems.indian_wars.rules.movement.ground import Ground
from pbem.systems.indian_wars.state.counter import Printed


@dataclass(frozen=True, slots=True)
class SetUpGroup:
    """Units that set up together: in the one hex of `hexes`, or anywhere among them, in one of `modes`."""

    side: str
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    modes: tuple[str, ...]

    @property
    def is_fixed(self) -> bool:
        """Whether nothing is left to choose."""
        return len(self.hexes) == 1 and len(self.modes) == 1


@dataclass(frozen=True, slots=True)
class EntryEdge:
    """A run of hexes by which units enter.

    `tribes` who may (empty: all), `most_units` and `most_tribes` how many in all (0: any number), `open_to_leaders`
    whether a leader may enter there without a unit.
    """

    zone: str
    hexes: tuple[str, ...]
    tribes: tuple[str, ...] = ()
    most_units: int = 0
    most_tribes: int = 0
    open_to_leaders: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """The force of a side that enters on a game turn, and where."""

    side: str
    turn: int
    units: tuple[str, ...]
    edges: tuple[EntryEdge, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to begin from, instead of a set-up: game turn, phasing side, VPs, strength lost, marks, counters.

    Each counter is its name and what differs from a fresh one, as (field, value).
    """

    turn: int
    phasing: str
    points: tuple[tuple[str, int], ...] = ()
    lost: tuple[tuple[str, int], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    units: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A scenario: its id (``historical``), title, length in game turns, the sides in the sequence in which they play.

    `first_turn_minute` is the hour of turn 1 in minutes after midnight; `provenance` says ``rulebook …`` or ``invented``.
    """

    id: str
    title: str
    turns: int
    first_turn_minute: int
    player_sequence: tuple[str, ...]
    setup_sequence: tuple[str, ...]
    setup: tuple[SetUpGroup, ...] = ()
    entry: Entry | None = None
    opening: Opening | None = None
    provenance: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """What never changes in play: title id, map, charts by file stem as read, roster by name, scenario."""

    title: str
    map: HexMap
    charts: Mapping[str, Any]
    roster: Mapping[str, Printed]
    scenario: Scenario

    @cached_property
    def ground(self) -> Ground:
        """What each step on this map costs, by the terrain effects chart."""
        return Ground(self.map, self.charts["terrain"], self.title)

    @cached_property
    def names(self) -> Mapping[str, int]:
        """The place of each counter in the order of battle."""
        return {name: n for n, name in enumerate(self.roster)}

    @cached_property
    def house_charts(self) -> tuple[str, ...]:
        """The charts that are house work because no rulebook prints them."""
        return tuple(stem for stem, chart in self.charts.items() if "reconstructed" in _provenances(chart))


def _provenances(part: object) -> str:
    match part:
        case dict():
            own = str(part.get("provenance", ""))
            return " ".join([own, *(_provenances(one) for one in part.values())])
        case list():
            return " ".join(_provenances(one) for one in part)
        case _:
            return ""
