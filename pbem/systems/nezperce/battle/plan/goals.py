"""The goals of a line's moves: the hexes in which its units want to be."""

from collections import Counter
from collections.abc import Sequence

from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import moving_mode, quiet_mode
from pbem.systems.nezperce.battle.plan import people, ways
from pbem.systems.nezperce.battle.plan.records import (
    GUARD,
    LEAVE,
    NEAREST,
    BattlePlan,
    PlanLine,
    PlanTarget,
)
from pbem.systems.nezperce.battle.state import MOST, Battle, Fighter, other

Places = tuple[int, tuple[str, ...]]
"""The place of the target word that a goal comes from, and the hexes."""


class Goals:
    """The goals of a line for each of its units."""

    def __init__(self, battle: Battle, side: str, plan: BattlePlan, line: PlanLine) -> None:
        self.battle, self.side, self.plan, self.line = battle, side, plan, line
        self.map, self.land = battle.contact.map, ground.sheet(battle.contact.map)
        self.enemies = {one.at for one in battle.on_map(other(side))}
        self.friends = Counter(one.at for one in battle.on_map(side))
        self._seen: dict[str, tuple[Places, ...]] = {}
        self._found: dict[tuple[str, str], Places] = {}

    def of(self, one: Fighter) -> Places:
        """The hexes where a unit wants to be."""
        line = self.line
        if line.verb == LEAVE:
            edge = ground.edge(self.map, ground.EDGES if line.edge == NEAREST else (line.edge,))
            closed = ways.closed_to(self.battle, one)
            return 0, tuple(at for at in edge if at == one.at or at not in closed)
        if line.hex:
            return 0, (line.hex,)
        if one.kind not in self._seen:
            self._seen[one.kind] = self._guarding(one) if line.verb == GUARD else self._near(one)
        key = one.kind, one.at
        if key not in self._found:
            self._found[key] = self._free(one)
        return self._found[key]

    def _free(self, one: Fighter) -> Places:
        """The goals with room for a unit, for the first target word that has any."""
        most = MOST[self.side]
        for place, hexes in self._seen[one.kind]:
            found = tuple(at for at in hexes if at == one.at or self.friends[at] < most)
            if found:
                return place, found
        return 0, ()

    def reached(self, one: Fighter) -> Sequence[str]:
        """The goals in which a unit need not move any more."""
        return () if self.line.verb == LEAVE else self.of(one)[1]

    def _may_be(self, one: Fighter, at: str) -> bool:
        if at in self.enemies:
            return False
        modes = (one.mode, quiet_mode(one.kind), moving_mode(one.kind))
        return any(ways.is_open_to(self.battle, one, mode, at) for mode in modes)

    def _near(self, one: Fighter) -> tuple[Places, ...]:
        """Hexes that see a target at the range that the line says, by target word."""
        found: list[Places] = []
        for place, target in enumerate(self.line.targets):
            hexes: dict[str, None] = {}
            for enemy_at in dict.fromkeys(who.at for who in self._enemies(target)):
                for at in ground.within(self.map, enemy_at, self.line.near):
                    if at not in hexes and ground.sees(self.map, at, enemy_at) and self._may_be(one, at):
                        hexes[at] = None
            found.append((place, tuple(hexes)))
        return tuple(found)

    def _enemies(self, target: PlanTarget) -> list[Fighter]:
        named = people.named((target.word,), self.battle, other(self.side), self.plan)
        return [
            one
            for one in named
            if one.at and target.hex in ("", one.at) and people.is_target(one, target.word, self.side)
        ]

    def _guarding(self, one: Fighter) -> tuple[Places, ...]:
        """Hexes between what is guarded and the enemy that is nearest to it."""
        wards = [who for who in people.named(self.line.ward, self.battle, self.side, self.plan) if who.at]
        places = {who.at for who in wards} | {word for word in self.line.ward if word.isdigit() and word in self.land}
        if not places or not self.enemies:
            return ()
        far, ward, enemy = min((self.land.distance(at, one), at, one) for at in places for one in self.enemies)
        found = [
            at
            for at in ground.within(self.map, ward, self.line.near)
            if self.land.distance(at, enemy) < far and self._may_be(one, at)
        ]
        return ((0, tuple(found)),)


def goals_of(battle: Battle, side: str, plan: BattlePlan, line: PlanLine) -> Goals:
    """The goals of a line."""
    return Goals(battle, side, plan, line)
