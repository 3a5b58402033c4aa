"""Turns and markers: draws and activations, and how each changes the battle (3, 4)."""

from dataclasses import dataclass

from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
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
