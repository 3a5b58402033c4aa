"""Everything that happens in Custer's Last Stand, in the past tense."""

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.modifier import Modifier, Roll

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A game turn began: all markers of both sides that are in the game are in the cup (CL-3.2)."""

    turn: int
    cup: Names


@dataclass(frozen=True, slots=True)
class MarkerDrawn(Event):
    """A marker was drawn from the cup; both players see it (CL-3.6)."""

    marker: str
    side: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class MarkerSetAside(Event):
    """A drawn marker is not used this turn: ``limit``, ``nobody`` or ``declined`` (CL-3.4, rulings B-102, B-104)."""

    marker: str
    why: str


@dataclass(frozen=True, slots=True)
class MarkerUsed(Event):
    """A drawn marker is used: the `number`-th of its side's `limit` this turn; `letter` is that of its phase (CL-3.7)."""

    marker: str
    side: str
    letter: str
    number: int
    limit: int


@dataclass(frozen=True, slots=True)
class UnitsActivated(Event):
    """Counters act under the marker in play (CL-4.4)."""

    units: Names


@dataclass(frozen=True, slots=True)
class UnitsArrived(Event):
    """Counters were placed on the board (CL-9.1)."""

    units: Names
    at: str


@dataclass(frozen=True, slots=True)
class StatusChanged(Event):
    """A unit mounted or dismounted for `cost` MPs; `mode` is its status now (CL-6)."""

    unit: str
    mode: str
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsMarched(Event):
    """Counters that march together took one step, each for `cost` MPs (CL-5.1)."""

    units: Names
    start: str
    to: str
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsLeftBoard(Event):
    """Counters left the board from `at` for good (CL-9.2, CL-9.4)."""

    units: Names
    at: str
    edge: str


@dataclass(frozen=True, slots=True)
class AdvanceIntended(Event):
    """Who is to occupy a hex if its defenders leave it; nobody where `units` is empty (CL-13.6)."""

    units: Names
    to: str


@dataclass(frozen=True, slots=True)
class CombatDeclared(Event):
    """Units attack all enemies in a hex (CL-10)."""

    target: str
    attackers: Names
    defenders: Names


@dataclass(frozen=True, slots=True)
class CombatResolved(Event):
    """A combat was resolved (CL-11, CL-12).

    `attack` and `defence` are the parts of the two totals, `difference` what counts of those (attack less defence, at most
    10 either way), `margin` that with the dice; the `winner` is ``attacker`` or ``defender``, the other side has `losses`.
    """

    target: str
    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    attack_total: int
    defence_total: int
    difference: int
    attack_roll: Roll
    defence_roll: Roll
    margin: int
    winner: str
    losses: int


@dataclass(frozen=True, slots=True)
class LossTaken(Event):
    """A counter took a loss: it is now ``reduced``, ``hit`` (a US leader), ``eliminated`` or ``captured`` (a village).

    `why` is ``combat`` or ``no way out`` (CL-12.6, CL-13.5).
    """

    unit: str
    became: str
    why: str


@dataclass(frozen=True, slots=True)
class PointsScored(Event):
    """A side scored victory points for a counter (CL-14.3); `per` is the award's name in the scenario."""

    side: str
    points: int
    per: str
    unit: str


@dataclass(frozen=True, slots=True)
class UnitsFellBack(Event):
    """The losers of a combat retreated one hex (CL-13.1)."""

    units: Names
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class UnitsCutOff(Event):
    """Units had no hex to retreat to and stay (CL-13.5)."""

    units: Names
    at: str


@dataclass(frozen=True, slots=True)
class HexOccupied(Event):
    """Victorious attackers moved into the hex that the defenders left (CL-13.6)."""

    units: Names
    to: str
