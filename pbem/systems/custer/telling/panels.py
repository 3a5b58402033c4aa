"""The tables of a report, each a panel of the position as a side sees it."""

from collections.abc import Callable, Sequence

from pbem.reports.report import Panel
from pbem.reports.stacks import enemy_panel, own_panel
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.telling import map as telling_map


def _own_units(battle: Battle, side: str) -> Panel:
    return own_panel(telling_map.own_units(battle, side))


def _enemy_units(battle: Battle, side: str) -> Panel:
    return enemy_panel(telling_map.enemy_units(battle, side))


PANELS: Sequence[Callable[[Battle, str], Panel]] = (_own_units, _enemy_units)
"""In the sequence in which a report has them."""
