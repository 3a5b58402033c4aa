"""The terrain effects chart laid over a map: what a step costs (7.B), and why."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.board.hexmap import FORD, HexMap
from pbem.core.clause import rule
from pbem.core.tomlfile import ChartGap
from pbem.mechanisms.offered_moves import MapRates

CHART = "terrain"
COULEE = "coulee"


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A step from one hex to the next: its cost in MPs and what it is made of, such as (("clear", 2), ("uphill", 1))."""

    cost: int
    parts: tuple[tuple[str, int], ...]


def _cost_of(part: tuple[str, int]) -> int:
    return part[1]


class Ground:
    """Costs of steps and of activities.  Each step is worked out once and kept, for all games on this sheet.

    `game` is the name by which the chart knows the title, `at` gives the clause of a rule by its meaning.
    """

    def __init__(self, sheet: HexMap, chart: Mapping[str, Any], game: str, at: Callable[[str], str]) -> None:
        self._map = sheet
        self._at = at
        self._hex = {one["type"]: one for one in chart["hex"] if one.get("game", game) == game}
        self._side = {one["type"]: one for one in chart["hexside"] if one.get("game", game) == game}
        self._activity = {one["id"]: one for one in chart["activity"] if one.get("game", game) == game}
        self._mount_penalty = str(chart["mount_penalty"]["per_holder_mp"])
        self._steps: dict[tuple[str, str, bool], MoveStep | None] = {}
        self._without_ford: dict[tuple[str, str, bool], MoveStep | None] = {}
        self._ways: dict[tuple[str, bool], tuple[tuple[str, int], ...]] = {}

    def step(self, a: str, b: str, mounted: bool, no_ford: bool = False) -> MoveStep | None:
        """The step into a neighbouring hex, None across a prohibited hexside.  Raises ChartGap.

        `no_ford`: what the map has as a ford there is none.
        """
        key = (a, b, mounted)
        steps = self._without_ford if no_ford else self._steps
        if key not in steps:
            steps[key] = self._work_out(a, b, mounted, no_ford)
        return steps[key]

    def ways(self, here: str, mounted: bool) -> tuple[tuple[str, int], ...]:
        """The neighbours to which a step may be taken, clockwise from the one toward row 00, each with its cost."""
        key = (here, mounted)
        if key not in self._ways:
            steps = ((there, self.step(here, there, mounted)) for there in self._map.open_neighbours(here))
            self._ways[key] = tuple((there, step.cost) for there, step in steps if step is not None)
        return self._ways[key]

    @cached_property
    def rates(self) -> MapRates:
        """The cost of steps for riders, walkers and leaders, who takes the cheaper, with nobody on the map."""
        ride, walk = ({at: self._known_ways(at, mounted) for at in self._map} for mounted in (True, False))
        either = {
            at: {to: min(rate[at][to] for rate in (ride, walk) if to in rate[at]) for to in {**ride[at], **walk[at]}}
            for at in self._map
        }
        return MapRates((ride, walk, either))

    def _known_ways(self, here: str, mounted: bool) -> dict[str, int]:
        try:
            return dict(self.ways(here, mounted))
        except ChartGap:
            return {}

    @rule(
        "terrain costs",
        "clear, woods and uphill",
        "mounted rate",
        "dismounted rate",
        "river crossing",
        "creek crossing",
    )
    def _work_out(self, a: str, b: str, mounted: bool, no_ford: bool) -> MoveStep | None:
        if self._map.is_blocked(a, b):
            return None
        parts = [self.entry(b, mounted)]
        climb = self._map.level(b) - self._map.level(a)
        if climb > 0:
            parts.append(("uphill", climb * int(self._cell(self._side, "uphill", self._at("terrain costs"))["cost"])))
        crossed = self._map.crossed(a, b)
        if no_ford:
            crossed = tuple(kind for kind in self._map.edges(a, b) if kind != FORD)
        for kind in crossed:
            parts.append((kind, int(self._cell(self._side, kind, self._at("terrain costs"))["cost"])))
        return MoveStep(sum(cost for _, cost in parts), tuple(parts))

    @rule("terrain costs", "coulees")
    def entry(self, hex_id: str, mounted: bool) -> tuple[str, int]:
        """The terrain of a hex and what it costs to enter it."""
        terrain = self._map.terrain(hex_id)
        clause = self._at("terrain costs")
        rate = "mounted" if mounted else "dismounted"
        found = terrain, int(self._cell(self._hex, terrain, clause)[rate])
        if COULEE in self._hex and self._map.is_coulee_only(hex_id):
            return max(found, (COULEE, int(self._cell(self._hex, COULEE, clause)[rate])), key=_cost_of)
        return found

    @cached_property
    def leaving_zoc(self) -> int:
        """The MPs for leaving an enemy ZOC (7.I)."""
        return int(self._cell(self._side, "leave_enemy_zoc", self._at("leaving a ZOC"))["cost"])

    @property
    def change_mode(self) -> int:
        """The MPs for a change of mode (8.D.1)."""
        return int(self._cell(self._activity, "change_mode", self._at("mode change"))["cost"])

    @property
    def recover(self) -> int:
        """The MPs for recovery from disruption (7.E)."""
        return int(self._cell(self._activity, "recover_disruption", self._at("recovery"))["cost"])

    def activity(self, name: str, rule: str) -> int:
        """The MPs for an activity of the chart; `rule` is the meaning of the rule that has it."""
        return int(self._cell(self._activity, name, self._at(rule))["cost"])

    def exit(self, mounted: bool) -> int:
        """The MPs for leaving the map (7.J; ruling A-024)."""
        return int(
            self._cell(self._activity, "exit_map", self._at("leaving the map"))["cost"][
                "mounted" if mounted else "dismounted"
            ]
        )

    @property
    def mount_penalty(self) -> str:
        """The share of the MPs left that each MP of the holder costs, as the chart writes it: ``0.25`` (8.D.2.b)."""
        return self._mount_penalty

    def _cell(self, table: Mapping[str, Any], name: str, clause: str) -> Mapping[str, Any]:
        if name not in table:
            raise ChartGap(CHART, name, clause)
        found: Mapping[str, Any] = table[name]
        return found
