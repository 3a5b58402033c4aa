"""Offered moves told in few words: what steps cost, and where the cheapest ways that they make may not end.

The page finds the ways again, and others that the player prefers.  An offer is left as it is where its words say more than
its cost.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Protocol, runtime_checkable

from pbem.board.hexes import Reach, within
from pbem.mechanisms.offers import MOVE, OFF, PLACE, Legs, Offer
from pbem.orders.dialect import Dialect

# The cost of steps, in few words: the map's own costs, which the page has, and how those of a unit differ from
# them.

Rate = Mapping[str, Mapping[str, int]]
"""The cost of each step, from place to place."""


class MapRates:
    """The costs of steps on a map with nobody on it, to each kind of mover."""

    def __init__(self, rates: Sequence[Rate]) -> None:
        self.rates = tuple({at: dict(steps) for at, steps in rate.items()} for rate in rates)

    @cached_property
    def text(self) -> str:
        """The rates as JSON."""
        return json.dumps(self.rates, separators=(",", ":"), sort_keys=True)

    @cached_property
    def digest(self) -> str:
        """By which a page knows rates that are not its own."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


@runtime_checkable
class RatedMaps(Protocol):
    """The further interface of a game whose steps cost what the map says but for who stands where."""

    def rates(self, view: Any) -> MapRates:
        """The cost of steps on the map on which orders are given now, with nobody on it.  It is the same in every game."""
        ...


def differences(rate: Rate, known: MapRates, last: Sequence[str] = ()) -> Mapping[str, Any]:
    """A rate by what is other than on the map (`like` which of its rates): places that cost more to leave (`more`) or to enter
    (`into`), places that are shut, and what fits none of these (`but`).  The rate itself where that is shorter.

    `last` are places which a walk reaches and from which it goes no further.
    """
    found = [_differences(rate, base, n, leaving) for n, base in enumerate(known.rates) for leaving in (True, False)]
    found = [one for one in found if read_back(one, known, rate) == rate]
    best = min(found, key=lambda one: len(str(one)), default=None)
    if best is None or len(str(best)) >= len(str(rate)):
        return rate
    return best | ({"last": list(last)} if last else {})


def _differences(rate: Rate, base: Rate, number: int, leaving: bool) -> dict[str, Any]:
    shut = _shut(rate, base)
    others: dict[str, dict[str, int]] = {}
    for at, steps in rate.items():
        of_map = {to: cost for to, cost in base.get(at, {}).items() if to not in shut}
        if of_map.keys() == steps.keys():
            others[at] = {to: steps[to] - cost for to, cost in of_map.items()}
    if leaving:
        changed = {at: min(found.values()) for at, found in others.items() if found}
        fits = {at for at, found in others.items() if len(set(found.values())) < 2}
    else:
        changed = {}
        for found in others.values():
            for to, more in found.items():
                changed[to] = min(more, changed.get(to, more))
        fits = {at for at, found in others.items() if all(changed[to] == more for to, more in found.items())}
    by_more: dict[str, list[str]] = {}
    for at, more in sorted(changed.items()):
        if more and (not leaving or at in fits):
            by_more.setdefault(str(more), []).append(at)
    made: dict[str, Any] = {"like": number}
    optional = {
        "more" if leaving else "into": by_more,
        "shut": sorted(shut),
        "but": {at: dict(steps) for at, steps in rate.items() if at not in fits},
    }
    return made | {name: value for name, value in optional.items() if value}


def _shut(rate: Rate, base: Rate) -> set[str]:
    """The places into which none of the steps leads that the map has."""
    open_ = {to for steps in rate.values() for to in steps}
    return {to for at in rate for to in base.get(at, {}) if to not in open_}


def read_back(one: Mapping[str, Any], known: MapRates, places: Sequence[str] | Rate) -> Rate:
    """The rate that `differences` has made, for some places."""
    base, shut, but = known.rates[one["like"]], set(one.get("shut", ())), one.get("but", {})
    more = {at: int(cost) for cost, some in one.get("more", {}).items() for at in some}
    into = {at: int(cost) for cost, some in one.get("into", {}).items() for at in some}
    return {
        at: but[at]
        if at in but
        else {to: cost + more.get(at, 0) + into.get(to, 0) for to, cost in base.get(at, {}).items() if to not in shut}
        for at in places
    }


MOST_APART = 2
"""A list of pairs is worth it where it stands for more than so many times the pairs that it must leave out."""
FIRST, SECOND, WAY = "{0}", "{1}", "{}"
UNIT_MARK = "~"
"""The stand-in for a unit's name in a line."""
_SPENT = re.compile(r"(\d+)( of \d+ MP)")
_ENDED = re.compile(r"(\d+)( of \d+ MP)(; .*)?")
_PAID = re.compile(r"(\d+)( of \d+ MP)(.*)")


@dataclass(frozen=True)
class MoveEnding:
    """A further action of a unit at the ends of its ways: kind, words and line with ``{}`` for the place and for the way, what
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
    """A joint action of any two of some units at a place: the line has ``{0}`` and ``{1}`` for them in their sequence, ``{2}``
    and ``{3}`` for their ways, the words ``{}`` for the second.  `extra` is what each pays besides its way, `apart` are the
    numbers of those two that may not.
    """

    kind: str
    words: str
    line: str
    at: str
    units: tuple[str, ...]
    extra: tuple[int, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class OfferedWalk:
    """The moves of a unit: its line with ``{}`` where the way stands and ``{0}`` where its beginning does, what it says of
    its cost with ``{}`` for the points, what it has spent already, the places it reaches where it may not end, whether units
    may do it in one order, what else it may do there, what is said besides the cost of some ends, and where it stops; `words`
    what the page calls one that comes in by its way."""

    legs: Legs
    line: str
    cost: str
    base: int
    closed: tuple[str, ...] = ()
    joins: bool = True
    endings: tuple[MoveEnding, ...] = ()
    says: Mapping[str, str] = field(default_factory=dict)
    last: tuple[str, ...] = ()
    words: str = ""


def reached(legs: Legs, start: str = "", spent: int = 0) -> Reach:
    """The reach of a unit by its steps."""

    def steps(at: str) -> list[tuple[str, int]]:
        return list(legs.costs.get(at, {}).items())

    def before(at: str) -> list[str]:
        return [one for one in legs.costs if at in legs.costs[one]]

    return within(start or legs.start, legs.points - spent, steps, before)


def own_line(line: str, unit: str) -> str:
    """A line of a unit with a mark in the place of its name."""
    return UNIT_MARK + line[len(unit) :] if line.startswith(unit) else line


def line_of(dialect: Dialect, legs: Legs) -> str:
    """The line of a march with ``{}`` in the place of its way."""
    text = dialect.write(legs.march((FIRST, SECOND)))
    whole = f"{FIRST}-{SECOND}"
    return text.replace(whole, WAY) if whole in text else text.replace(SECOND, WAY)


def written(walk_line: str, way: Sequence[str]) -> str:
    """The line of a march along a way."""
    if FIRST in walk_line:
        return walk_line.replace(FIRST, way[0]).replace(WAY, "-".join(way[1:]))
    return walk_line.replace(WAY, "-".join(one for one in way if one != OFF))


def shortened(
    dialect: Dialect, offers: Sequence[Offer], legs: Mapping[str, Legs]
) -> tuple[list[Offer], Mapping[str, OfferedWalk]]:
    """The offers that stay as they are, and the walks of units that stand for the others."""
    walks: dict[str, OfferedWalk] = {}
    kept = [one for one in offers if one.unit not in legs]
    for unit, mine in legs.items():
        own = [one for one in offers if one.unit == unit]
        stays, walk = _walk(dialect, own, mine)
        kept += stays
        if walk is not None:
            walks[unit] = walk
    sequence = {id(one): n for n, one in enumerate(offers)}
    return sorted(kept, key=lambda one: sequence[id(one)]), walks


def _walk(dialect: Dialect, own: Sequence[Offer], legs: Legs) -> tuple[list[Offer], OfferedWalk | None]:
    line = line_of(dialect, legs)
    if not legs.start:
        # What comes in goes on from there, with the points that are left.
        entry = next((match for one in own if one.kind == PLACE and (match := _SPENT.fullmatch(one.cost))), None)
        return list(own), OfferedWalk(legs, line, f"{WAY}{entry[2]}", 0) if entry is not None else None
    found = reached(legs)
    kind = PLACE if legs.start == OFF else MOVE
    marches = [one for one in own if one.kind == kind and one.way]
    plain = {one.at: match for one in marches if not one.note and (match := _ENDED.fullmatch(one.cost))}
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
        and one.cost.partition(";")[0] == cost.replace(WAY, str(base + found.cost[one.at]))
    }
    says = {at: match[3] for at, match in plain.items() if at in names and match[3]}
    stays = [one for one in own if one.kind != kind or not one.way or one.at not in names]
    joins = any(one.joins for one in marches)
    closed = tuple(sorted(set(found.cost) - names - {legs.start}))
    last = tuple(sorted(at for at in found.cost if not legs.costs.get(at)))
    words = marches[0].words if kind == PLACE else ""
    walk = OfferedWalk(legs, line, cost, base, closed, joins, says=says, last=last, words=words)
    return _endings(stays, walk, found)


def _endings(own: Sequence[Offer], walk: OfferedWalk, found: Reach) -> tuple[list[Offer], OfferedWalk]:
    """The offers that are no ends of a walk, and the walk with those that are."""
    stays, groups = [], dict[tuple[Any, ...], list[str]]()
    for one in own:
        end = one.by[0][-1] if one.by else ""
        line = own_line(one.line, one.unit).replace("-".join(one.by[0]), WAY) if end else ""
        cost = _PAID.fullmatch(one.cost)
        alike = not one.partner and not one.then and not one.note and not one.joins and one.at in ("", end)
        if alike and end in found.cost and line.count(WAY) == 1 and cost is not None and walk.cost == f"{WAY}{cost[2]}":
            extra = int(cost[1]) - walk.base - found.cost[end]
            key = (one.kind, one.words.replace(end, WAY), line, cost[3], extra, bool(one.at))
            groups.setdefault(key, []).append(end)
        else:
            stays.append(one)
    endings = (
        MoveEnding(kind, words, line, rest, extra, is_clicked, tuple(ends))
        for (kind, words, line, rest, extra, is_clicked), ends in groups.items()
    )
    return stays, replace(walk, endings=tuple(endings))


def paired(offers: Sequence[Offer], walks: Mapping[str, OfferedWalk]) -> tuple[list[Offer], list[Pairs]]:
    """The offers that no list of pairs stands for, and these lists: where two of some units may act together."""
    groups: dict[tuple[str, ...], dict[tuple[str, str], tuple[Offer, tuple[int, int]]]] = {}
    reach = {unit: reached(walk.legs) for unit, walk in walks.items() if walk.legs.start}
    for one in offers:
        found = _of_two(one, walks, reach) if one.partner and one.unit < one.partner else None
        if found is not None:
            line, prices = found
            key = (one.kind, one.words.replace(one.partner, WAY), line, one.at)
            groups.setdefault(key, {})[one.unit, one.partner] = one, prices
    lists, gone = [], set[int]()
    for (kind, words, line, at), some in groups.items():
        extras: dict[str, int] = {}
        for names, (_, both) in some.items():
            for name, price in zip(names, both, strict=True):
                extras.setdefault(name, price)
        fit = {names: one for names, (one, both) in some.items() if both == tuple(extras[name] for name in names)}
        units = tuple(sorted({name for names in fit for name in names}))
        apart = [(n, m) for n, m in combinations(range(len(units)), 2) if (units[n], units[m]) not in fit]
        if len(fit) > MOST_APART * len(apart):
            extra = tuple(extras[name] for name in units)
            lists.append(Pairs(kind, words, line, at, units, extra if any(extra) else (), tuple(apart)))
            gone.update(id(one) for one in fit.values())
    return [one for one in offers if id(one) not in gone], lists


def _of_two(
    one: Offer, walks: Mapping[str, OfferedWalk], reach: Mapping[str, Reach]
) -> tuple[str, tuple[int, int]] | None:
    """The line of an order of two units with marks for them and their ways, and what each pays besides its way; None where
    the walks do not make it."""
    names = (one.unit, one.partner)
    if one.then or one.note or not all(name in reach and one.at in reach[name].cost for name in names):
        return None
    extra = []
    for name, cost in zip(names, one.cost.split("; "), strict=False):
        match = _SPENT.fullmatch(cost)
        if match is None or walks[name].cost != f"{WAY}{match[2]}":
            return None
        extra.append(int(match[1]) - walks[name].base - reach[name].cost[one.at])
    if one.cost.count("; ") != 1:
        return None
    line, rest = "", one.line
    for n, text in enumerate((*names, *map("-".join, one.by))):
        before, there, rest = rest.partition(text)
        if not there:
            return None
        line += f"{before}{{{n}}}"
    return line + rest, (extra[0], extra[1])


def followed(dialect: Dialect, offers: Sequence[Offer]) -> tuple[list[Offer], Mapping[str, OfferedWalk]]:
    """The offers with the walks taken out of what follows them, and the walks by the lines that they follow."""
    found, walks = [], dict[str, OfferedWalk]()
    for one in offers:
        legs = one.goes_on
        stays, walk = _walk(dialect, one.then, legs) if legs is not None and legs.start else ([], None)
        if walk is not None and one.line not in walks:
            walks[one.line] = walk
            found.append(replace(one, then=tuple(stays)))
        else:
            found.append(one)
    return found, walks
