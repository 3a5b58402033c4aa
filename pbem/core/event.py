"""Events of play: what happened, in the past tense, and the handlers by type.  Events alone change state."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from pbem.core.order import Order, Problem
from pbem.core.record import Record


@dataclass(frozen=True, slots=True)
class Event(Record):
    """Something that happened, with everything that is needed to apply it.  Everything that is needed to apply it is in it."""

    def known_to(self) -> tuple[str, ...] | None:
        """The ids of the sides that may know of it; None: everybody, and it goes into the public record."""
        return None


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase began; `phase` is its full id, such as ``T03.US.B``."""

    phase: str


@dataclass(frozen=True, slots=True)
class PhaseEnded(Event):
    """A phase ended."""

    phase: str


@dataclass(frozen=True, slots=True)
class ActBegan(Event):
    """An order begins to be carried out: events up to `ActEnded` belong to it (`text` is its canonical line)."""

    side: str
    text: str


@dataclass(frozen=True, slots=True)
class ActEnded(Event):
    """The order's act is over."""


@dataclass(frozen=True, slots=True)
class OrderMoot(Event):
    """An order that was legal when it was written and has been overtaken since; nothing was done.

    `Umpire.moot` emits it, or `SecretOrderMoot` for an order that is secret.
    """

    side: str
    order: Order
    problem: Problem

    def known_to(self) -> tuple[str, ...] | None:
        """Everybody, unless the order is of a kind that is always secret."""
        return (self.side,) if self.order.is_secret else None


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A decision was taken: which, by whom, what, and which source answered (``order``, ``default`` ...)."""

    side: str
    kind: str
    subject: str
    choice: str
    clause: str
    source: str


@dataclass(frozen=True, slots=True)
class SecretActBegan(ActBegan):
    """An order begins to be carried out that its side alone may know of: events up to `SecretActEnded` belong to it."""

    def known_to(self) -> tuple[str, ...]:
        """Only the side whose order it is."""
        return (self.side,)


@dataclass(frozen=True, slots=True)
class SecretActEnded(ActEnded):
    """The act of a secret order is over."""

    side: str

    def known_to(self) -> tuple[str, ...]:
        """Only the side whose order it was."""
        return (self.side,)


@dataclass(frozen=True, slots=True)
class SecretOrderMoot(OrderMoot):
    """A secret order that has been overtaken since."""

    def known_to(self) -> tuple[str, ...]:
        """Only the side whose order it is."""
        return (self.side,)


@dataclass(frozen=True, slots=True)
class SecretDecided(Decided):
    """A decision that its side alone may know of."""

    def known_to(self) -> tuple[str, ...]:
        """Only the side that decided."""
        return (self.side,)


CHANGE_NOTHING = (
    ActBegan,
    ActEnded,
    OrderMoot,
    Decided,
    SecretActBegan,
    SecretActEnded,
    SecretOrderMoot,
    SecretDecided,
)
"""Events that tell what was done and change no game's state."""


# Handlers: what is done with each event, by its type.
#
# A module that declares events has a table of what each does to the state; a module that tells them has a table of
# how the log tells each.  A game puts its modules' tables together once, so that a new event is two functions and
# no list.

S = TypeVar("S")
A = TypeVar("A", bound=Event)
B = TypeVar("B", bound=Event)
C = TypeVar("C", bound=Event)


class Handlers(Generic[S]):
    """A function for each type of event, called with a subject (the state, the log) and the event.

    `doing` completes the error about an event without one: ``no handler applies the event UnitFired``.
    """

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self._by_type: dict[type[Event], Callable[[S, Any], None]] = {}

    @overload
    def on(self, kind: type[A], /) -> Callable[[Callable[[S, A], None]], Callable[[S, A], None]]: ...
    @overload
    def on(
        self, kind: type[A], second: type[B], /
    ) -> Callable[[Callable[[S, A | B], None]], Callable[[S, A | B], None]]: ...
    @overload
    def on(
        self, kind: type[A], second: type[B], third: type[C], /
    ) -> Callable[[Callable[[S, A | B | C], None]], Callable[[S, A | B | C], None]]: ...

    def on(self, *kinds: type[Event]) -> Any:
        """Register the decorated function for these types of event.  Raises TypeError if one has a handler already."""

        def register(handler: Callable[[S, Any], None]) -> Callable[[S, Any], None]:
            for kind in kinds:
                self._add(kind, handler)
            return handler

        return register

    def nothing_for(self, *kinds: type[Event]) -> None:
        """Register that nothing is done with these types of event.  Raises TypeError as `on` does."""
        for kind in kinds:
            self._add(kind, _nothing)

    def _add(self, kind: type[Event], handler: Callable[[S, Any], None]) -> None:
        known = self._by_type.get(kind)
        if known is not None:
            raise TypeError(
                f"two handlers for the event {kind.type_name}: "
                f"{known.__module__}.{known.__qualname__} and {handler.__module__}.{handler.__qualname__}"
            )
        self._by_type[kind] = handler

    @property
    def by_type(self) -> Mapping[type[Event], Callable[[S, Any], None]]:
        """The handlers; for whoever has many events, and whose own call costs as much as the handler's."""
        return self._by_type

    def __contains__(self, kind: object) -> bool:
        return kind in self._by_type

    def __iter__(self) -> Iterator[type[Event]]:
        return iter(self._by_type)

    def __call__(self, subject: S, event: Event) -> None:
        """Do what is done with this event.  Raises TypeError for a type of event that has no handler."""
        handler = self._by_type.get(type(event))
        if handler is None:
            raise TypeError(f"no handler {self.doing} the event {type(event).type_name}")
        handler(subject, event)

    def including(self, *tables: "Handlers[S]") -> "Handlers[S]":
        """A table of this one's handlers and those of others.  Raises TypeError if two have the same type of event."""
        made: Handlers[S] = Handlers(self.doing)
        for table in (self, *tables):
            for kind, handler in table.by_type.items():
                made._add(kind, handler)
        return made


def _nothing(subject: Any, event: Event) -> None:
    """Handle an event that changes nothing."""
