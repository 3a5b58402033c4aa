"""Offensive fire of a captain: who fires at full strength may not move afterwards (4.B), so it first thinks of where its units
would go, and only those fire for whom that is worth less than their shot."""

from collections.abc import Sequence
from fractions import Fraction

from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import practice as captain
from pbem.mechanisms.practice import Effort, Orders, Pick, Practice, Tries, only
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.practice import captain as judge
from pbem.systems.indian_wars.practice import fire, plain
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.state.field import Battlefield

FIRES, MOVES = "B", "C"
OFFENSIVE = "offensive"
CHANGES = 8
"""The number of changes of its best draft of moves that it tries."""
SHOT = Fraction(12)
"""The worth of a quarter of a strength point that a shot takes on average of all rolls."""


class _Sketch(judge.BattlefieldJudge):
    """Thinks of the Movement Phase before it comes, and not as hard as in it."""

    def effort(self, view: Battlefield, letter: str) -> Effort:
        """Some changes of the best draft."""
        return Effort(first=1, kept=1, more=0, phases=1, changes=CHANGES)


_SKETCH = _Sketch()


def orders_for(practice: Practice, system: RuleSystem[Battlefield], view: Battlefield, side: str, pick: Pick) -> Orders:
    """The beginner's shots without those of units that have something better to do in the Movement Phase."""
    shots = plain.orders_for(system, view, side, FIRES, pick)
    firing = {one.unit: one for one in shots if isinstance(one, Fire) and one.how != "half"}
    if not firing:
        return shots

    def later(purpose: str, n: int) -> int:
        return pick(f"later {purpose}", n)

    moving = Tries(_SKETCH, practice, system, view, side, 1, 0).passed()
    coming = system.next_phase(moving)
    if coming is None or coming.letter != MOVES:
        return shots
    plan = captain.orders_for(_SKETCH, practice, system, moving, side, MOVES, later)
    tries = Tries(_SKETCH, practice, system, moving, side, 1, later("captain", 1 << 30))
    dropped: set[str] = set()
    for name, one in firing.items():
        staying = _without(system, moving, side, plan, name)
        if staying == plan:
            continue
        if tries.worth(plan, 0) > tries.worth(staying, 0) + SHOT * _value(view, one):
            dropped.add(name)
        else:
            plan = staying
    return tuple(one for one in shots if not (isinstance(one, Fire) and one.unit in dropped))


def _value(view: Battlefield, one: Fire) -> Fraction:
    aimed = shot.plan_shot(view, one.unit, one.target, OFFENSIVE)
    return fire.worth(view, aimed) if isinstance(aimed, shot.Shot) else Fraction(0)


def _without(system: RuleSystem[Battlefield], view: Battlefield, side: str, plan: Sequence[Order], name: str) -> Orders:
    """The plan without what a unit does in it."""
    parts = captain.parts(tuple(plan))
    kept = [one for who, orders in parts.items() if who != name for one in orders]
    return only(system, view, side, MOVES, kept) if name in parts else tuple(plan)
