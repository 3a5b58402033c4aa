"""The captain of Custer's Last Stand: what he tries for a marker, and what he thinks of a position."""

from collections.abc import Iterator, Sequence

from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.captain import Effort, Judge, Orders, only
from pbem.mechanisms.orders import Advance, ChangeMode, Move
from pbem.mechanisms.practice import Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.practice import players
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import VILLAGE, Unit

DRAFTS = 7
POINT = 12
"""What a victory point is worth beside a step of strength, which is `STEP`."""
STEP = 5
FACTOR = 1
"""What each point of combat factor on the board is worth."""
SUPPORT, ALONE = 1, 3
"""What a friend next to a unit is worth, and what a unit loses by standing next to enemies twice as strong as its hex and
its neighbours."""


WAY = 6
"""What a hex of a village's way to the exits is worth to its own side: it takes more marches than a captain looks ahead."""
ABIDING = 4
"""One part in so many of its strength is what a village on the board is worth to its own side: it is to leave."""


class BattleJudge(Judge[Battle]):
    """`mechanisms.captain.Judge` of a battle."""

    def drafts(self, system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick) -> Iterator[Orders]:
        """The beginner's orders in several moods; those without their moves, their attacks; and nothing at all."""
        for n in range(DRAFTS):

            def mood(purpose: str, of: int, n: int = n) -> int:
                return pick(f"mood {n} {purpose}", of)

            found = players.orders_for(system, view, side, letter, mood)
            yield found
            if n < 2:
                yield only(system, view, side, letter, [one for one in found if not isinstance(one, Attack)])
        yield from _stand(system, view, side, letter, pick)

    def completed(
        self,
        system: RuleSystem[Battle],
        view: Battle,
        side: str,
        letter: str,
        orders: Sequence[Order],
        pick: Pick,
    ) -> Orders:
        """What is legal of the moves, and the attacks that suit where they lead."""
        trial = Trial(system, view, side, letter, view.phase)
        for order in orders:
            if not isinstance(order, Attack | Advance):
                trial.take(order)
        players.attack(trial, side, pick)
        return tuple(trial.orders)

    def worth(self, view: Battle, side: str) -> int:
        """Points, steps and factors of both sides; whether each stands together; how far its villages are from the exits."""
        other = view.enemy_of(side)
        points = view.points.get(side, 0) - view.points.get(other, 0)
        return 4 * POINT * points + _strength(view, side) - _strength(view, other) - _stay(view, side)

    def effort(self, view: Battle, letter: str) -> Effort:
        """The same for every marker."""
        return Effort(first=2, kept=3, more=3, phases=4, changes=10)

    def is_settled(self, view: Battle) -> bool:
        """Never."""
        return False


def _stand(system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick) -> Iterator[Orders]:
    """Nobody moves: those who stand next to an enemy attack, or nobody does."""

    def bold(purpose: str, n: int) -> int:
        return 0

    held: list[Order] = [
        one for one in players.orders_for(system, view, side, letter, bold) if not isinstance(one, Move | ChangeMode)
    ]
    yield only(system, view, side, letter, held)
    yield ()


def _stay(view: Battle, side: str) -> int:
    """What it costs a side that villages which may leave the board are still on it, and how far from the exits."""
    way = view.sheet.scenario.exit
    if VILLAGE not in way.kinds:
        return 0
    far = players.nearest(view.sheet.ground, way.hexes)
    villages = [unit for unit in view.of(side) if unit.kind == VILLAGE]
    return sum(WAY * far[unit.at] + 4 * _value(unit) * (ABIDING - 1) // ABIDING for unit in villages)


def _value(unit: Unit) -> int:
    """What a counter's steps and factor are worth."""
    return STEP * unit.hits_left + FACTOR * unit.factor


def _strength(view: Battle, side: str) -> int:
    own = [unit for unit in view.of(side) if not unit.is_leader and unit.kind != VILLAGE]
    found = sum(4 * _value(unit) for unit in view.of(side))
    return found + sum(_formation(view, unit) for unit in own)


def _formation(view: Battle, unit: Unit) -> int:
    """Friends close by count for a unit, and enemies who are far stronger against it."""
    near = [one for at in (unit.at, *view.sheet.map.neighbours(unit.at)) for one in view.at(at) if not one.is_leader]
    friends = sum(one.factor for one in near if one.side == unit.side)
    foes = sum(one.factor for one in near if one.side != unit.side)
    return SUPPORT * (friends > unit.factor) - ALONE * 2 * (foes >= 2 * friends)


JUDGE = BattleJudge()
_JUDGE: Judge[Battle] = JUDGE
