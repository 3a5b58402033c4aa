"""The cost of steps, in few words: the map's own costs, which the page has, and how those of a unit differ from them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

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
