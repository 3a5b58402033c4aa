"""The possible orders of a side with the marker in play: DO THIS NEXT and the order sheet, from the plans that play carries
out."""

from collections.abc import Iterator, Sequence

from pbem.core.order import Problem
from pbem.core.system import Phase
from pbem.mechanisms.orders import Move, PlanOrder, along, together
from pbem.mechanisms.words import fitted
from pbem.reports.report import REMARK_AT, WIDTH, SheetLine, ToDo
from pbem.systems.custer.orders.records import Attack, write
from pbem.systems.custer.rules.call import entry_of
from pbem.systems.custer.rules.combat import odds, shares
from pbem.systems.custer.rules.movement import entry_hexes, reach
from pbem.systems.custer.rules.zones import is_held, left
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import MOUNTED, Unit
from pbem.systems.custer.telling.map import stack_letters, stacks_of
from pbem.systems.custer.title import Marker

EXAMPLE = WIDTH - 23
ROOM = WIDTH - REMARK_AT


SILENT = "nobody moves and nobody attacks"
"""The default of a phase for which a side orders nothing."""
ENTERING = "units that are due enter; nobody else moves, and nobody attacks"
"""The default of a phase whose marker brings units onto the board."""


class OrderSheet:
    """The order sheet of a side while its marker is in play."""

    def __init__(self, battle: Battle, side: str, phase: Phase[Battle], plan: PlanOrder) -> None:
        self.battle, self.side, self.phase, self._plan = battle, side, phase, plan
        self.marker = battle.sheet.scenario.marker(side, phase.letter)

    def to_do(self, owed: tuple[str, ...]) -> ToDo:
        """The orders that the side owes."""
        others = [one.id for one in self._in_the_cup()]
        also = f"for a marker to come write   in {others[0]}: ..." if others else ""
        must = tuple(f"{one[:1].upper()}{one[1:]}." for one in owed)
        return ToDo(
            f"phase {self.phase.letter}",
            self.phase.name,
            self.phase.clause,
            also,
            self._example(),
            ("Nobody to act", "pass"),
            must,
            ENTERING if owed else SILENT,
        )

    def examples(self) -> tuple[str, ...]:
        """A march, and an attack that could be made from where all stand."""
        attacks = (line.order for line in self._attacks() if not line.order.startswith("..."))
        return tuple(one for one in (self._example(), next(attacks, "")) if one)

    def _example(self) -> str:
        for name in self.battle.may:
            unit = self.battle[name]
            if unit.at and not unit.is_leader:
                found = reach(self.battle, unit)
                for at in sorted(found.cost, key=lambda one: (-found.cost[one], one)):
                    order = Move((name,), found.path(at))
                    if at != unit.at and not isinstance(
                        self._plan(self.battle, self.side, self.phase.letter, order), Problem
                    ):
                        line = write(order)
                        return line if len(line) <= EXAMPLE else ""
        return next((f"{names[0]} enter {at}" for at, names in self._enterers().items()), "")

    def lines(self, *, ahead: bool = False) -> tuple[SheetLine, ...]:
        """The order sheet: the units that the marker calls, stack by stack; who is to enter; and what could be attacked from
        where all stand now."""
        later = tuple(self._to_come()) if ahead else ()
        return (*self._limit(), *self._entering(), *self._stacks(), *self._attacks(), *later)

    def _to_come(self) -> Iterator[SheetLine]:
        """The side's markers that may still be drawn this turn, each with the beginning of a line for it."""
        may_come = self.battle.uses(self.side) < self.battle.limit(self.side)
        for marker in self._in_the_cup() if may_come else ():
            yield SheetLine(f"in {marker.id}: ...", "for when it is drawn; looked at again then")

    def _in_the_cup(self) -> list[Marker]:
        """The side's markers that have not been drawn this turn."""
        found = [self.battle.sheet.scenario.by_id(one) for one in self.battle.cup]
        return [one for one in found if one.side == self.side and one.letter != self.phase.letter]

    def _limit(self) -> Iterator[SheetLine]:
        if self.marker is not None and self.marker.leader:
            yield SheetLine(f"// {self.marker.leader} and up to {self.marker.units} of these units (4.1)")

    def _enterers(self) -> dict[str, list[str]]:
        """The units that enter with this marker, by the hex."""
        groups: dict[str, list[str]] = {}
        for name in self.battle.may:
            entry = entry_of(self.battle, name)
            if entry is not None and not self.battle[name].at:
                groups.setdefault(entry.hex, []).append(name)
        return groups

    def _entering(self) -> Iterator[SheetLine]:
        for at, names in self._enterers().items():
            yield SheetLine(f"// entering at {fitted(entry_hexes(self.battle, self.side, at), ROOM)}:")
            yield SheetLine("// two units and a leader a hex")
            for name in names:
                yield SheetLine(f"{name} enter {at}")

    def _stacks(self) -> Iterator[SheetLine]:
        named = stack_letters(self.battle, self.side)
        for at, here in stacks_of(self.battle, self.side).items():
            units = [unit for unit in here if unit.name in self.battle.may]
            if units:
                order = f"{together(tuple(unit.name for unit in units))} move {at}-"
                if len(order) + 2 > WIDTH:
                    order = f"stack {named[at]} move {at}-"
                changes = ((unit.name, _change(unit)) for unit in units if unit.face.kind.mounts)
                yield SheetLine(order, self._remark(units), instead=tuple(f"{name} {verb}" for name, verb in changes))

    def _remark(self, units: Sequence[Unit]) -> str:
        rates = sorted({left(self.battle, unit) for unit in units})
        change = {_change(unit) for unit in units if unit.face.kind.mounts}
        way = self.battle.sheet.scenario.exit
        leave = " or exit" if any(unit.kind in way.kinds and unit.at in way.hexes for unit in units) else ""
        return f"{along(tuple(map(str, rates)))} MP{''.join(f' or {verb}' for verb in sorted(change))}{leave}"

    def _attacks(self) -> Iterator[SheetLine]:
        near = {
            at
            for name in self.battle.may
            if self.battle[name].at
            for at in self.battle.sheet.map.neighbours(self.battle[name].at)
            if is_held(self.battle, at, self.side)
        }
        for at in sorted(near):
            names = tuple(
                unit.name
                for unit in (self.battle[name] for name in self.battle.may)
                if unit.at
                and not unit.is_leader
                and unit.face.kind.attacks
                and at in self.battle.sheet.map.neighbours(unit.at)
            )
            if self.marker is not None and self.marker.units:
                names = names[: self.marker.units]
            plan = self._plan(self.battle, self.side, self.phase.letter, Attack(names, at)) if names else None
            if plan is not None and not isinstance(plan, Problem):
                line = write(Attack(names, at))
                yield SheetLine(line if len(line) + 2 <= WIDTH else f"... attack {at}", self._odds(names, at))

    def _odds(self, names: Sequence[str], at: str) -> str:
        """``6 to 4: +2, wins 64 of 100``."""
        found = odds(self.battle, tuple(names), at)
        wins = shares(self.battle, found.difference)
        attack, defence = found.totals
        return f"{attack} to {defence}: {found.difference:+d}, wins {wins.wins} of {wins.whole}"


def _change(unit: Unit) -> str:
    return "dismount" if unit.mode == MOUNTED else "mount"
