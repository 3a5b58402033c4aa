"""The next action of a plan: one single order, chosen from the top line down."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.order import Order, Problem
from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.ground import OTHER_MODE, is_artillery, is_horse, kind, quiet_mode, values
from pbem.systems.nezperce.battle.places import HOMES
from pbem.systems.nezperce.battle.plan import conditions, people, ways
from pbem.systems.nezperce.battle.plan.conditions import goals_of
from pbem.systems.nezperce.battle.plan.records import (
    AS_LISTED,
    CHARGE,
    ENTER,
    FIRE,
    HIDE,
    HOLD,
    IF,
    IN_TURN,
    LEAVE,
    MODES,
    NEAREST,
    ONCE,
    SHELL,
    SKIRMISH,
    Blocked,
    Mind,
    PlanLine,
)
from pbem.systems.nezperce.battle.state import (
    DISMOUNTED,
    LIMBERED,
    MOUNTED,
    UNLIMBERED,
    Battle,
    Change,
    Charge,
    Fighter,
    Fire,
    Go,
    Shell,
    Surrender,
    other,
)
from pbem.systems.nezperce.state.contact import ARMY

MODE_OF = {"mount": MOUNTED, "dismount": DISMOUNTED, "limber": LIMBERED, "unlimber": UNLIMBERED}
_NOWHERE: tuple[int, int, str, tuple[str, ...]] = (0, 0, "", ())
CHANGES = 2
"""The actions that mounting and dismounting again cost."""


@dataclass(frozen=True, slots=True)
class PlannedOrder:
    """The order that a plan gives now, and the number of its line."""

    order: Order
    line: int


@dataclass(frozen=True, slots=True)
class RankedAction:
    """An action that a line could take, and how it ranks among the others: the least comes first."""

    order: Order
    rank: tuple[Any, ...]


class Chooser:
    """Chooses for the active side.  `spent` are the lines that have used up their one action of this half-turn."""

    def __init__(self, battle: Battle, mind: Mind, begun: Sequence[int], spent: Sequence[int]) -> None:
        self.battle, self.side, self.plan = battle, mind.side, mind.in_force
        self.begun, self.spent = begun, spent
        self.blocked: list[Blocked] = []
        self.roster = {one.name: n for n, one in enumerate(battle.units)}
        self.enemies = battle.on_map(other(self.side))
        self.enemy_hexes = {one.at for one in self.enemies}
        self.own_hexes = {one.at for one in battle.on_map(self.side)}
        self.done = sum(one.acted for one in battle.units if one.side == self.side)
        self.most: dict[str, int] = {}
        self.must_unstack = battle.overstacked(self.side) if battle.crowded and self.side != battle.first else ()

    def choose(self) -> PlannedOrder | None:
        """The next action, None if no line gives one."""
        held: set[str] = set()
        for one in self.plan.lines:
            if not self.counts(one.number, one.line):
                continue
            offers = list(self.offers(one.number, one.line, held))
            for offer in sorted(offers, key=lambda found: found.rank):
                if not isinstance(actions.plan(self.battle, self.side, offer.order), Problem):
                    return PlannedOrder(offer.order, one.number)
            if one.line.verb == HOLD:
                held.update(unit.name for unit in self.units(one.line))
        return self._unstacking()

    def _unstacking(self) -> PlannedOrder | None:
        """A step out of an overstacked hex, which no line gives and the rules demand; a gun limbers for it at the last."""
        land = ground.sheet(self.battle.contact.map)
        inside = [one for one in self.battle.on_map(self.side) if one.at in self.must_unstack]
        steps: list[tuple[int, int, str, Order]] = []
        for one in inside:
            closed = ways.closed_to(self.battle, one)
            for at in land.neighbours(one.at):
                if at not in closed and self._may_end(one, at):
                    go = Go(one.name, (one.at, at))
                    steps.append((ways.cover(self.battle, at), self.roster[one.name], at, go))
        orders = [found[3] for found in sorted(steps, key=lambda found: found[:3])]
        orders += [Change(one.name, LIMBERED) for one in inside if one.mode == UNLIMBERED]
        legal = (one for one in orders if not isinstance(actions.plan(self.battle, self.side, one), Problem))
        return next((PlannedOrder(one, 0) for one in legal), None)

    def counts(self, number: int, line: PlanLine) -> bool:
        """True if a line counts now: its condition is true, its limit not used up."""
        if line.one and number in self.spent:
            return False
        if line.when == ONCE:
            return number in self.begun
        return line.when != IF or conditions.all_hold(line.conditions, self.battle, self.side, self.plan)

    def units(self, line: PlanLine) -> tuple[Fighter, ...]:
        """The units of a line, those that are out left out."""
        return people.named(line.who, self.battle, self.side, self.plan)

    def candidates(self, line: PlanLine, held: set[str]) -> list[Fighter]:
        """The units of a line that may still act."""
        found = []
        for one in self.units(line):
            is_waiting = not one.at
            if one.name in held or one.acted or one.pin == 2 or is_waiting != (line.verb == ENTER):
                continue
            if one.pin == 1 and line.action not in (FIRE, SHELL, SKIRMISH):
                continue
            if self.must_unstack and one.at not in self.must_unstack:
                continue
            if one.kind not in self.most:
                self.most[one.kind] = actions.most_actions(self.battle, (one.name,))
            if self.most[one.kind] <= self.done:
                continue
            found.append(one)
        return found

    # What a line offers.

    def offers(self, number: int, line: PlanLine, held: set[str]) -> Iterator[RankedAction]:
        """Everything that a line could do now."""
        self._paths: dict[tuple[str, str, str], tuple[str, ...]] = {}
        units = self.candidates(line, held)
        listed = {one.name: n for n, one in enumerate(self.units(line))}
        match line.action:
            case "fire":
                found = list(self._shots(line, units, listed))
            case "shell":
                found = list(self._shells(line, units, listed))
            case "skirmish":
                found = list(self._shots(line, units, listed))
                if not found:
                    found = list(self._moves(number, line, [one for one in units if not one.pin], listed))
            case "charge":
                found = list(self._charges(line, units, listed))
            case "close" | "guard" | "go" | "leave":
                found = list(self._moves(number, line, units, listed))
            case "hold":
                away = [one for one in units if line.hex and one.at != line.hex]
                found = list(self._moves(number, line, away, listed))
            case "enter":
                found = list(self._entries(units, listed))
            case "surrender":
                found = [RankedAction(Surrender(one.name), (listed[one.name],)) for one in units]
            case _:
                found = list(self._changes(line, units, listed))
        return iter(found)

    def _first(self, line: PlanLine, one: Fighter, listed: dict[str, int]) -> tuple[int, ...]:
        """The line's rank for the unit that acts first."""
        if line.turns == IN_TURN:
            return (one.last_act,)
        return (listed[one.name],) if line.turns == AS_LISTED else ()

    def _targets(self, line: PlanLine) -> list[tuple[int, Fighter]]:
        """The enemies on the map that a line means, each with the place of the first word for it."""
        found: dict[str, tuple[int, Fighter]] = {}
        for place, target in enumerate(line.targets):
            named = people.named((target.word,), self.battle, other(self.side), self.plan)
            for one in named:
                is_there = bool(one.at) and target.hex in ("", one.at)
                if is_there and people.is_target(one, target.word, self.side):
                    found.setdefault(one.name, (place, one))
        return list(found.values())

    def _shots(self, line: PlanLine, units: list[Fighter], listed: dict[str, int]) -> Iterator[RankedAction]:
        if self.must_unstack:
            return
        most = line.near if line.verb == SKIRMISH else line.within
        for place, enemy in self._targets(line):
            for one in units:
                if not self._may_shoot(one, enemy):
                    continue
                path = self._behind(line, one, enemy)
                found = ways.shot(self.battle, one, enemy, halved=bool(path))
                if found is None or found.chance < line.chance or (most and found.distance > most):
                    continue
                if found.after_change and (one.pin or not self._may_change(one, quiet_mode(one.kind))):
                    continue
                order: Order = (
                    Change(one.name, quiet_mode(one.kind)) if found.after_change else Fire(one.name, enemy.name, path)
                )
                is_nearest = line.targets[place].word == NEAREST
                rank = (
                    *self._first(line, one, listed),
                    place,
                    found.distance if is_nearest else 0,
                    -found.score,
                    1,
                    found.distance,
                    one.last_act,
                    self.roster[one.name],
                    self.roster[enemy.name],
                )
                yield RankedAction(order, rank)

    def _may_shoot(self, one: Fighter, enemy: Fighter) -> bool:
        """True if the rules let a unit that has fire shoot at an enemy (`actions.why_no_shot`, in short)."""
        if one.kind in HOMES or one.at in self.enemy_hexes or enemy.at in self.own_hexes:
            return False
        return ground.sees(self.battle.contact.map, one.at, enemy.at)

    def _shells(self, line: PlanLine, units: list[Fighter], listed: dict[str, int]) -> Iterator[RankedAction]:
        """Indirect fire at hexes that a gun does not see, cavalry sees, and from which friends are clear."""
        if self.must_unstack:
            return
        targets = {enemy.name: (place, enemy) for place, enemy in self._targets(line)}
        hexes: dict[str, int] = {}
        for place, enemy in targets.values():
            hexes[enemy.at] = min(place, hexes.get(enemy.at, place))
        aims = [at for at in hexes if self._may_be_shelled(line, at, targets)]
        for one in units:
            ready = quiet_mode(one.kind)
            if not kind(one.kind).get("indirect") or one.at in self.enemy_hexes:
                continue
            if one.mode != ready and (one.pin or not self._may_change(one, ready)):
                continue
            for at in aims:
                if ground.sees(self.battle.contact.map, one.at, at):
                    continue
                found = ways.shelling(self.battle, one, at, targets)
                if found.chance < line.chance or found.score <= 0 or (line.within and found.distance > line.within):
                    continue
                is_nearest = line.targets[hexes[at]].word == NEAREST
                rank = (
                    *self._first(line, one, listed),
                    hexes[at],
                    found.distance if is_nearest else 0,
                    -found.score,
                    found.distance,
                    one.last_act,
                    self.roster[one.name],
                    at,
                )
                yield RankedAction(Shell(one.name, at) if one.mode == ready else Change(one.name, ready), rank)

    def _may_be_shelled(self, line: PlanLine, at: str, targets: Collection[str]) -> bool:
        """True if a hex is seen by cavalry that spots, no friend is too near, and no lodge is there that is not meant."""
        land = ground.sheet(self.battle.contact.map)
        if any(land.distance(at, friend) <= line.near for friend in self.own_hexes):
            return False
        if any(one.kind == "lodge" and one.name not in targets for one in self.battle.at(at)):
            return False
        return bool(actions.spotters(self.battle, self.side, at))

    def _may_change(self, one: Fighter, mode: str) -> bool:
        return not isinstance(actions.plan(self.battle, self.side, Change(one.name, mode)), Problem)

    def _charges(self, line: PlanLine, units: list[Fighter], listed: dict[str, int]) -> Iterator[RankedAction]:
        ranked = {enemy.at: place for place, enemy in sorted(self._targets(line), key=lambda one: one[0], reverse=True)}
        able = [one for one in units if one.kind not in HOMES and not one.pin]
        reached: dict[str, list[tuple[Fighter, int, tuple[str, ...]]]] = {}
        for one in able:
            for at, (points, path) in ways.reach(self.battle, one, values(one).move).items():
                if at in ranked:
                    reached.setdefault(at, []).append((one, points, path))
        for at in sorted(reached):
            enemies = self.battle.at(at, other(self.side))
            if not enemies:
                continue
            for some in self._attackers(line, reached[at]):
                worth = ways.advantage(self.battle, [(one, points) for one, points, _ in some], at)
                if worth < line.advantage:
                    continue
                lead = min((one for one, _, _ in some), key=lambda one: (one.last_act, self.roster[one.name]))
                order: Order = (
                    Go(some[0][0].name, some[0][2])
                    if len(some) == 1
                    else Charge(tuple(one.name for one, _, _ in some), tuple(path for _, _, path in some))
                )
                rank = (
                    *self._first(line, lead, listed),
                    ranked[at],
                    -worth,
                    len(some),
                    min(points for _, points, _ in some),
                    lead.last_act,
                    *(self.roster[one.name] for one, _, _ in some),
                    self.roster[enemies[0].name],
                )
                yield RankedAction(order, rank)

    def _attackers(self, line: PlanLine, some: list[tuple[Fighter, int, tuple[str, ...]]]) -> Iterator[list[Any]]:
        if not line.together:
            yield from ([one] for one in some)
            return
        for n, one in enumerate(some):
            for two in some[n + 1 :]:
                if self._may_both_act(one[0], two[0]):
                    yield [one, two]

    def _may_both_act(self, one: Fighter, two: Fighter) -> bool:
        """True if two more units may act in this half-turn: where they may not, nobody need look at hundreds of pairs."""
        key = f"{one.kind} + {two.kind}"
        if key not in self.most:
            self.most[key] = actions.most_actions(self.battle, (one.name, two.name))
        return self.most[key] >= self.done + 2

    def _changes(self, line: PlanLine, units: list[Fighter], listed: dict[str, int]) -> Iterator[RankedAction]:
        if line.verb not in MODES:
            return
        mode = MODE_OF[line.verb]
        for one in units:
            if OTHER_MODE.get(one.mode) == mode:
                rank = (*self._first(line, one, listed), one.last_act, self.roster[one.name])
                yield RankedAction(Change(one.name, mode), rank)

    def _entries(self, units: list[Fighter], listed: dict[str, int]) -> Iterator[RankedAction]:
        hexes: dict[str, list[str]] = {}
        for one in units:
            if one.kind not in hexes:
                hexes[one.kind] = ways.entry_hexes(self.battle, one)
            for at in hexes[one.kind][:1]:
                yield RankedAction(Go(one.name, (at,)), (listed[one.name],))

    # Moves.

    def _behind(self, line: PlanLine, one: Fighter, enemy: Fighter) -> tuple[str, ...]:
        """The path of a unit behind its shot, () if its line has none, or no step leads where the line says."""
        if not line.then or one.pin or one.mode != quiet_mode(one.kind):
            return ()
        key = (line.then, one.name, enemy.at if line.then == CHARGE else "")
        if key not in self._paths:
            reached = ways.reach(self.battle, one, values(one).move // 2)
            free = {at: found for at, found in reached.items() if at != one.at and self._may_end(one, at)}
            match line.then:
                case "charge":
                    found = self._charge_behind(line, one, enemy, reached)
                case "back" | "hide":
                    found = self._aside(line, one, free)
                case _:
                    found = self._nearer(line, one, free)
            self._paths[key] = found
        return self._paths[key]

    def _charge_behind(
        self, line: PlanLine, one: Fighter, enemy: Fighter, reached: Mapping[str, Any]
    ) -> tuple[str, ...]:
        if enemy.at not in reached:
            return ()
        points, path = reached[enemy.at]
        worth = ways.advantage(self.battle, [(one, points)], enemy.at)
        return tuple(path) if worth >= line.advantage else ()

    def _aside(self, line: PlanLine, one: Fighter, free: Mapping[str, Any]) -> tuple[str, ...]:
        """Away from the enemies, or out of the sight of all of them."""
        name, land = self.battle.contact.map, ground.sheet(self.battle.contact.map)
        away = {at: min(land.distance(at, enemy) for enemy in self.enemy_hexes) for at in (one.at, *free)}
        if line.then == HIDE:
            ends = [at for at in free if not any(ground.sees(name, enemy, at) for enemy in sorted(self.enemy_hexes))]
            return min(((free[at][0], ways.cover(self.battle, at), at, free[at][1]) for at in ends), default=_NOWHERE)[
                -1
            ]
        ends = [at for at in free if away[at] > away[one.at]]
        return min(((-away[at], ways.cover(self.battle, at), at, free[at][1]) for at in ends), default=_NOWHERE)[-1]

    def _nearer(self, line: PlanLine, one: Fighter, free: Mapping[str, Any]) -> tuple[str, ...]:
        """Nearer to a hex, a side of the map, those who are guarded, or a place that sees a target."""
        goals = goals_of(self.battle, self.side, self.plan, replace(line, verb=line.then))
        _, wanted = goals.of(one)
        here = self._way(one, one.mode, wanted, 0) if wanted and one.at not in wanted else None
        if here is None:
            return ()
        ahead = ways.left(self.battle, one, one.mode, wanted)
        ends = [at for at in free if at in ahead and ahead[at] < here]
        return min(((ahead[at], ways.cover(self.battle, at), at, free[at][1]) for at in ends), default=_NOWHERE)[-1]

    def _moves(
        self, number: int, line: PlanLine, units: list[Fighter], listed: dict[str, int]
    ) -> Iterator[RankedAction]:
        goals = goals_of(self.battle, self.side, self.plan, line)
        for one in units:
            place, wanted = goals.of(one)
            if not wanted or one.at in goals.reached(one):
                continue
            found = self._step(line, one, wanted)
            if found is None:
                self._note_blocked(number, line, one, wanted)
                continue
            order, way = found
            yield RankedAction(
                order,
                (*self._first(line, one, listed), place, way, 1, one.last_act, self.roster[one.name]),
            )

    def _step(self, line: PlanLine, one: Fighter, goals: Sequence[str]) -> tuple[Order, int] | None:
        """The next action on a unit's way to a goal, and the way that is left then; None if there is no way nearer."""
        extra = ground.LEAVING if line.verb == LEAVE else 0
        here = self._way(one, one.mode, goals, extra)
        mode = self._better_mode(one, goals, extra, here)
        if mode is not None:
            if not self._may_change(one, mode):
                return None
            way = self._way(one, mode, goals, extra)
            return (Change(one.name, mode), way) if way is not None else None
        if here is None:
            return None
        ahead = ways.left(self.battle, one, one.mode, goals, extra)
        ends = []
        for at, (points, path) in ways.reach(self.battle, one, values(one).move).items():
            if at in goals and line.verb == LEAVE and points + extra <= values(one).move:
                ends.append((0, 0, at, Go(one.name, path, True)))
            elif at != one.at and at in ahead and ahead[at] < here and self._may_end(one, at):
                ends.append((ahead[at], ways.cover(self.battle, at), at, Go(one.name, path)))
        if not ends:
            return None
        way, _, _, order = min(ends, key=lambda found: found[:3])
        return order, way

    def _may_end(self, one: Fighter, at: str) -> bool:
        if at in one.trail or at in self.enemy_hexes:
            return False
        return at not in self.own_hexes or actions.why_not_end(self.battle, one, at) is None

    def _way(self, one: Fighter, mode: str, goals: Sequence[str], extra: int) -> int | None:
        """The way left of a unit in a mode, None if there is none."""
        ahead = ways.left(self.battle, one, mode, goals, extra)
        if one.at in goals:
            return extra
        closed = ways.closed_to(self.battle, one)
        away = ways.steps(self.battle, one, mode)[0]
        found = [
            cost + ahead[at] for at, cost in away.get(one.at, ()) if at in ahead and (at in goals or at not in closed)
        ]
        return min(found, default=None)

    def _better_mode(self, one: Fighter, goals: Sequence[str], extra: int, here: int | None) -> str | None:
        """The mode to change to before going on, None to go as one is."""
        if one.pin:
            return None
        if one.mode == UNLIMBERED:
            return LIMBERED if self._way(one, LIMBERED, goals, extra) is not None else None
        if not is_horse(one.kind) or is_artillery(one.kind):
            return None
        afoot, riding = ways.move_in(one, DISMOUNTED), ways.move_in(one, MOUNTED)
        if one.mode == MOUNTED:
            is_stuck = here is None and self._way(one, DISMOUNTED, goals, extra) is not None
            return DISMOUNTED if is_stuck else None
        mounted = self._way(one, MOUNTED, goals, extra)
        if mounted is None or not self._may_change(one, MOUNTED):
            return None
        if here is None or -(-here // afoot) > -(-mounted // riding) + CHANGES:
            return MOUNTED
        return None

    def _note_blocked(self, number: int, line: PlanLine, one: Fighter, goals: Sequence[str]) -> None:
        """Note a unit that has no way, and which friend stands in it."""
        extra = ground.LEAVING if line.verb == LEAVE else 0
        if self._way(one, one.mode, goals, extra) is not None:
            return
        by = ""
        if one.side == ARMY:
            free = ways.left(self.battle, one, one.mode, goals, extra, is_free=True)
            away = ways.steps(self.battle, one, one.mode)[0]
            near = [(cost + free[at], at) for at, cost in away.get(one.at, ()) if at in free]
            there = [who.name for _, at in sorted(near)[:2] for who in self.battle.at(at, ARMY) if who.name != one.name]
            by = there[0] if there else ""
        self.blocked.append(Blocked(number, one.name, by))


def next_choice(
    battle: Battle, mind: Mind, begun: Sequence[int], spent: Sequence[int]
) -> tuple[PlannedOrder | None, list[Blocked]]:
    """The next action of a side's plan, and the units that it could not move."""
    chooser = Chooser(battle, mind, begun, spent)
    return chooser.choose(), chooser.blocked
