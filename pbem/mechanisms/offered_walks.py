"""Walks as the order page reads them: what they have in common is told once, and rates as they differ from those of the map."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.mechanisms.offered_ends import Common
from pbem.mechanisms.offered_moves import Pairs, Walk
from pbem.mechanisms.offered_rates import MapRates, differences


class Rated:
    """The rates of a block: walks share one where they have the same steps out of every place both reach."""

    def __init__(self) -> None:
        self._rates: list[dict[str, dict[str, int]]] = []
        self._last: list[set[str]] = []

    def number(self, walk: Walk) -> int:
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
    walks: Mapping[str, Walk],
    pairs: Iterable[Pairs] = (),
    after: Mapping[str, Walk] | None = None,
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


def _walk_as_json(walk: Walk, rated: Rated, common: Common) -> dict[str, Any]:
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
