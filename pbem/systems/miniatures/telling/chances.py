"""The dice of the table-top: each fire by the figures that it could have hit, each pair of a melee by who could have fallen."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb

from pbem.core.event import Event
from pbem.core.modifier import Roll
from pbem.core.phase_id import parse
from pbem.mechanisms.chances import Chance, Chances, Outcomes, Spread, summed
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.rules.melee import KILLED, result
from pbem.systems.miniatures.state.events import APPLY, PairFought, UnitFired, lost
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.telling.outcome import outcome

FACES = 10
"""All dice of the game have ten."""


class TableChances:
    """`mechanisms.chances.Chances` of a table."""

    unit = "figures"

    def of(self, state: Tabletop, phase: str, event: Event) -> Chance | None:
        """Fire that can hit, or a pair of a melee."""
        match event:
            case UnitFired() if event.rolls:
                side = next(one.side for one in state.scenario.units if one.name == event.unit)
                spread = summed([_hits(roll, number) for roll, number in event.rolls])
                return Chance("fire", side, f"{event.unit} fires at {event.target}", event.hits, spread)
            case PairFought():
                return _pair(CARD.side(parse(phase).side).id, event)
        return None

    def lost(self, before: Tabletop, events: Sequence[Event]) -> Mapping[str, int]:
        """Figures killed or gone from the table, by side."""
        after = before.copy()
        for event in events:
            APPLY(after, event)
        return {side: lost(after, side) - lost(before, side) for side in before.scenario.sides}

    def outcome(self, act: Sequence[Event], later: Sequence[Event]) -> tuple[str, ...]:
        """See `mechanisms.chances.Outcomes`."""
        return outcome(act, later)


def _hits(roll: Roll, number: int) -> Spread:
    """How many of some dice hit: each does if it shows the number or less."""
    dice = int(roll.dice.partition("d")[0])
    return {hit: comb(dice, hit) * number**hit * (FACES - number) ** (dice - hit) for hit in range(dice + 1)}


def _pair(side: str, event: PairFought) -> Chance:
    """A pair of a melee, whose attackers are of the side whose phase it is: a figure of one side or the other, or nobody."""
    attack, defence = (roll.total - roll.natural for roll in (event.attack, event.defence))
    found = product(range(1, FACES + 1), repeat=2)
    spread = Counter(_worth(*result(mine + attack, theirs + defence)) for mine, theirs in found)
    what = f"melee of {_name(event.attack)} and {_name(event.defence)}"
    return Chance("melee", side, what, _worth(event.result, event.loser), spread)


def _worth(what: str, who: str) -> int:
    return 0 if what != KILLED else 1 if who == "defender" else -1


def _name(roll: Roll) -> str:
    """The unit of a roll that is labelled ``T03.AM.A melee Wolf #2``."""
    return roll.label.partition(" melee ")[2].rpartition(" #")[0]


CHANCES = TableChances()
_CHANCES: Chances = CHANCES
_OUTCOMES: Outcomes = CHANCES
