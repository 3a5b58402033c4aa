"""Kinds of counters and what each may do: one table for plans, questions, reminders and practice players."""

from typing import TYPE_CHECKING

from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.systems.indian_wars.state.counter import (
    CAVALRY,
    COMBAT_UNITS,
    GUN_CREW,
    GUNS,
    HORSE_HOLDER,
    HQ,
    HQ_HOLDER,
    INFANTRY,
    LEADER,
    MINERS,
    MULE_HOLDER,
    PACK_PERSONNEL,
    PACK_TRAIN,
    PARTY,
    PONY_HERD,
    PONY_HOLDER,
    SCOUT,
    VILLAGERS,
    WARRIOR,
    Act,
    Counter,
)

if TYPE_CHECKING:
    from pbem.systems.indian_wars.state.field import Battlefield

UNITS = COMBAT_UNITS | {PONY_HOLDER}
FIGHTERS = frozenset((CAVALRY, INFANTRY, MINERS, SCOUT, HQ, WARRIOR))
PACKERS = frozenset((PACK_TRAIN, PACK_PERSONNEL))
GUNNERS = frozenset((*GUNS, GUN_CREW))
US_HOLDERS = frozenset((HORSE_HOLDER, MULE_HOLDER, HQ_HOLDER))

MOVE = Act(UNITS | {LEADER, VILLAGERS, PONY_HERD, PARTY}, "movement allowance")
"""Camps move packed, with their people; herds have no allowance until they are gathered, as they may be by their phase."""
RECOVER = Act(UNITS, "disruption recovery")
RALLY = Act(COMBAT_UNITS, "rally attempt", "E151")
ROUT = Act(COMBAT_UNITS, "kinds of rout", "E133")
SCATTER = Act(COMBAT_UNITS, "scatter right")
EARLY_RETREAT = Act(UNITS, "who may retreat")
"""Units attacked in melee may get away first, those minding ponies too (10.H.1); people and herds never."""
FIRE = Act(FIGHTERS | PACKERS | GUNNERS | US_HOLDERS, "fire", "E144")
ATTACK = Act(FIGHTERS | US_HOLDERS, "limits on attacks", "E161", free_hands=True)
PURSUE = Act(ATTACK.kinds | {LEADER}, "pursuit", "E165")
"""Leaders go with their units."""
MANHANDLE = Act(COMBAT_UNITS, "manhandling unit", free_hands=True)
SET_FIRE = Act(frozenset((WARRIOR,)), "grass fire")
BURN = Act(frozenset((CAVALRY, INFANTRY)), "camp burning")
CAPTURE = Act(BURN.kinds, "capturing villagers")
DRIVE_HERDS = Act(frozenset((CAVALRY, SCOUT)), "when herds scatter")
BUILD = Act(COMBAT_UNITS - {PACK_TRAIN} - frozenset(GUNS), "breastworks")
LEAVE_MAP = Act(UNITS | {LEADER, VILLAGERS}, "leaving the map")


@rule("fighting units", "non-combat units", "never attack")
def may(unit: Counter, act: Act) -> bool:
    """True if its kind may do something at all, whatever the position.

    Nobody is there to do anything with abandoned trains and guns (15.B, LB-11.D); who minds animals attacks nobody (10.B).
    """
    if unit.abandoned or unit.kind not in act.kinds:
        return False
    return not (act.free_hands and unit.minds_mounts)


def forbids(field: "Battlefield", unit: Counter, act: Act) -> Problem | None:
    """Why its kind does not do something, None if it may."""
    if may(unit, act):
        return None
    if unit.abandoned and unit.kind in act.kinds:
        clause = field.rule("abandoned guns" if unit.is_gun else "pack train personnel")
        text = f"{unit.name} is abandoned: there is nobody to obey ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    clause = field.rule(act.clause)
    return Illegal(act.code, _refused(unit, act, clause), clause, words=unit.name)


def _refused(unit: Counter, act: Act, clause: str) -> str:
    """The remark about a counter that may not: of leaders and guns what they are."""
    name = unit.name
    of_leaders = {
        RALLY.clause: f"{name} is a leader: leaders rally without a roll, and without an order ({clause}).",
        ROUT.clause: f"{name} is a leader: leaders are never routed ({clause}).",
        FIRE.clause: f"{name} is a leader: leaders don't fire ({clause}).",
    }
    if unit.is_leader and act.clause in of_leaders:
        return of_leaders[act.clause]
    if unit.is_leader and act is EARLY_RETREAT:
        return f"{name} is a leader: leaders go with the units that get away, and need no order ({clause})."
    if unit.is_gun and act is BUILD:
        return f"{name} is a gun: breastworks do nothing for it, and its crew stays with it ({clause})."
    return {
        MOVE.clause: f"{name} cannot be ordered to move ({clause}).",
        RECOVER.clause: f"{name} cannot be disrupted: there is nothing to recover from ({clause}).",
        RALLY.clause: f"{name} cannot be ordered to rally: only combat units can ({clause}).",
        ROUT.clause: f"{name} cannot be ordered to rout: only combat units can ({clause}).",
        EARLY_RETREAT.clause: f"{name} is in no melee as a unit, and has no retreat before melee ({clause}).",
        SCATTER.clause: f"{name} cannot scatter: only combat units can ({clause}).",
        FIRE.clause: f"{name} are not combat units and do not fire ({clause}).",
        ATTACK.clause: f"{name} may never attack in melee, only defend ({clause}).",
        PURSUE.clause: f"{name} cannot attack or pursue anybody ({clause}).",
        MANHANDLE.clause: f"{name} cannot push a gun: any unit can but leaders and horse holders ({clause}).",
        SET_FIRE.clause: f"{name} cannot set a fire: only Indian combat units can ({clause}).",
        BURN.clause: f"{name} cannot burn a camp: only cavalry and infantry can ({clause}).",
        CAPTURE.clause: f"{name} cannot capture anybody: only cavalry and infantry can ({clause}).",
        DRIVE_HERDS.clause: f"{name} cannot scatter herds: only cavalry and scouts can ({clause}).",
        BUILD.clause: f"{name} does not build: companies and other units do ({clause}).",
        LEAVE_MAP.clause: f"{name} cannot be ordered to leave the map ({clause}).",
    }[act.clause]
