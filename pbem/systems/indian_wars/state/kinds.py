"""Kinds of counters and what each may do: one table for plans, questions, reminders and practice players."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
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
    Counter,
)

if TYPE_CHECKING:
    from pbem.systems.indian_wars.state.field import Battlefield

UNITS = COMBAT_UNITS | {PONY_HOLDER}
FIGHTERS = frozenset((CAVALRY, INFANTRY, MINERS, SCOUT, HQ, WARRIOR))
PACKERS = frozenset((PACK_TRAIN, PACK_PERSONNEL))
GUNNERS = frozenset((*GUNS, GUN_CREW))
US_HOLDERS = frozenset((HORSE_HOLDER, MULE_HOLDER, HQ_HOLDER))


@dataclass(frozen=True, slots=True)
class Act:
    """Something that counters do by order: the kinds that may, the rule that says so, and the error for the others.

    `refused` follows the name of a counter that may not, `because` does for single kinds.  `free_hands`: not while it minds
    animals.
    """

    kinds: frozenset[str]
    clause: str
    refused: str
    code: str = "E138"
    because: Mapping[str, str] = field(default_factory=dict)
    free_hands: bool = False


_IS_A_LEADER = "is a leader: leaders"
MOVE = Act(UNITS | {LEADER, VILLAGERS, PONY_HERD, PARTY}, "movement allowance", "cannot be ordered to move")
"""Camps move packed, with their people; herds have no allowance until they are gathered, as they may be by their phase."""
RECOVER = Act(UNITS, "disruption recovery", "cannot be disrupted")
RALLY = Act(
    COMBAT_UNITS,
    "rally attempt",
    "cannot be ordered to rally: only combat units can",
    "E151",
    {LEADER: f"{_IS_A_LEADER} rally without a roll, and without an order"},
)
ROUT = Act(
    COMBAT_UNITS,
    "kinds of rout",
    "cannot be ordered to rout: only combat units can",
    "E133",
    {LEADER: f"{_IS_A_LEADER} are never routed"},
)
FIRE = Act(
    FIGHTERS | PACKERS | GUNNERS | US_HOLDERS,
    "fire",
    "are not combat units and do not fire",
    "E144",
    {LEADER: f"{_IS_A_LEADER} don't fire"},
)
ATTACK = Act(
    FIGHTERS | US_HOLDERS, "limits on attacks", "may never attack in melee, only defend", "E161", free_hands=True
)
PURSUE = Act(ATTACK.kinds | {LEADER}, "pursuit", "attacks nobody, and follows nobody", "E165")
"""Leaders go with their units."""
MANHANDLE = Act(
    COMBAT_UNITS, "manhandling unit", "pushes no gun: any unit does but leaders and horse holders", free_hands=True
)
SET_FIRE = Act(frozenset((WARRIOR,)), "grass fire", "sets no fire: Indian combat units do")
BURN = Act(frozenset((CAVALRY, INFANTRY)), "camp burning", "burns no camp: cavalry and infantry do")
CAPTURE = Act(BURN.kinds, "capturing villagers", "captures nobody: cavalry and infantry do")
DRIVE_HERDS = Act(frozenset((CAVALRY, SCOUT)), "when herds scatter", "scatters no herds: cavalry and scouts do")
BUILD = Act(
    COMBAT_UNITS - {PACK_TRAIN} - frozenset(GUNS),
    "breastworks",
    "does not build: companies and other units do",
    because=dict.fromkeys(GUNS, "is a gun: breastworks do nothing for it, and its crew stays with it"),
)
LEAVE_MAP = Act(UNITS | {LEADER, VILLAGERS}, "leaving the map", "cannot be ordered to leave the map")


@rule("fighting units", "non-combat units", "never attack")
def may(unit: Counter, act: Act) -> bool:
    """Whether its kind may do something at all, whatever the position.

    Nobody is there to do anything with abandoned trains and guns (15.B, LB-11.D); who minds animals attacks nobody (10.B).
    """
    if unit.abandoned or unit.kind not in act.kinds:
        return False
    return not (act.free_hands and unit.minds_mounts)


def forbids(on: "Battlefield", unit: Counter, act: Act) -> Problem | None:
    """Why its kind does not do something, None if it may."""
    if may(unit, act):
        return None
    if unit.abandoned and unit.kind in act.kinds:
        clause = on.rule("abandoned guns" if unit.is_gun else "pack train personnel")
        text = f"{unit.name} is abandoned: nobody is there to obey ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    clause = on.rule(act.clause)
    text = f"{unit.name} {act.because.get(unit.kind, act.refused)} ({clause})."
    return Illegal(act.code, text, clause, words=unit.name)
