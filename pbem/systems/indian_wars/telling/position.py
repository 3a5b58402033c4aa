"""What stands where, looked at once for all that letters say of it: map and tables of both sides, order sheets."""

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from operator import is_
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.core.frozen import dataclass
from pbem.mechanisms.memo import Memo
from pbem.reports.report import SheetLine, Stack
from pbem.reports.stacks import letters
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.movement import zoc
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import BURNING_CAMP, CAMP, GRASS_FIRE, PONY_HERD, VILLAGERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.words import BRACKETS, MODE_LETTERS, condition_letters

SIDES = ("us", "indian")
MOST_SAID = 1 << 10
"""Counters of which it is kept what letters say of them: those of some ten games."""

DRAWN_AS = {BURNING_CAMP: "fire", GRASS_FIRE: "fire", CAMP: "tipi", VILLAGERS: "folk", PONY_HERD: "herd"}
"""How a map shows what does not fight, the first of these that is in a hex."""

SIGNS = {"fire": "*", "tipi": "^", "folk": "'", "herd": "%"}
"""What stands in place of a stack's letter where nobody is who could be ordered about."""

MOST_KEPT = 2
"""Positions that are kept: the one that is told, and one that is looked at in between."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a look at a counter tells: mode and conditions by their letters (``f`` for having fired), the reach of its ZOC."""

    is_leader: bool
    strength: int
    mode: str
    conditions: str
    zoc: str


class Position:
    """A field as it stood when it was looked at; nothing of it changes.

    `panels` is what was drawn of its stacks (`Drawn`), `sheets` are the lines of order sheets.
    """

    def __init__(self, field: Battlefield) -> None:
        self.field = field
        self.panels: dict[object, Any] = {}
        self.sheets: dict[object, tuple[SheetLine, ...]] = {}
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
    def in_tables(self) -> Mapping[str, dict[str, list[Counter]]]:
        """Those of each stack whom the tables of units list: camps and herds, and villagers who may not move, are in their
        own panel."""
        return {side: self._in_tables(side) for side in SIDES}

    def _in_tables(self, side: str) -> dict[str, list[Counter]]:
        found = {
            at: [one for one in here if not circles.is_scenery(self.field, one)]
            for at, here in self.stacks[side].items()
        }
        return {at: here for at, here in found.items() if here}

    @cached_property
    def letters(self) -> Mapping[str, dict[str, str]]:
        """The letter of each hex that a side stands in, by side: capitals for the US; a sign where there is only scenery."""
        return {side: self._letters(side) for side in SIDES}

    def _letters(self, side: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for at, here in self.stacks[side].items():
            if here[0].printed.kind in DRAWN_AS and all(circles.is_scenery(self.field, one) for one in here):
                found[at] = SIGNS[_drawn_as(here)]
        return found | letters((at for at in self.stacks[side] if at not in found), capitals=side == "us")

    @cached_property
    def glances(self) -> Mapping[str, dict[str, list[Glance]]]:
        """What a look at each counter tells, where it stands."""
        of_all = _glances.of_all
        return {side: {at: of_all(here) for at, here in self.stacks[side].items()} for side in SIDES}

    @cached_property
    def drawn(self) -> tuple[Stack, ...]:
        """The stacks of both sides as the map shows them."""
        return tuple(stack for side in SIDES for stack in self._drawn(side))

    def _drawn(self, side: str) -> list[Stack]:
        named, glances = self.letters[side], self.glances[side]
        return [_stack(side, at, named[at], here, glances[at]) for at, here in self.stacks[side].items()]

    @cached_property
    def strengths(self) -> Mapping[str, dict[str, int]]:
        """The strength points of each stack, by side and hex."""
        return {side: {one.at: one.strength for one in self.drawn if one.side == side} for side in SIDES}

    @cached_property
    def covered(self) -> Mapping[str, frozenset[str]]:
        """The hexes that a ZOC of any unit of a side covers (5), by side; not across cliffs."""
        sheet = self.field.sheet.map
        return {side: frozenset(_covered(sheet, self.glances[side])) for side in SIDES}

    @cached_property
    def arcs(self) -> frozenset[str]:
        """The hexes in the field of fire of any gun that stands unlimbered (LB-11.C.1)."""
        guns = [unit for unit in self.field.units.values() if unit.is_unlimbered and unit.at and not unit.abandoned]
        return frozenset(at for gun in guns for at in gunnery.hexes_covered(self.field, gun))

    def is_of(self, field: Battlefield) -> bool:
        """Whether the field stands so still: the very same counters, and everything else equal."""
        here = self.field
        return (
            here.sheet is field.sheet
            and len(here.units) == len(field.units)
            and all(map(is_, here.units.values(), field.units.values()))
            and here == field
        )


_kept: deque[Position] = deque(maxlen=MOST_KEPT)


def position(field: Battlefield) -> Position:
    """The position of a field; looked at once as long as nothing changes."""
    for known in tuple(_kept):
        if known.is_of(field):
            return known
    found = Position(field.thaw())
    _kept.append(found)
    return found


def _is_leader(unit: Counter) -> bool:
    return unit.is_leader


def _glance(unit: Counter) -> Glance:
    if unit.is_leader:
        return Glance(True, 0, "", "", zoc.kind_of(unit))
    letters_ = condition_letters(unit) + ("f" if unit.fired else "")
    return Glance(False, unit.strength, MODE_LETTERS[unit.mode], letters_, zoc.kind_of(unit))


_glances = Memo(_glance, MOST_SAID)


def _covered(sheet: HexMap, stacks: Mapping[str, list[Glance]]) -> set[str]:
    covered: set[str] = set()
    for at, here in stacks.items():
        kinds = {one.zoc for one in here}
        if zoc.FULL in kinds:
            covered.add(at)
            covered.update(sheet.open_neighbours(at))
        elif zoc.PARTIAL in kinds:
            covered.add(at)
    return covered


def _stack(side: str, at: str, letter: str, here: list[Counter], seen: list[Glance]) -> Stack:
    if any(one.printed.kind in DRAWN_AS for one in here):
        return _beside_the_village(side, at, letter, here, seen)
    # Leaders stand last.
    has_leader = seen[-1].is_leader
    units = [one for one in seen if not one.is_leader] if has_leader else seen
    many = len(units or seen)
    tag = _tag(here[0]) if many == 1 else f"x{many}"
    if len(units) == 1:
        mode, letters_, strength = units[0].mode, units[0].conditions, units[0].strength
    else:
        modes = {one.mode for one in units}
        mode = "" if not modes else modes.pop() if len(modes) == 1 else "x"
        letters_ = "".join([one.conditions for one in units])
        strength = sum([one.strength for one in units])
    worst = next((one for one in "rpdlf" if one in letters_), "") if letters_ else ""
    lead = max((one for one in here if not one.is_leader), key=_strength, default=here[0]) if many > 1 else here[0]
    return Stack(side, BRACKETS[side], letter, at, tag, strength, mode, worst, has_leader, _tag(lead))


def _beside_the_village(side: str, at: str, letter: str, here: list[Counter], seen: list[Glance]) -> Stack:
    """Those who fight as they are drawn anywhere; a camp, villagers or herds alone by a word (LB-18, LB-19)."""
    others = [n for n, one in enumerate(here) if one.printed.kind not in DRAWN_AS]
    word = _drawn_as(here)
    if others:
        drawn = _stack(side, at, letter, [here[n] for n in others], [seen[n] for n in others])
        return replace(drawn, sign=word)
    return Stack(side, BRACKETS[side], letter, at, word, 0, "", "", False, word, word)


def _drawn_as(here: list[Counter]) -> str:
    return next(word for kind, word in DRAWN_AS.items() if any(one.printed.kind == kind for one in here))


def _strength(unit: Counter) -> int:
    return unit.strength


def _tag(unit: Counter) -> str:
    return unit.printed.tag or unit.name[:4]
