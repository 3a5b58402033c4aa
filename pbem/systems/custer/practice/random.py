"""Practice at the level ``random``: legal orders without any sense, to find where a game comes to a dead end."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.orders import Advance, ChangeMode, Enter, Exit, Move, NoAdvance
from pbem.mechanisms.practice import Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules.call import entry_of
from pbem.systems.custer.rules.movement import entry_hexes, reach
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import MODES

Moves: TypeAlias = Callable[[Battle, str, Pick], Iterator[Order]]
Attacks: TypeAlias = Callable[[Battle, str, str, Pick], Iterator[Order]]


def orders_for(system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders of a side for the marker in play, each legal on the position that those before leave."""
    return marker_orders(system, view, side, letter, pick, _moves, _attack)


def marker_orders(
    system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick, moves: Moves, attack: Attacks
) -> tuple[Order, ...]:
    """The legal ones of the moves wished for each counter that the marker calls, then of the attacks on each enemy hex."""
    trial = Trial(system, view, side, letter, view.phase)
    for name in view.may:
        for order in moves(trial.view, name, pick):
            trial.take(order)
    take_attacks(trial, side, pick, attack)
    return tuple(trial.orders)


def take_attacks(trial: Trial[Battle], side: str, pick: Pick, attack: Attacks) -> None:
    """Order the legal ones of the attacks wished on each enemy hex."""
    view = trial.view
    for at in sorted({unit.at for unit in view.of(view.enemy_of(side))}):
        for order in attack(trial.view, side, at, pick):
            trial.take(order)


def _moves(battle: Battle, name: str, pick: Pick) -> Iterator[Order]:
    unit = battle[name]
    if not unit.at:
        entry = entry_of(battle, name)
        places = entry_hexes(battle, unit.side, entry.hex) if entry is not None else ()
        if places and pick(f"enter {name}", 6):
            yield Enter((name,), places[pick(f"enter {name} at", len(places))])
        return
    if not pick(f"status {name}", 2):
        yield ChangeMode(name, MODES[pick(f"mode {name}", len(MODES))])
    if not pick(f"leave {name}", 4):
        yield Exit((name,), battle.sheet.scenario.exit.edge)
    if not pick(f"march {name}", 4):
        return
    together = (name, *(one.name for one in battle.at(unit.at) if one.name != name and one.side == unit.side))
    found = reach(battle, unit)
    ends = sorted(at for at in found.cost if at != unit.at)
    if ends:
        at = ends[pick(f"march {name} to", len(ends))]
        enemies = sorted(one.at for one in battle.of(battle.enemy_of(unit.side)))
        if enemies and pick(f"close {name}", 2):
            goal = enemies[pick(f"close {name} with", len(enemies))]
            at = min(ends, key=lambda end: (battle.sheet.map.distance(end, goal), end))
        path = found.path(at)
        if not pick(f"together {name}", 4):
            yield Move(together, path)
        yield Move((name,), path)


def _attack(battle: Battle, side: str, at: str, pick: Pick) -> Iterator[Order]:
    near = [unit.name for place in battle.sheet.map.neighbours(at) for unit in battle.at(place) if unit.side == side]
    names = tuple(name for name in near if pick(f"attack {at} with {name}", 3))
    if not names or not pick(f"attack {at}", 3):
        return
    yield Attack(names, at)
    for name in names:
        yield Attack((name,), at)
        match pick(f"after {at} {name}", 4):
            case 0:
                yield Advance((name,), at)
            case 1:
                yield NoAdvance((name,))
            case _:
                pass
