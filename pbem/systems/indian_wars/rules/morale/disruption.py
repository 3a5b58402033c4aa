"""Disruption (9.D.1): by fire, by melee, by friends who run through."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import UnitDisrupted


@rule("disruption ignored")
def disrupt(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """Disrupt a unit; routed ones ignore it, and nothing is worse than once (10.J.3; ruling A-070)."""
    if name not in umpire.state or umpire.state[name].abandoned:
        return
    if not umpire.state[name].routed and not umpire.state[name].disrupted:
        umpire.emit(UnitDisrupted(name, why))
