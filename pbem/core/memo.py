"""A cache of what is worked out of things that never change, such as a counter in one state."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class Memo(Generic[T, V]):
    """The results of a function by the identity of its argument: comparing counters takes longer than most functions.

    At most `most` results are kept, each with its argument, so that no other object can have its identity.
    """

    def __init__(self, make: Callable[[T], V], most: int) -> None:
        self._make = make
        self._most = most
        self._known: dict[int, tuple[T, V]] = {}

    def of(self, thing: T) -> V:
        """The result for a thing."""
        known = self._known.get(id(thing))
        if known is not None:
            return known[1]
        found = self._make(thing)
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(thing)] = thing, found
        return found

    def of_all(self, things: Sequence[T]) -> list[V]:
        """The results for several things."""
        known = self._known
        return [pair[1] if (pair := known.get(id(one))) is not None else self.of(one) for one in things]

    def clear(self) -> None:
        """Forget all results."""
        self._known.clear()
