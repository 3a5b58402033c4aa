"""A title of the series: its map sheet, charts, roster and scenario, and the rule numbers of its book."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.systems.indian_wars.counter import Printed


@dataclass(frozen=True)
class Scenario:
    """A scenario: its id (``historical``), title, length in game turns, the sides in the sequence in which they play."""

    id: str
    title: str
    turns: int
    first_turn_minute: int
    player_sequence: tuple[str, ...]
    setup_sequence: tuple[str, ...]
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """What never changes in play: title id, map, charts (as read from the data files), roster by name, scenario."""

    title: str
    map: HexMap
    charts: "Mapping[str, Any]"
    roster: Mapping[str, Printed]
    scenario: Scenario
