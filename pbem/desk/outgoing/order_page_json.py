"""Offers, walks and patterns as a block of the order page has them: in few words, with the player's language in them.

Offers stand under their unit, and ``~`` stands for its name in their lines: those of many units are alike then.  What an
offer is called is left out where it is the rest of its line.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from pbem.mechanisms.offered_moves import UNIT_MARK, WAY, own_line
from pbem.mechanisms.offered_walks import LEAST, PLACE_MARK, gathered
from pbem.mechanisms.offers import (
    NEXT_TO,
    PLACE,
    Chain,
    Counted,
    Entrance,
    GoingOn,
    Offer,
    Offering,
    Part,
    Pattern,
    Pick,
    Preset,
    Room,
    Spending,
)
from pbem.reports.letter_style import translated

COLON = ": "
SOME = "9999"
"""Points in whose place the page puts what a way costs."""


def offers_as_json(
    offers: Sequence[Offer], following: Mapping[str, Mapping[str, Any]], units: Mapping[str, str]
) -> tuple[dict[str, list[dict[str, Any]]], list[list[str]]]:
    """The offers by unit, and the lists of places that they share; `following` are the walks that follow some lines."""
    places: list[list[str]] = []
    found: dict[str, list[dict[str, Any]]] = {}
    for one in _gathered([_as_json(one, following, units) for one in offers], places):
        found.setdefault(str(one["unit"]), []).append(_of_unit(one, places))
    return found, places


def after_moves_as_json(
    offers: Sequence[Offer], places: list[list[str]], units: Iterable[str]
) -> list[list[list[Any]]]:
    """The orders of units after they have moved, which is nearly the same for all: ``[[numbers of units, offers], ...]``.

    `near` of an offer is the number of a list of places (added to `places`): the unit must be in one of them by then.  Without
    it these are all places next to that of the order.
    """
    numbers = {unit: n for n, unit in enumerate(sorted(units))}
    whose: dict[str, tuple[dict[str, Any], list[int]]] = {}
    for one in offers:
        shown = _of_unit(_as_json(one), places)
        if one.near != NEXT_TO:
            if list(one.near) not in places:
                places.append(list(one.near))
            shown["near"] = places.index(list(one.near))
        whose.setdefault(json.dumps(shown, sort_keys=True), (shown, []))[1].append(numbers[one.unit])
    found: dict[tuple[int, ...], list[Any]] = {}
    for shown, some in whose.values():
        found.setdefault(tuple(some), []).append(shown)
    return [[list(some), shared] for some, shared in found.items()]


def more_as_json(offering: GoingOn, view: Any, side: str, letter: str, units: Iterable[str]) -> list[list[list[Any]]]:
    """The orders that may follow those of units: ``[[texts that some have in common, numbers of these], ...]``."""
    found: dict[tuple[str, ...], list[int]] = {}
    for n, unit in enumerate(sorted(units)):
        texts = tuple(offering.more(view, side, letter, unit))
        if texts:
            found.setdefault(texts, []).append(n)
    return [[list(texts), numbers] for texts, numbers in found.items()]


def refusals_as_json(refusals: Mapping[str, str], units: Iterable[str]) -> list[list[Any]]:
    """The reasons that keep units from acting: ``[[text with ~ for the unit, numbers of these], ...]``."""
    found: dict[str, list[int]] = {}
    for n, unit in enumerate(sorted(units)):
        if unit in refusals:
            found.setdefault(translated(refusals[unit]).replace(unit, UNIT_MARK), []).append(n)
    return [[text, numbers] for text, numbers in found.items()]


def rooms_as_json(rooms: Sequence[Room], units: Mapping[str, str], at: Mapping[str, str]) -> list[list[Any]]:
    """Limits of places: ``[[most, [[weight, numbers of units], ...], weights of others by place, places, makers], ...]``.

    `makers` are ``[numbers of units, how many others by place]`` where there are any; 1 behind it where the limit holds for
    attacks too, and 1 or 0 for those who pass.  `at` is where the side's counters
    stand; those of them that are no `units` of the page stay there.
    """
    found: list[list[Any]] = []
    for one in rooms:
        weights: dict[int, list[int]] = {}
        for n, unit in enumerate(sorted(units)):
            if one.weights.get(unit):
                weights.setdefault(one.weights[unit], []).append(n)
        others: dict[str, int] = {}
        for name, weight in one.weights.items():
            if name not in units and at.get(name):
                others[at[name]] = others.get(at[name], 0) + weight
        if weights:
            shown: list[Any] = [
                one.most,
                [[weight, some] for weight, some in weights.items()],
                others,
                list(one.places),
            ]
            makers = Counter(at[name] for name in one.makers if name not in units and at.get(name))
            numbers = [n for n, unit in enumerate(sorted(units)) if unit in one.makers]
            if one.makers or one.attacks:
                shown.append([numbers, dict(makers)] if one.makers else 0)
            found.append([*shown, *([1, int(one.passing)] if one.attacks else [])])
    return found


def entrances_as_json(entrances: Sequence[Entrance], units: Iterable[str]) -> list[list[Any]]:
    """Rows of places by which some come in: ``[[places, open places, most, most kinds, [[kind, numbers of units], ...],
    kinds of those who have come in], ...]``."""
    found = []
    for one in entrances:
        kinds: dict[str, list[int]] = {}
        for n, unit in enumerate(sorted(units)):
            if unit in one.kinds:
                kinds.setdefault(one.kinds[unit], []).append(n)
        if kinds:
            numbered = [[kind, some] for kind, some in kinds.items()]
            shown = [list(one.places), list(one.open_places), one.most, one.most_kinds, numbered, list(one.before)]
            found.append(shown)
    return found


def chain_as_json(chain: Chain | None, units: Iterable[str]) -> list[Any]:
    """Units that are placed next to each other: ``[numbers of units, [[place, place next to it], ...]]``."""
    if chain is None:
        return []
    return [[n for n, unit in enumerate(sorted(units)) if unit in chain.units], list(map(list, chain.across))]


def resting_as_json(resting: Mapping[str, Sequence[str]], units: Iterable[str]) -> list[list[Any]]:
    """Units and lines that rest on others: ``[[number of a unit, numbers of the others], ["A/2 Cav mount", [7]], ...]``."""
    numbers = {unit: n for n, unit in enumerate(sorted(units))}
    return [
        [numbers.get(what, what), [numbers.get(one, one) for one in some]] for what, some in resting.items() if some
    ]


def spending_as_json(offering: Offering, earlier: Sequence[str], later: str) -> list[list[Any]]:
    """The share of its points that a unit has left for a later phase: ``[[number of the phase, words, hundredths], ...]``."""
    if not isinstance(offering, Spending):
        return []
    return [
        [n, words, part] for n, letter in enumerate(earlier) for words, part in offering.spends(letter, later).items()
    ]


def counted_as_json(offering: Counted, view: Any, side: str, letter: str, units: Iterable[str]) -> list[Any]:
    """The room of places, and the units that may act together: ``[1, [[2, numbers of units], ...]]``."""
    most, found = offering.most_acting(view, side, letter), dict[int, list[int]]()
    for n, unit in enumerate(sorted(units)):
        if unit in most:
            found.setdefault(most[unit], []).append(n)
    placed = offering.most_placed(view, side, letter)
    return [placed, [[many, some] for many, some in found.items()]] if placed or found else []


def preset_as_json(offering: Offering, view: Any, side: str, letter: str, units: Iterable[str]) -> list[list[Any]]:
    """The places to which the program sends whom the player leaves, in its sequence: ``[[place, numbers of units], ...]``."""
    if not isinstance(offering, Preset):
        return []
    numbers = {unit: n for n, unit in enumerate(sorted(units))}
    placed = [(at, numbers[unit]) for unit, at in offering.preset(view, side, letter).items() if unit in numbers]
    return [[at, [n for _, n in some]] for at, some in groupby(placed, key=lambda one: one[0])]


def alike(offers: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[dict[str, list[Any]], list[dict[str, Any]]]:
    """The offers by unit, and those that several units have in common but for their cost.

    Under a unit stand in the place of these, cost by cost, their numbers: ``{"all": [["range 3, strength 4", [0, 1, 7]]]}``.
    """
    shared = [
        name for name, times in Counter(_but_cost(one) for some in offers.values() for one in some).items() if times > 1
    ]
    numbers = {name: n for n, name in enumerate(name for name in shared if name)}
    found: dict[str, list[Any]] = {}
    for unit, some in offers.items():
        costs: dict[str, list[int]] = {}
        rest = []
        for one in some:
            n = numbers.get(_but_cost(one))
            if n is None:
                rest.append(one)
            else:
                costs.setdefault(one.get("cost", ""), []).append(n)
        found[unit] = [*([{"all": [list(pair) for pair in costs.items()]}] if costs else []), *rest]
    return found, [json.loads(name) for name in numbers]


def _but_cost(one: Mapping[str, Any]) -> str:
    """An offer without its cost; "" for one that is no other unit's."""
    if any(name in one for name in ("then", "go", "of", "way", "note", "other")):
        return ""
    return json.dumps({name: value for name, value in one.items() if name != "cost"}, sort_keys=True)


def _gathered(offers: Sequence[Mapping[str, Any]], places: list[list[str]]) -> list[dict[str, Any]]:
    """Offers that differ in their place alone as one; the lists of places are added to `places`."""
    found, own = gathered(offers)
    for one in own:
        if one not in places:
            places.append(one)
    return [{**one, "on": places.index(own[one["on"]])} if "on" in one else dict(one) for one in found]


def _of_unit(one: Mapping[str, Any], places: list[list[str]]) -> dict[str, Any]:
    """An offer that stands under its unit."""
    found = {name: value for name, value in one.items() if name != "unit"} | {
        "line": own_line(one["line"], one["unit"])
    }
    if found["line"].removeprefix(UNIT_MARK).lstrip(": ") == found["words"]:
        del found["words"]
    if "then" in one:
        found["then"] = [_of_unit(two, places) for two in _gathered(one["then"], places)]
    return found


def _as_json(
    one: Offer, following: Mapping[str, Mapping[str, Any]] | None = None, units: Mapping[str, str] | None = None
) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": one.kind, "unit": one.unit, "words": translated(one.words), "line": one.line}
    optional = {
        "at": one.at,
        "cost": f"{translated(one.cost)} @{one.ends}" if one.ends else translated(one.cost),
        "note": translated(one.note),
        "joins": one.joins,
        "way": one.way,
        "other": one.partner,
    }
    found |= {name: value for name, value in optional.items() if value}
    if one.then:
        found["then"] = [_as_json(two) for two in one.then]
    if following and units is not None and one.line in following:
        found["go"] = walk_as_json(
            following[one.line], one.unit, one.at if one.kind == PLACE else units.get(one.unit, "")
        )
    return found


def walks_as_json(shown: Mapping[str, Any], units: Mapping[str, str]) -> dict[str, Any]:
    """The walks of units (`offered_walks.as_json`) with what the page says of them in the player's language."""
    walks = {unit: walk_as_json(walk, unit, units.get(unit, "")) for unit, walk in shown["units"].items()}
    found = {**shown, "units": walks}
    if "says" in shown:
        found["says"] = _notes(shown["says"])
    if "ends" in shown:
        found["ends"] = [[kind, translated(words), *more] for kind, words, *more in shown["ends"]]
    return found


def walk_as_json(walk: Mapping[str, Any], unit: str, at: str) -> dict[str, Any]:
    """A walk without what the page knows: where it begins, if that is where the unit stands, and what there is none of."""
    found = {name: value for name, value in walk.items() if value or name in ("rate", "points", "start")}
    if found["start"] == at:
        del found["start"]
    found["line"] = own_line(walk["line"], unit)
    found["cost"] = translated(walk["cost"].replace(WAY, SOME)).replace(SOME, WAY)
    if "words" in walk:
        found["words"] = translated(walk["words"])
    if "says" in walk:
        found["says"] = _notes(walk["says"])
    return found


def _notes(says: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Remarks on the cost of some places: a list of ``; in the enemy ZOC`` and the places."""
    return [["".join(f"; {translated(text)}" for text in words.split("; ") if text), places] for words, places in says]


def patterns_as_json(patterns: Sequence[Pattern], places: list[list[str]], units: Iterable[str] = ()) -> dict[str, Any]:
    """Patterns as the page reads them: many have parts and units in common, which are listed once, and places (added to
    `places`).  `units` of a line is the number of a list in `groups`, in which stand numbers of all `units` by name."""
    numbers = {unit: n for n, unit in enumerate(sorted(units))}
    parts = list(dict.fromkeys(part for one in patterns for part in one.parts))
    groups = list(dict.fromkeys(one.units for one in patterns))
    lines = []
    for one in patterns:
        found: dict[str, Any] = {"units": groups.index(one.units), "words": translated(one.words), "line": one.line}
        notes = _notes_as_json(one.units, one.notes)
        optional = {"parts": [parts.index(part) for part in one.parts], "notes": notes, "block": one.block}
        lines.append(found | {name: value for name, value in optional.items() if value})
    if not lines:
        return {}
    numbered = [[numbers.get(unit, unit) for unit in one] for one in groups]
    return {"parts": [_part_as_json(one, places) for one in parts], "groups": numbered, "lines": lines}


def _notes_as_json(units: Sequence[str], notes: Mapping[str, str]) -> list[list[Any]]:
    """The notes, each with the numbers of the units for which it holds among `units`."""
    found: dict[str, list[int]] = {}
    for unit, text in notes.items():
        found.setdefault(text, []).append(units.index(unit))
    return [[translated(text), numbers] for text, numbers in found.items()]


def _part_as_json(one: Part, places: list[list[str]]) -> list[Any]:
    """Its name, its label, its choices, and how many are taken if not one; 0 and 1 where it is typed.

    Choices that differ in their place alone are one, with the number of a list of places.
    """
    found: list[Any] = []
    for (written, words), some in groupby(one.picks, _marked):
        picks = list(some)
        if len(picks) < LEAST or not picks[0].at:
            found += map(_pick_as_json, picks)
            continue
        ats = [pick.at for pick in picks]
        if ats not in places:
            places.append(ats)
        found.append([written, words, places.index(ats)])
    more = [0, 1] if one.is_typed else [one.many] if one.many else []
    return [one.name, translated(one.words), found, *more]


def _marked(pick: Pick) -> tuple[str, str]:
    """An offer's text and words with a mark for the place, by which choices are alike."""
    if not pick.at or pick.written.count(pick.at) != 1 or pick.is_inside:
        return pick.written, pick.words
    return pick.written.replace(pick.at, PLACE_MARK), pick.words.replace(pick.at, PLACE_MARK)


def _pick_as_json(one: Pick) -> list[Any]:
    """The text of a pick; its words, its place and whether the line stands in a block, as far as there is any of these.

    Words that are what is written but for the colon behind it are left out.
    """
    words = "" if one.words == one.written.removesuffix(COLON) else translated(one.words)
    found: list[Any] = [one.written, words, one.at, 1 if one.is_inside else ""]
    while len(found) > 1 and not found[-1]:
        found.pop()
    return found
