"""Offered moves told in few words: what steps cost, and where the cheapest ways that they make may not end.

The page finds the ways again, and others that the player prefers.  An offer is left as it is where its words say more than
its cost.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.board.reach import Reach, within
from pbem.core.frozen import dataclass
from pbem.mechanisms.offers import MOVE, PLACE, Legs, Offer
from pbem.orders.dialect import Dialect

FIRST, SECOND, WAY = "{0}", "{1}", "{}"
_SPENT = re.compile(r"(\d+)( of \d+ MP)")


@dataclass(frozen=True)
class Walk:
    """The moves of a unit: its line with ``{}`` where the way stands and ``{0}`` where its beginning does, what it says of
    its cost with ``{}`` for the points, what it has spent already, and the places it reaches where it may not end."""

    legs: Legs
    line: str
    cost: str
    base: int
    closed: tuple[str, ...] = ()


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
    return stays, Walk(legs, line, cost, base, tuple(sorted(set(found.cost) - names - {legs.start})))


def as_json(walks: Mapping[str, Walk]) -> dict[str, Any]:
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
    return {"rates": rates, "units": units}


def _agree(rate: Mapping[str, Mapping[str, int]], costs: Mapping[str, Mapping[str, int]]) -> bool:
    return all(rate[at] == steps for at, steps in costs.items() if at in rate)
