"""One step from hex to hex: what it costs a stack, what bars it, whether it draws fire; and what steps can reach."""

from collections.abc import Iterator, Sequence

from pbem.board.reach import Reach, within
from pbem.core.clause import rule
from pbem.systems.indian_wars import zoc
from pbem.systems.indian_wars.counter import LEADER, Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.ground import Step
from pbem.systems.indian_wars.mobility import left, moves_mounted

FREE_TO_ENTER = (LEADER,)
"""Kinds of enemy that do not close a hex to movement (rulings A-075, A-118)."""


def step_cost(field: Field, units: Sequence[Counter], a: str, b: str) -> Step | None:
    """What a step costs a stack: the costliest rate among them, and 1 MP more for leaving an enemy ZOC; None if barred.

    (7.A, 7.B, 7.I; rulings A-011, A-018.)
    """
    ground = field.sheet.ground
    found = max((ground.step(a, b, moves_mounted(unit)) for unit in units), key=lambda one: one.cost if one else -1)
    if found is not None and zoc.is_in_enemy_zoc(field, a, units[0].side):
        exit_cost = ground.leaving_zoc
        return Step(found.cost + exit_cost, (*found.parts, ("leave_enemy_zoc", exit_cost)))
    return found


@rule("RC-7.C.4", "RC-12.E.5-1")
def enemies_closing(field: Field, hex_id: str, side: str) -> tuple[Counter, ...]:
    """The enemies that close a hex to movement: all but lone leaders (7.C; rulings A-075, A-118)."""
    here = tuple(unit for unit in field.at(hex_id) if unit.side != side)
    return here if any(unit.kind not in FREE_TO_ENTER for unit in here) else ()


class OpenSteps:
    """What `reach` needs to know of movement: the same step that `plan_move` takes."""

    def __init__(self, field: Field, units: Sequence[Counter]) -> None:
        self.field = field
        self.units = units
        self.side = units[0].side

    def __call__(self, here: str) -> Iterator[tuple[str, int]]:
        for there in self.field.sheet.map.open_neighbours(here):
            if there in self.field.stacks and enemies_closing(self.field, there, self.side):
                continue
            step = step_cost(self.field, self.units, here, there)
            if step is not None:
                yield there, step.cost


def reach(field: Field, units: Sequence[Counter], budget: int | None = None) -> Reach:
    """Where a stack can go with the MPs that it has left."""
    most = min(left(unit) for unit in units) if budget is None else budget
    return within(units[0].at, most, OpenSteps(field, units), field.sheet.map.neighbours)


@rule("RC-9.F.9", "RC-9.F.10")
def is_fired_on_leaving(field: Field, names: Sequence[str], at: str) -> bool:
    """Whether these counters draw opportunity fire as they leave a hex: not if a friend stays, nor leaders alone (A-010)."""
    units = [field[name] for name in names]
    side = units[0].side
    return (
        not all(unit.is_leader for unit in units)
        and zoc.is_in_enemy_zoc(field, at, side)
        and not zoc.friend_covers(field, at, side, names)
    )
