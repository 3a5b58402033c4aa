"""The possible orders of a side as a report for those who hear it tells them."""

from typing import Any

from pbem.desk.title import Title
from pbem.mechanisms.offers import FIRE, offers_of
from pbem.reports.able import Able


def able_units(title: Title, view: Any, side: str, letter: str, *, is_begun: bool = False) -> tuple[Able, ...]:
    """All that the units of a side may be ordered to do in a phase, of several ways to fire at somebody the first alone; ()
    for a game that offers nothing to click."""
    offering = getattr(title, "offering", None)
    if offering is None:
        return ()
    found: list[Able] = []
    aimed: set[tuple[str, str]] = set()
    for one in offers_of(title.system, title.dialect, offering, view, side, letter, is_begun=is_begun):
        if one.kind == FIRE:
            at_whom = (one.unit, one.words.rpartition(" at ")[2])
            if at_whom in aimed:
                continue
            aimed.add(at_whom)
        start = one.way[0] if one.way else ""
        found.append(Able(one.kind, one.unit, one.at, one.words, one.cost, start, is_next=len(one.way) == 2))
    return tuple(found)
