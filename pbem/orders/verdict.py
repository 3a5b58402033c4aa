"""The result of a letter: a verdict for each of its lines."""

from dataclasses import dataclass

from pbem.core.order import Order, Problem, Warning_
from pbem.orders.commands import Command
from pbem.orders.dialect import Span
from pbem.orders.lines import PressMessage, UnreadPart
from pbem.orders.refusal_text import refusal
from pbem.orders.standing import StandingOrder

ACCEPTED, REFUSED, PROSE = "accepted", "refused", "not an order"


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """The result of one line.

    `text` is the line as written (ASCII); `verdict` is ``accepted``, ``refused`` or ``not an order``; `phase` the letter of
    the phase that it is for; `orders` and `canonical` go together; `problem` and `caret` (columns of `text`) are set where it
    was refused; `notes` are costs such as ``5 of 6 MP``, one for each order ("" for none), or empty.
    """

    number: int
    text: str
    verdict: str
    phase: str = ""
    orders: tuple[Order, ...] = ()
    canonical: tuple[str, ...] = ()
    problem: Problem | None = None
    caret: Span | None = None
    warnings: tuple[Warning_, ...] = ()
    notes: tuple[str, ...] = ()
    standing: tuple[StandingOrder, ...] = ()
    command: Command | None = None
    choices: tuple[tuple[str, ...], ...] = ()
    """The orders that an unclear line may mean, each as its canonical lines."""

    @property
    def refusal_text(self) -> str:
        """The answer to a refused line, in the form of the order language; "" for any other."""
        return refusal(self.number, self.text, self.problem, self.caret) if self.problem is not None else ""


@dataclass(frozen=True, slots=True)
class RehearsalResult:
    """A letter as it was read: its lines in their sequence, standing orders, commands, press, and what was cut."""

    lines: tuple[LineVerdict, ...]
    standing: tuple[StandingOrder, ...]
    commands: tuple[Command, ...]
    cut: tuple[UnreadPart, ...] = ()
    press: tuple[PressMessage, ...] = ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The accepted orders that are not for a later phase nor standing, in the sequence of the letter."""
        return tuple(order for line in self.lines if line.verdict == ACCEPTED for order in line.orders)
