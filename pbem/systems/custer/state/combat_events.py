"""Combat: its declaration, the dice, losses, retreats and advances, and how each changes the battle (10 to 14)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.event import Event
from pbem.core.handlers import Handlers
from pbem.core.modifier import Modifier, Roll
from pbem.systems.custer.state.battle import Battle, Names

ELIMINATED, CAPTURED = "eliminated", "captured"

APPLY: Handlers[Battle] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class AdvanceIntended(Event):
    """The units that should occupy a hex if its defenders leave it; nobody where `units` is empty (CL-13.6)."""

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


@APPLY.on(AdvanceIntended)
def _intended(battle: Battle, event: AdvanceIntended) -> None:
    battle.advances[event.to] = (*battle.advances.get(event.to, ()), *event.units)


@APPLY.on(CombatDeclared)
def _declared(battle: Battle, event: CombatDeclared) -> None:
    battle.assaults[event.target] = event.attackers
    battle.attacked = (*battle.attacked, *event.defenders)
    for name in event.attackers:
        battle.put(battle[name].but(attacked=True))


@APPLY.on(LossTaken)
def _loss(battle: Battle, event: LossTaken) -> None:
    if event.became in (ELIMINATED, CAPTURED):
        battle.take_off(event.unit, event.became)
    else:
        battle.put(battle[event.unit].but(reduced=True))


@APPLY.on(PointsScored)
def _scored(battle: Battle, event: PointsScored) -> None:
    battle.points[event.side] = battle.points.get(event.side, 0) + event.points
    battle.scored[event.per] = battle.scored.get(event.per, 0) + event.points


@APPLY.on(UnitsFellBack, HexOccupied)
@rule("CL-13.1")
def _went(battle: Battle, event: UnitsFellBack | HexOccupied) -> None:
    for name in event.units:
        battle.put(battle[name].but(at=event.to))


APPLY.nothing_for(CombatResolved, UnitsCutOff)
