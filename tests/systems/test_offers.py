"""What the order page offers: the desk takes every line of it, and what practice players write could have been clicked."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pbem.core.order import Order
from pbem.core.sequence import phasing
from pbem.mechanisms.offers import Offer, offers_of
from pbem.orders.rehearsal import rehearse
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.systems import registry
from pbem.systems.game import Game
from tests.selfplay import SelfPlay

GAMES = [
    ("rosebud", "in-contact", 60),
    ("rosebud", "historical", 16),
    ("custer", "little-big-horn", 40),
    ("custer", "rosebud", 30),
]
EVERY = 9
"""Of the lines of a position every ninth is put to the desk: all of them would take minutes."""


def positions(title: str, scenario: str, most: int) -> Iterator[tuple[Game, Any, str, str, tuple[Order, ...]]]:
    """Positions of a self-played game at which a side's orders are wanted, with what the practice player ordered there."""
    game = registry.game(title)
    played = SelfPlay("offers", scenario, title, orders=game.practice_players.orders)  # type: ignore[arg-type]
    orders = game.practice_players.orders

    def by_plain(system: Any, view: Any, side: str, letter: str, pick: Any) -> tuple[Order, ...]:
        return orders(system, view, side, letter, "plain", pick)

    played.orders = by_plain
    for phase, _, state in played.phases(most):
        for side in phasing(game.system.card, phase):
            view = RehearsedPosition(game.system, game.dialect, state, side, phase.letter, {}).view
            wrote = by_plain(game.system, view, side, phase.letter, played.pick)
            yield game, state, side, phase.letter, wrote


def offered(game: Game, state: Any, side: str, letter: str) -> Sequence[Offer]:
    assert game.offering is not None
    return offers_of(game.system, game.dialect, game.offering, state, side, letter)


@pytest.mark.parametrize(("title", "scenario", "most"), GAMES)
def test_the_desk_takes_every_line_that_is_offered(title: str, scenario: str, most: int) -> None:
    refused, tried = [], 0
    for game, state, side, letter, _ in positions(title, scenario, most):
        found = offered(game, state, side, letter)
        lines = [one.line for one in found if one.kind != "move"] + [one.line for one in found if one.kind == "move"][
            ::EVERY
        ]
        lines += [f"{one.line}\n{two.line}" for one in found for two in one.then[::EVERY]]
        for line in lines[:: 1 if len(lines) < 60 else len(lines) // 60]:
            judged = rehearse(game.system, game.dialect, state, side, letter, line)
            tried += 1
            refused += [(letter, line, one.problem) for one in judged.lines if one.verdict != "accepted"]
    assert refused == []
    assert tried > 40


@pytest.mark.slow
@pytest.mark.parametrize("title", ["rosebud", "custer"])
def test_nearly_all_that_practice_players_write_could_have_been_clicked(title: str) -> None:
    missed, written = [], 0
    for one in [one for one in GAMES if one[0] == title]:
        for game, state, side, letter, orders in positions(*one):
            found = offered(game, state, side, letter)
            lines = {one.line for one in found} | {two.line for one in found for two in one.then}
            ends = {(one.unit, one.kind, one.at) for one in found} | {
                (t.unit, t.kind, t.at) for o in found for t in o.then
            }
            written += len(orders)
            missed += [game.dialect.write(order) for order in orders if not _is_there(game, order, lines, ends)]
    assert written > 100
    assert len(missed) <= 0.05 * written, (len(missed), written, missed[:20])


def _is_there(game: Game, order: Order, lines: set[str], ends: set[tuple[str, str, str]]) -> bool:
    """Whether an order is offered, or another way to the same place, or the same to each unit of a group."""
    names = getattr(order, "units", None) or (getattr(order, "unit", ""),)
    place = getattr(order, "path", ("",))[-1] or getattr(order, "target", "") or getattr(order, "at", "")
    by_place = all(any((name, kind, place) in ends for kind in ("move", "fight", "place")) for name in names)
    return by_place or game.dialect.write(order) in lines
