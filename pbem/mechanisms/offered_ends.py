"""What the ends of many walks have in common: places where none may end, and what else may be done at some places."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.board.reach import Reach
from pbem.mechanisms.offered_moves import Ending, Walk, reached


class Common:
    """What walks share, told once in a block; of each walk is told what is other than that."""

    def __init__(self, walks: Iterable[Walk]) -> None:
        every = list(walks)
        self._reach = {id(walk): reached(walk.legs) for walk in every if walk.legs.start}
        passed: Counter[str] = Counter()
        for walk in every:
            passed.update(set(self.reach(walk)) - {walk.legs.start})
        shut = Counter(at for walk in every for at in walk.closed)
        self.closed = sorted(at for at, times in shut.items() if 2 * times > passed[at])
        self._ends: dict[tuple[Any, ...], set[str]] = {}
        for walk in every:
            for one in walk.endings:
                self._ends.setdefault(_kind(one), set()).update(one.places)
        self.says = self._remarks(every)

    @staticmethod
    def _remarks(walks: Iterable[Walk]) -> dict[str, str]:
        """What is said besides the cost of a place: the first walk says it for all."""
        found: dict[str, str] = {}
        for walk in walks:
            for at, words in walk.says.items():
                found.setdefault(at, words)
        return found

    def reach(self, walk: Walk) -> Mapping[str, int]:
        """What a walk reaches, with the points; nothing for one that begins after an entry."""
        found: Reach | None = self._reach.get(id(walk))
        return found.cost if found is not None else {}

    @property
    def ends(self) -> list[list[Any]]:
        """What may be done at ends of ways: kind, words, line, what is said behind the cost, whether the place is clicked, and
        the places."""
        return [[*kind, sorted(places)] for kind, places in self._ends.items()]

    def has_said(self, walk: Walk) -> bool:
        """Whether a walk says of each of its ends what all say of that place."""
        closed = {*walk.closed, walk.legs.start}
        return all(walk.says.get(at, "") == self.says.get(at, "") for at in self.reach(walk) if at not in closed)

    def of(self, walk: Walk) -> dict[str, Any]:
        """What is other than common of the ends of a walk: `closed` places more, `open` ones, `ends` by number with the points
        that they cost besides, and their places where those are not all of the common ones for which the points are enough."""
        cost = self.reach(walk)
        ways = set(cost) - {walk.legs.start}
        common = set(self.closed) & ways
        found: dict[str, Any] = {
            "closed": [at for at in walk.closed if at not in common],
            "open": sorted(common.difference(walk.closed)),
            "ends": [],
        }
        numbers = {kind: n for n, kind in enumerate(self._ends)}
        for one in walk.endings:
            near = {at for at in self._ends[_kind(one)] if at in cost and cost[at] + one.extra <= walk.legs.points}
            more = [] if near == set(one.places) else [list(one.places)]
            found["ends"].append([numbers[_kind(one)], one.extra, *more])
        return {name: value for name, value in found.items() if value}


def _kind(one: Ending) -> tuple[Any, ...]:
    return (one.kind, one.words, one.line, one.rest, int(one.is_clicked))
