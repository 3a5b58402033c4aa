"""The tables of a report, each a panel of the position as a side sees it."""

from collections.abc import Callable, Sequence

from pbem.reports.report import Panel
from pbem.reports.stacks import enemy_panel, own_panel
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling import guns, village_panel
from pbem.systems.indian_wars.telling import map as telling_map


def _own_units(field: Battlefield, side: str) -> Panel:
    return own_panel(telling_map.own_units(field, side))


def _enemy_units(field: Battlefield, side: str) -> Panel:
    return enemy_panel(telling_map.enemy_units(field, side))


def _guns(field: Battlefield, side: str) -> Panel:
    """Nothing where there are none; both sides see all."""
    return Panel("guns", "GUNS", "facing, crew and strength, hexes in the field of fire", tuple(guns.lines(field)))


def _village(field: Battlefield, side: str) -> Panel:
    """Alert, camps and their markers, people and herds; nothing where there is no village."""
    return Panel("village", "THE VILLAGE", "alert, camps, people, ponies", tuple(village_panel.lines(field)))


PANELS: Sequence[Callable[[Battlefield, str], Panel]] = (_own_units, _enemy_units, _guns, _village)
"""In the sequence in which a report has them."""
