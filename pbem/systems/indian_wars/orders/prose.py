"""Names that a side of the series can use, for the reader of prose (`pbem.language`)."""

import re

from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.systems.indian_wars.orders.naming import WORDING, known
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

WORDS = "grammar/indian_wars.words.toml"
_COMPANY = re.compile(r"([A-Z])/(\d) (?:Cav|Inf)")
MINOR = frozenset(["camp", "villagers", "pony_herd", "fire"])
"""Kinds that nobody means by everybody."""
SAME = {word: same for word, same in WORDING.same.items() if not same.startswith(("bg", "ltc", "maj", "capt", "lt"))}
IDLE = frozenset((*WORDING.idle, "units", "unit", "regt", "rgt"))


def gazetteer(view: Battlefield, side: str) -> Gazetteer:
    """The counters on the map and those of one's own that are still to come, and the places of the map."""
    things = tuple(_thing(one, side) for one in view.units.values() if one.at or one.side == side)
    places = {place.name: place.hexes[0] for place in view.sheet.map.places.values() if len(place.hexes) == 1}
    hexes = view.sheet.map
    named = with_nicknames(things, words().names)
    return Gazetteer(named, SAME, IDLE, places, lambda text: text in hexes, _groups(things))


def _groups(things: tuple[Thing, ...]) -> dict[str, tuple[str, ...]]:
    """Regiments and tribes: ``2nd Cavalry``, ``9th Infantry``, ``Oglalas``."""
    found: dict[str, list[str]] = {}
    for one in things:
        company = _COMPANY.fullmatch(one.name)
        if company is not None and one.at and one.is_own:
            for way in (f"{company[2]} {one.name[4:]}", company[2]):
                found.setdefault(way, []).append(one.name)
        for tribe in TRIBES.intersection(one.tags) if one.at and one.is_own and not one.is_leader else ():
            if "minor" not in one.tags:
                for way in (tribe, f"{tribe}s", f"{tribe} warriors", f"{tribe} braves"):
                    found.setdefault(way, []).append(one.name)
    return {way: tuple(names) for way, names in found.items()}


TRIBES = frozenset(
    ("oglala", "hunkpapa", "cheyenne", "sans arc", "minneconjou", "santee", "blackfoot", "yanktonai", "brule")
)


def _thing(one: Counter, side: str) -> Thing:
    printed = one.printed
    spellings = [alias for alias in known(printed).aliases if alias != one.name]
    marks: tuple[str, ...] = ()
    tags = {printed.kind, printed.tribe.lower(), one.mode} - {""}
    if (company := _COMPANY.fullmatch(one.name)) is not None:
        letter, regiment = company.groups()
        marks = (letter,)
        spellings += [f"{letter} {regiment}", f"{regiment} {one.name[4:]} {letter}"]
        tags |= {"company", regiment}
    if one.is_holder:
        tags |= {"holder", "minor"}
        owner = re.match(r"([A-Z])/(\d)", one.name)
        if owner is not None:
            ways = ("holders", "horses" if printed.kind == "horse_holder" else "mules")
            marks += tuple(f"{owner[1]} {way}" for way in ways)
            spellings += [f"{owner[1]}/{owner[2]} {way}" for way in ways]
            spellings += [f"{way} of {owner[1]}/{owner[2]}" for way in ways]
            marks += tuple(f"{way} {owner[1]}" for way in ways)
    if printed.kind in MINOR:
        tags.add("minor")
    return Thing(one.name, one.side == side, one.at, one.is_leader, tuple(spellings), frozenset(tags), marks)


def words() -> Lexicon:
    """The words of the series."""
    return lexicon(WORDS)
