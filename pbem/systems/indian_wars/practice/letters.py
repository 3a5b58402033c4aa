"""Whole letters of the practice opponent: one for a player turn, and the standing orders of a sensible player."""

from collections.abc import Iterator

from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.phase_id import PhaseId
from pbem.core.system import RuleSystem
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders.writing import write
from pbem.systems.indian_wars.practice.players import Pick, orders_for
from pbem.systems.indian_wars.state.field import Field

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
    turn = PhaseId(coming.turn if coming is not None else 0, system.card.side(side).code, first).player_turn
    known = view.title.turn_letters
    letters = [one for one in known if one >= first] if first in known else [first]
    own = {one.letter for one in system.card.phases if one.orders == "phasing"}
    trial: Trial[Field] = Trial(system, view, side, first, f"{turn}.{first}")
    for letter in letters:
        trial.letter = letter
        trial.umpire.emit(PhaseBegan(f"{turn}.{letter}"))
        if letter in own:
            for order in orders_for(system, trial.view, side, letter, pick):
                if trial.take(order):
                    yield f"in {letter}: {write(order)}" if letter != first else write(order)
        trial.umpire.emit(PhaseEnded(f"{turn}.{letter}"))
