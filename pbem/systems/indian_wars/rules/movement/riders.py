"""Riders with dispatches: the way that they take over the map, and who catches them.  They are no counters of the book's."""

from collections.abc import Collection, Sequence

from pbem.board import sight
from pbem.board.reach import within
from pbem.core.tomlfile import ChartGap
from pbem.systems.indian_wars.rules.movement.stacking import exerting
from pbem.systems.indian_wars.state.field import Battlefield

Way = tuple[tuple[tuple[str, ...], int], ...]
"""A way step by step: the hex, or the two beside the line, and what it costs so far."""
ENDLESS = 1 << 20


def straight(field: Battlefield, here: str, there: str) -> Way:
    """The straight line to a hex, in hexes."""
    if here == there:
        return ()
    between = sight.line(here, there, field.sheet.map.stagger)
    return tuple((step, n) for n, step in enumerate((*between, (there,)), 1))


def by_paths(field: Battlefield, here: str, there: str) -> Way:
    """The cheapest way for somebody mounted, in movement points by the ground alone; straight where no such way leads there."""

    def steps(at: str) -> Sequence[tuple[str, int]]:
        try:
            return field.sheet.ground.ways(at, True)
        except ChartGap:
            return ()

    reached = within(here, ENDLESS, steps, field.sheet.map.neighbours)
    if there not in reached:
        return straight(field, here, there)
    return tuple(((at,), reached.cost[at]) for at in reached.path(there)[1:])


def taken_by(field: Battlefield, side: str, hexes: Collection[str]) -> str:
    """The side that holds all of these hexes by a unit or by its ZOC, none of them with a unit of the rider's own; else ""."""
    found = ""
    for at in hexes:
        if any(one.side == side for one in field.at(at)):
            return ""
        enemy = next((one.side for one in exerting(field, at, side)), "")
        if not enemy:
            return ""
        found = enemy
    return found
