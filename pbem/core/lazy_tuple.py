"""Tuples whose items are computed when somebody looks at them: of most questions nobody reads more than the first choice."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T", covariant=True)


class Later(Sequence[T]):
    """A tuple that begins with `first`; `rest`, at least one more, is called when somebody looks beyond that.

    `rest` must not hang on anything that may change meanwhile.  Equality, hash and JSON are those of the tuple.
    """

    __slots__ = ("_first", "_rest", "_whole")

    def __init__(self, first: Sequence[T], rest: Callable[[], Sequence[T]]) -> None:
        self._first = first
        self._rest = rest
        self._whole: tuple[T, ...] | None = None

    def all(self) -> tuple[T, ...]:
        """All of it."""
        if self._whole is None:
            self._whole = (*self._first, *self._rest())
        return self._whole

    def __iter__(self) -> Iterator[T]:
        yield from self._first
        yield from self.all()[len(self._first) :]

    def __len__(self) -> int:
        return len(self.all())

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...

    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self.all()[at]

    def __eq__(self, other: object) -> bool:
        return self.all() == (other.all() if isinstance(other, Later) else other)

    def __hash__(self) -> int:
        return hash(self.all())

    def __repr__(self) -> str:
        return repr(self.all())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self.all(),)
