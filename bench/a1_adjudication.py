"""A1 and A2: orders adjudicated a second on distinct positions, beside `diplomacy`; a movement order beside a fire order.

Both play positions that no round repeats: ours every phase of some practice games in which orders were given, theirs spring and
autumn moves of games in which 20 of 22 units have orders, each drawn from those that are legal.

Ours looks whether an order is legal, and what it costs, as it is played.  Theirs looks before, in `Game.set_orders`, which the
goal leaves out; it reads the order's text as well, which ours has done by then.  So a second row, without a goal, has theirs
with that.

Neither side pays for what the other needs to be measured.  Theirs changes a game as it plays, so it takes a copy each time:
that is made, and the garbage of it collected, before the clock runs.  The two sides take turns, spread evenly over the round.
Before each position that counts a side plays the one before it uncounted (theirs in a spare game), so that both find the
processor as they left it themselves, and not as the other or a copy has left it.
"""

import gc
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
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
    rounds = [_round(ours, theirs) for _ in range(ROUNDS)]
    spent, checking, beside = ([min(one) for one in zip(*parts, strict=True)] for parts in zip(*rounds, strict=True))
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


def _round(ours: Sequence[Position], theirs: "Sequence[Theirs]") -> tuple[list[float], list[float], list[float]]:
    """What each position of ours takes once, and each of theirs: to set the orders, and to process them."""
    spent, checking, beside = [0.0] * len(ours), [0.0] * len(theirs), [0.0] * len(theirs)
    turns = [(n / len(ours), "ours", n) for n in range(len(ours))]
    turns += [(n / len(theirs), "theirs", n) for n in range(len(theirs))]
    spare = deepcopy(theirs[0].game)
    for _, side, n in sorted(turns):
        if side == "ours":
            gc.collect()
            play(ours[n - 1])
            spent[n] = seconds(partial(play, ours[n]))
        else:
            game = deepcopy(theirs[n].game)
            spare.set_state(theirs[n - 1].game.get_state())
            gc.collect()
            _set_orders(spare, theirs[n - 1].words)
            spare.process()
            checking[n] = seconds(partial(_set_orders, game, theirs[n].words))
            beside[n] = seconds(game.process)
    return spent, checking, beside


@dataclass(frozen=True)
class Theirs:
    """A movement phase of theirs before its orders are set, these by power, and how many of them are taken."""

    game: Any
    words: dict[str, list[str]]
    taken: int


def _set_orders(game: Any, words: dict[str, list[str]]) -> None:
    """Have the orders of all powers read and looked at."""
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
