"""A practice opponent: lawful orders of some sense for any phase, chosen by a picker that the caller gives.

It serves the demo, the soak of whole games and anyone who wants to try the game alone.  It looks at its own side's view
only and finds what is lawful by the same plans as everybody else, so it can do nothing that a player could not.
"""

from collections.abc import Iterator
from fractions import Fraction

from pbem.board import hexes
from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import PLAIN, Practice
from pbem.mechanisms.practice import Pick as Pick
from pbem.systems.indian_wars import data, hit_and_run, lieutenants, pack_train, practice_random, resupply, setup
from pbem.systems.indian_wars import orders as o
from pbem.systems.indian_wars.counter import (
    CAVALRY,
    DISMOUNTED,
    HOLDERS,
    HORSE_HOLDER,
    INFANTRY,
    MOUNTED,
    MULE_HOLDER,
    PACK_PERSONNEL,
    Counter,
)
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.ledger import FieldLedger
from pbem.systems.indian_wars.mobility import left
from pbem.systems.indian_wars.steps import reach

MARCH = 6
"""How near an enemy must be, in hexes, for the US side to stand on foot and fight rather than ride on."""


def orders_for(system: RuleSystem[Field], view: Field, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders of `side` for the phase with this letter, each lawful as things stand (later ones may be overtaken)."""
    match letter:
        case "S":
            wishes = _set_ups(view, side)
        case "A":
            wishes = _care(view, side, pick)
        case "B" | "D" | "E":
            wishes = _shots(view, side, letter, pick)
        case "C":
            wishes = _moves(view, side, pick)
        case "F":
            wishes = _melees(view, side, pick)
        case _:
            wishes = iter(())
    return tuple(order for order in wishes if not isinstance(system.plan(view, side, letter, order), Problem))


def _set_ups(view: Field, side: str) -> Iterator[Order]:
    """Scouts ahead of the column; holders behind their companies."""
    for unit in setup.waiting(view, side):
        places = setup.lawful_hexes(view, unit)
        if not places:
            continue
        if unit.kind in HOLDERS:
            yield o.SetUp((unit.name,), max(places, key=lambda at: (int(at[2:]), at)))
        else:
            yield o.SetUp((unit.name,), places[len(places) // 2], MOUNTED)


def _care(view: Field, side: str, pick: Pick) -> Iterator[Order]:
    """Ammunition for those who need it, and a place for lieutenants."""
    for name in lieutenants.waiting(view, side):
        leaders = [one.name for one in view.of(side) if one.is_leader]
        if leaders:
            yield o.Attach(name, leaders[pick(f"place {name}", len(leaders))])
    for unit in view.of(side):
        sources = resupply.suppliers(view, unit)
        if sources and not unit.is_leader and pick(f"resupply {unit.name}", 4) == 0:
            yield o.Resupply(unit.name, sources[pick(f"supplier {unit.name}", len(sources))])


def _shots(view: Field, side: str, letter: str, pick: Pick) -> Iterator[Order]:
    for unit in view.of(side):
        targets = [enemy for enemy in _near(view, unit, 1) if not enemy.is_leader] or (
            [enemy for enemy in _near(view, unit, 2) if not enemy.is_leader and enemy.strength]
            if not unit.is_mounted
            else []
        )
        if not targets or unit.is_leader or unit.kind in HOLDERS:
            continue
        target = max(targets, key=lambda enemy: (enemy.is_mounted, enemy.strength))
        how = "full"
        if letter == "B":
            if pick(f"fire {unit.name}", 3) == 0:
                continue
            how = "half" if pick(f"strength {unit.name}", 3) == 0 else "full"
        elif letter == "E":
            how = "half"
        if hexes.distance(unit.at, target.at) == 2:
            how = "long"
        yield o.Fire(unit.name, how, target.name)


def _moves(view: Field, side: str, pick: Pick) -> Iterator[Order]:
    """Whoever is in disorder recovers; the rest close with the enemy, stand, or come onto the map."""
    entry = view.sheet.scenario.entry
    for unit in tuple(view.units.values()):
        if unit.side != side:
            continue
        if not unit.at:
            if entry and unit.name in entry.units and not unit.is_leader:
                yield from _enter(view, unit, pick)
            continue
        if unit.is_leader or unit.kind in HOLDERS or unit.routed or unit.pinned or left(unit) == 0:
            continue
        special = _special(view, unit, pick)
        if special is not None:
            yield special
            continue
        if unit.disrupted:
            yield o.Recover(unit.name)
            continue
        yield from _march(view, unit, pick)


def _special(view: Field, unit: Counter, pick: Pick) -> Order | None:
    """Breastworks beside a train, points from personnel without one, hit and run: now and then, where they are played."""
    enemies = [one for one in _near(view, unit, 1) if not one.is_leader]
    if unit.kind == PACK_PERSONNEL:
        hurt = [one for one in view.of(unit.side) if one.kind in (CAVALRY, INFANTRY) and one.casualties]
        return o.Transfer(unit.name, 1, hurt[0].name) if hurt and pick(f"transfer {unit.name}", 2) else None
    if unit.side == "us":
        if unit.at in view.works:
            return o.LoadBreastworks(unit.name) if pick(f"load {unit.name}", 6) == 0 else None
        near_train = any(hexes.distance(one.at, unit.at) <= 2 for one in pack_train.manned(view, unit.side))
        return o.BuildBreastworks(unit.name) if near_train and pick(f"build {unit.name}", 4) == 0 else None
    if enemies and unit.is_mounted and hit_and_run.OPTION in view.options and pick(f"strike {unit.name}", 3) == 0:
        return o.HitAndRun(unit.name, enemies[pick(f"strike at {unit.name}", len(enemies))].name, unit.at)
    return None


def _enter(view: Field, unit: Counter, pick: Pick) -> Iterator[Order]:
    columns = sorted({one[:2] for one in view.sheet.map})
    column = columns[4 + pick(f"enter {unit.name}", len(columns) - 8)]
    yield o.Enter((unit.name,), f"{column}00", MOUNTED)


def _march(view: Field, unit: Counter, pick: Pick) -> Iterator[Order]:
    enemies = [enemy for enemy in view.of(view.enemy_of(unit.side)) if not enemy.is_leader and enemy.strength]
    if not enemies:
        return
    nearest = min(hexes.distance(unit.at, enemy.at) for enemy in enemies)
    if unit.side == "us":
        if nearest <= 2:
            if unit.is_mounted and pick(f"dismount {unit.name}", 2):
                yield o.ChangeMode(unit.name, DISMOUNTED)
            return
        if not unit.is_mounted:
            holders = [one for one in view.at(unit.at) if one.kind in (HORSE_HOLDER, MULE_HOLDER) and one.has_mounts]
            if nearest > MARCH and holders:
                yield o.ChangeMode(unit.name, MOUNTED)
            return
    elif nearest == 1 and pick(f"stand {unit.name}", 3):
        return
    found = reach(view, (unit,))
    goals = sorted(
        (min(hexes.distance(at, enemy.at) for enemy in enemies), cost, at)
        for at, cost in found.cost.items()
        if at != unit.at
    )
    if goals and goals[0][0] < nearest:
        best = [goal for goal in goals if goal[0] == goals[0][0]]
        at = best[pick(f"march {unit.name}", len(best))][2]
        yield o.Move((unit.name,), found.path(at))


def _melees(view: Field, side: str, pick: Pick) -> Iterator[Order]:
    """Attacks at two to one or better by those who stand next to an enemy."""
    busy: set[str] = set()
    for at in sorted({enemy.at for enemy in view.of(view.enemy_of(side))}):
        defence = sum(enemy.strength for enemy in view.at(at))
        attackers = tuple(
            unit
            for unit in view.of(side)
            if unit.name not in busy
            and not (unit.is_leader or unit.kind in HOLDERS or unit.routed or unit.pinned)
            and unit.strength
            and hexes.distance(unit.at, at) == 1
            and not view.sheet.map.is_blocked(unit.at, at)
            and unit.mode != "prone"
        )
        strength = sum(unit.strength for unit in attackers)
        if defence and Fraction(strength, defence) >= 2 and pick(f"melee {at}", 4):
            busy.update(unit.name for unit in attackers)
            yield o.Melee(tuple(unit.name for unit in attackers), at)


def _near(view: Field, unit: Counter, far: int) -> list[Counter]:
    """The enemies at a distance, in hex order."""
    there = sorted(at for at in view.stacks if hexes.distance(unit.at, at) == far)
    return [one for at in there for one in view.at(at) if one.side != unit.side]


class FieldPractice:
    """The practice players of a title of the series (`mechanisms.practice.Practice`)."""

    def __init__(self, title: str, main: str) -> None:
        self._title, self._main = title, main

    def scenarios(self) -> tuple[str, ...]:
        """The scenarios of the title, the main one first."""
        return tuple(sorted(data.scenarios(self._title), key=lambda one: (one != self._main, one)))

    def orders(
        self, system: RuleSystem[Field], view: Field, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """Orders of a side for the phase with this letter."""
        player = orders_for if level == PLAIN else practice_random.orders_for
        return player(system, view, side, letter, pick)

    def choice(self, view: Field, ask: Ask, level: str, pick: Pick) -> str:
        """The key of the answer to a question."""
        return ask.choices[pick(ask.key, len(ask.choices))].key

    def ledger(self, state: Field) -> FieldLedger:
        """A ledger of the game that opens so."""
        return FieldLedger(state)


ROSEBUD = FieldPractice("rosebud", "historical")
_PRACTICE: Practice = ROSEBUD
