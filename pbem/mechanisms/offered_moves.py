"""Offered moves told in few words: what steps cost, and where the cheapest ways that they make may not end.

The page finds the ways again, and others that the player prefers.  An offer is left as it is where its words say more than
its cost.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from pbem.board.reach import Reach, within
from pbem.core.frozen import dataclass
from pbem.mechanisms.offers import MOVE, PLACE, Legs, Offer
from pbem.orders.dialect import Dialect

FIRST, SECOND, WAY = "{0}", "{1}", "{}"
_SPENT = re.compile(r"(\d+)( of \d+ MP)")
_PAID = re.compile(r"(\d+)( of \d+ MP)(.*)")


@dataclass(frozen=True)
class Ending:
    """What else a unit may do at the ends of its ways: kind, words and line with ``{}`` for the place and for the way, what
    the line says behind its cost, the points that it costs besides, whether the place is clicked for it, and the places."""

    kind: str
    words: str
    line: str
    rest: str
    extra: int
    is_clicked: bool
    places: tuple[str, ...]


@dataclass(frozen=True)
class Pairs:
    """What any two of some units may do together at a place: the line has ``{0}`` and ``{1}`` for them in their sequence,
    ``{2}`` and ``{3}`` for their ways, the words ``{}`` for the second."""

    kind: str
    words: str
    line: str
    at: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class Walk:
    """The moves of a unit: its line with ``{}`` where the way stands and ``{0}`` where its beginning does, what it says of
    its cost with ``{}`` for the points, what it has spent already, the places it reaches where it may not end, whether units
    may do it in one order, and what else it may do there."""

    legs: Legs
    line: str
    cost: str
    base: int
    closed: tuple[str, ...] = ()
    joins: bool = True
    endings: tuple[Ending, ...] = ()


def reached(legs: Legs, start: str = "", spent: int = 0) -> Reach:
    """What a unit reaches by its steps."""

    def steps(at: str) -> list[tuple[str, int]]:
        return list(legs.costs.get(at, {}).items())

    def before(at: str) -> list[str]:
        return [one for one in legs.costs if at in legs.costs[one]]

    return within(start or legs.start, legs.points - spent, steps, before)


def line_of(dialect: Dialect, legs: Legs) -> str:
    """The line of a march with ``{}`` in the place of its way."""
    text = dialect.write(legs.march((FIRST, SECOND)))
    whole = f"{FIRST}-{SECOND}"
    return text.replace(whole, WAY) if whole in text else text.replace(SECOND, WAY)


def written(walk_line: str, way: Sequence[str]) -> str:
    """The line of a march along a way."""
    if FIRST in walk_line:
        return walk_line.replace(FIRST, way[0]).replace(WAY, "-".join(way[1:]))
    return walk_line.replace(WAY, "-".join(way))


def shortened(
    dialect: Dialect, offers: Sequence[Offer], legs: Mapping[str, Legs]
) -> tuple[list[Offer], Mapping[str, Walk]]:
    """The offers that stay as they are, and the walks of units that stand for the others."""
    walks: dict[str, Walk] = {}
    kept = [one for one in offers if one.unit not in legs]
    for unit, mine in legs.items():
        own = [one for one in offers if one.unit == unit]
        stays, walk = _walk(dialect, own, mine)
        kept += stays
        if walk is not None:
            walks[unit] = walk
    sequence = {id(one): n for n, one in enumerate(offers)}
    return sorted(kept, key=lambda one: sequence[id(one)]), walks


def _walk(dialect: Dialect, own: Sequence[Offer], legs: Legs) -> tuple[list[Offer], Walk | None]:
    line = line_of(dialect, legs)
    if not legs.start:
        # What comes in goes on from there, with the points that are left.
        entry = next((match for one in own if one.kind == PLACE and (match := _SPENT.fullmatch(one.cost))), None)
        return list(own), Walk(legs, line, f"{WAY}{entry[2]}", 0) if entry is not None else None
    found = reached(legs)
    marches = [one for one in own if one.kind == MOVE and one.way]
    plain = {one.at: match for one in marches if not one.note and (match := _SPENT.fullmatch(one.cost))}
    if not plain:
        return list(own), None
    (base, rest), _ = Counter((int(one[1]) - found.cost.get(at, 0), one[2]) for at, one in plain.items()).most_common(
        1
    )[0]
    cost = f"{WAY}{rest}"
    names = {
        one.at
        for one in marches
        if one.at in plain
        and not one.then
        and one.at in found.cost
        and one.cost == cost.replace(WAY, str(base + found.cost[one.at]))
    }
    stays = [one for one in own if one.kind != MOVE or not one.way or one.at not in names]
    joins = any(one.joins for one in marches)
    walk = Walk(legs, line, cost, base, tuple(sorted(set(found.cost) - names - {legs.start})), joins)
    return _endings(stays, walk, found)


def _endings(own: Sequence[Offer], walk: Walk, found: Reach) -> tuple[list[Offer], Walk]:
    """The offers that are no ends of a walk, and the walk with those that are."""
    stays, groups = [], dict[tuple[Any, ...], list[str]]()
    for one in own:
        end = one.by[0][-1] if one.by else ""
        line, cost = one.line.replace("-".join(one.by[0]), WAY) if end else "", _PAID.fullmatch(one.cost)
        alike = not one.partner and not one.then and not one.note and not one.joins and one.at in ("", end)
        if alike and end in found.cost and line.count(WAY) == 1 and cost is not None and walk.cost == f"{WAY}{cost[2]}":
            extra = int(cost[1]) - walk.base - found.cost[end]
            key = (one.kind, one.words.replace(end, WAY), line, cost[3], extra, bool(one.at))
            groups.setdefault(key, []).append(end)
        else:
            stays.append(one)
    endings = (
        Ending(kind, words, line, rest, extra, is_clicked, tuple(ends))
        for (kind, words, line, rest, extra, is_clicked), ends in groups.items()
    )
    return stays, replace(walk, endings=tuple(endings))


def paired(offers: Sequence[Offer], walks: Mapping[str, Walk]) -> tuple[list[Offer], list[Pairs]]:
    """The offers that no list of pairs stands for, and these lists: where any two of some units may act together."""
    groups: dict[tuple[str, ...], dict[tuple[str, str], Offer]] = {}
    reach = {unit: reached(walk.legs) for unit, walk in walks.items() if walk.legs.start}
    for one in offers:
        line = _of_two(one, walks, reach) if one.partner else ""
        if line:
            key = (one.kind, one.words.replace(one.partner, WAY), line, one.at)
            groups.setdefault(key, {})[one.unit, one.partner] = one
    found, gone = [], set[int]()
    for (kind, words, line, at), some in groups.items():
        units = tuple(dict.fromkeys(name for pair in sorted(some) for name in pair))
        units = tuple(sorted(one for one in units if walks[one].legs.start != at))
        if len(units) > 1 and all(pair in some for pair in combinations(units, 2)):
            found.append(Pairs(kind, words, line, at, units))
            gone.update(id(some[pair]) for pair in combinations(units, 2))
    return [one for one in offers if id(one) not in gone], found


def _of_two(one: Offer, walks: Mapping[str, Walk], reach: Mapping[str, Reach]) -> str:
    """The line of an order of two units with marks for them and their ways, "" where the walks do not make it."""
    names = (one.unit, one.partner)
    if one.then or one.note or not all(name in reach and one.at in reach[name].cost for name in names):
        return ""
    prices = [walks[name].cost.replace(WAY, str(walks[name].base + reach[name].cost[one.at])) for name in names]
    if one.cost != "; ".join(prices):
        return ""
    line, rest = "", one.line
    for n, text in enumerate((*names, *map("-".join, one.by))):
        before, there, rest = rest.partition(text)
        if not there:
            return ""
        line += f"{before}{{{n}}}"
    return line + rest


def as_json(walks: Mapping[str, Walk], pairs: Iterable[Pairs] = ()) -> dict[str, Any]:
    """Walks as the page reads them; units share a rate where they have the same steps out of every place both reach."""
    rates: list[dict[str, dict[str, int]]] = []
    units: dict[str, Any] = {}
    for unit, walk in walks.items():
        costs = {at: dict(steps) for at, steps in walk.legs.costs.items()}
        n = next((n for n, rate in enumerate(rates) if _agree(rate, costs)), len(rates))
        if n == len(rates):
            rates.append({})
        rates[n].update(costs)
        units[unit] = {
            "rate": n,
            "points": walk.legs.points,
            "start": walk.legs.start,
            "line": walk.line,
            "cost": walk.cost,
            "base": walk.base,
            "closed": list(walk.closed),
        }
        if not walk.joins:
            units[unit]["single"] = 1
        if walk.endings:
            units[unit]["ends"] = [
                [one.kind, one.words, one.line, one.rest, one.extra, int(one.is_clicked), list(one.places)]
                for one in walk.endings
            ]
    found: dict[str, Any] = {"rates": rates, "units": units}
    two = [[one.kind, one.words, one.line, one.at, list(one.units)] for one in pairs]
    return found | ({"pairs": two} if two else {})


def _agree(rate: Mapping[str, Mapping[str, int]], costs: Mapping[str, Mapping[str, int]]) -> bool:
    return all(rate[at] == steps for at, steps in costs.items() if at in rate)
