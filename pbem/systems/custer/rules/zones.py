"""Barriers: zones of control, enemy-held hexes, stacking (CL-8)."""

from collections.abc import Iterable
from typing import Any

from pbem.core.clause import rule
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import DISMOUNTED, Unit


@rule("CL-8.1", "CL-4.2")
def is_in_zone_of(battle: Battle, at: str, side: str, without: Iterable[str] = ()) -> bool:
    """True if a hex lies in the zone of a unit of `side`, those `without` left out: next to any that is no leader."""
    left_out = tuple(without)
    stacks = battle.stacks
    # Most hexes are empty, and a march looks at very many.
    for near in battle.sheet.map.neighbours(at):
        if near in stacks:
            for unit in battle.at(near):
                if unit.side == side and not unit.is_leader and unit.name not in left_out:
                    return True
    return False


def is_in_enemy_zone(battle: Battle, at: str, side: str) -> bool:
    """True if a hex lies in an enemy zone, as movement pays for it (CL-7.7)."""
    return is_in_zone_of(battle, at, battle.enemy_of(side))


@rule("CL-8.3", "CL-13.2")
def bars_retreat(battle: Battle, at: str, side: str, who: Iterable[str]) -> bool:
    """True if a hex lies in an enemy zone for those `who` retreat: one that no friend outside shares (ruling B-120).

    A friend shares it next to the hex or in it.
    """
    leaving = tuple(who)
    if any(one.side == side and not one.is_leader and one.name not in leaving for one in battle.at(at)):
        return False
    return is_in_enemy_zone(battle, at, side) and not is_in_zone_of(battle, at, side, leaving)


@rule("CL-5.3", "CL-5.4", "CL-8.2")
def is_held(battle: Battle, at: str, side: str) -> bool:
    """True if enemies hold a hex: any but a leader who is alone there."""
    return any(unit.side != side and not unit.is_leader for unit in battle.at(at))


def enemy_held(battle: Battle, side: str) -> frozenset[str]:
    """All hexes that enemies of a side hold; their zone is what lies next to one of them."""
    return frozenset(one.at for one in battle.of(battle.enemy_of(side)) if not one.is_leader)


@rule("CL-1.6", "CL-5.5", "CL-8.4")
def has_room(battle: Battle, at: str, side: str, more: Iterable[Unit]) -> bool:
    """True if these counters may end in a hex with those of their side who are there: two units and one leader in all."""
    limits = battle.sheet.charts["terrain"]["stacking"]
    there = {unit.name: unit for unit in battle.at(at) if unit.side == side}
    there.update({unit.name: unit for unit in more})
    leaders = sum(unit.is_leader for unit in there.values())
    return leaders <= int(limits["leaders"]) and len(there) - leaders <= int(limits["units"])


# Mounted and dismounted: allowances, and what a change costs (CL-6).


def _chart(battle: Battle) -> Any:
    return battle.sheet.charts["kinds"]["status"]


@rule("CL-1.5", "CL-1.7", "CL-1.16", "CL-6.4", "CL-6.5")
def allowance(battle: Battle, unit: Unit) -> int:
    """The MPs of a unit in its present status; losses do not lessen them."""
    less = int(_chart(battle)["dismounted_mp"][unit.side]) if unit.mode == DISMOUNTED else 0
    return max(unit.face.mp + less, 0)


def left(battle: Battle, unit: Unit) -> int:
    """The MPs that a unit has left in its activation (CL-6.3: at the rate of its new status, less what the change cost)."""
    return max(allowance(battle, unit) - unit.spent, 0)


@rule("CL-6.2")
def change_cost(battle: Battle, unit: Unit) -> int:
    """The MPs that mounting or dismounting costs where the unit stands (ruling B-111)."""
    in_zone = is_in_enemy_zone(battle, unit.at, unit.side)
    return int(_chart(battle)["change_cost_in_zone" if in_zone else "change_cost"])


def activation_range(battle: Battle) -> int:
    """The range of an Army leader's marker, in hexes."""
    return int(_chart(battle)["activation_range"])


def dismounted_factor(battle: Battle) -> int:
    """The bonus to a unit's combat factor for being dismounted."""
    return int(_chart(battle)["dismounted_cf"])
