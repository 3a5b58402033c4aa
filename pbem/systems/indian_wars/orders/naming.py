"""Names of units in orders: names on a player's own view, and the answer where a name fits none or several."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from pbem.board.roster import Known, Wording
from pbem.core.order import Ambiguous, Illegal, Malformed, Problem
from pbem.language.spelling import in_words
from pbem.mechanisms.naming import Naming
from pbem.mechanisms.paths import hex_of
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Group, Name
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.say import SIDE_NAMES as SIDE_NAMES
from pbem.systems.indian_wars.say import SIDES
from pbem.systems.indian_wars.state.counter import PONY_HOLDER, Counter, Printed
from pbem.systems.indian_wars.state.field import Battlefield

ANIMALS = frozenset(("holders", "horses", "mules", "ponies"))
_COMPANY = re.compile(r"(?<!\S)[A-Za-z]/?\d")
THEIR_HOLDERS = re.compile(r"(?:(?:its|his|the|their)\s+)?(?:(?:horse|pony)\s+)?(?:holders|horses|mules|ponies)", re.I)
"""Holders without the name of a unit, behind it: ``B/7 Cav and its horses``."""
WORDING = Wording(
    {
        "second": "2",
        "third": "3",
        "fourth": "4",
        "seventh": "7",
        "ninth": "9",
        "cavalry": "cav",
        "infantry": "inf",
        "holder": "holders",
        "hh": "holders",
        "mule": "mules",
        "horse": "horses",
        "pony": "ponies",
        "general": "bg",
        "gen": "bg",
        "colonel": "ltc",
        "col": "ltc",
        "major": "maj",
        "captain": "capt",
        "cpt": "capt",
        "lieutenant": "lt",
        "headquarters": "hq",
    },
    frozenset(("co", "cos", "company", "companies", "troop", "troops", "of", "the")),
)


COMPANY = "company"
"""Of either branch: what has its regiment in its name."""
KINDS = {
    **dict.fromkeys(("infantry", "inf"), "infantry"),
    **dict.fromkeys(("cavalry", "cav"), "cavalry"),
    "scouts": "scout",
    "warriors": "warrior",
    "leaders": "leader",
    "companies": COMPANY,
}
COMPANIES = re.compile(r"(?:^|(?<=^[a-z])\s+)(?:companies|company|cos?|co's|troops?)\b\.?", re.I)
"""Words before companies' letters, or behind the last of them."""
_TROOPS = re.compile(r"\b(?:cos?|company|companies|troops?)\b", re.I)
A_REGIMENT = re.compile(r"(\d)(?:st|nd|rd|th)\s*(?:cavalry|cav|infantry|inf)?\.?", re.I)
"""A regiment by itself behind letters: ``A, B and D Companies, 2nd Cavalry``."""
COLLECTIVE = re.compile(
    r"(?P<whole>(?:(?:all|of|the|my)\s+)*)(?:(?P<regiment>\d)(?:st|nd|rd|th))?\s*"
    r"(?P<kind>infantry|inf|cavalry|cav|scouts|warriors|leaders|companies(?!\s+\w))?(?:\s+(?:units|companies|company|battalion|regiment))?",
    re.I,
)
"""Words for several counters at once."""


def known(printed: Printed) -> Known:
    """A counter with all its spellings: a company without its branch (``C/3``), holders by their animals."""
    aliases = list(printed.aliases)
    name = printed.name
    head, _, tail = name.rpartition(" ")
    if "/" in head and tail in ("Cav", "Inf"):
        aliases.append(head)
    if printed.kind.endswith("_holder"):
        owner = name.rsplit(" ", 1)[0]
        animal = {"horse": "horses", "mule": "mules", "hq": "horses", "pony": "ponies"}[printed.kind.rsplit("_", 1)[0]]
        aliases += [f"{owner} holders", f"{owner} {animal}", f"{animal} of {owner}", f"holders of {owner}"]
        if printed.kind == PONY_HOLDER:
            aliases.append("pony holders")
    return Known(name, printed.side, tuple(aliases))


def _find(view: Any, text: str, side: str) -> tuple[str, ...]:
    """The counters that a name fits; holders only where it speaks of animals or nothing else fits.  No leader is a company:
    ``companies of Mills``."""
    found = NAMING.roster(view).find(text, side)
    if _TROOPS.search(text):
        found = tuple(name for name in found if not view[name].is_leader)
    if len(found) > 1 and not ANIMALS & set(WORDING.pieces(text)):
        return tuple(name for name in found if not view[name].is_holder) or found
    return found


def collective(view: Any, text: str, side: str) -> tuple[str, ...]:
    """The counters on the map that ``all infantry``, ``the 2nd Cavalry`` or ``scouts`` mean, in their sequence.

    A kind in the plural, or with ``all`` or ``the``; a regiment with its branch or as an ordinal.  Holders are no part.
    """
    match = COLLECTIVE.fullmatch(text.strip())
    if match is None or not (match["kind"] or match["regiment"]):
        return ()
    kind = KINDS.get((match["kind"] or "").lower(), "")
    if kind and not match["regiment"] and match["kind"].lower() in ("cav", "inf") and not match["whole"]:
        return ()  # ``Cav`` alone is rather a name that breaks off
    named = f"/{match['regiment']} " if match["regiment"] else ""
    found = [
        unit.name
        for unit in view.of(side)
        if unit.at
        and not unit.is_holder
        and named in unit.name
        and (kind in ("", unit.printed.kind) or (kind == COMPANY and "/" in unit.name))
    ]
    return NAMING.in_sequence(view, found)


def spread(members: tuple[Name | Group, ...]) -> tuple[Name | Group, ...]:
    """``A B D/2`` and ``A, B, D/2`` as ``A/2``, ``B/2``, ``D/2``: the regiment stands behind the last."""
    out: list[Name | Group] = []
    regiment = ""
    members = _letters_of_holders(members)
    parts = [part for member in members for part in _companies(member)]
    for n, one in reversed(list(enumerate(parts))):
        if not isinstance(one, Name):
            regiment = ""
            out.append(one)
            continue
        if (alone := A_REGIMENT.fullmatch(one.text)) and n and _is_letter(parts[n - 1]):
            regiment = alone[1]
            continue
        words = _without_companies(one.text).split()
        # Only those ahead of all others: ``Mills A E/3`` is no list of letters, and Mills isn't left out of it.
        letters = list(takewhile(lambda word: len(word) == 1 and word.isalpha(), words))
        last = words[len(letters) :]
        if len(letters) == len(words) and regiment:
            out.extend(Name(f"{letter}/{regiment}", one.start, one.end) for letter in reversed(letters))
            continue
        pieces = WORDING.pieces(" ".join(last))
        if len(letters) == 1 and pieces and pieces[0].isdigit():  # ``D of the 2nd``
            regiment = " ".join(pieces)
            out.append(Name(f"{letters[0]}/{regiment}", one.start, one.end))
            continue
        is_company = len(pieces) >= 2 and len(pieces[0]) == 1 and pieces[1].isdigit()
        regiment = " ".join(pieces[1:]) if is_company else ""
        if letters and is_company:
            out.append(Name(" ".join(last), one.end - len(" ".join(last)), one.end))
            out.extend(Name(f"{letter}/{regiment}", one.start, one.end) for letter in reversed(letters))
        else:
            out.append(one)
    return tuple(_with_holders(tuple(reversed(out))))


_LETTER_HOLDERS = re.compile(r"[A-Za-z](\s+(?:holders|horses|mules|ponies))", re.I)


def _letters_of_holders(members: tuple[Name | Group, ...]) -> tuple[Name | Group, ...]:
    """``A, M holders``: the holders of both."""
    last = members[-1] if members else None
    found = _LETTER_HOLDERS.fullmatch(last.text) if isinstance(last, Name) else None
    if found is None or not all(isinstance(one, Name) and len(one.text) == 1 for one in members[:-1]):
        return members
    ahead = (Name(one.text + found[1], one.start, one.end) for one in members[:-1] if isinstance(one, Name))
    return (*ahead, members[-1])


def _is_letter(one: Name | Group) -> bool:
    return isinstance(one, Name) and len(_without_companies(one.text)) == 1


def _without_companies(text: str) -> str:
    """``Companies A`` and ``D Companies`` as ``A`` and ``D``; other names as they are."""
    short = COMPANIES.sub("", text).strip()
    return short if (len(short) == 1 and short.isalpha()) or COMPANIES.match(text) else text


_OF_OWNER = re.compile(r"(?:the\s+)?(?P<what>holders|(?:led\s+)?horses|mules|ponies)\s+(?:of|from)\s+(?=\S)", re.I)
_A_COMPANY = re.compile(r"[A-Za-z]/\d(?:\s+(?:Cav|Inf))?")


def _with_holders(members: tuple[Name | Group, ...]) -> Iterator[Name | Group]:
    """``B/7 and its holders``: those of the unit named before; ``their horses``, ``mules of A/7 and G/7``: of both."""
    ahead: list[Name] = []
    what = ""
    for one in members:
        of_whom = _OF_OWNER.match(one.text) if isinstance(one, Name) else None
        is_listed = isinstance(one, Name) and _A_COMPANY.fullmatch(one.text) is not None
        what = of_whom["what"] if of_whom is not None else what if is_listed else ""
        if what and is_listed and isinstance(one, Name):
            yield Name(f"{what} of {one.text}", one.start, one.end)
            continue
        if not isinstance(one, Name):
            yield one
            ahead.clear()
        elif ahead and THEIR_HOLDERS.fullmatch(one.text):
            its_own = "their" not in one.text.lower()
            owners = ahead[-1:] if its_own else ahead
            yield from (Name(f"{owner.text} holders", one.start, one.end) for owner in owners)
        else:
            yield one
            ahead.append(one)


def _companies(one: Name | Group) -> list[Name | Group]:
    """``A/2 B/2 Cav`` or ``a2 b2``, written without commas, as ``A/2`` and ``B/2 Cav``."""
    if not isinstance(one, Name):
        return [one]
    starts = [match.start() for match in _COMPANY.finditer(one.text)]
    if len(starts) < 2 or starts[0] or len(one.text) != one.end - one.start:
        return [one]
    ends = [*starts[1:], len(one.text)]
    return [
        Name(one.text[a:b].strip(), one.start + a, one.start + a + len(one.text[a:b].strip()))
        for a, b in zip(starts, ends, strict=True)
    ]


def _absent_holders(one: Name, reading: Reading) -> Problem | None:
    """``I/2 holders`` while the company sits on its horses (E104)."""
    view: Battlefield = reading.view
    pieces = WORDING.pieces(one.text)
    if not ANIMALS & set(pieces):
        return None
    owner = NAMING.roster(view).find(" ".join(piece for piece in pieces if piece not in ANIMALS), reading.side)
    if len(owner) != 1 or not view[owner[0]].is_mounted:
        return None
    rule = reading.view.rule("holders")
    text = (
        f"{owner[0]} is mounted, so it has no holders on the map ({rule}).\nThe company itself is called   {owner[0]}"
    )
    return Illegal("E104", text, rule, rests_on=owner)


def enemy(name: Name, reading: Reading, at: str = "") -> str | Placed:
    """The one enemy counter that a name means; `at` settles what fits several.  Leaders count.  Problems: E101 to E103."""
    view: Battlefield = reading.view
    found = _find(view, name.text, view.enemy_of(reading.side))
    if at:
        found = tuple(one for one in found if view[one].at == at)
    elif len(found) > 1:
        found = tuple(one for one in found if view[one].at) or found
    if len(found) == 1:
        reading.spans.setdefault(found[0], (name.start, name.end))
        return found[0]
    if found:
        units = ", ".join(f"{one} ({NAMING.place(view, one)})" for one in found[:6])
        text = f"'{name.text}' fits {in_words(len(found))} enemy units: {units}."
        return Placed(Ambiguous("E102", text, words=name.text), name.start, name.end)
    if at:
        return Placed(Malformed("E101", f"No enemy called {name.text} stands in {at}."), name.start, name.end)
    return NAMING.not_found(name, reading, enemy=True)


def enemy_hex(name: Name, reading: Reading, at: str = "") -> str | Placed:
    """The hex of the enemy whom a name means, or of all whom it fits where they are together; else E161 with their places."""
    view: Battlefield = reading.view
    places = {view[one].at for one in _find(view, name.text, view.enemy_of(reading.side)) if view[one].at}
    if len(places) == 1 and not at:
        return places.pop()
    found = enemy(name, reading, at)
    if not isinstance(found, Placed):
        return hex_of(reading, found)
    if found.problem.code != "E102":
        return found
    # A line to copy would choose one of them for the player.
    return Placed(Ambiguous("E161", f"{found.problem.text}  Name the hex."), found.start, found.end)


def nearest_first(field: Battlefield, at: str) -> list[Counter]:
    """The units on the map by their distance from a hex."""
    distance = field.sheet.map.distance
    return sorted((unit for unit in field.units.values() if unit.at), key=lambda unit: (distance(at, unit.at), unit.at))


class SeriesNaming(Naming):
    """The names of the series: companies by letter and regiment, holders by their animals."""

    def known(self, face: Printed) -> Known:
        """A counter with all its spellings."""
        return known(face)

    def is_stacked(self, view: Any, unit: Any) -> bool:
        """See `Naming`: camps, herds and fires have no letter, nor have villagers before the alert."""
        return not circles.is_scenery(view, unit)

    def find(self, view: Any, text: str, side: str) -> tuple[str, ...]:
        """The counters that a name fits."""
        return _find(view, text, side)

    def collective(self, view: Any, text: str, side: str) -> tuple[str, ...]:
        """A kind of counters, or a regiment."""
        return collective(view, text, side)

    def spread(self, members: tuple[Name | Group, ...]) -> tuple[Name | Group, ...]:
        """The regiment behind the last company serves all."""
        return spread(members)

    def tribe(self, view: Any, text: str, side: str) -> tuple[str, ...]:
        """The counters of a tribe (``Hunkpapa``, ``the Cheyennes``)."""
        pieces = WORDING.pieces(text)
        known = {one.tribe: WORDING.pieces(one.tribe) for one in view.sheet.roster.values() if one.tribe}
        tribes = [one for one, its in known.items() if pieces in (its, (*its[:-1], f"{its[-1]}s"))]
        return tuple(one.name for one in view.sheet.roster.values() if one.side == side and one.tribe in tribes)

    def going_along(self, view: Any, names: tuple[str, ...]) -> tuple[str, ...]:
        """Holders of their animals, the personnel of a pack train, who serves a gun, leaders attached to them."""
        printed = view.sheet.roster
        along = [printed[name].holders for name in names if printed[name].holders]
        along += [f"{name} personnel" for name in names if f"{name} personnel" in printed]
        along += [view[name].crew for name in names if name in view and view[name].crew]
        commanded = {*names, *along}
        along += [unit.name for unit in view.units.values() if unit.attached_to in commanded and unit.is_leader]
        return tuple(along)

    def absent(self, one: Name, reading: Reading) -> Problem | None:
        """Holders of a unit that is mounted."""
        return _absent_holders(one, reading)


NAMING = SeriesNaming(WORDING, SIDES)
roster, place, in_sequence = NAMING.roster, NAMING.place, NAMING.in_sequence
who, not_found, any_unit = NAMING.who, NAMING.not_found, NAMING.any_unit
