"""A1 and A2: orders adjudicated a second on distinct positions, beside `diplomacy`; a movement order beside a fire order.

Both play positions that no round repeats: ours every phase of some practice games in which orders were given, theirs spring and
autumn moves of games in which 20 of 22 units have orders, each drawn from those that are legal.

Ours looks whether an order is legal, and what it costs, as it is played.  Theirs looks before, in `Game.set_orders`, which the
goal leaves out; it reads the order's text as well, which ours has done by then.  So a second row, without a goal, has theirs
with that.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.frame import Figure, seconds
from bench.positions import Position, play, positions

ROUNDS = 3
ORDERED = 20 / 22
FEWEST = 90
MOVES = 6
"""Movement phases of each of their games."""


def figures() -> Iterator[Figure]:
    """Orders a second, in turn with theirs; then by phase."""
    ours, theirs = positions(), _diplomacy()
    if len(ours) < FEWEST:
        raise ValueError(f"expected {FEWEST} distinct positions, found {len(ours)}")
    spent = [0.0] * len(ours)
    beside = [0.0] * len(theirs)
    checking = [0.0] * len(theirs)
    for n in range(ROUNDS):
        for number in range(max(len(ours), len(theirs))):
            if number < len(ours):
                spent[number] = _least(n, spent[number], seconds(lambda one=ours[number]: play(one)))  # type: ignore[misc]
            if number < len(theirs):
                copy = deepcopy(theirs[number].game)
                set_orders = partial(_set_orders, copy, theirs[number].words)
                checking[number] = _least(n, checking[number], seconds(set_orders))
                beside[number] = _least(n, beside[number], seconds(copy.process))
    orders = sum(one.orders for one in ours)
    their_orders = sum(one.taken for one in theirs)
    a_second, other = orders / sum(spent), their_orders / sum(beside)
    by: dict[str, list[tuple[Position, float]]] = defaultdict(list)
    for one, cost in zip(ours, spent, strict=True):
        by[one.letter].append((one, cost))
    rates = {
        letter: sum(p.orders for p, _ in found) / sum(cost for _, cost in found) for letter, found in sorted(by.items())
    }
    note = f"{len(ours)} positions, {orders / len(ours):.1f} orders each; orders/s by phase: " + ", ".join(
        f"{letter} {rate:,.0f}" for letter, rate in rates.items()
    )
    what = f"diplomacy 1.1.2, {len(theirs)} positions, Game.process()"
    yield Figure("orders adjudicated", "orders/s", a_second, other, what, least=0.4, note=note)
    checked = their_orders / (sum(beside) + sum(checking))
    events, questions = sum(len(one.events) for one in ours), sum(one.questions for one in ours)
    note = f"of ours an order makes {events / orders:.1f} events, and {questions / orders:.1f} questions are answered"
    yield Figure(
        "orders adjudicated, theirs checked too",
        "orders/s",
        a_second,
        checked,
        "diplomacy, Game.set_orders() and process()",
        note=note,
    )
    fire = [letter for letter in rates if letter in "BDE"]
    fires = sum(p.orders for letter in fire for p, _ in by[letter]) / sum(c for letter in fire for _, c in by[letter])
    yield Figure("a movement order", "us", 1e6 / rates["C"], 1e6 / fires, "a fire order", most=2)


def _least(n: int, before: float, now: float) -> float:
    return now if n == 0 else min(before, now)


@dataclass(frozen=True)
class Theirs:
    """A movement phase of theirs before its orders are set, these by power, and how many of them are taken."""

    game: Any
    words: dict[str, list[str]]
    taken: int


def _set_orders(game: Any, words: dict[str, list[str]]) -> None:
    for power, some in words.items():
        game.set_orders(power, some)


def _diplomacy() -> list[Theirs]:
    """Movement phases with their orders."""
    from diplomacy import Game

    chance = random.Random(1)
    found: list[Theirs] = []
    while len(found) < FEWEST:
        game, last = Game(), len(found) + MOVES
        while len(found) < last and not game.is_game_done:
            possible, before = game.get_all_possible_orders(), deepcopy(game)
            words = {
                power: [chance.choice(possible[at]) for at in places if possible[at] and chance.random() < ORDERED]
                for power, places in game.get_orderable_locations().items()
            }
            _set_orders(game, words)
            if game.phase_type == "M":
                found.append(Theirs(before, words, sum(len(game.get_orders(power)) for power in words)))
            game.process()
    return found
