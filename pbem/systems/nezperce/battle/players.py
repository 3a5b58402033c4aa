"""Practice players of battles: who can shoot shoots, who cannot comes nearer, lodges make for the edge."""

from heapq import heappop, heappush
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Order, Problem
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import RANDOM, Pick, Trial
from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.combat import defence
from pbem.systems.nezperce.battle.ground import quiet_mode, strength_at, values
from pbem.systems.nezperce.battle.places import HOMES, half
from pbem.systems.nezperce.battle.plan import practice as plans
from pbem.systems.nezperce.battle.state import (
    PLACE_PHASE,
    SIDE_PHASE,
    Battle,
    Change,
    EntrySide,
    Fighter,
    Fire,
    Go,
    Lead,
    SetUp,
    other,
)
from pbem.systems.nezperce.card import LOOKS
from pbem.systems.nezperce.state.contact import ARMY

# The hexes that a unit can reach in one action, for practice players.


def within_reach(battle: Battle, one: Fighter) -> dict[str, tuple[str, ...]]:
    """The hexes that a unit can reach without entering one with enemies, with the path to each."""
    name, enemies = battle.contact.map, {who.at for who in battle.on_map(other(one.side))}
    friends = {who.at for who in battle.on_map(ARMY)} if one.side == ARMY else set()
    open_: list[tuple[int, tuple[str, ...]]] = [(0, (one.at,))] if one.at else []
    for at in actions.entries(battle, one.side) if not one.at else ():
        if at not in friends and (cost := ground.entering(name, at, one.kind, one.mode)) is not None:
            heappush(open_, (cost, (at,)))
    found: dict[str, tuple[str, ...]] = {}
    while open_:
        points, path = heappop(open_)
        here = path[-1]
        if points > values(one).move or here in found or here in enemies - {one.at}:
            continue
        found[here] = path
        for there in ground.sheet(name).neighbours(here):
            cost = ground.step(name, here, there, one.kind, one.mode)
            if cost is not None and there not in found and there not in friends:
                heappush(open_, (points + cost, (*path, there)))
    return found


def nearer(battle: Battle, one: Fighter) -> list[Order]:
    """Moves that bring a unit nearer to the enemy, the best first."""
    land = ground.sheet(battle.contact.map)
    enemies = [who.at for who in battle.on_map(other(one.side))]
    if not enemies:
        return []

    def far(at: str) -> int:
        return min(land.distance(at, enemy) for enemy in enemies)

    ways = within_reach(battle, one)
    best = sorted((at for at in ways if at != one.at), key=lambda at: (far(at), at))
    if one.at:
        best = [at for at in best if far(at) < far(one.at)]
    found: list[Order] = [Go(one.name, ways[at]) for at in best if actions.why_not_end(battle, one, at) is None]
    return found[:3]


def leaving(battle: Battle, one: Fighter) -> list[Order]:
    """The way off the map, or toward the edge that is nearest."""
    name = battle.contact.map
    ways = within_reach(battle, one)
    for at, path in ways.items():
        if ground.edges_of(name, at) and not isinstance(actions.spent(battle, one, path, True), Problem):
            return [Go(one.name, path, True)]

    def out(at: str) -> int:
        return min(ground.line_from(name, at, edge) for edge in ground.EDGES)

    best = sorted(
        (at for at in ways if at != one.at and one.at and out(at) < out(one.at)), key=lambda at: (out(at), at)
    )
    found: list[Order] = [Go(one.name, ways[at]) for at in best if actions.why_not_end(battle, one, at) is None]
    return found[:3]


SOME = 6
"""So many units a player without sense sets up itself, and so often it tries for each."""
NEAR = 4
"""The range at which a unit stops and shoots."""


class Players:
    """`mechanisms.practice.Practice` for battles."""

    def orders(
        self, system: RuleSystem[Any], view: Any, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """See `mechanisms.practice.Practice`."""
        trial: Trial[Any] = Trial(system, view, side, letter)
        if letter in (SIDE_PHASE, PLACE_PHASE) and level == RANDOM:
            _anywhere(trial, side, letter, pick)
            return tuple(trial.orders)
        if letter in LOOKS:
            return plans.letter(view.battle, side, level, pick)
        if letter != "H":
            return ()
        for name in _by_turns(view.battle, side, level, pick):
            battle = trial.view.battle
            if battle is None or battle.active != side:
                break
            one = battle.unit(name)
            if one is None or one.gone or isinstance(actions.acting(battle, side, (name,), True), Problem):
                continue
            for wish in wishes(battle, one):
                if trial.take(wish):
                    break
        return tuple(trial.orders)

    def choice(self, view: Any, ask: Ask, level: str, pick: Pick) -> str:
        """See `mechanisms.practice.Practice`."""
        return ask.choices[pick(ask.subject, len(ask.choices)) if level == RANDOM else 0].key


def _anywhere(trial: Trial[Any], side: str, letter: str, pick: Pick) -> None:
    """A set-up without sense: any side, some of the units anywhere; the program places the others."""
    battle: Battle = trial.view.battle
    trial.take(EntrySide(ground.EDGES[pick("side", len(ground.EDGES))]))
    if letter == SIDE_PHASE:
        return
    forces = [one.name for one in battle.contact.forces(side)]
    start = pick("lead", len(forces))
    trial.take(Lead(tuple((forces[start:] + forces[:start])[: half(battle.contact.forces(side))])))
    land = sorted(ground.sheet(battle.contact.map))
    for one in trial.view.battle.waiting(side)[:SOME]:
        modes = ("", "", "mounted", "dismounted", "limbered")
        for n in range(SOME):
            at = land[pick(f"place {one.name} {n}", len(land))]
            if trial.take(SetUp(one.name, at, modes[pick(f"mode {one.name} {n}", len(modes))])):
                break


def _by_turns(battle: Battle, side: str, level: str, pick: Pick) -> list[str]:
    """The units in the sequence in which they try to act: those with a shot, then by turns."""
    units = [one for one in (*battle.on_map(side), *battle.waiting(side)) if one.kind != "camp"]
    if not units:
        return []
    start = pick(f"first {battle.turn}", len(units)) if level == RANDOM else battle.turn % len(units)
    turned = units[start:] + units[:start]
    if level == RANDOM:
        return [one.name for one in turned]
    ready = {one.name: 0 if _best_shot(battle, one) else 1 for one in turned}
    lodges = battle.turn % 2
    return [one.name for one in sorted(turned, key=lambda one: ready[one.name] if one.kind not in HOMES else lodges)]


def _best_shot(battle: Battle, one: Fighter) -> str:
    """The enemy at whom a shot is best, "" if there is none."""
    if not one.at or not values(one).fire or one.pin == 2:
        return ""
    land, found = ground.sheet(battle.contact.map), []
    for there in battle.on_map(other(one.side)):
        if actions.why_no_shot(battle, one, there.name) is None:
            worth = strength_at(one, land.distance(one.at, there.at)) - defence(battle, there)
            found.append((worth - (20 if there.kind in HOMES else 0), there.name))
    return max(found)[1] if found else ""


def wishes(battle: Battle, one: Fighter) -> list[Order]:
    """The wishes of a unit, the best first."""
    if one.kind in HOMES:
        return leaving(battle, one)
    found: list[Order] = []
    if target := _best_shot(battle, one):
        found.append(Fire(one.name, target))
    if one.mode not in (quiet_mode(one.kind), "foot") and _enemy_within(battle, one, NEAR):
        found.append(Change(one.name, quiet_mode(one.kind)))
    if values(one).move == 0 and one.at and not target:
        found.append(Change(one.name, "limbered"))
    return [*found, *nearer(battle, one)]


def _enemy_within(battle: Battle, one: Fighter, most: int) -> bool:
    land = ground.sheet(battle.contact.map)
    return bool(one.at) and any(land.distance(one.at, who.at) <= most for who in battle.on_map(other(one.side)))
