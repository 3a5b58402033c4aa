"""A ledger of one game: what can never be, whatever happens, and what the game came to."""

from collections.abc import Iterator, Mapping

from pbem.core.event import Event, PhaseEnded
from pbem.systems.miniatures.rules.layout import ground_of
from pbem.systems.miniatures.rules.walking import on_table
from pbem.systems.miniatures.state.events import UnitMoved, lost
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.table.shapes import overlap


class TableLedger:
    """`mechanisms.practice.Ledger` for this game."""

    def __init__(self, state: Tabletop) -> None:
        self.start = {side: sum(unit.figures for unit in state.of(side)) for side in state.scenario.sides}
        self.moves = 0

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
        if isinstance(event, UnitMoved | PhaseEnded):
            yield from _grounds(state)

    def figures(self, state: Tabletop) -> Mapping[str, int]:
        """See `mechanisms.practice.Ledger`."""
        return {f"{side} figures lost": lost(state, side) for side in state.scenario.sides} | {"moves": self.moves}


def _grounds(state: Tabletop) -> Iterator[str]:
    units = list(state.units.values())
    grounds = [ground_of(unit) for unit in units]
    for n, unit in enumerate(units):
        if not on_table(state, grounds[n]):
            yield f"{unit.name} stands off the table"
        for m in range(n):
            if overlap(grounds[n], grounds[m]):
                yield f"{unit.name} and {units[m].name} overlap"
