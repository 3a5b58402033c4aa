"""Orders that several games give, with the names of counters as their rosters have them, and how they are written.

The text beside each is its one canonical form; hexes are ``CCRR``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.order import Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask

Units = tuple[str, ...]


def together(units: Units) -> str:
    """``A/2 Cav + B/2 Cav``."""
    return " + ".join(units)


def along(path: tuple[str, ...]) -> str:
    """``3413-3414``."""
    return "-".join(path)


@dataclass(frozen=True, slots=True)
class Move(Order):
    """``A/2 Cav + B/2 Cav move 3310-3410-3510``: one stack; `path` begins with the hex in which it stands."""

    moves = True

    units: Units
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangeMode(Order):
    """``C/3 Cav dismount``, ``mount``, ``prone``; `mode` is the mode it changes to."""

    unit: str
    mode: str


@dataclass(frozen=True, slots=True)
class Stay(Order):
    """``A/3 Cav + E/3 Cav + Capt Mills stay``."""

    stays = True

    units: Units


@dataclass(frozen=True, slots=True)
class Exit(Order):
    """``Black Shield exit east``."""

    moves = True

    units: Units
    edge: str


@dataclass(frozen=True, slots=True)
class Enter(Order):
    """``He Dog + Big Road enter 2600 mounted``."""

    once = True
    moves = True

    units: Units
    at: str
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Advance(Order):
    """``G/3 Cav advance 3412``."""

    once = True

    goes_with = True
    units: Units
    to: str


@dataclass(frozen=True, slots=True)
class NoAdvance(Order):
    """``G/3 Cav no advance``."""

    goes_with = True
    units: Units


@dataclass(frozen=True, slots=True)
class Pass(Order):
    """``pass``: nothing this phase."""


CHANGES = {"mounted": "mount", "dismounted": "dismount", "prone": "prone"}


def write(order: Order) -> str | None:
    """The canonical line of an order of this module, None for any other."""
    match order:
        case Move(units, path):
            return f"{together(units)} move {along(path)}"
        case ChangeMode(unit, mode):
            return f"{unit} {CHANGES[mode]}"
        case Stay(units):
            return f"{together(units)} stay"
        case Exit(units, edge):
            return f"{together(units)} exit {edge}".rstrip()
        case Enter(units, at, mode):
            return f"{together(units)} enter {at} {mode}".rstrip()
        case Advance(units, to):
            return f"{together(units)} advance {to}"
        case NoAdvance(units):
            return f"{together(units)} no advance"
        case Pass():
            return "pass"
        case _:
            return None


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
            umpire.moot(side, order, planned)
            continue
        with umpire.act(side, order):
            yield from resolve(umpire, planned)


def ask_orders(side: str, letter: str, prompt: str, clause: str, *, quiet: bool = False) -> Play[tuple[Order, ...]]:
    """The orders of a side for a phase; () if it gave none.  `quiet`: nobody gets mail if none are on file."""
    answer = yield from ask(Ask(side, ORDERS, letter, prompt, clause, quiet=quiet))
    return answer.orders
