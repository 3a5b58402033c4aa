"""The names of counters in orders, and hexes and paths on the boards."""

import re
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from pbem.board.roster import Known, Wording
from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.mechanisms.naming import Naming
from pbem.mechanisms.paths import Wayfinding
from pbem.orders.dialect import Reading
from pbem.orders.syntax import Group, Name
from pbem.systems.custer.card import CARD
from pbem.systems.custer.rules.call import callable_units, marker_of_phase
from pbem.systems.custer.rules.zones import is_in_enemy_zone
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit
from pbem.systems.custer.title import Marker

WORDING = Wording(
    {"cavalry": "cav", "infantry": "inf", "villages": "village", "train": "train"},
    frozenset(
        (
            "co",
            "cos",
            "company",
            "companies",
            "troop",
            "troops",
            "of",
            "the",
            "general",
            "gen",
            "colonel",
            "col",
            "major",
            "maj",
            "captain",
            "capt",
        )
    ),
)


_COMPANIES = re.compile(r"\b(?:cos?|company|companies|troops?)\b", re.I)
_LETTERS = re.compile(r"(?:(?:cos?|companies|company)\.?\s+)?([a-z](?:/[a-z])+)", re.I)
"""Companies by their letters in one word."""


class CounterNaming(Naming):
    """Names as they stand on the counters; what is printed is a `Face`."""

    face = staticmethod(attrgetter("face"))

    def known(self, face: Any) -> Known:
        """A counter with all its spellings."""
        return Known(face.name, face.side, face.aliases)

    def find(self, view: Any, text: str, side: str) -> tuple[str, ...]:
        """The counters that a name fits; no leader is a company: ``companies of Custer``."""
        found = super().find(view, text, side)
        return tuple(one for one in found if not (_COMPANIES.search(text) and view.units[one].is_leader))

    def spread(self, members: tuple[Name | Group, ...]) -> tuple[Name | Group, ...]:
        """``Cos C/E`` as both companies."""
        out: list[Name | Group] = []
        for one in members:
            letters = _LETTERS.fullmatch(one.text) if isinstance(one, Name) else None
            out += [Name(two, one.start, one.end) for two in letters[1].split("/")] if letters is not None else [one]
        return tuple(out)

    def may_act(self, names: list[str], reading: Reading) -> list[str]:
        """Those whom the marker activates, or would activate as things stand."""
        battle: Battle = reading.view
        marker = marker_of_phase(battle, reading.side, reading.phase)
        if marker is None:
            return names
        may: Iterable[str] = (
            (*battle.may, *battle.called) if marker == battle.marker else callable_units(battle, marker)
        )
        return [name for name in names if name in may]


NAMING = CounterNaming(WORDING, CARD.sides)
WAYS = Wayfinding(lambda board: "To leave the board say   exit   in an exit hex (9.2).", is_in_enemy_zone)


# Names that a side can use, for the reader of prose (`pbem.language`).

WORDS = "grammar/custer.words.toml"


def gazetteer(view: Battle, side: str, phase: str) -> Gazetteer:
    """The counters on the board and those of one's own that are still to come; everybody are those whom the marker calls."""
    own = [one.name for one in view.of(side)]
    may_act = NAMING.may_act(own, Reading(view, side, phase))
    marker = marker_of_phase(view, side, phase)
    leader = marker.leader if marker is not None else ""
    beyond = _beyond(view, marker, may_act)
    things = [
        _thing(one, side, leader, is_called=one.side != side or one.name in may_act, is_beyond=one.name in beyond)
        for one in view.units.values()
        if one.at or one.side == side
    ]
    board = view.sheet.map
    named = with_nicknames(things, words().names)
    return Gazetteer(
        named,
        SAME,
        frozenset((*WORDING.idle, "regt", "rgt", "regiment")),
        {},
        lambda text: text in board,
        {**_groups(things), **NAMING.stacks_said(view, side)},
        step=board.next_to,
    )


def _beyond(view: Battle, marker: Marker | None, called: Sequence[str]) -> frozenset[str]:
    """Those of the units that a marker calls who stand too far off to be meant by all: it takes no more than the nearest."""
    if marker is None or marker.group or marker.leader not in view or not view[marker.leader].at:
        return frozenset()
    units = [view[one] for one in called if view[one].at and not view[one].is_leader]
    distance = view.sheet.map.distance
    far = {one.at: distance(view[marker.leader].at, one.at) for one in units}
    near: list[str] = []
    for at in sorted(far, key=lambda one: (far[one], one)):
        stack = [one.name for one in units if one.at == at]
        if len(near) + len(stack) > marker.units:
            break
        near += stack
    return frozenset(one.name for one in units if one.name not in near) if near else frozenset()


def _groups(things: Sequence[Thing]) -> dict[str, tuple[str, ...]]:
    """Regiments and bands: ``4th Infantry``, ``the Crows``."""
    found: dict[str, list[str]] = {}
    for one in things:
        if not (one.is_own and one.at):
            continue
        if (company := _REGIMENT.fullmatch(one.name)) is not None:
            for way in (company[1], company[1].split()[0]):
                found.setdefault(way, []).append(one.name)
        elif (band := _BAND.fullmatch(one.name)) is not None:
            for way in (band[1], f"{band[1].split()[0]}s"):
                found.setdefault(way, []).append(one.name)
    return {way: tuple(names) for way, names in found.items() if len(names) > 1}


IDLE = frozenset((*WORDING.idle, "regt", "rgt", "regiment"))
SAME = {
    **WORDING.same,
    "scts": "scouts",
    **dict.fromkeys(("vill", "vil", "vlg", "vills", "camp", "camps"), "village"),
}
_VILLAGE = re.compile(r"(?P<band>.+) village (?P<n>\d)")
_COUNTED = dict(zip("123456789", ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], strict=True))
_REGIMENT = re.compile(r"(\d\w\w (?:Cav|Inf)) [A-Z]")
_BAND = re.compile(r"(\w+ Scouts) \d")


def _thing(one: Unit, side: str, leader: str, *, is_called: bool, is_beyond: bool) -> Thing:
    marks: tuple[str, ...] = ()
    spellings = list(one.face.aliases)
    tags = {one.face.kind.id, one.mode}
    if one.name.startswith("Co. "):
        letter = one.name[4:]
        marks, tags = (letter,), tags | {"company"}
        spellings += [f"{letter} 7", f"7 cavalry {letter}"]
    elif _REGIMENT.fullmatch(one.name):
        regiment, letter = one.name.rsplit(" ", 1)
        marks, tags = (letter,), tags | {"company", regiment[0]}
        spellings += [f"{letter} {regiment[0]}", f"{letter} {regiment}", f"{regiment[0]} {letter}"]
    if (village := _VILLAGE.fullmatch(one.name)) is not None:
        band, n = village["band"], village["n"]
        spellings += [f"{n} {band} village", f"{n} village", f"village {n}"]
        numbers = [f"{lead}{number}" for lead in ("", "number ", "no ") for number in (n, _COUNTED[n])]
        spellings += [f"{way} {number}" for way in (f"{band} village", f"village {band}") for number in numbers]
    if one.face.kind.id == "village" or not is_called:
        tags.add("minor")
    if not is_called or is_beyond:
        tags.add("away")
    if is_beyond:
        tags.add("beyond")
    elif is_called and one.side == side and leader:
        tags.add(f"under {leader}")
    return Thing(one.name, one.side == side, one.at, one.is_leader, tuple(spellings), frozenset(tags), marks)


def words() -> Lexicon:
    """The words of the game."""
    return lexicon(WORDS)
