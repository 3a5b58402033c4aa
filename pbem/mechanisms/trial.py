"""Orders tried one after the other on a copy of the position, as a player would on his board; no die falls, nobody reacts."""

from typing import Generic, TypeVar

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.core.system import Phase, RuleSystem
from pbem.core.umpire import Play, Umpire

S = TypeVar("S")


class Trial(Generic[S]):
    """The orders so far, each legal on the position that those before leave; `view` is that position."""

    def __init__(self, system: RuleSystem[S], view: S, side: str, letter: str, phase: str = "") -> None:
        self.system, self.side, self.letter = system, side, letter
        self.orders: list[Order] = []
        self.umpire: Umpire[S] = Umpire(
            system.thaw(view),
            system.apply,
            phase=phase or _present(system.next_phase(view)),
            options=getattr(view, "options", Options()),
        )

    @property
    def view(self) -> S:
        """The position that the orders so far leave."""
        return self.umpire.state

    def take(self, order: Order) -> bool:
        """Add an order and carry it out as far as its first die; False if it is not legal here."""
        plan = self.system.plan(self.umpire.state, self.side, self.letter, order)
        if isinstance(plan, Problem):
            return False
        self.orders.append(order)
        with self.umpire.act(self.side, order):
            _drive(self.system.resolve(self.umpire, plan))
        return True


def _present(phase: Phase[S] | None) -> str:
    return phase.id if phase is not None else ""


def _drive(play: Play[None]) -> None:
    try:
        asks = next(play)
        while True:
            asks = play.send(tuple(_quiet(one) for one in asks))
    except StopIteration:
        return


def _quiet(one: Ask) -> Answer:
    if one.kind == ORDERS:
        return Answer()
    return Answer(next((key for key in (one.declined, one.default) if key is not None), one.choices[0].key))
