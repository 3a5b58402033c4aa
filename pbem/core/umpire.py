"""The umpire: the only handle that rules get."""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from pbem.core.ask import Answer, Ask
from pbem.core.dice import Dice, parse_spec
from pbem.core.event import ActBegan, ActEnded, Event, OrderMoot, SecretActBegan, SecretActEnded, SecretOrderMoot
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.record import Record

# Modifiers and rolls: a modifier names itself as it is added, so that the log is the explanation.


@dataclass(frozen=True, slots=True)
class Modifier(Record):
    """A die-roll modifier: `value` in pips, the fact's `name`, what about it holds here, and the clause."""

    value: int
    name: str
    detail: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Factor(Record):
    """A factor on strength, such as 1/2 for low ammunition."""

    value: Fraction
    name: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Roll(Record):
    """One roll of dice: its full label (docs/trust.md, 5), the faces, the modifiers, the modified total."""

    label: str
    dice: str
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    clause: str = ""

    @property
    def natural(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    @property
    def total(self) -> int:
        """The sum of the faces and the modifiers."""
        return self.natural + sum(m.value for m in self.modifiers)


S = TypeVar("S")
T = TypeVar("T")

Play = Generator[tuple[Ask, ...], tuple[Answer, ...], T]
"""A rule procedure: it yields the asks of one moment together, and is handed their answers in the same sequence."""


class DieFell(Exception):
    """A rehearsal reached a roll; the act ends there and what was emitted stands.  Only `Umpire.act` catches it."""


class Masks(Protocol):
    """Masks hide the result of a public roll from all but one side (docs/trust.md, Masks)."""

    def mask(self, side: str, label: str, number: int) -> int:
        """A number from 0 to `number` - 1, which this side and the desk alone can work out from the label of a roll."""
        ...


class Umpire(Generic[S]):
    """State, view, dice and the record of what happened, for one phase.

    A rehearsing umpire (no dice) rolls nothing: its first roll ends the act.
    """

    def __init__(
        self,
        state: S,
        apply: Callable[[S, Event], None],
        *,
        phase: str,
        options: Options,
        dice: Dice | None = None,
        view: Callable[[S, str], S] | None = None,
        write: Callable[[Order], str] = repr,
        masks: Masks | None = None,
    ) -> None:
        self.state = state
        self.phase = phase
        self.options = options
        self.dice = dice
        self.events: list[Event] = []
        self._apply = apply
        self._view = view
        self._write = write
        self.masks = masks
        self._count: Counter[str] = Counter()
        self.rolls: list[Roll] = []

    @property
    def is_rehearsing(self) -> bool:
        """True if this umpire rolls nothing."""
        return self.dice is None

    def view(self, side: str) -> S:
        """The state as `side` may know it."""
        return self._view(self.state, side) if self._view else self.state

    def emit(self, event: Event) -> None:
        """Record what happened and let it change the state."""
        self.events.append(event)
        self._apply(self.state, event)

    def roll(self, dice: str, why: str, clause: str, mods: Sequence[Modifier] = ()) -> Roll:
        """Roll dice such as ``2d6`` for the purpose `why` (``morale C/3 Cav``); ends a rehearsed act."""
        if self.dice is None:
            raise DieFell
        number, sides = parse_spec(dice)
        self._count[why] += 1
        label = f"{self.phase} {why} #{self._count[why]}"
        roll = Roll(label, dice, self.dice.faces(label, number, sides), tuple(mods), clause)
        self.rolls.append(roll)
        return roll

    def mask(self, side: str, label: str, number: int) -> int:
        """The number to add to a roll, modulo `number`, for what the side alone knows; 0 where nothing keeps keys."""
        return self.masks.mask(side, label, number) if self.masks is not None else 0

    def draw(self, cup: Sequence[str], why: str, clause: str) -> tuple[str, Roll]:
        """Draw one of a cup's chits, all equally likely; the chit and the roll that drew it."""
        roll = self.roll(f"1d{len(cup)}", why, clause)
        return cup[roll.natural - 1], roll

    @contextmanager
    def act(self, side: str, order: Order | str, *, secret: bool = False) -> Iterator[None]:
        """All that comes of one order.  A rehearsal ends the act at its first die.

        The order's text is public, unless the order `is_secret` or the act is: then `side` alone knows of it.
        """
        is_secret = secret or (isinstance(order, Order) and order.is_secret)
        text = order if isinstance(order, str) else self._write(order)
        self.emit(SecretActBegan(side, text) if is_secret else ActBegan(side, text))
        try:
            yield
        except DieFell:
            if not self.is_rehearsing:
                raise
        self.emit(SecretActEnded(side) if is_secret else ActEnded())

    def moot(self, side: str, order: Order, problem: Problem, *, secret: bool = False) -> None:
        """Tell that an order has been overtaken and why; `side` alone is told if the order is secret, as in `act`."""
        self.emit((SecretOrderMoot if secret or order.is_secret else OrderMoot)(side, order, problem))


def ask(one: Ask) -> Play[Answer]:
    """Put a single ask: ``answer = yield from ask(...)``."""
    return (yield (one,))[0]


def ask_all(asks: Sequence[Ask]) -> Play[tuple[Answer, ...]]:
    """Put the asks of one moment together; nothing is yielded if there are none."""
    if not asks:
        return ()
    return (yield tuple(asks))
