"""How each event lets the battle change."""

from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.systems.custer.card import parts
from pbem.systems.custer.rules.call import callable_units, marker_of_phase
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.events import (
    AdvanceIntended,
    CombatDeclared,
    CombatResolved,
    HexOccupied,
    LossTaken,
    MarkerDrawn,
    MarkerSetAside,
    MarkerUsed,
    PointsScored,
    StatusChanged,
    TurnBegan,
    UnitsActivated,
    UnitsArrived,
    UnitsCutOff,
    UnitsFellBack,
    UnitsLeftBoard,
    UnitsMarched,
)

ELIMINATED, CAPTURED, EXITED = "eliminated", "captured", "left the board"


def apply(battle: Battle, event: Event) -> bool:
    """Let an event of the game change the battle; False for one that it does not know."""
    return _apply_sequence(battle, event) or _apply_movement(battle, event) or _apply_combat(battle, event)


def _apply_sequence(battle: Battle, event: Event) -> bool:
    match event:
        case PhaseBegan(phase):
            _begin(battle, phase)
        case PhaseEnded():
            _end(battle)
        case TurnBegan(turn, cup):
            battle.turn, battle.cup, battle.aside, battle.used, battle.drawn = turn, cup, (), (), ""
            for unit in tuple(battle.units.values()):
                if unit.activated:
                    battle.put(unit.but(activated=False))
        case MarkerDrawn(marker):
            battle.cup = tuple(one for one in battle.cup if one != marker)
            battle.aside = (*battle.aside, marker)
        case MarkerSetAside():
            pass
        case MarkerUsed(marker):
            battle.aside = tuple(one for one in battle.aside if one != marker)
            battle.used, battle.drawn = (*battle.used, marker), marker
        case UnitsActivated(names):
            battle.called = (*battle.called, *names)
            for name in names:
                battle.put(battle[name].but(activated=True))
        case _:
            return False
    return True


def _begin(battle: Battle, phase: str) -> None:
    """A marker's phase: who may be activated is settled before anybody moves (CL-4.1, ruling B-106)."""
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


def _end(battle: Battle) -> None:
    """The tribe that a marker names has been activated, and the leader, whether they did anything or not (CL-4.3, B-130)."""
    marker = battle.marker
    if marker is not None:
        for name in battle.may:
            if name in battle and battle[name].at and (marker.group or name == marker.leader):
                battle.put(battle[name].but(activated=True))
        battle.drawn = ""
    battle.phase_over = True
    _clear(battle)


def _apply_movement(battle: Battle, event: Event) -> bool:
    match event:
        case UnitsArrived(names, at):
            for name in names:
                battle.put(battle[name].but(at=at))
        case StatusChanged(name, mode, cost):
            unit = battle[name]
            battle.put(unit.but(mode=mode, changed=True, spent=unit.spent + cost))
        case UnitsMarched(names, _, to, cost):
            for name in names:
                battle.put(battle[name].but(at=to, moved=True, spent=battle[name].spent + cost))
        case UnitsLeftBoard(names):
            for name in names:
                battle.take_off(name, EXITED)
        case _:
            return False
    return True


def _apply_combat(battle: Battle, event: Event) -> bool:
    match event:
        case AdvanceIntended(names, to):
            battle.advances[to] = (*battle.advances.get(to, ()), *names)
        case CombatDeclared(target, attackers, defenders):
            battle.assaults[target] = attackers
            battle.attacked = (*battle.attacked, *defenders)
            for name in attackers:
                battle.put(battle[name].but(attacked=True))
        case CombatResolved() | UnitsCutOff():
            pass
        case LossTaken(name, became):
            if became in (ELIMINATED, CAPTURED):
                battle.take_off(name, became)
            else:
                battle.put(battle[name].but(reduced=True))
        case PointsScored(side, points, per):
            battle.points[side] = battle.points.get(side, 0) + points
            battle.scored[per] = battle.scored.get(per, 0) + points
        case UnitsFellBack(names, _, to) | HexOccupied(names, to):
            for name in names:
                battle.put(battle[name].but(at=to))
        case _:
            return False
    return True
