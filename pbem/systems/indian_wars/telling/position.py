"""Positions of all counters, looked at once for all that letters say of it: map and tables of both sides, order sheets."""

from collections import deque
from collections.abc import Mapping
from dataclasses import fields
from functools import cached_property
from operator import attrgetter, is_
from typing import Any

from pbem.reports.maps.hex_position import Stack
from pbem.reports.report import SheetLine
from pbem.reports.stacks import letters
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.movement import zoc
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import GUNS, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.standing import DRAWN_AS, Standing, drawn_as, standings

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
        self.standings: Mapping[str, dict[str, Standing]] = {side: {} for side in SIDES}
        self.here = _here(field, before)
        for at, found in self.here.items():
            for one in found:
                self.standings[one.side][at] = one

    @cached_property
    def stacks(self) -> Mapping[str, dict[str, list[Counter]]]:
        """The counters of each side on the map by hex, leaders last."""
        return {side: {at: one.units for at, one in self.standings[side].items()} for side in SIDES}

    @cached_property
    def in_tables(self) -> Mapping[str, dict[str, Standing]]:
        """Those of each stack whom the tables of units list: camps and herds, and villagers who may not move, are in their
        own panel."""
        return {side: self._in_tables(side) for side in SIDES}

    def _in_tables(self, side: str) -> dict[str, Standing]:
        all_here = self.standings[side]
        if not any(one.has_scenery for one in all_here.values()):
            return all_here
        found: dict[str, Standing] = {}
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
        covered = {at for at, one in here if one.zoc != zoc.NONE}
        covered.update(*[beside(at) for at, one in here if one.zoc == zoc.FULL])
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


def _here(field: Battlefield, before: Position | None) -> dict[str, tuple[Standing, ...]]:
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
