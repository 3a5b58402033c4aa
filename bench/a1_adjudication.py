"""A1: units adjudicated a second under the full rules, beside `diplomacy` and its `Game.process()`.

A unit counts once for each phase in which it stands on the map: in both games every phase looks at all of them.
"""

from collections.abc import Iterator
from copy import deepcopy

from bench import turn
from bench.frame import Anew, Figure, Job, rates

FIRST_MOVES = {
    "FRANCE": ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"],
    "GERMANY": ["A MUN - BUR", "A BER - KIE", "F KIE - DEN"],
    "AUSTRIA": ["A VIE - GAL", "A BUD - SER", "F TRI - ALB"],
    "RUSSIA": ["A WAR - GAL", "A MOS - UKR", "F SEV - BLA", "F STP/SC - BOT"],
    "TURKEY": ["A CON - BUL", "A SMY - CON", "F ANK - BLA"],
    "ENGLAND": ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"],
    "ITALY": ["A VEN - TYR", "A ROM - APU", "F NAP - ION"],
}


def figures() -> Iterator[Figure]:
    """A player turn in contact beside Diplomacy's first year."""
    from diplomacy import Game

    prepared = tuple(turn.phases())
    units = sum(len(state.units) for state, _ in prepared)

    def ours() -> int:
        for state, letters in prepared:
            turn.play(state, letters)
        return units

    start = Game()
    for power, orders in FIRST_MOVES.items():
        start.set_orders(power, orders)

    def theirs() -> Job:
        game = deepcopy(start)

        def process() -> int:
            game.process()
            return 22

        return process

    a_second, beside = rates(ours, Anew(theirs))
    yield Figure("units adjudicated", "units/s", a_second, beside, "diplomacy 1.1.2, Game.process()", least=1)
