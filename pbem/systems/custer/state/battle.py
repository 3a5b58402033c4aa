"""The battle: the state of a game of Custer's Last Stand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.canonical import Json
from pbem.core.options import Options
from pbem.systems.custer.card import INDIAN, US
from pbem.systems.custer.state.counter import Unit
from pbem.systems.custer.title import Marker, TitleData

Names = tuple[str, ...]


@dataclass
class Battle:
    """The state of the battle. `sheet` never changes and is shared between copies.

    `phase` is the full id of the phase that was begun last, `phase_over` whether it has ended.  Of the game turn: `cup` are
    the markers still to be drawn, `aside` those drawn and not used, `used` those used (the one in play included), in that
    sequence; `drawn` the one that was drawn and waits for its phase.  Of an activation: `in_play` its marker, `may` the
    counters that it may activate, `called` those that were, `assaults` the hexes attacked with their attackers, `attacked`
    the defenders, `advances` the hexes to be occupied with those who are to go ("" nobody).  `gone` says of each counter
    that left the game why; `scored` how many points each award has brought.
    """

    sheet: TitleData
    options: Options = field(default_factory=Options)
    turn: int = 0
    phase: str = ""
    phase_over: bool = True
    units: dict[str, Unit] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=lambda: {US: 0, INDIAN: 0})
    scored: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, Names] = field(default_factory=dict)
    cup: Names = ()
    aside: Names = ()
    used: Names = ()
    drawn: str = ""
    in_play: str = ""
    may: Names = ()
    called: Names = ()
    assaults: dict[str, Names] = field(default_factory=dict)
    attacked: Names = ()
    advances: dict[str, Names] = field(default_factory=dict)

    def __contains__(self, name: object) -> bool:
        return name in self.units

    def __getitem__(self, name: str) -> Unit:
        return self.units[name]

    def at(self, hex_id: str) -> tuple[Unit, ...]:
        """The counters in a hex, in the sequence in which they came there."""
        return tuple(self.units[name] for name in self.stacks.get(hex_id, ()))

    def of(self, side: str) -> Iterator[Unit]:
        """The counters of a side on the board, in the sequence of the order of battle."""
        return (unit for unit in tuple(self.units.values()) if unit.side == side and unit.at)

    def enemy_of(self, side: str) -> str:
        """The other side's id."""
        return INDIAN if side == US else US

    @property
    def marker(self) -> Marker | None:
        """The marker in play."""
        return self.sheet.scenario.by_id(self.in_play) if self.in_play else None

    def limit(self, side: str) -> int:
        """The number of markers that a side may use this turn (CL-3.3)."""
        return self.sheet.scenario.limits.get((self.turn, side), 0)

    def uses(self, side: str) -> int:
        """The number of markers that it has used."""
        return sum(self.sheet.scenario.by_id(one).side == side for one in self.used)

    # Only `apply` calls what follows.

    def put(self, unit: Unit) -> None:
        """Set a counter down as it now is."""
        before = self.units.get(unit.name)
        if before is not None and before.at and before.at != unit.at:
            self._lift(before)
        self.units[unit.name] = unit
        here = self.stacks.get(unit.at, ())
        if unit.at and unit.name not in here:
            self.stacks[unit.at] = (*here, unit.name)

    def take_off(self, name: str, why: str) -> None:
        """Remove a counter from the game."""
        unit = self.units.pop(name)
        if unit.at:
            self._lift(unit)
        self.may = tuple(one for one in self.may if one != name)
        self.gone[name] = why

    def _lift(self, unit: Unit) -> None:
        left = tuple(name for name in self.stacks[unit.at] if name != unit.name)
        if left:
            self.stacks[unit.at] = left
        else:
            del self.stacks[unit.at]

    def thaw(self) -> "Battle":
        """A copy whose mappings may change; the counters are frozen and shared."""
        copy = replace(self)
        for name in MAPPINGS:
            setattr(copy, name, dict(getattr(self, name)))
        return copy

    def to_json(self) -> dict[str, Json]:
        """The checkpoint.  The sheet is named, not written; a counter is written as what differs from a fresh one."""
        out: dict[str, Json] = {"scenario": self.sheet.scenario.id, "options": list(self.options.names)}
        out.update({name: getattr(self, name) for name in PLAIN})
        out.update({name: list(getattr(self, name)) for name in LISTS})
        out.update({name: _pairs(getattr(self, name)) for name in MAPPINGS[1:]})
        out["units"] = [_unit_json(unit) for unit in self.units.values()]
        return out

    @classmethod
    def from_json(cls, data: Mapping[str, Any], sheet: TitleData) -> "Battle":
        """Read a checkpoint back on its sheet.  Raises ValueError for a counter that the sheet does not know."""
        battle = cls(sheet, Options(tuple(data["options"])))
        for name in PLAIN:
            setattr(battle, name, data[name])
        for name in LISTS:
            setattr(battle, name, tuple(data[name]))
        for name in MAPPINGS[1:]:
            setattr(battle, name, _mapping(data[name]))
        battle.units = {unit.name: unit for unit in (_unit_from_json(one, sheet) for one in data["units"])}
        return battle


PLAIN = ("turn", "phase", "phase_over", "drawn", "in_play")
LISTS = ("cup", "aside", "used", "may", "called", "attacked")
MAPPINGS = ("units", "gone", "points", "scored", "stacks", "assaults", "advances")
_CHANGING = tuple(name for name in Unit.__slots__ if name != "face")


def _pairs(mapping: Mapping[str, Any]) -> list[Json]:
    """A mapping with its sequence, which canonical JSON would not keep."""
    return [[key, list(value) if isinstance(value, tuple) else value] for key, value in mapping.items()]


def _mapping(pairs: Any) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in pairs}


def _unit_json(unit: Unit) -> dict[str, Json]:
    fresh = Unit(unit.face)
    changed = {name: getattr(unit, name) for name in _CHANGING if getattr(unit, name) != getattr(fresh, name)}
    return {"unit": unit.name, **changed}


def _unit_from_json(data: Mapping[str, Any], sheet: TitleData) -> Unit:
    if data["unit"] not in sheet.roster:
        raise ValueError(f"the roster of {sheet.scenario.id} has no counter {data['unit']!r}")
    return Unit(sheet.roster[data["unit"]], **{name: value for name, value in data.items() if name != "unit"})
