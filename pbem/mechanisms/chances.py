"""The luck of the dice: each fire and each melee against everything that the same dice could have brought."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Protocol, runtime_checkable

from pbem.core.event import Event
from pbem.core.umpire import Roll

Spread = Mapping[int, int]
"""Each worth that the dice can bring, with the number of ways in which it comes."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A fire or a melee: its kind, whose it is, what it was, what it came to for that side, and what it could have come to.

    Worth is strength that the enemy loses by it, less what the side itself loses.
    """

    kind: str
    side: str
    what: str
    worth: int
    spread: Spread

    @property
    def expected(self) -> Fraction:
        """The average."""
        return Fraction(sum(worth * ways for worth, ways in self.spread.items()), sum(self.spread.values()))


class Chances(Protocol):
    """The dice of a game."""

    unit: str
    """The unit in which worth is counted: ``strength points``."""

    def of(self, state: Any, phase: str, event: Event) -> Chance | None:
        """The chance that this event of a phase was, None if it was none.  `state` gives the charts and the roster."""
        ...

    def lost(self, before: Any, events: Sequence[Event]) -> Mapping[str, int]:
        """Each side's losses by the events of one phase, in the same unit."""
        ...


@runtime_checkable
class Outcomes(Protocol):
    """The outcome of an order in a game whose phases go on with it after its act: whom it fired at checks morale, a charge ends
    in a melee.
    """

    def outcome(self, act: Sequence[Event], later: Sequence[Event]) -> tuple[str, ...]:
        """The result of an act in short sentences, the same for plays that came out alike; `later` is the rest of the phase."""
        ...


def spread_of(roll: Roll, worth: Callable[[int], int]) -> Spread:
    """The spread of one roll, by what each natural total is worth."""
    number, sides = (int(one) for one in roll.dice.split("d"))
    return Counter(worth(sum(faces)) for faces in product(range(1, sides + 1), repeat=number))


def summed(spreads: Sequence[Spread]) -> Spread:
    """The spread of the sum of independent chances, exactly."""
    whole: Counter[int] = Counter({0: 1})
    for one in spreads:
        found: Counter[int] = Counter()
        for a, ways in whole.items():
            for b, others in one.items():
                found[a + b] += ways * others
        whole = found
    return whole


def percentile(worth: int, spread: Spread) -> int:
    """In how many of a hundred it would have come out worse, those that come out the same counted half."""
    below = sum(ways for found, ways in spread.items() if found < worth)
    parts = Fraction(100 * (2 * below + spread.get(worth, 0)), 2 * sum(spread.values()))
    return int(parts + Fraction(1, 2))
