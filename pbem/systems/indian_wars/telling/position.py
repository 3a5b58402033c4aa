"""Positions of all counters, looked at once for all that letters say of it: map and tables of both sides, order sheets."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from operator import attrgetter, is_
from typing import Any, TypeVar

from pbem.reports.maps.hex_position import Stack
from pbem.reports.maps.panels import letters
from pbem.reports.report import EnemyStack, OwnStack, OwnUnit, SheetLine
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import (
    BURNING_CAMP,
    CAMP,
    GRASS_FIRE,
    GUNS,
    LEADER,
    PONY_HERD,
    UNMANNED,
    VILLAGERS,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.log import BRACKETS, MODE_LETTERS, condition_letters

# The counters of a side in one hex, and what letters say of them: worked out once for as long as none of them
# changes.
#
# From one report to the next most hexes stay as they were.  Counters are frozen, and whatever changes one makes
# another; so the very same counters in a hex are said to be what was said of them before.

T = TypeVar("T")

MOST_KNOWN = 1 << 9
"""Hexes of which it is kept what letters say of them: those of some ten games."""

DRAWN_AS = {BURNING_CAMP: "fire", GRASS_FIRE: "fire", CAMP: "tipi", VILLAGERS: "folk", PONY_HERD: "herd"}
"""Signs of counters that do not fight, the first of these that is in a hex."""

SCENERY = frozenset((*UNMANNED, VILLAGERS))
"""Kinds of counter that need a second look: whether their owner orders them about may depend on the alert (LB-18)."""

CONDITIONS = "rpdlf"
"""The letters of conditions (``f`` for having fired), worst first."""


class StandingCounters:
    """Counters of one side in a hex, leaders last, as they are now.

    `names` and `kinds` are theirs; `zoc` is the farthest ZOC that any of them has; `has_scenery` whether camps, herds or
    people are among them.
    """

    __slots__ = ("_face", "_own", "_said", "_seen", "at", "has_scenery", "kinds", "names", "side", "units", "zoc")

    def __init__(self, at: str, units: list[Counter]) -> None:
        self.kinds = frozenset([unit.printed.kind for unit in units])
        if LEADER in self.kinds:
            units.sort(key=_is_leader)
        self.at = at
        self.units = units
        self.side = units[0].printed.side
        self.names = tuple([unit.printed.name for unit in units])
        self.has_scenery = not SCENERY.isdisjoint(self.kinds)
        reach = [stacking.kind_of(unit) for unit in units]
        self.zoc = (
            stacking.FULL
            if stacking.FULL in reach
            else stacking.PARTIAL
            if stacking.PARTIAL in reach
            else stacking.NONE
        )
        self._face: Stack | None = None
        self._own: OwnStack | None = None
        self._seen: EnemyStack | None = None
        self._said: dict[str, Any] = {}

    def drawn(self, letter: str) -> Stack:
        """The stack as the map shows it, under its letter of the moment."""
        face = self._face
        if face is None or face.letter != letter:
            face = self._face = Stack(self.side, BRACKETS[self.side], letter, self.at, *self.once("looks", _looks))
        return face

    def own(self, letter: str, say: Callable[[Sequence[Counter]], tuple[OwnUnit, ...]], *, in_zoc: bool) -> OwnStack:
        """The stack in YOUR UNITS; the very same one for as long as letter and ZOC stay."""
        own = self._own
        if own is None or own.letter != letter or own.in_zoc != in_zoc:
            own = self._own = OwnStack(letter, self.at, in_zoc, self.once("own", say))
        return own

    def seen(
        self, letter: str, strength: int, say: Callable[[Sequence[Counter]], tuple[str, ...]], *, in_zoc: bool
    ) -> EnemyStack:
        """The stack in ENEMY UNITS YOU CAN SEE, as above."""
        seen = self._seen
        if seen is None or seen.letter != letter or seen.in_zoc != in_zoc or seen.strength != strength:
            seen = self._seen = EnemyStack(letter, self.at, in_zoc, strength, self.once("seen", say))
        return seen

    def once(self, what: str, say: Callable[[Sequence[Counter]], T]) -> T:
        """The words of `say` for the counters, said once; nobody changes it."""
        found: T | None = self._said.get(what)
        if found is None:
            found = self._said[what] = say(self.units)
        return found


class Standings:
    """The standings that are known, at most `most` of them, by the counters themselves: comparing these takes longer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[tuple[str, tuple[int, ...]], tuple[StandingCounters, ...]] = {}

    def of(self, at: str, here: list[Counter]) -> tuple[StandingCounters, ...]:
        """The counters in a hex, by side.  Each standing has its counters, so that no other has the identity of one."""
        key = (at, tuple(map(id, here)))
        found = self._known.get(key)
        if found is None:
            sides = dict.fromkeys([unit.printed.side for unit in here])
            found = tuple(
                [StandingCounters(at, [unit for unit in here if unit.printed.side == side]) for side in sides]
            )
            if len(self._known) >= self._most:
                self._known.clear()
            self._known[key] = found
        return found


standings = Standings(MOST_KNOWN)


def drawn_as(here: Sequence[Counter]) -> str:
    """The word for what does not fight in a hex."""
    return next(word for kind, word in DRAWN_AS.items() if any(one.printed.kind == kind for one in here))


def _looks(here: Sequence[Counter]) -> tuple[str, int, str, str, bool, str, str]:
    """The map's signs of a stack besides side, letter and hex; see `Stack`.  Leaders stand last."""
    if not DRAWN_AS.keys().isdisjoint([one.printed.kind for one in here]):
        return _beside_the_village(here)
    has_leader = _is_leader(here[-1])
    units = [one for one in here if one.printed.kind != LEADER] if has_leader else here
    if not units:
        lead = _tag(here[0])
        return lead if len(here) == 1 else f"x{len(here)}", 0, "", "", True, lead, ""
    strengths = [one.strength for one in units]
    lead = _tag(units[strengths.index(max(strengths))])
    tag = lead if len(units) == 1 else f"x{len(units)}"
    modes = {one.mode for one in units}
    mode = MODE_LETTERS[modes.pop()] if len(modes) == 1 else "x"
    letters = "".join([condition_letters(one) + "f" * bool(one.fired) for one in units if one.fired or one.conditions])
    worst = next((one for one in CONDITIONS if one in letters), "") if letters else ""
    return tag, sum(strengths), mode, worst, has_leader, lead, ""


def _beside_the_village(here: Sequence[Counter]) -> tuple[str, int, str, str, bool, str, str]:
    """Those who fight as they are drawn anywhere; a camp, villagers or herds alone by a word (LB-18, LB-19)."""
    others = [one for one in here if one.printed.kind not in DRAWN_AS]
    word = drawn_as(here)
    if others:
        return *_looks(others)[:-1], word
    return word, 0, "", "", False, word, word


def _is_leader(unit: Counter) -> bool:
    return unit.printed.kind == LEADER


def _tag(unit: Counter) -> str:
    return unit.printed.tag or unit.name[:4]


SIDES = ("us", "indian")

SIGNS = {"fire": "*", "tipi": "^", "folk": "'", "herd": "%"}
"""Signs in place of a stack's letter where nobody is who could be ordered about."""

MOST_KEPT = 2
"""Positions that are kept: the one that is told, and one that is looked at in between."""


class Position:
    """A field as it stood when it was looked at; nothing of it changes.

    `here` is what stands in each hex, in hex order, `standings` the same by side; `panels` is what was drawn of its stacks
    (`Drawn`), `sheets` are the lines of order sheets.  What stands as it did in the position `before` is taken over.
    """

    def __init__(self, field: Battlefield, before: "Position | None" = None) -> None:
        self.field = field
        self.panels: dict[object, Any] = {}
        self.sheets: dict[object, tuple[SheetLine, ...]] = {}
        self.standings: Mapping[str, dict[str, StandingCounters]] = {side: {} for side in SIDES}
        self.here = _here(field, before)
        for at, found in self.here.items():
            for one in found:
                self.standings[one.side][at] = one

    @cached_property
    def stacks(self) -> Mapping[str, dict[str, list[Counter]]]:
        """The counters of each side on the map by hex, leaders last."""
        return {side: {at: one.units for at, one in self.standings[side].items()} for side in SIDES}

    @cached_property
    def in_tables(self) -> Mapping[str, dict[str, StandingCounters]]:
        """Those of each stack whom the tables of units list: camps and herds, and villagers who may not move, are in their
        own panel."""
        return {side: self._in_tables(side) for side in SIDES}

    def _in_tables(self, side: str) -> dict[str, StandingCounters]:
        all_here = self.standings[side]
        if not any(one.has_scenery for one in all_here.values()):
            return all_here
        found: dict[str, StandingCounters] = {}
        for at, standing in all_here.items():
            if standing.has_scenery:
                here = [one for one in standing.units if not circles.is_scenery(self.field, one)]
                found.update((at, one) for one in standings.of(at, here))
            else:
                found[at] = standing
        return found

    @cached_property
    def letters(self) -> Mapping[str, dict[str, str]]:
        """The letter of each hex that a side stands in, by side: capitals for the US; a sign where there is only scenery."""
        return {side: self._letters(side) for side in SIDES}

    def _letters(self, side: str) -> dict[str, str]:
        all_here, found = self.standings[side], dict[str, str]()
        for at, standing in all_here.items():
            if not standing.has_scenery:
                continue
            here = standing.units
            if here[0].printed.kind in DRAWN_AS and all(circles.is_scenery(self.field, one) for one in here):
                found[at] = SIGNS[drawn_as(here)]
        return found | letters(all_here.keys() - found.keys(), capitals=side == "us")

    @cached_property
    def faces(self) -> Mapping[str, dict[str, Stack]]:
        """The stacks as the map shows them, by side and hex."""
        return {
            side: {at: one.drawn(letters[at]) for at, one in self.standings[side].items()}
            for side, letters in self.letters.items()
        }

    @cached_property
    def drawn(self) -> tuple[Stack, ...]:
        """The stacks of both sides as the map shows them."""
        return tuple([one for faces in self.faces.values() for one in faces.values()])

    @cached_property
    def covered(self) -> Mapping[str, frozenset[str]]:
        """The hexes that a ZOC of any unit of a side covers (5), by side; not across cliffs."""
        return {side: frozenset(self._covered(side)) for side in SIDES}

    def _covered(self, side: str) -> set[str]:
        beside, here = self.field.sheet.map.open_neighbours, self.standings[side].items()
        covered = {at for at, one in here if one.zoc != stacking.NONE}
        covered.update(*[beside(at) for at, one in here if one.zoc == stacking.FULL])
        return covered

    @cached_property
    def guns(self) -> tuple[Counter, ...]:
        """The guns on the map, in the sequence of the order of battle."""
        return tuple([unit for unit in self.field.units.values() if unit.printed.kind in GUNS and unit.at])

    @cached_property
    def arcs(self) -> frozenset[str]:
        """The hexes in the field of fire of any gun that stands unlimbered (LB-11.C.1)."""
        guns = [gun for gun in self.guns if gun.is_unlimbered and not gun.abandoned]
        return frozenset(at for gun in guns for at in gunnery.hexes_covered(self.field, gun))

    def is_of(self, field: Battlefield) -> bool:
        """True if the field stands so still: the very same counters, and everything else equal."""
        here = self.field
        return (
            here.sheet is field.sheet
            and len(here.units) == len(field.units)
            and all(map(is_, here.units.values(), field.units.values()))
            and _all_but_units(here) == _all_but_units(field)
        )


def _here(field: Battlefield, before: Position | None) -> dict[str, tuple[StandingCounters, ...]]:
    """The counters in each hex, in hex order; of hexes in which the very same counters stand as in the position before, what
    stood there."""
    units, stacks = field.units, field.stacks
    if before is None:
        return {at: standings.of(at, [units[name] for name in stacks[at]]) for at in sorted(stacks)}
    units_before, stacks_before, stood = before.field.units, before.field.stacks, before.here
    changed = {unit.at for name, unit in units.items() if units_before.get(name) is not unit}
    return {
        at: stood[at]
        if at not in changed and stacks[at] == stacks_before.get(at)
        else standings.of(at, [units[name] for name in stacks[at]])
        for at in sorted(stacks)
    }


_all_but_units = attrgetter(*[one.name for one in fields(Battlefield) if one.compare and one.name != "units"])
"""The very same counters have the same names: they are not compared again."""

_kept: deque[Position] = deque(maxlen=MOST_KEPT)


def position(field: Battlefield) -> Position:
    """The position of a field; looked at once as long as nothing changes."""
    for known in tuple(_kept)[::-1]:
        if known.is_of(field):
            return known
    found = Position(field.thaw(), _kept[-1] if _kept else None)
    _kept.append(found)
    return found
