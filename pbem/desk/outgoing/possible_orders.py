"""The possible orders of a side, those of a commander, and which units are missing."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
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


def own_lines(
    sheet: Sequence[SheetLine], units: Collection[str], stacks: Mapping[str, Collection[str]]
) -> tuple[SheetLine, ...]:
    """The lines of an order sheet for these units, and those for no unit by name (``all rally``), below their headings.

    `stacks` are the units that a letter stands for (``stack A move ...``).
    """
    found: list[SheetLine] = []
    headings: list[SheetLine] = []
    before = ""
    for one in sheet:
        if one.order.startswith("//"):
            headings = [*(headings if before.startswith("//") else ()), one]
        elif is_for(one.order, units) or _is_for_anybody(one.order, units, stacks):
            found += [*headings, one]
            headings = []
        before = one.order
    return tuple(found)


def _is_for_anybody(line: str, units: Collection[str], stacks: Mapping[str, Collection[str]]) -> bool:
    """True for a line that names no unit, or a stack with one of these."""
    stack = re.match(r"stack (\w+) ", line)
    if stack is not None and stack[1] in stacks:
        return not set(units).isdisjoint(stacks[stack[1]])
    return line[:1].islower()
