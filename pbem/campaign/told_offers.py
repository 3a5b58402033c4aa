"""Offers, walks and patterns as a block of the order page has them: in few words, with the player's language in them.

Offers stand under their unit, and ``~`` stands for its name in their lines: those of many units are alike then.  What an
offer is called is left out where it is the rest of its line.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from pbem.mechanisms import offered_moves
from pbem.mechanisms.offered_places import LEAST, PLACE_MARK, gathered
from pbem.mechanisms.offers import PLACE, Offer, Part, Pattern, Pick
from pbem.reports.manner import translated

UNIT_MARK = "~"
"""What stands in a line where the name of its unit does."""
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


def _gathered(offers: Sequence[Mapping[str, Any]], places: list[list[str]]) -> list[dict[str, Any]]:
    """Offers that differ in their place alone as one; the lists of places are added to `places`."""
    found, own = gathered(offers)
    for one in own:
        if one not in places:
            places.append(one)
    return [{**one, "on": places.index(own[one["on"]])} if "on" in one else dict(one) for one in found]


def _of_unit(one: Mapping[str, Any], places: list[list[str]]) -> dict[str, Any]:
    """An offer that stands under its unit."""
    found = {name: value for name, value in one.items() if name != "unit"} | {"line": _short(one["line"], one["unit"])}
    if found["line"].removeprefix(UNIT_MARK).lstrip(": ") == found["words"]:
        del found["words"]
    if "then" in one:
        found["then"] = [_of_unit(two, places) for two in _gathered(one["then"], places)]
    return found


def _short(line: str, unit: str) -> str:
    return UNIT_MARK + line[len(unit) :] if line.startswith(unit) else line


def _as_json(
    one: Offer, following: Mapping[str, Mapping[str, Any]] | None = None, units: Mapping[str, str] | None = None
) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": one.kind, "unit": one.unit, "words": translated(one.words), "line": one.line}
    optional = {
        "at": one.at,
        "cost": translated(one.cost),
        "note": translated(one.note),
        "joins": one.joins,
        "way": one.way,
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
    """The walks of units (`offered_moves.as_json`) with what the page says of them in the player's language."""
    walks = {unit: walk_as_json(walk, unit, units.get(unit, "")) for unit, walk in shown["units"].items()}
    return {**shown, "units": walks} | ({"says": _notes(shown["says"])} if "says" in shown else {})


def walk_as_json(walk: Mapping[str, Any], unit: str, at: str) -> dict[str, Any]:
    """A walk without what the page knows: where it begins, if that is where the unit stands, and what there is none of."""
    found = {name: value for name, value in walk.items() if value or name in ("rate", "points", "start")}
    if found["start"] == at:
        del found["start"]
    found["line"] = _short(walk["line"], unit)
    found["cost"] = translated(walk["cost"].replace(offered_moves.WAY, SOME)).replace(SOME, offered_moves.WAY)
    if "ends" in walk:
        found["ends"] = [
            [kind, translated(words), _short(line, unit), *more] for kind, words, line, *more in walk["ends"]
        ]
    if "says" in walk:
        found["says"] = _notes(walk["says"])
    return found


def _notes(says: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """What is said behind the cost of some places: a list of ``; in the enemy ZOC`` and the places."""
    return [["".join(f"; {translated(text)}" for text in words.split("; ") if text), places] for words, places in says]


def patterns_as_json(patterns: Sequence[Pattern], places: list[list[str]]) -> dict[str, Any]:
    """Patterns as the page reads them: many have parts in common, which are listed once, and places (added to `places`)."""
    parts = list(dict.fromkeys(part for one in patterns for part in one.parts))
    lines = []
    for one in patterns:
        found: dict[str, Any] = {"units": one.units, "words": translated(one.words), "line": one.line}
        optional = {"parts": [parts.index(part) for part in one.parts], "notes": one.notes, "block": one.block}
        lines.append(found | {name: value for name, value in optional.items() if value})
    return {"parts": [_part_as_json(one, places) for one in parts], "lines": lines} if lines else {}


def _part_as_json(one: Part, places: list[list[str]]) -> list[Any]:
    """Its name, its label, its choices, and how many are taken if not one.

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
    return [one.name, translated(one.words), found, *([one.many] if one.many else [])]


def _marked(pick: Pick) -> tuple[str, str]:
    """What is written and said with a mark for the place, by which choices are alike."""
    if not pick.at or pick.written.count(pick.at) != 1 or pick.is_inside:
        return pick.written, pick.words
    return pick.written.replace(pick.at, PLACE_MARK), pick.words.replace(pick.at, PLACE_MARK)


def _pick_as_json(one: Pick) -> list[Any]:
    """What is written; its words, its place and whether the line stands in a block, as far as there is any of these."""
    found: list[Any] = [one.written, translated(one.words), one.at, 1 if one.is_inside else ""]
    while len(found) > 1 and not found[-1]:
        found.pop()
    return found
