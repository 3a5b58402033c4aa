"""Caches: of things that never change, of answers while one phase is tried many times, of tuples computed when read."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar, overload

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


# A cache of answers to the same questions, while the same phase is played very many times with other dice.
#
# Most of what a phase asks does not depend on its dice: who sees whom, how far it is, where a walk ends.  `trial_cached`
# functions say the same whenever they are asked the same; within `trial_cache` they are asked once.  Elsewhere they
# are plain functions.

MOST = 50_000
"""Answers that a function keeps; with more it forgets them all."""
P = ParamSpec("P")
R = TypeVar("R")

_memories: list[dict[Any, Any]] = []
_begun: list[bool] = []


def trial_cached(function: Callable[P, R]) -> Callable[P, R]:
    """Cache a function while a `trial_cache` is open.  Its result depends on its positional, hashable arguments alone."""
    memory: dict[Any, Any] = {}
    _memories.append(memory)

    @wraps(function)
    def asked(*given: P.args, **named: P.kwargs) -> R:
        if not _begun or named:
            return function(*given, **named)
        try:
            found: R = memory[given]
        except KeyError:
            if len(memory) >= MOST:
                memory.clear()
            found = memory[given] = function(*given, **named)
        return found

    return asked


@contextmanager
def trial_cache() -> Iterator[None]:
    """Cache the results of `trial_cached` functions inside the block; blocks may be nested."""
    _begun.append(True)
    try:
        yield
    finally:
        _begun.pop()
        if not _begun:
            for memory in _memories:
                memory.clear()


# Tuples whose items are computed when somebody looks at them: of most questions nobody reads more than the first
# choice.

Item = TypeVar("Item", covariant=True)


class Later(Sequence[Item]):
    """A tuple that begins with `first`; `rest`, at least one more, is called when somebody looks beyond that.

    `rest` must not hang on anything that may change meanwhile.  Equality, hash and JSON are those of the tuple.
    """

    __slots__ = ("_first", "_rest", "_whole")

    def __init__(self, first: Sequence[Item], rest: Callable[[], Sequence[Item]]) -> None:
        self._first = first
        self._rest = rest
        self._whole: tuple[Item, ...] | None = None

    def all(self) -> tuple[Item, ...]:
        """All of it."""
        if self._whole is None:
            self._whole = (*self._first, *self._rest())
        return self._whole

    def __iter__(self) -> Iterator[Item]:
        yield from self._first
        yield from self.all()[len(self._first) :]

    def __len__(self) -> int:
        return len(self.all())

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        return self.all()[at]

    def __eq__(self, other: object) -> bool:
        return self.all() == (other.all() if isinstance(other, Later) else other)

    def __hash__(self) -> int:
        return hash(self.all())

    def __repr__(self) -> str:
        return repr(self.all())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self.all(),)
