"""The captain: legal orders, the same ones every time, and better than the beginner's by what he looks at."""

import hashlib
from typing import Any

import pytest

from pbem.core.ask import ORDERS
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.mechanisms import captain
from pbem.mechanisms.captain import Effort
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, PLAIN, Pick, levels_of
from pbem.mechanisms.trial import Trial
from pbem.selfplay.game import Alone
from pbem.systems import registry

SMALL = "first-game"
CAPTAINS = [
    one
    for one in registry.titles()
    if CAPTAIN in levels_of(registry.game(one).practice) and registry.game(one).first_game
]


def picker(seed: str) -> Pick:
    def pick(purpose: str, n: int) -> int:
        return int.from_bytes(hashlib.sha256(f"{seed} {purpose}".encode()).digest()[:8], "big") % n

    return pick


def test_two_games_have_a_captain() -> None:
    assert {"custer", "rosebud"} <= set(CAPTAINS)
    assert levels_of(None) == ()
    assert ALL_LEVELS[-1] == CAPTAIN


@pytest.mark.parametrize(
    "title", [pytest.param(one, marks=pytest.mark.slow) if one == "custer" else one for one in CAPTAINS]
)
def test_small_game_is_played_to_its_end_without_a_refused_line(title: str) -> None:
    told = Alone(title, SMALL, "1", PLAIN, (), {"us": CAPTAIN, "indian": CAPTAIN}).play()
    assert told.outcome is not None
    assert told.post.refused == 0
    assert Alone(title, SMALL, "1", PLAIN, (), {"us": CAPTAIN, "indian": CAPTAIN}).play().state == told.state


class Counting:
    """A judge of Custer's Last Stand with three drafts; what a position is worth is how far up a unit stands."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort

    def drafts(self, system: Any, view: Any, side: str, letter: str, pick: Pick) -> Any:
        from pbem.mechanisms.orders import Move

        for path in (("1420",), ("1420", "1419"), ("1420", "1419", "1418")):
            yield captain.only(system, view, side, letter, [Move(("Co. G",), path)] if len(path) > 1 else [])

    def worth(self, view: Any, side: str) -> int:
        return -int(view["Co. G"].at[2:]) if "Co. G" in view else -99

    def effort(self, view: Any, letter: str) -> Effort:
        return self._effort


def opening() -> tuple[Any, str]:
    """The first game where the US side is asked for its first orders."""
    game = Alone("custer", SMALL, "1", PLAIN)
    while (phase := game.system.next_phase(game.state)) is not None:
        umpire: Umpire[Any] = Umpire(
            game.system.thaw(game.state), game.system.apply, phase=phase.id, options=Options(), view=game.system.view
        )
        stop = perform(phase.play(umpire), umpire, (), lambda _: KeyedDice(bytes(32)), lambda asks: (None,) * len(asks))
        if any((one.side, one.kind) == ("us", ORDERS) for one in stop.open):
            return umpire.state, phase.letter
        game.phase(phase)
    raise AssertionError("the US side is never asked")


@pytest.mark.parametrize(("effort", "moves"), [(Effort(2, 2, 2, 1), 3), (Effort(0, 0, 0, 0), 0)])
def test_the_draft_that_comes_out_best_is_given(effort: Effort, moves: int) -> None:
    view, letter = opening()
    game = registry.game("custer")
    found = captain.orders_for(Counting(effort), game.practice_players, game.system, view, "us", letter, picker("any"))
    assert [len(one.path) for one in found] == ([moves] if moves else [])  # type: ignore[attr-defined]


def test_what_he_orders_is_legal_and_changes_nothing() -> None:
    view, letter = opening()
    game = registry.game("custer")
    before = game.system.to_json(view)
    orders = game.practice_players.orders(game.system, view, "us", letter, CAPTAIN, picker("1"))
    assert game.system.to_json(view) == before
    trial: Trial[Any] = Trial(game.system, view, "us", letter)
    assert all(trial.take(one) for one in orders)
    assert orders == game.practice_players.orders(game.system, view, "us", letter, CAPTAIN, picker("1"))
    assert getattr(view, "options", Options()) == Options()
