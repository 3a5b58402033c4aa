"""Mounted and dismounted: allowances, and what a change costs (CL-6)."""

from typing import Any

from pbem.core.clause import rule
from pbem.systems.custer.rules.zones import is_in_enemy_zone
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import DISMOUNTED, Unit


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
