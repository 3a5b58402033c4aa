"""Barriers: zones of control, enemy-held hexes, stacking (CL-8)."""

from collections.abc import Iterable

from pbem.core.clause import rule
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit


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

    A friend shares it whether he stands next to the hex or in it.
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
