"""Turns and markers, movement, combat: what happened, and how each event changes the battle (3 to 14)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.event import Event, Handlers, PhaseBegan, PhaseEnded
from pbem.core.umpire import Modifier, Roll
from pbem.systems.custer.card import parts
from pbem.systems.custer.rules.call import callable_units, marker_of_phase
from pbem.systems.custer.state.battle import Battle, Names

APPLY: Handlers[Battle] = Handlers("applies")


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


@APPLY.on(PhaseBegan)
def _begin(battle: Battle, event: PhaseBegan) -> None:
    """A marker's phase: who may be activated is settled before anybody moves (CL-4.1, ruling B-106)."""
    phase = event.phase
    if phase == battle.phase and not battle.phase_over:
        return
    battle.phase, battle.phase_over = phase, False
    _clear(battle)
    turn, side, letter = parts(phase)
    marker = marker_of_phase(battle, side, letter)
    if side and marker is not None:
        battle.turn, battle.in_play = turn, marker.id
        battle.may = callable_units(battle, marker)


def _clear(battle: Battle) -> None:
    battle.in_play, battle.may, battle.called, battle.attacked = "", (), (), ()
    battle.assaults, battle.advances = {}, {}
    for unit in tuple(battle.units.values()):
        if unit.spent or unit.changed or unit.moved or unit.attacked:
            battle.put(unit.but(spent=0, changed=False, moved=False, attacked=False))


@APPLY.on(PhaseEnded)
def _end(battle: Battle, event: PhaseEnded) -> None:
    """The tribe that a marker names has been activated, and the leader, whether they did anything or not (CL-4.3, B-130)."""
    marker = battle.marker
    if marker is not None:
        for name in battle.may:
            if name in battle and battle[name].at and (marker.group or name == marker.leader):
                battle.put(battle[name].but(activated=True))
        battle.drawn = ""
    battle.phase_over = True
    _clear(battle)


@APPLY.on(TurnBegan)
def _turn_began(battle: Battle, event: TurnBegan) -> None:
    battle.turn, battle.cup, battle.aside, battle.used, battle.drawn = event.turn, event.cup, (), (), ""
    for unit in tuple(battle.units.values()):
        if unit.activated:
            battle.put(unit.but(activated=False))


@APPLY.on(MarkerDrawn)
def _drawn(battle: Battle, event: MarkerDrawn) -> None:
    battle.cup = tuple(one for one in battle.cup if one != event.marker)
    battle.aside = (*battle.aside, event.marker)


@APPLY.on(MarkerUsed)
def _used(battle: Battle, event: MarkerUsed) -> None:
    battle.aside = tuple(one for one in battle.aside if one != event.marker)
    battle.used, battle.drawn = (*battle.used, event.marker), event.marker


@APPLY.on(UnitsActivated)
def _activated(battle: Battle, event: UnitsActivated) -> None:
    battle.called = (*battle.called, *event.units)
    for name in event.units:
        battle.put(battle[name].but(activated=True))


APPLY.nothing_for(MarkerSetAside)


# Movement: entry, marches, changes of status and exit, and how each changes the battle (5, 6, 9).

EXITED = "left the board"


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


@APPLY.on(UnitsArrived)
def _arrived(battle: Battle, event: UnitsArrived) -> None:
    for name in event.units:
        battle.put(battle[name].but(at=event.at))


@APPLY.on(StatusChanged)
@rule("CL-6.3")
def _status_changed(battle: Battle, event: StatusChanged) -> None:
    unit = battle[event.unit]
    battle.put(unit.but(mode=event.mode, changed=True, spent=unit.spent + event.cost))


@APPLY.on(UnitsMarched)
def _marched(battle: Battle, event: UnitsMarched) -> None:
    for name in event.units:
        battle.put(battle[name].but(at=event.to, moved=True, spent=battle[name].spent + event.cost))


@APPLY.on(UnitsLeftBoard)
def _left_board(battle: Battle, event: UnitsLeftBoard) -> None:
    for name in event.units:
        battle.take_off(name, EXITED)


# Combat: its declaration, the dice, losses, retreats and advances, and how each changes the battle (10 to 14).

ELIMINATED, CAPTURED = "eliminated", "captured"


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
