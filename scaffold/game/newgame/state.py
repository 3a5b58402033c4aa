"""The state, the orders and the events.  Only `rules.apply` changes a state, and only by an event."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.api.rules import Event, Json, Order, Roll


@dataclass(frozen=True)
class Unit:
    """A unit: whose it is, where it stands, what it can still take, and whether it keeps its head down."""

    name: str
    side: str
    at: str
    strength: int = 2
    in_cover: bool = False


@dataclass
class State:
    """Where everything stands: units by name, the turn, whose turn it is, and the letter of the phase that comes."""

    units: dict[str, Unit]
    turn: int = 1
    side: str = "red"
    letter: str = "A"

    def of(self, side: str) -> list[Unit]:
        """A side's units, by name."""
        return [self.units[name] for name in sorted(self.units) if self.units[name].side == side]

    def at(self, place: str) -> list[Unit]:
        """Who stands in a place, by name."""
        return [self.units[name] for name in sorted(self.units) if self.units[name].at == place]

    def copy(self) -> "State":
        """A copy whose units may change; a unit itself never does."""
        return replace(self, units=dict(self.units))

    def to_json(self) -> Json:
        """As checkpoints have it."""
        units: Json = {
            one.name: {"side": one.side, "at": one.at, "strength": one.strength, "in_cover": one.in_cover}
            for one in self.units.values()
        }
        return {"units": units, "turn": self.turn, "side": self.side, "letter": self.letter}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "State":
        """Read back what `to_json` wrote."""
        units = {name: Unit(name, **one) for name, one in data["units"].items()}
        return cls(units, data["turn"], data["side"], data["letter"])


# Orders: what a line of a letter comes to.


@dataclass(frozen=True, slots=True)
class Move(Order):
    """``Guards to Mill``."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """``Guards fire at Lancers``."""

    unit: str
    target: str


# Events: what happened, in the past tense.


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit went somewhere."""

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TookCover(Event):
    """A unit keeps its head down until its side's next turn is over."""

    unit: str


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """A unit fired, and hit or not."""

    unit: str
    target: str
    roll: Roll
    hit: bool
