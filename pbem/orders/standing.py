"""Standing orders: kept until used up, cancelled or past their turn; the first that fits answers an ask (docs/orders.md).

They look at nothing but their owner's view, and never give an answer that is not among the ask's choices.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.record import Record


@dataclass(frozen=True, slots=True)
class Guard(Record):
    """A condition of a standing order: `event` is ``meleed``, ``moves_within``, ``leaves_zoc``, ``odds``, ``turns`` ...

    `units` are those it is about, `near` those whose ZOC or neighbourhood it is, `number` its hexes or points, `odds` such
    as ``3:2 or worse``, `turns` the first and last turn, `at` a hex, `negated` for ``not``.
    """

    event: str
    units: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    number: int = 0
    odds: str = ""
    by_fire: bool = False
    turns: tuple[int, ...] = ()
    at: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Action(Record):
    """The action of a standing order: a reaction or an order.

    `verb` is ``stand``, ``retreat``, ``scatter``, ``retreat_toward`` or ``hold_fire`` with `hexes`; ``fire half`` or ``fire
    long`` at whoever gave the occasion; ``order`` with `order`.
    """

    verb: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class StandingOrder(Record):
    """A ``when`` line (guards and action) or a policy (its name, whom it covers, wishes in the owner's sequence).

    `number` is its number among the owner's, from 1; `text` its canonical line; `until` its last turn, 0 for none.  `units`
    empty, `at` "" and `group` (a tribe, a regiment) "" mean the whole side.
    """

    number: int
    text: str
    policy: str = ""
    units: tuple[str, ...] = ()
    at: str = ""
    wishes: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()
    action: Action | None = None
    otherwise: Action | None = None
    until: int = 0
    group: str = ""


@dataclass(frozen=True, slots=True)
class Drafted:
    """Orders that standing orders give: the orders, the numbers of those that gave them, and whether they leave nobody out
    who could have had an order."""

    orders: tuple[Order, ...] = ()
    numbers: tuple[int, ...] = ()
    is_complete: bool = False

    @property
    def source(self) -> str:
        """The source as an answer names it: ``standing order 2, 5``."""
        return f"standing order {', '.join(map(str, sorted(self.numbers)))}"


NOTHING_DRAFTED = Drafted()
"""The draft where no standing order drafts anything."""


class Judge(Protocol):
    """A game's knowledge of its own questions, for standing orders."""

    def subject_rank(self, order: StandingOrder, ask: Ask, view: Any) -> int | None:
        """The closeness with which an order's scope names the subject of an ask: 0 unit, 1 stack, 2 company or tribe, 3 side;
        None: not."""
        ...

    def covers(self, order: StandingOrder, ask: Ask) -> bool:
        """True if the order is about asks of this kind."""
        ...

    def holds(self, guard: Guard, ask: Ask, view: Any) -> bool:
        """True if a guard holds at this ask."""
        ...

    def wish(self, wish: str, ask: Ask, view: Any) -> str | None:
        """The choice that a policy's wish means here, None if it means none."""
        ...

    def act(self, action: Action, ask: Ask, view: Any) -> tuple[str, ...]:
        """The choices that an action means here, best first."""
        ...

    def turn(self, view: Any) -> int:
        """The game turn."""
        ...

    def gone(self, order: StandingOrder, side: str, view: Any) -> str:
        """Why the order of a side can never serve again (``G/3 Cav is gone``), "" if it may."""
        ...

    def drafted(self, ask: Ask, standing: Sequence[StandingOrder], view: Any, given: Sequence[Order]) -> "Drafted":
        """The orders that standing orders give where a phase asks for orders, besides those `given` by letter."""
        ...

    def relieved(self, order: StandingOrder) -> tuple[str, ...]:
        """The units whose orders of several turns end where this one is given: those of a march, or of ``halt``."""
        ...

    def is_kept(self, order: StandingOrder) -> bool:
        """True if it is to be filed; ``halt`` only ends others."""
        ...

    def left_of(self, order: StandingOrder, units: Collection[str]) -> StandingOrder | None:
        """The rest of a standing order once these units have been ordered otherwise; the order itself if it gives them no
        marches."""
        ...

    def beside(self, order: StandingOrder, given: Sequence[Order]) -> str:
        """The effect on an order of several turns in the phase in which its units have these orders too; "" for nothing."""
        ...

    def progress(self, order: StandingOrder, side: str, view: Any, *, whole: bool = False) -> str:
        """The progress of an order of several turns, or its whole way as it is given; "" for any other."""
        ...


class OneTurnOnly:
    """The part of a `Judge` that a game without orders of several turns needs not write."""

    def relieved(self, order: StandingOrder) -> tuple[str, ...]:
        """See `Judge`."""
        return ()

    def is_kept(self, order: StandingOrder) -> bool:
        """See `Judge`."""
        return True

    def left_of(self, order: StandingOrder, units: Collection[str]) -> StandingOrder | None:
        """See `Judge`."""
        return order

    def beside(self, order: StandingOrder, given: Sequence[Order]) -> str:
        """See `Judge`."""
        return ""

    def progress(self, order: StandingOrder, side: str, view: Any, *, whole: bool = False) -> str:
        """See `Judge`."""
        return ""


def answer(ask: Ask, standing: Sequence[StandingOrder], view: Any, dialect: Judge) -> tuple[str, int] | None:
    """The choice that a side's standing orders give to an ask, and the number of the one that gave it; None: none does.

    The most specific first: unit, stack, company or tribe, side; within a rank the owner's own sequence.
    """
    ranked = ((_rank(order, ask, view, dialect), place, order) for place, order in enumerate(standing))
    for _, _, order in sorted(
        ((rank, place, order) for rank, place, order in ranked if rank is not None), key=_sequence
    ):
        choice = _choice(order, ask, view, dialect)
        if choice is not None:
            return choice, order.number
    return None


def in_turn(standing: Sequence[StandingOrder], view: Any, dialect: Judge) -> tuple[StandingOrder, ...]:
    """Those whose last turn is not over, in the owner's sequence."""
    return tuple(one for one in standing if not one.until or dialect.turn(view) <= one.until)


def numbers_in(source: str) -> tuple[int, ...]:
    """The numbers of the standing orders that an answer's source names: (2, 5) for ``order; standing order 2, 5``."""
    _, _, number_text = source.partition("standing order ")
    return tuple(int(word) for word in number_text.split(",")) if number_text else ()


def retired(order: StandingOrder, side: str, view: Any, dialect: Judge) -> str:
    """The reason why a standing order has expired; "" if it stays in force."""
    if order.until and dialect.turn(view) > order.until:
        return f"its last turn was turn {order.until}"
    return dialect.gone(order, side, view)


def _sequence(entry: tuple[int, int, StandingOrder]) -> tuple[int, int]:
    return entry[0], entry[1]


def _rank(order: StandingOrder, ask: Ask, view: Any, dialect: Judge) -> int | None:
    if order.until and dialect.turn(view) > order.until:
        return None
    if not dialect.covers(order, ask):
        return None
    return dialect.subject_rank(order, ask, view)


def _choice(order: StandingOrder, ask: Ask, view: Any, dialect: Judge) -> str | None:
    if order.policy:
        choices = (dialect.wish(wish, ask, view) for wish in order.wishes)
        return next((choice for choice in choices if choice is not None and ask.allows(choice)), None)
    if not dialect.holds(order.guards[0], ask, view):
        return None
    action = order.action if all(dialect.holds(guard, ask, view) for guard in order.guards[1:]) else order.otherwise
    for one in (action, order.otherwise):
        if one is not None:
            for choice in dialect.act(one, ask, view):
                if ask.allows(choice):
                    return choice
    return None
