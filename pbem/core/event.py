"""Events of play: what happened, in the past tense.  Events alone change state."""

from dataclasses import dataclass

from pbem.core.order import Order
from pbem.core.problem import Problem
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
