"""Whole letters of the practice opponent: one for a player turn, and the standing orders of a sensible player."""

from collections.abc import Generator, Iterator

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.core.system import RuleSystem
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.practice import Pick, orders_for
from pbem.systems.indian_wars.writing import write

STANDING = {
    "us": (
        "policy all opfire: any",
        "policy all deffire: strongest",
        "policy all retreat: odds 3:1 or worse",
        "policy all losses: holders, strongest",
        "policy all route: HQ",
        "policy all pursue: no",
        "policy all advance: no",
    ),
    "indian": (
        "policy all opfire: any",
        "policy all deffire: mounted targets, weakest",
        "policy all retreat: odds 2:1 or worse",
        "policy all scatter: no",
        "policy all losses: strongest",
        "policy all route: north edge",
        "policy all pursue: no",
        "policy all advance: no",
    ),
}
"""The standing orders of a player who wants to be asked seldom, by side."""


def player_turn(system: RuleSystem[Field], view: Field, side: str, first: str, pick: Pick) -> Iterator[str]:
    """The lines of a letter that serves a player turn from the phase `first` on, each with its phase (``in C: ...``).

    Each phase's orders are found on the position that those before it would leave if no die fell and nobody reacted.
    """
    coming = system.next_phase(view)
    turn = f"T{coming.turn if coming is not None else 0:02}.{system.card.side(side).code}"
    letters = [one.letter for one in system.card.phases if one.letter >= first and one.letter != "S"]
    own = {one.letter for one in system.card.phases if one.orders == "phasing"}
    umpire: Umpire[Field] = Umpire(
        system.thaw(view), system.apply, phase=f"{turn}.{first}", options=Options(), write=write
    )
    for letter in letters:
        umpire.emit(PhaseBegan(f"{turn}.{letter}"))
        if letter in own:
            for order in orders_for(system, umpire.state, side, letter, pick):
                if _done(system, umpire, side, letter, order):
                    yield f"in {letter}: {write(order)}" if letter != first else write(order)
        umpire.emit(PhaseEnded(f"{turn}.{letter}"))


def _done(system: RuleSystem[Field], umpire: Umpire[Field], side: str, letter: str, order: Order) -> bool:
    """Carry an order out as far as its first die; False where those before it have made it unlawful."""
    plan = system.plan(umpire.state, side, letter, order)
    if isinstance(plan, Problem):
        return False
    with umpire.act(side, order):
        _drive(system.resolve(umpire, plan))
    return True


def _drive(play: Generator[tuple[Ask, ...], tuple[Answer, ...], None]) -> None:
    try:
        asks = next(play)
        while True:
            asks = play.send(tuple(_quiet(one) for one in asks))
    except StopIteration:
        return


def _quiet(one: Ask) -> Answer:
    """What the rehearsal of a letter answers: nobody reacts."""
    if one.kind == ORDERS:
        return Answer()
    return Answer(next((key for key in (one.declined, one.default) if key is not None), one.choices[0].key))
