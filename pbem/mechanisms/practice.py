"""The interface for games that are played alone: practice players of several levels, and a ledger that watches them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.system import RuleSystem

Pick = Callable[[str, int], int]
"""Gives a number from 0 to n - 1 for a purpose, the same one for the same purpose every time."""

RANDOM, PLAIN, CAPTAIN = "random", "plain", "captain"
"""The levels at which practice players play."""
LEVELS = (RANDOM, PLAIN)
"""``random`` gives legal orders without sense, to find dead ends; ``plain`` plays like a sensible beginner."""
ALL_LEVELS = (*LEVELS, CAPTAIN)
"""``captain``, which not every game has, tries several plans with dice of its own and gives the best."""


class Ledger(Protocol):
    """Keeps the account of one game from its opening on."""

    def faults(self, state: Any, event: Event) -> Iterator[str]:
        """Impossible things in a game after this event: a sentence each.  Called once for every event."""
        ...

    def figures(self, state: Any) -> Mapping[str, int]:
        """The results of the game, by name: losses, VPs and the like."""
        ...


def levels_of(practice: "Practice | None") -> tuple[str, ...]:
    """The levels of a game's practice players; none where it has no such players."""
    if practice is None:
        return ()
    found: tuple[str, ...] = getattr(practice, "levels", LEVELS)
    return found


class Practice(Protocol):
    """The practice players of a game: of two levels, or of those in `levels` where they have it.

    They see their side's view and find what is legal by the same plans as everybody.
    """

    def scenarios(self) -> tuple[str, ...]:
        """The ids of the scenarios that they play, the main one first."""
        ...

    def orders(
        self, system: RuleSystem[Any], view: Any, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """Orders of a side for the phase with this letter."""
        ...

    def choice(self, view: Any, ask: Ask, level: str, pick: Pick) -> str:
        """The key of the answer to a question."""
        ...

    def ledger(self, state: Any) -> Ledger:
        """A ledger of the game that opens so."""
        ...
