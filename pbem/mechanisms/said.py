"""What is said of a thing that never changes, such as a counter in one state: worked out once as long as the thing is there."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class ParsedLine(Generic[T, V]):
    """What `say` says of things, each by its identity: comparing counters takes longer than most of what is said of them.

    At most so many things are kept, each with what was said of it, so that its identity stays its own.
    """

    def __init__(self, say: Callable[[T], V], most: int) -> None:
        self._say = say
        self._most = most
        self._known: dict[int, tuple[T, V]] = {}

    def of(self, thing: T) -> V:
        """What is said of a thing."""
        known = self._known.get(id(thing))
        if known is not None:
            return known[1]
        found = self._say(thing)
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(thing)] = thing, found
        return found

    def of_all(self, things: list[T]) -> list[V]:
        """What is said of several things."""
        known = self._known
        return [said[1] if (said := known.get(id(one))) is not None else self.of(one) for one in things]
