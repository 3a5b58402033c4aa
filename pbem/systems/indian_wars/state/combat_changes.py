"""How each event of combat lets the field change."""

from pbem.core.event import Event
from pbem.systems.indian_wars.state.combat_events import (
    DEFENSIVE_MARK,
    KILLED,
    SEVERE,
    AmmunitionChecked,
    BoxesCrossed,
    CasualtiesTaken,
    ChargeEnded,
    CommandPassed,
    DeathClockSet,
    FireResolved,
    FireTooWeak,
    FirstShotFired,
    FirstShotKept,
    LeaderChecked,
    LeaderDrawn,
    LeaderKilled,
    LeaderRejoined,
    LeaderSurvived,
    LeaderWounded,
    LostHorsesRolled,
    MeleeAvoided,
    MeleeDeclared,
    MeleeEnded,
    MeleeResolved,
    MoraleChecked,
    MountsLost,
    PursuitTried,
    RetreatBeforeMeleeTried,
    RoutEnded,
    UnitDisrupted,
    UnitEliminated,
    UnitFired,
    UnitGotUp,
    UnitPinned,
    UnitRouted,
    UnitsAdvanced,
    UnitsLeftMap,
    UnitsPursued,
    UnitsRetreated,
    WoundRolled,
    boxes_mark,
    first_shot_mark,
    melee_mark,
    reaction_mark,
)
from pbem.systems.indian_wars.state.counter import DISMOUNTED, PRONE, Counter
from pbem.systems.indian_wars.state.field import Field


def apply_combat(field: Field, event: Event) -> bool:
    """Let an event of this module change the field; False where it is none of them."""
    return (
        _apply_fire(field, event)
        or _apply_leader(field, event)
        or _apply_loss(field, event)
        or _apply_morale(field, event)
        or _apply_way(field, event)
        or _apply_melee(field, event)
    )


def _apply_fire(field: Field, event: Event) -> bool:
    match event:
        case UnitFired(firer, _, _, target_at, occasion, how):
            field.put(_marked_as_fired(field, field[firer], target_at, occasion, how))
        case AmmunitionChecked(name, _, is_low):
            if is_low:
                field.put(field[name].but(low_ammo=True))
        case BoxesCrossed(name, _, left):
            field.marks[boxes_mark(name)] = str(left)
        case FirstShotFired(name):
            field.marks[first_shot_mark(name)] = "fired"
        case FireResolved() | FireTooWeak() | FirstShotKept():
            pass
        case _:
            return False
    return True


def _marked_as_fired(field: Field, unit: Counter, target_at: str, occasion: str, how: str) -> Counter:
    match occasion:
        case "offensive":
            return unit.but(fired=how)
        case "advance":
            return unit.but(advance_fired_at=target_at)
        case "defensive":
            return unit.but(shot_in=(*unit.shot_in, DEFENSIVE_MARK))
        case _:
            return unit.but(shot_in=(*unit.shot_in, reaction_mark(field.phase, occasion)))


def _apply_leader(field: Field, event: Event) -> bool:
    match event:
        case LeaderWounded(name, severity, to, points):
            field.put(field[name].but(wound=severity))
            _score(field, to, points)
        case DeathClockSet(name, _, turn):
            field.put(field[name].but(dies_in=turn))
        case LeaderSurvived(name, _):
            field.put(field[name].but(wound=SEVERE, dies_in=0))
        case LeaderKilled(name, _, why, to, points, _):
            _kill(field, name, why)
            _score(field, to, points)
        case LeaderRejoined(name, _, to):
            field.put(field[name].but(attached_to=to, pinned=field[to].pinned))
        case LeaderDrawn() | LeaderChecked() | WoundRolled() | CommandPassed():
            pass
        case _:
            return False
    return True


def _kill(field: Field, name: str, why: str) -> None:
    """Take a leader off; of the Column HQ only the leader dies, the unit stays (ruling A-080)."""
    if field[name].is_leader:
        field.take_off(name, why)
    else:
        field.put(field[name].but(wound=KILLED, dies_in=0))


def _apply_loss(field: Field, event: Event) -> bool:
    match event:
        case CasualtiesTaken(name, lost, _, _, to, points, _):
            unit = field[name]
            field.put(unit.but(casualties=unit.casualties + lost))
            field.lost[unit.side] += lost
            _score(field, to, points)
        case UnitEliminated(name, at, why, to, points):
            field.take_off(name, why)
            field.settle_leaders(at)
            _score(field, to, points)
        case MountsLost(name, _):
            if field[name].is_holder:
                field.put(field[name].but(has_mounts=False))
        case LostHorsesRolled(_, _, _, to, points):
            _score(field, to, points)
        case _:
            return False
    return True


def _apply_morale(field: Field, event: Event) -> bool:
    match event:
        case UnitDisrupted(name, _):
            field.put(field[name].but(disrupted=True))
        case UnitPinned(name, leaders):
            for one in (name, *leaders):
                field.put(field[one].but(pinned=True))
        case UnitRouted(name, at, _, by_choice):
            unit = field[name].but(routed=True, pinned=False, stopped=True, rout_from=at, fled_by_choice=by_choice)
            field.put(_on_its_feet(unit).but(charging=""))
            for leader in field.at(at):
                if leader.attached_to == name and leader.pinned:
                    field.put(leader.but(pinned=False))
        case MoraleChecked():
            pass
        case _:
            return False
    return True


def _apply_way(field: Field, event: Event) -> bool:
    match event:
        case UnitsRetreated(names, start, to, _):
            for name in names:
                field.put(_on_its_feet(field[name]).but(at=to))
            field.settle_leaders(start)
            field.settle_leaders(to)
        case UnitsPursued(names, start, to) | UnitsAdvanced(names, start, to):
            for name in names:
                field.put(field[name].but(at=to))
            field.settle_leaders(start)
            field.settle_leaders(to)
        case UnitsLeftMap(names, at, how):
            for name in names:
                field.take_off(name, f"left the map in {how}")
            field.settle_leaders(at)
        case RoutEnded():
            pass
        case _:
            return False
    return True


def _on_its_feet(unit: Counter) -> Counter:
    """A prone unit gets up as it retreats or routs (8.C)."""
    return unit.but(mode=DISMOUNTED) if unit.mode == PRONE else unit


def _apply_melee(field: Field, event: Event) -> bool:
    match event:
        case MeleeDeclared(target, attackers, _, _, _, _):
            for name in attackers:
                unit = field[name]
                field.put(unit.but(shot_in=(*unit.shot_in, melee_mark(target))))
        case ChargeEnded(names):
            for name in names:
                if name in field:
                    field.put(field[name].but(charging=""))
        case UnitGotUp(name):
            field.put(_on_its_feet(field[name]))
        case RetreatBeforeMeleeTried() | MeleeResolved() | MeleeAvoided() | MeleeEnded() | PursuitTried():
            pass
        case _:
            return False
    return True


def _score(field: Field, side: str, points: int) -> None:
    if points:
        field.points[side] += points
