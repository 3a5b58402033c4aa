"""Names that a side can use, for the reader of prose (`pbem.language`)."""

import re
from collections.abc import Sequence

from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.orders.dialect import Reading
from pbem.systems.custer.orders.naming import NAMING, WORDING
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit

WORDS = "grammar/custer.words.toml"


def gazetteer(view: Battle, side: str, phase: str) -> Gazetteer:
    """The counters on the board and those of one's own that are still to come; everybody are those whom the marker calls."""
    own = [one.name for one in view.of(side)]
    may_act = NAMING.may_act(own, Reading(view, side, phase))
    things = [
        _thing(one, side, is_called=one.side != side or one.name in may_act)
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
        _groups(things),
    )


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
SAME = {**WORDING.same, "scts": "scouts"}
_REGIMENT = re.compile(r"(\d\w\w (?:Cav|Inf)) [A-Z]")
_BAND = re.compile(r"(\w+ Scouts) \d")


def _thing(one: Unit, side: str, *, is_called: bool) -> Thing:
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
    if one.face.kind.id == "village" or not is_called:
        tags.add("minor")
    if not is_called:
        tags.add("away")
    return Thing(one.name, one.side == side, one.at, one.is_leader, tuple(spellings), frozenset(tags), marks)


def words() -> Lexicon:
    """The words of the game."""
    return lexicon(WORDS)
