"""A battle as its files give it: board, charts, counters, scenario; and the effects of the ground."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.core.clause import rule
from pbem.core.tomlfile import ChartGap
from pbem.mechanisms.offered_moves import MapRates
from pbem.systems.custer.state.counter import Face

# The effects of the board on movement and combat, by the terrain chart (CL-7, CL-11).

RIVER, FORD, COULEE_EDGE, COULEE = "river", "ford", "coulee_edge", "coulee"
ENEMY_ZONE = "enemy_zone"

Part = tuple[str, int]
"""A part of a cost or gain, by its name in the chart: ``("woods", 2)``."""


class Ground:
    """A board with its terrain chart."""

    def __init__(self, sheet: HexMap, chart: Mapping[str, Any]) -> None:
        self.map = self._map = sheet
        self._movement: Mapping[str, int] = chart["movement"]
        self._combat: Mapping[str, int] = chart["combat"]
        self._costs: dict[tuple[str, str, bool], int] = {}
        self._coulees = frozenset(chain.from_iterable(sheet.coulees)) | {
            at for at in sheet if sheet.terrain(at) == COULEE
        }

    @rule("CL-7.1", "CL-7.2", "CL-7.3", "CL-7.4", "CL-7.5", "CL-7.6", "CL-7.8", "CL-7.9")
    def step(self, a: str, b: str, in_zone: bool) -> tuple[Part, ...]:
        """The cost of a step into the next hex, part by part: the hex, each hexside, an enemy zone.  All add up (CL-7.8)."""
        names = [self._map.terrain(b), *self.hexsides(a, b), *[ENEMY_ZONE] * in_zone]
        return tuple((name, self._number(self._movement, name, "movement", "7")) for name in names)

    def cost(self, a: str, b: str, in_zone: bool) -> int:
        """The whole cost of a step into the next hex; each is added up once, for a march looks at very many."""
        found = self._costs.get((a, b, in_zone))
        if found is None:
            found = self._costs[a, b, in_zone] = sum(cost for _, cost in self.step(a, b, in_zone))
        return found

    @cached_property
    def rates(self) -> MapRates:
        """The cost of steps with nobody on the board."""
        return MapRates(({at: self._known_costs(at) for at in self._map},))

    def _known_costs(self, at: str) -> dict[str, int]:
        try:
            return {to: self.cost(at, to, False) for to in self._map.neighbours(at)}
        except ChartGap:
            return {}

    def hexsides(self, a: str, b: str) -> tuple[str, ...]:
        """The kinds of a hexside; a ford takes the place of its river, and no coulee is closed toward water (B-108, B-117)."""
        kinds = self._map.edges(a, b)
        if FORD in kinds:
            kinds = tuple(kind for kind in kinds if kind != RIVER)
        if FORD in kinds or RIVER in kinds:
            kinds = tuple(kind for kind in kinds if kind != COULEE_EDGE)
        return kinds

    @rule("CL-11.5", "CL-11.10")
    def shelter(self, at: str) -> Part:
        """The gain from a hex itself for each dismounted defender."""
        terrain = self._map.terrain(at)
        return terrain, self._number(self._combat, terrain, "combat", "11.5")

    @rule("CL-11.6", "CL-11.7", "CL-11.8", "CL-11.9")
    def crossing(self, attacker: str, target: str) -> Part:
        """The best bonus that an attacker's hexside gives each dismounted defender, ("", 0) for none (ruling B-117)."""
        found = [
            (kind, self._number(self._combat, kind, "combat", "11"))
            for kind in self.hexsides(attacker, target)
            if kind != COULEE_EDGE or target in self._coulees
        ]
        return max(found, key=lambda part: part[1], default=("", 0))

    def _number(self, chart: Mapping[str, int], name: str, title: str, clause: str) -> int:
        if name not in chart:
            raise ChartGap(f"terrain, {title}", name, clause)
        return chart[name]


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
