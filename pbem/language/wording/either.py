"""Lines that leave open who or where is meant, each way: ``one of the Kentucky battalions ... the other``, ``the timber``."""

import re

from pbem.language.gazetteer import PIECE, Gazetteer

MOST_WAYS = 4
"""Ways of one line."""
_ONE_OF = re.compile(
    r"\b(?i:(?:either\s+)?one(?:\s+(?:lot|half|part|unit|company|battalion|bn|troop|band|group|of\s+the\s+two|or\s+other))?\s+of\s+(?:the|those|these|my|our)\s+(?:two\s+)?)"
    r"(?P<group>[A-Z][\w-]*(?:\s+(?:bns?|battalions?|compan(?:y|ies)|troops?|units?|lots?|bands?|regiments?))?)",
)
_OTHER = re.compile(
    r"\b(?:the\s+other|t'other)(?:\s+(?:one|lot|half|company|battalion|bn|troop|band|unit|of\s+them))?\b", re.I
)
_GROUND = re.compile(
    r"\b(?:to|towards?|into|for|until|till|in|inside|behind|at|reach(?:es)?|enters?)\s+(?P<the>the|that|those)\s+"
    r"(?P<noun>timber|woods?|thickets?|trees|brush|hill|windfall|forest)\b(?!\s+(?:in|to|on|at|of)\s+(?:the\s+)?(?:north|south|east|west))",
    re.I,
)
_TAIL = re.compile(r"^\s*(?:the\s+)?(?P<tail>[A-Z][a-z]+ \d)\b(?!\s*/)", re.I)
"""The end of a name with its number: ``Cavalry 1`` of ``Perry Cavalry 1``."""
_ONE_UNIT = re.compile(
    r"\b(?:(?:just|only|any|either)\s+)?one\s+(?:of\s+)?(?:(?P<whose>(?-i:[A-Z])\w+)'s\s+)?(?:the\s+|my\s+|those\s+)?(?:two\s+|three\s+)?"
    r"(?:companies|company|coys?|units?|troops?|bands?|columns?|counters?|garrisons?)\b"
    r"(?:\s+(?:from|of|at|in|with|under|out\s+of)\s+(?:hex\s+)?(?P<place>\d{4}|(?-i:[A-Z])\w+(?:\s(?-i:[A-Z])\w*)?))?",
    re.I,
)
"""``one of Custer's two companies at 2018``, ``one company from Boise``."""
_WAYS = ("north", "south", "east", "west")


def each_way(line: str, gazetteer: Gazetteer, *, names_own: bool = True) -> tuple[str, ...]:
    """The line in each way in which it can be meant; () for a line that can be meant in one."""
    one, other = _ONE_OF.search(line), _OTHER.search(line)
    if one is not None and other is not None and other.start() > one.end():
        pair = _pair(one["group"], gazetteer)
        if pair:
            between, behind = line[one.end() : other.start()], line[other.end() :]
            return tuple(f"{line[: one.start()]}{a}{between}{b}{behind}" for a, b in (pair, pair[::-1]))
    single = _ONE_UNIT.search(line)
    if single is not None and (some := _in_place(single["place"] or single["whose"] or "", gazetteer)):
        return tuple(f"{line[: single.start()]}{name}{line[single.end() :]}" for name in some)
    tail = _TAIL.match(line)
    if tail is not None and gazetteer.find(tail["tail"].split()) is None:
        names = [
            one.name for one in gazetteer.things if one.is_own and one.name.lower().endswith(f" {tail['tail'].lower()}")
        ]
        if 1 < len(names) <= MOST_WAYS:
            return tuple(f"{name}{line[tail.end() :]}" for name in names)
    ground = _GROUND.search(line)
    if ground is None or not names_own:
        return ()
    noun = ground["noun"].lower()
    known = [f"{way} {noun}" for way in _WAYS if f"{way} {noun}" in gazetteer.places]
    if noun in gazetteer.places or not 1 < len(known) <= MOST_WAYS:
        return ()
    return tuple(f"{line[: ground.start('the')]}the {one}{line[ground.end() :]}" for one in known)


def _in_place(place: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    """The units of one's own in a hex, a place, or the hex of a leader, where they are few; () for any other number."""
    known = gazetteer.find(PIECE.findall(place)) if place and not place.isdigit() else None
    stands = next(
        (at for name, at in gazetteer.places.items() if place and re.search(rf"\b{re.escape(place)}$", name)), ""
    )
    at = stands or (gazetteer.by_name[known.own[0]].at if known and known.own else place)
    there = [one for one in gazetteer.things if one.is_own and at and one.at == at and not one.is_leader]
    names = tuple(one.name for one in there if "minor" not in one.tags)
    return names if 1 < len(names) <= MOST_WAYS else ()


def _pair(group: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    """The two of one's own whom a group is, () for another number of them."""
    words = PIECE.findall(group)
    for end in range(len(words), 0, -1):
        found = gazetteer.find(words[:end])
        if found is not None and len(found.own) == 2:
            return found.own
        stem = words[0].removesuffix("s").lower()
        own = tuple(
            one.name for one in gazetteer.things if one.is_own and one.name.lower().removesuffix("s").find(stem) >= 0
        )
        if len(own) == 2:
            return own
    return ()
