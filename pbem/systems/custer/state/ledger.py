"""A ledger of one game: what must hold after every event of it, and what it came to."""

from collections import Counter as Count
from collections.abc import Iterator, Mapping

from pbem.core.event import Event, PhaseEnded
from pbem.systems.custer.card import INDIAN, US
from pbem.systems.custer.rules.zones import has_room
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.events import (
    CAPTURED,
    ELIMINATED,
    CombatResolved,
    LossTaken,
    PointsScored,
    UnitsLeftBoard,
)

SIDES = (US, INDIAN)


class BattleLedger:
    """Sums up losses and points from the opening on, and counts what happens (`mechanisms.practice.Ledger`)."""

    def __init__(self, battle: Battle) -> None:
        self.hits_at_start = {side: _hits(battle, side) for side in SIDES}
        self.before = dict(battle.units)
        self.lost, self.left, self.points, self.count = Count[str](), Count[str](), Count[str](), Count[str]()

    def faults(self, battle: Battle, event: Event) -> Iterator[str]:
        """Impossible things after this event: a counter in two places, hits or points that nobody took or scored."""
        self._book(event)
        yield from _places(battle)
        for side in SIDES:
            stand = _hits(battle, side)
            if stand + self.lost[side] + self.left[side] != self.hits_at_start[side]:
                yield f"{side}: {stand} hits stand, {self.lost[side]} were taken, {self.left[side]} left the board"
            if battle.points.get(side, 0) != self.points[side]:
                yield f"{side}: {battle.points.get(side, 0)} points on record, {self.points[side]} by the events"
        if isinstance(event, PhaseEnded):
            yield from _phase_end(battle)
        self.before = dict(battle.units)

    def figures(self, battle: Battle) -> Mapping[str, int]:
        """Hits taken, counters lost, points and combats."""
        found = {f"{side} hits taken": self.lost[side] for side in SIDES}
        found |= {f"{side} counters lost": self.count[f"{side} out"] for side in SIDES}
        found |= {f"{side} points": battle.points.get(side, 0) for side in SIDES}
        found["combats"] = self.count["combats"]
        return found

    def _book(self, event: Event) -> None:
        match event:
            case LossTaken(name, became):
                unit = self.before[name]
                self.lost[unit.side] += unit.hits_left if became in (ELIMINATED, CAPTURED) else 1
                self.count[f"{unit.side} out"] += became in (ELIMINATED, CAPTURED)
            case UnitsLeftBoard(names):
                for name in names:
                    self.left[self.before[name].side] += self.before[name].hits_left
            case PointsScored(side, points):
                self.points[side] += points
            case CombatResolved():
                self.count["combats"] += 1
            case _:
                pass


def _hits(battle: Battle, side: str) -> int:
    """The losses that a side's counters can still take."""
    return sum(unit.hits_left for unit in battle.units.values() if unit.side == side)


def _places(battle: Battle) -> Iterator[str]:
    where = Count(name for names in battle.stacks.values() for name in names)
    for name, times in where.items():
        if times > 1:
            yield f"{name} stands in {times} places"
        if name not in battle.units:
            yield f"{name} stands on the board and is out of the game"
    for unit in battle.units.values():
        if unit.at and unit.name not in battle.stacks.get(unit.at, ()):
            yield f"{unit.name} is at {unit.at}, and does not stand there"
        if unit.name in battle.gone:
            yield f"{unit.name} is in the game and out of it"


def _phase_end(battle: Battle) -> Iterator[str]:
    for at in battle.stacks:
        sides = {unit.side for unit in battle.at(at) if not unit.is_leader}
        if len(sides) > 1:
            yield f"both sides stand in {at}"
        for side in sides:
            if not has_room(battle, at, side, ()):
                yield f"{at} holds {', '.join(battle.stacks[at])}"
