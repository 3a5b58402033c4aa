"""The possible orders of a side, those of a commander, and which units are missing."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pbem.desk.title import Title
from pbem.language.spelling import listed
from pbem.mechanisms.offers import FIRE, offers_of
from pbem.reports.letter_style import translate
from pbem.reports.possible_orders import Able
from pbem.reports.report import OwnStack, SheetLine


def able_units(title: Title, view: Any, side: str, letter: str, *, is_begun: bool = False) -> tuple[Able, ...]:
    """All that the units of a side may be ordered to do in a phase, of several ways to fire at somebody the first alone; ()
    for a game that offers nothing to click."""
    offering = getattr(title, "offering", None)
    if offering is None:
        return ()
    found: list[Able] = []
    aimed: set[tuple[str, str]] = set()
    stands = offering.units(view, side)
    for one in offers_of(title.system, title.dialect, offering, view, side, letter, is_begun=is_begun):
        if one.kind == FIRE:
            at_whom = (one.unit, one.words.rpartition(" at ")[2])
            if at_whom in aimed:
                continue
            aimed.add(at_whom)
        start = one.way[0] if one.way else stands.get(one.unit, "")
        is_next = len(one.way) == 2
        found.append(Able(one.kind, one.unit, one.at, one.words, one.cost, start, is_next=is_next, partner=one.partner))
    return tuple(found)


def missing_units(title: Title, opening: Any, view: Any, side: str) -> tuple[str, ...]:
    """Sentences about the units of a side, and about enemies that it saw, who stood on the map as the game opened and do not
    now; () where nobody is missing, or the game has no lists of stacks."""
    then, now = _on_map(title, opening, side), _on_map(title, view, side)
    own = [name for name, is_own in then.items() if is_own and name not in now]
    enemies = [name for name, is_own in then.items() if not is_own and name not in now]
    both = translate("and")
    found = [translate("Missing from your side since the opening: {units}.", units=listed(own, both))] if own else []
    if enemies:
        found.append(translate("No longer seen of the enemy since the opening: {units}.", units=listed(enemies, both)))
    return tuple(found)


def _on_map(title: Title, state: Any, side: str) -> dict[str, bool]:
    """The units that a side knows of on the map, each with whether it is its own."""
    return dict(_units(title, title.system.view(state, side), side))


def _units(title: Title, view: Any, side: str) -> Iterator[tuple[str, bool]]:
    for stack in (one for panel in title.teller.panels(view, side) for one in panel.stacks):
        for unit in stack.units:
            if isinstance(unit, str):
                yield unit.partition(" (")[0].rpartition(" ")[0] if " (" not in unit else unit.partition(" (")[0], False
            else:
                yield unit.name, isinstance(stack, OwnStack)


def is_for(line: str, units: Collection[str]) -> bool:
    """True if an order line names one of these units."""
    return any(re.search(rf"(?<![\w/]){re.escape(one)}(?![\w/])", line) for one in units)


def own_lines(sheet: Sequence[SheetLine], units: Collection[str]) -> tuple[SheetLine, ...]:
    """The lines of an order sheet for these units, and those for no unit by name (``all rally``), below their headings."""
    found: list[SheetLine] = []
    headings: list[SheetLine] = []
    before = ""
    for one in sheet:
        if one.order.startswith("//"):
            headings = [*(headings if before.startswith("//") else ()), one]
        elif one.order[:1].islower() or is_for(one.order, units):
            found += [*headings, one]
            headings = []
        before = one.order
    return tuple(found)
