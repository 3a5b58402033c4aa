"""The state of the campaign: strategic units, what each may do, what releases the sides, and the battle that is on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.canonical import Json
from pbem.core.clause import rule
from pbem.core.options import Options
from pbem.core.record import Record, from_json, to_json
from pbem.systems.nezperce import data
from pbem.systems.nezperce.card import SITTING_BULL as OPTION
from pbem.systems.nezperce.data import SITTING_BULL, VILLAGE, UnitCard

ACTIVE, WAITING, GONE = "active", "waiting", "gone"
"""In play; face down in the hex where it will become active; off the map for good."""
NORMAL, FAST = "normal", "fast"


@dataclass(frozen=True, slots=True)
class Unit(Record):
    """A strategic unit.  `at` is its hex, "" off the map.

    `fast_on` is the last turn on which it moved fast.  `still_on` and `slow_on` are turns on which it may not move, and not
    move fast, after a combat (0 for none): ask `is_still` and `is_slow`, since what an earlier combat bars this turn stays
    barred when the unit fights again before it could move.  `mode`, `spent` and `halted` are of the present movement phase.
    `killed`, `surrendered` are its tactical units that are out for the game.
    """

    name: str
    at: str = ""
    status: str = WAITING
    supplied: bool = False
    fast_on: int = 0
    still_on: int = 0
    slow_on: int = 0
    mode: str = ""
    spent: int = 0
    halted: str = ""
    killed: tuple[str, ...] = ()
    surrendered: tuple[str, ...] = ()

    @property
    def card(self) -> UnitCard:
        """The printed card of it."""
        return data.card(self.name)

    @property
    def side(self) -> str:
        """Its side's id."""
        return self.card.side

    @property
    def active(self) -> bool:
        """True if it is in play."""
        return self.status == ACTIVE

    @rule("NP-C7.2b")
    def is_still(self, turn: int) -> bool:
        """True if a combat bars it from moving on a turn: the one before it is slow."""
        return turn == self.still_on or (self.side == "army" and turn == self.slow_on - 1)

    @rule("NP-C7.2c", "NP-C7.2d")
    def is_slow(self, turn: int) -> bool:
        """True if a combat bars it from moving fast on a turn: the Army on the one after it was still."""
        return turn == self.slow_on or (0 < self.still_on == turn - 1)

    @rule("NP-C7.2b", "NP-C7.2c", "NP-C7.2d")
    def tired(self, turn: int) -> "Unit":
        """The unit after a combat on a turn.  B-059.  What an earlier one bars on this turn is kept."""
        if self.side != "army":
            return self.with_(slow_on=turn + 1)
        still_on = turn if self.is_still(turn) else turn - 1 if self.is_slow(turn) else turn + 1
        return self.with_(still_on=still_on, slow_on=turn + 2)

    @property
    def left(self) -> tuple[tuple[str, str], ...]:
        """Its tactical units that are neither killed nor surrendered, as name and type."""
        out = {*self.killed, *self.surrendered}
        return tuple(one for one in self.card.pieces if one[0] not in out)

    def with_(self, **changes: Any) -> "Unit":
        """The unit with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Pending(Record):
    """A contact that is still to come in its phase: a search of a hex, or a combat declared there by these units."""

    cause: str
    hex: str
    units: tuple[str, ...] = ()


@dataclass
class Campaign:
    """The state.

    `letter` is the phase that comes next.  `searched_on` is the first turn of a contact by search, `outside_on` the first
    turn of an Army contact outside Idaho, `met_on` the turn at whose end the rendezvous was held (0: not yet).
    `entered` are the Indian units that entered a town this turn, as hex and name; `pending` the contacts still to come in
    the phase; `fought` the battles of the turn so far; `battle` the one that is on; `over` why the game has ended.
    """

    options: Options = field(default_factory=Options)
    units: dict[str, Unit] = field(default_factory=dict)
    turn: int = 1
    letter: str = "A"
    phase: str = ""
    searched_on: int = 0
    outside_on: int = 0
    met_on: int = 0
    entered: tuple[tuple[str, str], ...] = ()
    pending: tuple[Pending, ...] = ()
    fought: int = 0
    camps_lost: int = 0
    cities_lost: int = 0
    battle: Record | None = None
    over: str = ""
    scenario: str = data.SCENARIO

    @property
    def last_turn(self) -> int:
        """The last turn of the game."""
        start = data.start(self.scenario)
        if start is not None and start.last_turn:
            return start.last_turn
        length = data.scenario()["length"]
        found: int = length["optional_turns" if OPTION.name in self.options else "turns"]
        return found

    def __contains__(self, name: object) -> bool:
        """True if a strategic unit has this name."""
        return name in self.units

    def __getitem__(self, name: str) -> Unit:
        """A strategic unit by its name.  Raises KeyError."""
        return self.units[name]

    def of(self, side: str) -> list[Unit]:
        """A side's units in play, in the sequence of the order of battle."""
        return [one for one in self.units.values() if one.side == side and one.active]

    def at(self, hex_id: str, side: str = "") -> list[Unit]:
        """The units in play in a hex, of one side if it is named."""
        return [one for one in self.units.values() if one.at == hex_id and one.active and side in ("", one.side)]

    @rule("NP-B5.1a", "NP-B8.0c", "NP-B8.0d")
    def shared(self) -> list[str]:
        """The hexes that hold units of both sides, in ascending order; Sitting Bull's is none."""
        army = {one.at for one in self.of("army")}
        return sorted({one.at for one in self.of("indian") if one.name != SITTING_BULL} & army)

    @property
    def lodges_lost(self) -> int:
        """The number of lodges that are killed or have surrendered."""
        village = self.units[VILLAGE]
        return len(village.killed) + len(village.surrendered)

    @property
    def bands(self) -> Iterator[Unit]:
        """The warrior bands in play."""
        return (one for one in self.of("indian") if one.card.arm == "warrior")

    def put(self, name: str, **changes: Any) -> None:
        """Change fields of a unit."""
        self.units[name] = self.units[name].with_(**changes)

    def seen_by(self, side: str) -> "Campaign":
        """The campaign as a side may know it; "" is nobody, who knows no plan of a battle."""
        seen = getattr(self.battle, "seen_by", None)
        return self if seen is None else replace(self, battle=seen(side))

    def hidden(self) -> tuple[tuple[str, Json], ...]:
        """The facts that each side alone knows. The paths are always the same."""
        minds = {one.side: to_json(one) for one in getattr(self.battle, "minds", ())}
        return tuple((f"plan {side}", minds.get(side)) for side in ("army", "indian"))

    def thaw(self) -> "Campaign":
        """A copy whose units may change."""
        return replace(self, units=dict(self.units))

    def to_json(self) -> Json:
        """The state for a checkpoint."""
        return {
            "options": list(self.options.names),
            "scenario": self.scenario,
            "units": [to_json(one) for one in self.units.values()],
            "turn": self.turn,
            "letter": self.letter,
            "phase": self.phase,
            "searched_on": self.searched_on,
            "outside_on": self.outside_on,
            "met_on": self.met_on,
            "entered": [list(one) for one in self.entered],
            "pending": [to_json(one) for one in self.pending],
            "fought": self.fought,
            "camps_lost": self.camps_lost,
            "cities_lost": self.cities_lost,
            "battle": to_json(self.battle),
            "over": self.over,
        }


def read(stored: Mapping[str, Any]) -> Campaign:
    """Read a checkpoint."""
    found = [from_json(one, Unit) for one in stored["units"]]
    return Campaign(
        **{
            **stored,
            "options": Options(tuple(stored["options"])),
            "units": {one.name: one for one in found},
            "entered": tuple((one[0], one[1]) for one in stored["entered"]),
            "pending": tuple(from_json(one, Pending) for one in stored["pending"]),
            "battle": from_json(stored["battle"], Record) if stored["battle"] is not None else None,
        }
    )


@rule(
    *("NP-B1.0a", "NP-B1.0b", "NP-B7.0a", "NP-B7.0b", "NP-B7.0c", "NP-B7.0d", "NP-B7.0e", "NP-B7.0f", "NP-B7.0g"),
)
def opening(options: Options) -> Campaign:
    """The campaign as it opens: those of the set-up in play, all others face down where they will become active."""
    active = data.setup()
    found: dict[str, Unit] = {}
    for name, one in data.cards().items():
        if name == SITTING_BULL:
            if OPTION.name in options:
                found[name] = Unit(name, status=GONE)
            continue
        found[name] = Unit(name, active.get(name, one.hex), ACTIVE if name in active else WAITING)
    return Campaign(options, found)


def begun(scenario: str, options: Options) -> Campaign:
    """The campaign as a scenario opens it.  Raises UnknownScenario."""
    start, state = data.start(scenario), opening(options)
    if start is None:
        return state
    state.scenario = scenario
    state.turn, state.letter = start.turn, start.letter
    state.searched_on, state.outside_on, state.met_on = start.searched_on, start.outside_on, start.met_on
    for name, unit in state.units.items():
        if name in start.places:
            state.put(name, at=start.places[name], status=ACTIVE, supplied=name in start.supplied)
        elif (unit.card.arrival_turn <= start.turn or name in start.gone) and name != SITTING_BULL:
            state.put(name, at="", status=GONE)
        if count := start.killed.get(name, 0):
            state.put(name, killed=tuple(one for one, _ in unit.card.pieces[-count:]))
    return state
