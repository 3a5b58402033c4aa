"""A phase's own orders: asked for, and carried out from top to bottom."""

from collections.abc import Callable, Iterable
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.event import OrderMoot
from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask

PlanOrder = Callable[[Any, str, str, Any], Plan | Problem]
"""Plans an order on a view: the view, the side's id, the letter of the phase, the order."""

ResolvePlan = Callable[[Umpire[Any], Any], Play[None]]


def carry_out(
    umpire: Umpire[Any],
    side: str,
    letter: str,
    orders: Iterable[Order],
    plan: PlanOrder,
    resolve: ResolvePlan,
) -> Play[None]:
    """Orders from top to bottom: each is planned again when its turn comes; what is no longer legal is told and dropped."""
    for order in orders:
        planned = plan(umpire.view(side), side, letter, order)
        if isinstance(planned, Problem):
            umpire.emit(OrderMoot(side, order, planned))
            continue
        with umpire.act(side, order):
            yield from resolve(umpire, planned)


def ask_orders(side: str, letter: str, prompt: str, clause: str, *, quiet: bool = False) -> Play[tuple[Order, ...]]:
    """The orders of a side for a phase; () if it gave none.  `quiet`: nobody gets mail if none are on file."""
    answer = yield from ask(Ask(side, ORDERS, letter, prompt, clause, quiet=quiet))
    return answer.orders
