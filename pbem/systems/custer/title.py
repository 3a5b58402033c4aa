"""A battle as its files give it: board, charts, counters, scenario."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.systems.custer.rules.ground import Ground
from pbem.systems.custer.state.counter import Face

ANY = "any"
"""The marker of an entry that any marker of its side may bring."""


@dataclass(frozen=True, slots=True)
class Marker:
    """An activation marker: of an Army leader, with the number of other units it takes, or of a tribe or group.

    `id` is its name, with a number where there are several (``Custer 2``); `letter` that of the phase in which it is used;
    it lies in the cup from turn `from_turn` on.
    """

    id: str
    side: str
    name: str
    letter: str
    leader: str = ""
    group: str = ""
    units: int = 0
    from_turn: int = 1


@dataclass(frozen=True, slots=True)
class MarkerEntry:
    """Units that enter at a hex with the first use of a marker from a game turn on (ruling B-129)."""

    side: str
    turn: int
    hex: str
    marker: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExitRoute:
    """A way to leave the board: by which kinds, from which hexes, for how many MPs, on which turns."""

    kinds: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    edge: str = ""
    cost: int = 0
    turns: tuple[int, int] = (1, 99)


@dataclass(frozen=True, slots=True)
class Award:
    """Victory points of a side for counters that are ``eliminated``, ``exited`` or ``hit``; `most` in all, 0 without limit."""

    side: str
    per: str
    when: str
    kinds: tuple[str, ...]
    points: int
    most: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """A level of victory: from this difference (US less Indian points) upward, who wins ("": nobody), and how."""

    least: int
    winner: str
    level: str


@dataclass(frozen=True)
class Scenario:
    """A battle: length in game turns, markers, uses of markers by turn and side, set-up, entries, exit, victory."""

    id: str
    title: str
    turns: int = 0
    markers: tuple[Marker, ...] = ()
    limits: Mapping[tuple[int, str], int] = field(default_factory=dict)
    setup: tuple[tuple[str, tuple[str, ...]], ...] = ()
    entries: tuple[MarkerEntry, ...] = ()
    exit: ExitRoute = ExitRoute()
    awards: tuple[Award, ...] = ()
    levels: tuple[Level, ...] = ()
    provenance: str = ""

    def marker(self, side: str, letter: str) -> Marker | None:
        """The marker of a side with this letter."""
        return next((one for one in self.markers if (one.side, one.letter) == (side, letter)), None)

    def by_id(self, marker: str) -> Marker:
        """The marker with this id.  Raises KeyError."""
        for one in self.markers:
            if one.id == marker:
                return one
        raise KeyError(marker)


@dataclass(frozen=True)
class TitleData:
    """Data that never change in play."""

    map: HexMap
    charts: Mapping[str, Any]
    roster: Mapping[str, Face]
    scenario: Scenario

    @cached_property
    def ground(self) -> Ground:
        """The cost of a step on this board, and a defender's gain from its hexes and hexsides."""
        return Ground(self.map, self.charts["terrain"])

    @cached_property
    def names(self) -> Mapping[str, int]:
        """The place of each counter in the order of battle."""
        return {name: n for n, name in enumerate(self.roster)}
