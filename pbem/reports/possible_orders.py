"""The possible acts of a side's units, told in sentences for those who hear a letter: places next to them with their cost,
enemies in reach with the odds, and what else they may do."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pbem.language.spelling import listed
from pbem.reports.letter_style import translate, translate_plural

MOVE, FIRE, FIGHT = "move", "fire", "fight"
MOST_PLACED = 12
"""Places beside each other that are named one by one."""
MOST_ACTS = 8
MOST_MET = 10
"""Acts, and enemies in reach, that are told of a unit."""
MOST_TOLD = 14_000
"""Characters for all units: the order sheet below has everybody."""


@dataclass(frozen=True, slots=True)
class Able:
    """Something that a unit may be ordered to do: at or to a place ("" for none), in words, and what it costs or its odds.

    `start` is where it stands, "" where that is nowhere; a move to a place `is_next` to that is told with its cost.  What it
    does together with a `partner` is told in few words: the order sheet and the page have each pair.
    """

    kind: str
    unit: str
    at: str
    words: str
    cost: str
    start: str = ""
    is_next: bool = False
    partner: str = ""


class PlaceWords(Protocol):
    """The places of a map in words, as they lie from another one."""

    def around(self, start: str) -> Sequence[str]:
        """All places next to one; none where the map can't say."""
        ...

    def way_to(self, start: str, at: str) -> str:
        """A place next to it, with its ground: ``north to 2911 (clear, level 4)``."""
        ...

    def lies(self, start: str, at: str) -> str:
        """A place further off: ``3005, 2 hexes north``."""
        ...


def able_lines(able: Sequence[Able], places: PlaceWords) -> Iterator[str]:
    """A paragraph for those who may do the same."""
    by_unit: dict[str, list[Able]] = {}
    for one in able:
        by_unit.setdefault(one.unit, []).append(one)
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit, may in by_unit.items():
        alike.setdefault(tuple(_sentences(may, places)), []).append(unit)
    room = MOST_TOLD
    for n, (sentences, units) in enumerate(alike.items()):
        if sentences and room > 0:
            made = " ".join([f"{listed(units, translate('and'))}: {sentences[0]}", *sentences[1:]])
            room -= len(made)
            yield made
        elif sentences:
            left_out = [unit for rest in list(alike.values())[n:] for unit in rest]
            yield translate("More may act, too many to list: {units}.", units=listed(left_out, translate("and")))
            return


def _sentences(may: Sequence[Able], places: PlaceWords) -> Iterator[str]:
    start = next((one.start for one in may if one.start), "")
    moves = [one for one in may if one.kind == MOVE]
    around = places.around(start)
    near = {one.at: one.cost for one in moves if one.is_next or one.at in around}
    if near:
        ways = [", ".join(filter(None, (places.way_to(start, at), cost))) for at, cost in near.items()]
        yield translate("may move {ways}.", ways="; ".join(ways))
        barred = [at for at in around if at not in near]
        if barred:
            yield translate("It cannot enter {places} now.", places=listed(barred, translate("or")))
    if moves:
        count = len({one.at for one in moves})
        yield translate_plural("It reaches {count} place in all.", "It reaches {count} places in all.", count)
    placed = list(dict.fromkeys(one.at for one in may if one.kind not in (MOVE, FIRE, FIGHT) and one.at))
    if placed:
        words = next(one.words for one in may if one.kind not in (MOVE, FIRE, FIGHT) and one.at)
        shown = listed(placed[:MOST_PLACED], translate("or"))
        more = (
            translate(", and {more} more places", more=len(placed) - MOST_PLACED) if len(placed) > MOST_PLACED else ""
        )
        yield translate("May {words} in {places}{more}.", words=words, places=shown, more=more)
    acts = _acts([one for one in may if one.kind not in (MOVE, FIRE, FIGHT) and not one.at])
    if acts:
        rest = [translate("and {more} more", more=len(acts) - MOST_ACTS)] if len(acts) > MOST_ACTS else []
        yield translate("May also: {acts}.", acts="; ".join([*acts[:MOST_ACTS], *rest]))
    yield from _met(may, places, start)


PLACED = re.compile(r"(?P<act>.+ )(?P<at>\d{4})")
"""An act with a place at the end of its words: ``leave by way of 2820``."""


def _acts(may: Sequence[Able]) -> list[str]:
    """The acts at no place of the map, each with its cost: ``leave by way of 2820 (1 of 3 MP), 2720 (2 of 3 MP)``.

    A cost that only says the act again is left out.
    """
    found: dict[str, list[str]] = {}
    for one in may:
        cost = "" if one.cost.rstrip("s") in one.words else f" ({one.cost})"
        match = PLACED.fullmatch(one.words)
        act, rest = (match["act"], match["at"]) if match else (one.words, "")
        found.setdefault(act, []).append(f"{rest}{cost}")
    return [act + ", ".join(dict.fromkeys(rest)) for act, rest in found.items()]


def _met(may: Sequence[Able], places: PlaceWords, start: str) -> Iterator[str]:
    """Enemies in reach, with the odds; against those of one place the same is said once."""
    met: dict[tuple[str, str], list[str]] = {}
    together: dict[str, list[str]] = {}
    for one in may:
        if one.kind not in (FIRE, FIGHT):
            continue
        if one.partner:
            together.setdefault(one.words.removesuffix(one.partner).strip(), []).append(one.at)
        else:
            met.setdefault((one.at, one.cost), []).append(one.words)
    for act, there in together.items():
        yield translate(
            "May also {act} others: {places}.", act=act, places=listed(list(dict.fromkeys(there)), translate("or"))
        )
    for n, ((at, cost), words) in enumerate(met.items()):
        if n == MOST_MET:
            yield translate("{count} more are in reach.", count=len(met) - MOST_MET)
            return
        odds = f": {cost}" if cost else ""
        lies = f", {places.lies(start, at)}" if at else ""
        yield translate("In reach: {acts}{where}{odds}.", acts=_aimed(words), where=lies, odds=odds)


def _aimed(words: Sequence[str]) -> str:
    """``fire full at Little Wolf or Little Big Man``: what is the same for all is said once."""
    acts: dict[str, list[str]] = {}
    for one in words:
        act, _, whom = one.partition(" at ")
        acts.setdefault(act, []).append(whom)
    either = translate("or")
    found = [f"{act} {translate('at')} {listed(whom, either)}" if any(whom) else act for act, whom in acts.items()]
    return listed(found, either)
