"""Units that begin the game with fewer MPs than they have (LB-21.1.J.3)."""

from collections.abc import Sequence
from itertools import pairwise

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.movement.mobility import left, limit
from pbem.systems.indian_wars.rules.movement.steps import step_cost
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import StartedLate


@rule("start with part of the MPs")
def begin(umpire: Umpire[Battlefield]) -> None:
    """In the first player turn of a side: whoever the scenario gives only some of his MPs.

    They are taken as its Rally Phase begins, so that moves ordered then are held to them, and again for the Movement Phase.
    """
    field = umpire.state
    if field.turn != field.notes.arrivals.get(THE_BATTLE, 1) or field.phase not in (field.title.turn_letters[0], "C"):
        return
    for group in field.sheet.scenario.setup:
        if not group.mp or group.side != field.phasing:
            continue
        here = (field[name] for name in group.units if name in field)
        has = {unit.name: group.mp // 2 if unit.fired == "half" else group.mp for unit in here}
        late = tuple(name for name, mp in has.items() if limit(field[name]) > mp)
        if late:
            umpire.emit(StartedLate(late, tuple(limit(field[name]) - has[name] for name in late), group.mp))


@rule("start with part of the MPs")
def part_way(field: Battlefield, units: Sequence[Counter], path: Sequence[str]) -> Problem | None:
    """Why a move ordered before its first player turn has begun is too long for who starts with a part of his MPs."""
    if field.turn not in (0, field.notes.arrivals.get(THE_BATTLE, 1)):
        return None
    clause = field.rule("start with part of the MPs")
    for unit in units:
        group = next((one for one in field.sheet.scenario.setup if one.mp and unit.name in one.units), None)
        if group is None or left(unit) <= group.mp:
            continue
        steps = [step_cost(field, units, a, b) for a, b in pairwise(path)]
        if sum(step.cost for step in steps if step) > group.mp:
            text = f"{unit.name} has {group.mp} MP in the first turn ({clause}): too few for the way to {path[-1]}."
            return Illegal("E130", text, clause, words=path[-1])
    return None
