"""Whole letters of the practice opponent: one for a player turn, marches, and the standing orders of a sensible player."""

from collections.abc import Iterator

from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.phase_id import PhaseId
from pbem.core.system import RuleSystem
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders import march_orders
from pbem.systems.indian_wars.orders.writing import together, write
from pbem.systems.indian_wars.practice import village
from pbem.systems.indian_wars.practice.players import Pick, orders_for
from pbem.systems.indian_wars.rules.movement.modes import could_act
from pbem.systems.indian_wars.rules.turn import silence
from pbem.systems.indian_wars.rules.village import alert
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

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


FAR = 9
"""From how far off, in hexes, an enemy does not matter to a column on its way to a village."""
NEAR = 6
"""The distance at which a march of his halts."""


def marches(view: Battlefield, side: str) -> dict[tuple[str, ...], str]:
    """Units that march to a village over several turns, those of a hex together, each with its line.

    Companies, and whoever follows them, as long as the enemy is far; an Indian who knows of him rides to a camp.
    """
    found: dict[tuple[str, ...], str] = {}
    if not view.sheet.scenario.circles:
        return found
    for at in dict.fromkeys(unit.at for unit in view.of(side)):
        units = [one for one in view.at(at) if _marches(view, side, one)]
        goals = [goal for one in units if (goal := _goal(view, one))]
        near = march_orders.nearest_enemy(view, side, at)
        if not units or not goals or goals[0] == at:
            continue
        if side == alert.US and near is not None and view.sheet.map.distance(near.at, at) < FAR:
            continue
        names = tuple(one.name for one in units)
        halt = f"halt if an enemy is within {NEAR} hexes" if side == alert.US else "halt never"
        found[names] = f"march {together(names)} to {goals[0]}; {halt}"
    return found


def _marches(view: Battlefield, side: str, unit: Counter) -> bool:
    is_unit = unit.side == side and not unit.is_leader and not unit.is_bystander
    return (
        is_unit and could_act(unit) and not march_orders.unfit(unit) and (side == alert.US or bool(_goal(view, unit)))
    )


def _goal(view: Battlefield, unit: Counter) -> str:
    """The goal of a unit; headquarters and trains go where the nearest company goes."""
    if unit.kind in village.FOLLOWERS:
        return village.nearest_camp(view, unit)
    return village.goal(view, unit)


def player_turn(system: RuleSystem[Battlefield], view: Battlefield, side: str, first: str, pick: Pick) -> Iterator[str]:
    """The lines of a letter that serves a player turn from the phase `first` on, each with its phase (``in C: ...``).

    Each phase's orders are found on the position that those before it would leave if no die fell and nobody reacted.
    """
    coming = system.next_phase(view)
    turn = PhaseId(coming.turn if coming is not None else 0, system.card.side(side).code, first).player_turn
    known = view.title.turn_letters
    letters = [one for one in known if one >= first] if first in known else [first]
    own = {one.letter for one in system.card.phases if one.orders == "phasing"}
    trial: Trial[Battlefield] = Trial(system, view, side, first, f"{turn}.{first}")
    on_the_march = marches(view, side)
    marching = {name for names in on_the_march for name in names}
    yield from on_the_march.values()
    for letter in letters:
        trial.letter = letter
        trial.umpire.emit(PhaseBegan(f"{turn}.{letter}"))
        if letter in own:
            for order in orders_for(system, trial.view, side, letter, pick):
                if silence.named_in((order,)) & marching and letter == "C":
                    continue
                if trial.take(order):
                    yield f"in {letter}: {write(order)}" if letter != first else write(order)
        trial.umpire.emit(PhaseEnded(f"{turn}.{letter}"))
