"""A ledger of one game: what can never be, whatever happens, and what the game came to."""

from collections.abc import Iterator, Mapping

from pbem.core.event import Event
from pbem.systems.miniatures.rules.layout import ground_of
from pbem.systems.miniatures.rules.walking import on_table
from pbem.systems.miniatures.state.events import (
    MeleeFought,
    UnitChanged,
    UnitDisordered,
    UnitFired,
    UnitMoved,
    UnitRallied,
    lost,
)
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.table.shapes import box_of, boxes_within, overlap

Placed = UnitMoved | UnitChanged | UnitDisordered | UnitRallied


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
        if isinstance(event, UnitMoved):
            self.moves += 1
            if event.used < 0:
                yield f"{event.unit} paid {event.used}"
        if isinstance(event, Placed) and event.unit in state.units:
            yield from self._stands(state, event.unit)
        if isinstance(event, Placed | UnitFired | MeleeFought):
            # A rectangle that loses files at an odd angle has its corners rounded anew: two that touch may then overlap by a
            # sixteenth, which is nobody's move.
            self._overlapping = _overlapping(state)

    def _stands(self, state: Tabletop, name: str) -> Iterator[str]:
        if not on_table(state, ground_of(state.units[name])):
            yield f"{name} stands off the table"
        for pair in _overlapping(state):
            if name in pair and pair not in self._overlapping:
                yield f"{' and '.join(sorted(pair))} overlap"

    def figures(self, state: Tabletop) -> Mapping[str, int]:
        """See `mechanisms.practice.Ledger`."""
        return {f"{side} figures lost": lost(state, side) for side in state.scenario.sides} | {"moves": self.moves}


def _overlapping(state: Tabletop) -> frozenset[frozenset[str]]:
    """The pairs of units whose footprints overlap."""
    grounds = [
        (name, found, box_of(found)) for name, found in ((one.name, ground_of(one)) for one in state.units.values())
    ]
    return frozenset(
        frozenset((name, other))
        for n, (name, ground, box) in enumerate(grounds)
        for other, there, other_box in grounds[:n]
        if boxes_within(box, other_box, 0) and overlap(ground, there)
    )
