"""A battle: who fights where, in what mode, and what has become of each unit."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pbem.core.order import Order
from pbem.core.record import Record
from pbem.systems.nezperce.battle.plan.records import Mind
from pbem.systems.nezperce.state.contact import ARMY, INDIAN, Contact

FIRE, SHELL, MELEE = "fire", "shell", "melee"
FELL_BACK = "driven back"


@dataclass(frozen=True, slots=True)
class Hit(Record):
    """A unit was killed, broken, driven back, or made to surrender: by whom, and how (``fire``, ``shell``, ``melee``)."""

    by: tuple[str, ...]
    how: str
    on: str
    came: str


@dataclass(frozen=True, slots=True)
class Blow(Record):
    """The fight that is being resolved: who strikes, how, and who is struck."""

    by: tuple[str, ...]
    how: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally(Record):
    """The fights of a battle so far: shots and melees by side, as (Army, Indian); those hit; the fight that is on."""

    shots: tuple[int, int] = (0, 0)
    melees: tuple[int, int] = (0, 0)
    hits: tuple[Hit, ...] = ()
    blow: Blow | None = None


AMBUSHING, ALERTED, ENCAMPED, TRAIL = "Ambushing", "Alerted", "Surprised Encamped", "Surprised on Trail"
KILLED, SURRENDERED, BROKEN, LEFT = "killed", "surrendered", "broken", "left"
FOOT, MOUNTED, DISMOUNTED, LIMBERED, UNLIMBERED = "foot", "mounted", "dismounted", "limbered", "unlimbered"
SIDE_PHASE, PLACE_PHASE = "I", "J"
"""The phases of a set-up: an entry side is named, units are placed."""
MOST = {ARMY: 1, INDIAN: 3}
"""The most units of a side in a hex."""
CAMPS = "camps"
"""The force to which camps belong: no strategic unit."""


@dataclass(frozen=True, slots=True)
class Fighter(Record):
    """A tactical unit.  `at` is its hex, "" beside the map; `pin` 1 or 2 for P1 or P2; `gone` what took it out.

    `force` is the id of its strategic unit, `has_fought` whether it was on the map, `acted` whether it has acted in this
    half-turn, `is_guest` whether it fell back into a hex with friends.  `last_act` counts the actions of the battle up to
    its own last one, `trail` has the last three hexes in which it ended a move.
    """

    name: str
    kind: str
    side: str
    force: str
    at: str = ""
    mode: str = FOOT
    pin: int = 0
    gone: str = ""
    acted: bool = False
    has_fought: bool = False
    is_guest: bool = False
    last_act: int = 0
    trail: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> "Fighter":
        """The unit with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True)
class Battle(Record):
    """A battle.  `first` is the side of the First player, `half` 0 before the set-up, then 1 or 2.

    `quiet` counts game-turns without a fire result, a melee or a unit leaving; `stirred` tells that this one had any.
    `entry` is the map side on which waiting units enter; `crowded` that the Second player must unstack first;
    `offers` the sides that offer to end the battle; `tally` who hit whom so far.  `steps` are the phases of the set-up
    still to come, as letter and side; `lead` the ids of the strategic units that their owner has named to lead, () for the
    first half of them.

    `acts` counts actions, `attacked` is the side on whom a melee fell in the half-turn, `entered` are the sides that have
    brought units on from beside the map.  `asked` are the sides that must write before play goes on.  `minds` are what
    each side alone knows, the Army's first.
    """

    contact: Contact
    state: str = ""
    first: str = ""
    turn: int = 0
    half: int = 0
    units: tuple[Fighter, ...] = ()
    entry: str = ""
    quiet: int = 0
    stirred: bool = False
    crowded: bool = False
    offers: tuple[str, ...] = ()
    tally: Tally = field(default_factory=Tally)
    steps: tuple[tuple[str, str], ...] = ()
    lead: tuple[str, ...] = ()
    acts: int = 0
    attacked: str = ""
    entered: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    minds: tuple[Mind, ...] = (Mind(ARMY), Mind(INDIAN))

    def mind(self, side: str) -> Mind:
        """The private state of a side."""
        return next(one for one in self.minds if one.side == side)

    def minding(self, mind: Mind) -> "Battle":
        """The battle with what a side knows changed."""
        return replace(self, minds=tuple(mind if one.side == mind.side else one for one in self.minds))

    def seen_by(self, side: str) -> "Battle":
        """The battle as a side may know it; "" is nobody, who knows no plan."""
        return replace(self, minds=tuple(one if one.side == side else Mind(one.side) for one in self.minds))

    @property
    def active(self) -> str:
        """The side whose half-turn it is, or whose step of the set-up."""
        if self.steps:
            return self.steps[0][1]
        return self.first if self.half == 1 else other(self.first)

    # A battle is a value, so who is where is found once for each: plans and practice players ask thousands of times.

    @cached_property
    def _by_name(self) -> dict[str, Fighter]:
        return {one.name: one for one in self.units}

    @cached_property
    def _on_map(self) -> dict[str, tuple[Fighter, ...]]:
        there = tuple(one for one in self.units if one.at and not one.gone)
        return {"": there, **{side: tuple(one for one in there if one.side == side) for side in MOST}}

    @cached_property
    def _by_hex(self) -> dict[tuple[str, str], tuple[Fighter, ...]]:
        found: dict[tuple[str, str], tuple[Fighter, ...]] = {}
        for one in self._on_map[""]:
            for key in ((one.at, ""), (one.at, one.side)):
                found[key] = (*found.get(key, ()), one)
        return found

    def unit(self, name: str) -> Fighter | None:
        """A unit by its name."""
        return self._by_name.get(name)

    def on_map(self, side: str = "") -> tuple[Fighter, ...]:
        """The units on the map, of one side if it is named."""
        return self._on_map[side]

    def at(self, hex_id: str, side: str = "") -> tuple[Fighter, ...]:
        """The units in a hex."""
        return self._by_hex.get((hex_id, side), ())

    def waiting(self, side: str) -> tuple[Fighter, ...]:
        """The units of a side beside the map."""
        return tuple(one for one in self.units if one.side == side and not one.at and not one.gone)

    def overstacked(self, side: str) -> tuple[str, ...]:
        """The hexes in which a side has more units than it may."""
        hexes = [one.at for one in self.on_map(side)]
        return tuple(sorted({one for one in hexes if hexes.count(one) > MOST[side]}))

    def put(self, name: str, **changes: Any) -> "Battle":
        """The battle with some fields of a unit changed."""
        return replace(self, units=tuple(one.with_(**changes) if one.name == name else one for one in self.units))

    def with_(self, **changes: Any) -> "Battle":
        """The battle with some fields changed."""
        return replace(self, **changes)


def other(side: str) -> str:
    """The other side."""
    return INDIAN if side == ARMY else ARMY


# The orders of a battle: set-up, and single actions.


@dataclass(frozen=True, slots=True)
class Go(Order):
    """``Ollokot 3 move 1412-1413``; from beside the map the path begins with the hex entered.

    In a hex with enemies at its end a melee is fought; a path of one hex renews a melee there.  `leaves` takes the unit
    off the map at the end of its path.
    """

    unit: str
    path: tuple[str, ...]
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """``Ollokot 1 + Ollokot 2 charge 1412-1413 / 1512-1413``: two units enter one hex for one melee."""

    units: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """``Perry Cavalry 1 fire Ollokot 3``, ``... then move 1412-1413``: with a path half of the fire and half the move."""

    unit: str
    target: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shell(Order):
    """``Howard Howitzer shell 1412``: indirect fire."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Change(Order):
    """``Perry Cavalry 1 mount``: a change of mode."""

    unit: str
    mode: str


@dataclass(frozen=True, slots=True)
class Surrender(Order):
    """``Lodge 1 surrender``."""

    unit: str


@dataclass(frozen=True, slots=True)
class OfferEnd(Order):
    """``offer to end the battle``; it ends when both sides offer, one after the other."""


@dataclass(frozen=True, slots=True)
class SetUp(Order):
    """``Perry Cavalry 1 set up 0707 mounted``; with `at` "" the program finds a place, with `mode` "" the usual mode serves."""

    unit: str
    at: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Lead(Order):
    """``Howard + Perry lead``: the strategic units that are on the map when a battle begins; the others wait beside it."""

    forces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntrySide(Order):
    """``entry side east``: the map side by which the side that searched or declared comes."""

    edge: str
