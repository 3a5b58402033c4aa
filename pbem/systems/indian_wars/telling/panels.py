"""The tables of a report, each a panel of the position as a side sees it."""

from collections.abc import Callable, Sequence

from pbem.reports.report import Panel
from pbem.reports.stacks import enemy_panel, own_panel
from pbem.systems.indian_wars.telling import map as telling_map
from pbem.systems.indian_wars.telling import village_panel
from pbem.systems.indian_wars.telling.entries import guns
from pbem.systems.indian_wars.telling.position import Position


def _own_units(here: Position, side: str) -> Panel:
    return own_panel(telling_map.own_units(here, side))


def _enemy_units(here: Position, side: str) -> Panel:
    return enemy_panel(telling_map.enemy_units(here, side))


def _guns(here: Position, side: str) -> Panel:
    """Nothing where there are none; both sides see all."""
    return Panel("guns", "GUNS", "facing, crew and strength, hexes in the field of fire", tuple(guns.lines(here)))


def _village(here: Position, side: str) -> Panel:
    """Alert, camps and their markers, people and herds; nothing where there is no village."""
    return Panel("village", "THE VILLAGE", "alert, camps, people, ponies", tuple(village_panel.lines(here.field)))


PANELS: Sequence[Callable[[Position, str], Panel]] = (_own_units, _enemy_units, _guns, _village)
"""In the sequence in which a report has them."""
