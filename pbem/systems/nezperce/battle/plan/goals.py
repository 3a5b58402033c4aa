"""Where the moves of a line lead: the hexes in which its units want to be."""

from collections.abc import Sequence

from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.charts import moving_mode, quiet_mode
from pbem.systems.nezperce.battle.plan import people, ways
from pbem.systems.nezperce.battle.plan.records import (
    CLOSE,
    GUARD,
    LEAVE,
    NEAREST,
    SKIRMISH,
    BattlePlan,
    PlanLine,
    PlanTarget,
)
from pbem.systems.nezperce.battle.state import Battle, Fighter, other

Places = tuple[int, tuple[str, ...]]
"""The place of the target word that a goal comes from, and the hexes."""


class Goals:
    """The goals of a line for each of its units."""

    def __init__(self, battle: Battle, side: str, plan: BattlePlan, line: PlanLine) -> None:
        self.battle, self.side, self.plan, self.line = battle, side, plan, line
        self.land = ground.sheet(battle.contact.map)
        self._seen: dict[tuple[str, str], Places] = {}

    def of(self, one: Fighter) -> Places:
        """Where a unit wants to be."""
        line = self.line
        if line.verb == LEAVE:
            return 0, self._edge(one)
        if line.hex:
            return 0, (line.hex,)
        key = one.kind, one.name if line.verb in (CLOSE, SKIRMISH) else ""
        if key not in self._seen:
            self._seen[key] = self._guard(one) if line.verb == GUARD else self._near(one)
        return self._seen[key]

    def reached(self, one: Fighter) -> Sequence[str]:
        """The goals in which a unit need not move any more."""
        return () if self.line.verb == LEAVE else self.of(one)[1]

    def _edge(self, one: Fighter) -> tuple[str, ...]:
        edges = ground.EDGES if self.line.edge == NEAREST else (self.line.edge,)
        return ground.on_edges(self.battle.contact.map, tuple(edges))

    def _may_be(self, one: Fighter, at: str) -> bool:
        modes = (one.mode, quiet_mode(one.kind), moving_mode(one.kind))
        if not any(ways.is_open_to(self.battle, one, mode, at) for mode in modes):
            return False
        if self.battle.at(at, other(self.side)):
            return False
        return at == one.at or actions.why_not_end(self.battle, one, at) is None

    def _near(self, one: Fighter) -> Places:
        """Hexes that see a target at the range that the line says, for the first target word that has any."""
        name = self.battle.contact.map
        for place, target in enumerate(self.line.targets):
            seen = dict.fromkeys(enemy.at for enemy in self._enemies(target))
            hexes = dict.fromkeys(at for there in seen for at in ground.watching(name, there, self.line.near))
            found = tuple(at for at in hexes if self._may_be(one, at))
            if found:
                return place, found
        return 0, ()

    def _enemies(self, target: PlanTarget) -> list[Fighter]:
        named = people.named((target.word,), self.battle, other(self.side), self.plan)
        return [
            one
            for one in named
            if one.at and target.hex in ("", one.at) and people.is_target(one, target.word, self.side)
        ]

    def _guard(self, one: Fighter) -> Places:
        """Hexes between what is guarded and the enemy that is nearest to it."""
        wards = [who for who in people.named(self.line.ward, self.battle, self.side, self.plan) if who.at]
        places = [who.at for who in wards] + [word for word in self.line.ward if word.isdigit() and word in self.land]
        enemies = [who.at for who in self.battle.on_map(other(self.side))]
        if not places or not enemies:
            return 0, ()
        far, ward, enemy = min((self.land.distance(at, enemy), at, enemy) for at in places for enemy in enemies)
        found = [
            at
            for at in self.land
            if self.land.distance(at, ward) <= self.line.near
            and self.land.distance(at, enemy) < far
            and self._may_be(one, at)
        ]
        return 0, tuple(found)


def goals_of(battle: Battle, side: str, plan: BattlePlan, line: PlanLine) -> Goals:
    """The goals of a line."""
    return Goals(battle, side, plan, line)
