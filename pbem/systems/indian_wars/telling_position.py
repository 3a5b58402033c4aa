"""What stands where, looked at once for all that letters say of it: map and tables of both sides, order sheets."""

from collections import deque
from collections.abc import Mapping
from functools import cached_property
from operator import is_
from typing import Any

from pbem.reports.report import Stack
from pbem.reports.stacks import letters
from pbem.systems.indian_wars import zoc
from pbem.systems.indian_wars.counter import Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.telling_words import BRACKETS, MODE_LETTERS, condition_letters

SIDES = ("us", "indian")
MOST_KEPT = 2
"""Positions that are kept: the one that is told, and one that is looked at in between."""


class Position:
    """A field as it stood when it was looked at; nothing of it changes.  `panels` is what was drawn of its stacks (`Drawn`)."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.panels: dict[object, Any] = {}
        self.stacks: Mapping[str, dict[str, list[Counter]]] = {side: {} for side in SIDES}
        units = field.units
        for at in sorted(field.stacks):
            for name in field.stacks[at]:
                unit = units[name]
                self.stacks[unit.printed.side].setdefault(at, []).append(unit)
        for stacks in self.stacks.values():
            for here in stacks.values():
                if len(here) > 1:
                    here.sort(key=_is_leader)

    @cached_property
    def letters(self) -> Mapping[str, dict[str, str]]:
        """The letter of each hex that a side stands in, by side: capitals for the US."""
        return {side: letters(self.stacks[side], capitals=side == "us") for side in SIDES}

    @cached_property
    def drawn(self) -> tuple[Stack, ...]:
        """The stacks of both sides as the map shows them."""
        named = self.letters
        stacks = [_stack(side, at, named[side][at], here) for side in SIDES for at, here in self.stacks[side].items()]
        return tuple(stacks)

    @cached_property
    def covered(self) -> Mapping[str, frozenset[str]]:
        """The hexes that a ZOC of any unit of a side covers (5), by side; not across cliffs."""
        return {side: frozenset(_covered(self.field, self.stacks[side])) for side in SIDES}

    def is_of(self, field: Field) -> bool:
        """Whether the field stands so still: the very same counters, and all else equal."""
        here = self.field
        return (
            here.sheet is field.sheet
            and len(here.units) == len(field.units)
            and all(map(is_, here.units.values(), field.units.values()))
            and here == field
        )


_kept: deque[Position] = deque(maxlen=MOST_KEPT)


def position(field: Field) -> Position:
    """The position of a field; looked at once as long as nothing changes."""
    for known in tuple(_kept):
        if known.is_of(field):
            return known
    found = Position(field.thaw())
    _kept.append(found)
    return found


def _is_leader(unit: Counter) -> bool:
    return unit.is_leader


def _covered(field: Field, stacks: Mapping[str, list[Counter]]) -> set[str]:
    covered: set[str] = set()
    for at, here in stacks.items():
        kinds = {zoc.kind_of(unit) for unit in here}
        if kinds != {zoc.NONE}:
            covered.add(at)
        if zoc.FULL in kinds:
            covered.update(field.sheet.map.open_neighbours(at))
    return covered


def _stack(side: str, at: str, letter: str, here: list[Counter]) -> Stack:
    units = [unit for unit in here if not unit.is_leader]
    shown = units or here
    tag = (shown[0].printed.tag or shown[0].name[:4]) if len(shown) == 1 else f"x{len(shown)}"
    modes = {unit.mode for unit in units}
    mode = "" if not modes else MODE_LETTERS[modes.pop()] if len(modes) == 1 else "x"
    letters_here = "".join([condition_letters(unit) + ("f" if unit.fired else "") for unit in units])
    worst = next((one for one in "rpdlf" if one in letters_here), "") if letters_here else ""
    strength = sum([unit.strength for unit in units])
    return Stack(side, BRACKETS[side], letter, at, tag, strength, mode, worst, len(units) < len(here))
