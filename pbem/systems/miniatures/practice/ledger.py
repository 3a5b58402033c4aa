"""A ledger of one game: what can never be, whatever happens, and what the game came to."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from pbem.core.event import Event
from pbem.systems.miniatures.rules.layout import ground_of, guns_ground
from pbem.systems.miniatures.rules.moving import gap_of
from pbem.systems.miniatures.rules.walking import on_table
from pbem.systems.miniatures.state.events import (
    MeleeFought,
    PointSpent,
    UnitChanged,
    UnitDisordered,
    UnitFired,
    UnitMoved,
    UnitRallied,
    lost,
)
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.table.shapes import box_of, boxes_within, deeper, overlap

Placed = UnitMoved | UnitChanged | UnitDisordered | UnitRallied
ROUNDING = 2
"""Sixteenths that two footprints may reach into one another when figures are lost: one for the corners of each."""
ROAD = (5, 4)
"""The fastest ground: 1.25 inches for each that is paid."""


class TableLedger:
    """`mechanisms.practice.Ledger` for this game."""

    def __init__(self, state: Tabletop) -> None:
        self.start = {side: sum(unit.figures for unit in state.of(side)) for side in state.scenario.sides}
        self.moves = 0
        self._overlapping: frozenset[frozenset[str]] = frozenset()

    def faults(self, state: Tabletop, event: Event) -> Iterator[str]:
        """See `mechanisms.practice.Ledger`."""
        for side in state.scenario.sides:
            stand = sum(unit.figures for unit in state.of(side))
            if stand + lost(state, side) != self.start[side]:
                yield f"{side}: {stand} figures stand and {lost(state, side)} are lost of {self.start[side]}"
        for leader in state.leaders.values():
            if leader.of and leader.of not in state.units:
                yield f"{leader.name} is with {leader.of}, which is gone"
        if isinstance(event, UnitMoved):
            self.moves += 1
            yield from _paid(event)
        if isinstance(event, PointSpent) and state.units[event.unit].spent > max(state.points, 0):
            yield f"{event.unit} spent {state.units[event.unit].spent} of {state.points} points"
        if isinstance(event, Placed) and event.unit in state.units:
            yield from self._stands(state, event)
        if isinstance(event, Placed | UnitFired | MeleeFought):
            # A rectangle that loses files at an odd angle has its corners rounded again: two that touch may then overlap by a
            # sixteenth or two, which is nobody's move.
            self._overlapping = _overlapping(state)
            for pair in _overlapping(state, ROUNDING):
                yield f"{' and '.join(sorted(pair))} overlap by more than rounding"

    def _stands(self, state: Tabletop, event: Placed) -> Iterator[str]:
        if not on_table(state, ground_of(state.units[event.unit])):
            yield f"{event.unit} stands off the table"
        for pair in _overlapping(state):
            if event.unit in pair and pair not in self._overlapping:
                yield f"{' and '.join(sorted(pair))} overlap"

    def figures(self, state: Tabletop) -> Mapping[str, int]:
        """See `mechanisms.practice.Ledger`."""
        return {f"{side} figures lost": lost(state, side) for side in state.scenario.sides} | {"moves": self.moves}


def _paid(event: UnitMoved) -> Iterator[str]:
    """A way costs something, and never less than on a road."""
    legs = sum(gap_of(start, end) for start, end in pairwise(event.path))
    if event.used < 0 or ROAD[1] * legs > ROAD[0] * (event.used + len(event.path)):
        yield f"{event.unit} paid {event.used} sixteenths for a way of {legs}"


def _overlapping(state: Tabletop, by: int = 0) -> frozenset[frozenset[str]]:
    """The pairs of units, and of guns that their crew left, whose footprints overlap by more than so many sixteenths."""
    standing = [(one.name, ground_of(one)) for one in state.units.values()]
    standing += [(f"the guns of {name}", guns_ground(*left)) for name, left in state.left_guns.items()]
    grounds = [(name, found, box_of(found)) for name, found in standing]
    return frozenset(
        frozenset((name, other))
        for n, (name, ground, box) in enumerate(grounds)
        for other, there, other_box in grounds[:n]
        if boxes_within(box, other_box, 0) and (deeper(ground, there, by) if by else overlap(ground, there))
    )
