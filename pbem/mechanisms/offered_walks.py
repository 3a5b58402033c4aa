"""Walks as the order page reads them: what they have in common is told once, and rates as they differ from those of the map."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.board.hexes import Reach
from pbem.mechanisms.offered_moves import MapRates, MoveEnding, OfferedWalk, Pairs, differences, reached

# Offers that differ in nothing but their place, told in few words: one of them, and a list of places that others
# share.
#
# Where a side sets up, each of its units may stand in hundreds of hexes, and many of them in the same.  On a table
# each place is so many inches away: what is said of it is one sentence with other figures.

PLACE_MARK = "{}"
"""The stand-in for a place in a line."""
LEAST = 3
"""So many offers are worth a list."""
_FIGURE = re.compile(r"\d+\.\d\d")


def gathered(offers: Sequence[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[list[str]]]:
    """The offers as JSON, in their sequence, and the lists of places: ``"on": 2`` stands for each place of the third list.

    A place that is two figures, ``12,30``, is marked in the line by ``{0}`` and ``{1}``.  `of` are the figures that stand
    for the marks of the cost, place by place.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for one in offers:
        groups.setdefault(_key(one), []).append(one)
    places: dict[tuple[str, ...], int] = {}
    found: list[Mapping[str, Any]] = []
    for some in groups.values():
        if len(some) < LEAST:
            found += some
            continue
        ats = tuple(one["at"] for one in some)
        rest = {name: value for name, value in some[0].items() if name != "at"}
        number = places.setdefault(ats, len(places))
        figures = [" ".join(_FIGURE.findall(one.get("cost", ""))) for one in some]
        if len(set(figures)) > 1:
            rest |= {"cost": _FIGURE.sub(PLACE_MARK, some[0]["cost"]), "of": figures}
        found.append(rest | {"line": _marked(some[0]), "on": number})
    return found, [list(one) for one in places]


def _marked(one: Mapping[str, Any]) -> str:
    """The line with a mark in the place of its place, or one for each of its figures; without one if it cannot be told."""
    line, at = str(one["line"]), str(one["at"])
    if line.count(at) == 1:
        return line.replace(at, PLACE_MARK)
    figures = at.split(",")
    whole = ", ".join(f"{figure}.00" for figure in figures)
    marks = ", ".join(f"{{{n}}}.00" for n in range(len(figures)))
    return line.replace(whole, marks) if line.count(whole) == 1 else line


def _key(one: Mapping[str, Any]) -> str:
    """The key of offers that differ only in their place; for one that differs in more its own line."""
    if not one.get("at") or "{" in f"{one['line']}{one.get('cost', '')}" or _marked(one) == one["line"]:
        return str(one)
    if any(one.get(name) for name in ("then", "way", "go")):
        return str(one)
    rest = sorted((name, value) for name, value in one.items() if name not in ("at", "line", "cost"))
    return str((_marked(one), _FIGURE.sub(PLACE_MARK, one.get("cost", "")), *rest))


class Common:
    """The common part of walks, told once in a block; of each walk is told what is other than that."""

    def __init__(self, walks: Iterable[OfferedWalk]) -> None:
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
    def _remarks(walks: Iterable[OfferedWalk]) -> dict[str, str]:
        """Remarks besides the cost of a place: the first walk says it for all."""
        found: dict[str, str] = {}
        for walk in walks:
            for at, words in walk.says.items():
                found.setdefault(at, words)
        return found

    def reach(self, walk: OfferedWalk) -> Mapping[str, int]:
        """The places that a walk reaches, with the points; nothing for one that begins after an entry."""
        found: Reach | None = self._reach.get(id(walk))
        return found.cost if found is not None else {}

    @property
    def ends(self) -> list[list[Any]]:
        """Further actions at the ends of ways: kind, words, line, what is said behind the cost, whether the place is clicked,
        and the places."""
        return [[*kind, sorted(places)] for kind, places in self._ends.items()]

    def has_said(self, walk: OfferedWalk) -> bool:
        """True if the remark at each end of a walk is the common one of that place."""
        closed = {*walk.closed, walk.legs.start}
        return all(walk.says.get(at, "") == self.says.get(at, "") for at in self.reach(walk) if at not in closed)

    def of(self, walk: OfferedWalk) -> dict[str, Any]:
        """The differences of a walk's ends from the common ones: `closed` places more, `open` ones, `ends` by number with the
        points that they cost besides, and their places where those are not all of the common ones for which the points are
        enough."""
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


def _kind(one: MoveEnding) -> tuple[Any, ...]:
    return (one.kind, one.words, one.line, one.rest, int(one.is_clicked))


class Rated:
    """The rates of a block: walks share one where they have the same steps out of every place both reach."""

    def __init__(self) -> None:
        self._rates: list[dict[str, dict[str, int]]] = []
        self._last: list[set[str]] = []

    def number(self, walk: OfferedWalk) -> int:
        """The number of the rate of a walk."""
        costs = {at: dict(steps) for at, steps in walk.legs.costs.items() if steps}
        rates = enumerate(zip(self._rates, self._last, strict=True))
        shared = (
            n
            for n, (rate, last) in rates
            if last.isdisjoint(costs) and rate.keys().isdisjoint(walk.last) and _agree(rate, costs)
        )
        n = next(shared, len(self._rates))
        if n == len(self._rates):
            self._rates.append({})
            self._last.append(set())
        self._rates[n].update(costs)
        self._last[n].update(walk.last)
        return n

    def as_json(self, known: MapRates | None) -> list[Any]:
        """The rates as the page reads them: as they differ from those of the map where these are known."""
        if known is None:
            return list(self._rates)
        return [differences(rate, known, sorted(last)) for rate, last in zip(self._rates, self._last, strict=True)]


def as_json(
    walks: Mapping[str, OfferedWalk],
    pairs: Iterable[Pairs] = (),
    after: Mapping[str, OfferedWalk] | None = None,
    known: MapRates | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The walks of units as the page reads them, and those that follow a line, by the line."""
    rated, common = Rated(), Common([*walks.values(), *(after or {}).values()])
    units = {unit: _walk_as_json(walk, rated, common) for unit, walk in walks.items()}
    lines = {line: _walk_as_json(walk, rated, common) for line, walk in (after or {}).items()}
    found: dict[str, Any] = {"rates": rated.as_json(known), "units": units}
    if known is not None:
        found["of"] = known.digest
    more = {"says": _by_words(common.says), "closed": common.closed, "ends": common.ends}
    found |= {name: value for name, value in more.items() if value}
    two = [_pairs_as_json(one) for one in pairs]
    return found | ({"pairs": two} if two else {}), lines


def _pairs_as_json(one: Pairs) -> list[Any]:
    found = [one.kind, one.words, one.line, one.at, list(one.units), list(one.extra), [list(two) for two in one.apart]]
    while not found[-1]:
        found.pop()
    return found


def _walk_as_json(walk: OfferedWalk, rated: Rated, common: Common) -> dict[str, Any]:
    found: dict[str, Any] = {
        "rate": rated.number(walk),
        "points": walk.legs.points,
        "start": walk.legs.start,
        "line": walk.line,
        "cost": walk.cost,
        "base": walk.base,
    }
    found |= common.of(walk)
    if not walk.joins:
        found["single"] = 1
    if walk.words:
        found["words"] = walk.words
    if not common.has_said(walk):
        found["says"] = _by_words(walk.says)
    return found


def _by_words(says: Mapping[str, str]) -> list[list[Any]]:
    found: dict[str, list[str]] = {}
    for at, words in sorted(says.items()):
        found.setdefault(words, []).append(at)
    return [[words, places] for words, places in found.items()]


def _agree(rate: Mapping[str, Mapping[str, int]], costs: Mapping[str, Mapping[str, int]]) -> bool:
    return all(rate[at] == steps for at, steps in costs.items() if at in rate)
