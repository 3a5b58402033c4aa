"""The captain: legal orders, the same ones every time, and better than the beginner's by what he looks at."""

import hashlib
from importlib import import_module
from typing import Any

import pytest

from pbem.core.ask import ORDERS, Ask
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.mechanisms import practice
from pbem.mechanisms.orders import Move
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, PLAIN, Effort, Pick, Trial, levels_of
from pbem.selfplay import Alone, Player, Post
from pbem.systems import registry
from pbem.systems.nezperce.battle.plan import practice as plans
from pbem.systems.nezperce.battle.plan import running

SMALL = "first-game"
FIRST_GAMES = [
    pytest.param(one, marks=() if one == "rosebud" else pytest.mark.slow)
    for one in ("custer", "littlebighorn", "miniatures", "nezperce", "rosebud")
]
"""Every title; the first game of one is over in seconds."""
THINKS = {
    "custer": (SMALL, "us"),
    "rosebud": ("in-contact", "indian"),
    "littlebighorn": ("in-the-village", "indian"),
    "miniatures": ("creek-ford", "indian"),
    "nezperce": ("bear-paw", "army"),
}
"""A scenario and a side of each title in which a captain has something to think about soon."""


def picker(seed: str) -> Pick:
    def pick(purpose: str, n: int) -> int:
        return int.from_bytes(hashlib.sha256(f"{seed} {purpose}".encode()).digest()[:8], "big") % n

    return pick


def test_every_title_has_a_captain() -> None:
    assert {one for one in registry.titles() if CAPTAIN in levels_of(registry.game(one).practice)} == set(THINKS)
    assert levels_of(None) == ()
    assert ALL_LEVELS[-1] == CAPTAIN


@pytest.mark.slow
@pytest.mark.parametrize("title", FIRST_GAMES)
def test_small_game_is_played_to_its_end_without_a_refused_line(title: str) -> None:
    sides = {side.id: CAPTAIN for side in registry.game(title).system.card.sides}
    played = Alone(title, SMALL, "1", PLAIN, (), sides).play()
    assert played.outcome is not None
    assert played.post.refused == 0, played.post.refusals
    assert Alone(title, SMALL, "1", PLAIN, (), sides).play().state == played.state


class Counting:
    """A judge of Custer's Last Stand with three drafts; what a position is worth is how far up a unit stands."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort

    def drafts(self, system: Any, view: Any, side: str, letter: str, pick: Pick) -> Any:
        for path in (("1420",), ("1420", "1419"), ("1420", "1419", "1418")):
            yield practice.only(system, view, side, letter, [Move(("Co. G",), path)] if len(path) > 1 else [])

    def completed(self, system: Any, view: Any, side: str, letter: str, orders: Any, pick: Pick) -> Any:
        return practice.only(system, view, side, letter, orders)

    def idea(self, system: Any, view: Any, side: str, letter: str, orders: Any, pick: Pick) -> Any:
        return practice.only(system, view, side, letter, [Move(("Co. G",), ("1420", "1419", "1418"))])

    def is_settled(self, view: Any) -> bool:
        return False

    def simplified(self, view: Any) -> Any:
        return view

    def worth(self, view: Any, side: str) -> int:
        return -int(view["Co. G"].at[2:]) if "Co. G" in view else -99

    def effort(self, view: Any, letter: str) -> Effort:
        return self._effort


def asked(title: str, scenario: str, side: str, seed: str = "1") -> tuple[Alone, Any, Any, tuple[Ask, ...]]:
    """A game where a side is first asked for orders about which its captain thinks: the game, state, phase and asks."""
    game = Alone(title, scenario, seed, PLAIN)
    while (phase := game.system.next_phase(game.state)) is not None:
        umpire: Umpire[Any] = Umpire(
            game.system.thaw(game.state), game.system.apply, phase=phase.id, options=Options(), view=game.system.view
        )
        stop = perform(phase.play(umpire), umpire, (), lambda _: KeyedDice(bytes(32)), lambda asks: (None,) * len(asks))
        his = tuple(one for one in stop.open if (one.side, one.kind) == (side, ORDERS))
        if his and thinks(title, game.system.view(umpire.state, side), phase.letter):
            return game, umpire.state, phase, his
        game.phase(phase)
    raise AssertionError(f"{side} is never asked")


def thinks(title: str, view: Any, letter: str) -> bool:
    module = "indian_wars" if title in ("rosebud", "littlebighorn") else title
    part = {"indian_wars": ".captain", "custer": ""}.get(module, ".players")
    found = import_module(f"pbem.systems.{module}.practice{part}").JUDGE.effort(view, letter)
    return bool(found.first)


def opening() -> tuple[Any, str]:
    """The first game where the US side is asked for its first orders."""
    _, state, phase, _ = asked("custer", SMALL, "us")
    return state, phase.letter


@pytest.mark.parametrize(("effort", "moves"), [(Effort(2, 2, 2, 1), 3), (Effort(0, 0, 0, 0), 0)])
def test_the_draft_that_comes_out_best_is_given(effort: Effort, moves: int) -> None:
    view, letter = opening()
    game = registry.game("custer")
    found = practice.orders_for(Counting(effort), game.practice_players, game.system, view, "us", letter, picker("any"))
    assert [len(one.path) for one in found] == ([moves] if moves else [])  # type: ignore[attr-defined]


class WithFewerDrafts(Counting):
    """The same without the best draft."""

    def drafts(self, *given: Any) -> Any:
        return list(super().drafts(*given))[:2]


@pytest.mark.parametrize(("ideas", "moves"), [(0, 2), (1, 3)])
def test_what_no_draft_has_may_come_to_mind(ideas: int, moves: int) -> None:
    view, letter = opening()
    game, judge = registry.game("custer"), WithFewerDrafts(Effort(2, 2, 2, 1, ideas=ideas))
    found = practice.orders_for(judge, game.practice_players, game.system, view, "us", letter, picker("any"))
    assert [len(one.path) for one in found] == [moves]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("trust", "moves"), [(1, 3), (2, 0)])
def test_the_first_draft_stays_unless_another_is_better_by_more_than_it_is_trusted(trust: int, moves: int) -> None:
    view, letter = opening()
    game, judge = registry.game("custer"), Counting(Effort(2, 2, 2, 1, trust=trust))
    found = practice.orders_for(judge, game.practice_players, game.system, view, "us", letter, picker("any"))
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


@pytest.fixture(scope="module", params=sorted(THINKS))
def thinking(request: pytest.FixtureRequest) -> Any:
    title: str = request.param
    return title, *asked(title, *THINKS[title])


@pytest.mark.slow
def test_a_captain_of_each_title_writes_what_is_read_and_the_same_again(thinking: Any) -> None:
    title, game, state, phase, asks = thinking
    side = THINKS[title][1]
    post = Post()
    player = Player(game.game, side, CAPTAIN, post)
    words = player.letter(phase, state, asks, game.pick(phase.id))
    assert words == Player(game.game, side, CAPTAIN, Post()).letter(phase, state, asks, game.pick(phase.id))
    answers = player._read(phase, state, asks, words)
    assert answers[0].orders
    assert post.refused == 0, post.refusals


@pytest.mark.slow
def test_he_throws_no_die_of_the_game(thinking: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    title, game, state, phase, asks = thinking
    keys: list[bytes] = []

    def dice(key: bytes) -> KeyedDice:
        keys.append(key)
        return KeyedDice(key)

    monkeypatch.setattr(practice, "KeyedDice", dice)
    monkeypatch.setattr(game, "_dice", None)
    Player(game.game, THINKS[title][1], CAPTAIN, Post()).letter(phase, state, asks, picker("his own"))
    assert keys
    assert hashlib.sha256(f"{game.result.seed} {phase.id}".encode()).digest() not in keys
    assert bytes(32) not in keys


@pytest.mark.slow
def test_he_does_not_know_the_plan_of_the_enemy() -> None:
    game, state, phase, asks = asked("nezperce", *THINKS["nezperce"])
    words = []
    for lines in (("all leave nearest",), ("braves charge any at advantage 20", "braves fire at any within 6")):
        filed = running.after_all(state.battle, "indian", plans.orders_of(state.battle, "indian", lines))
        assert filed is not None
        other = game.system.thaw(state)
        game.system.apply(other, filed)
        assert game.system.hidden(other) != game.system.hidden(state)
        words.append(Player(game.game, "army", CAPTAIN, Post()).letter(phase, other, asks, game.pick(phase.id)))
    assert words[0] == words[1]


def test_a_change_takes_the_orders_of_one_unit_from_another_draft() -> None:
    mine = (Move(("Co. G",), ("1420", "1419")), Move(("Co. E",), ("1520", "1519")))
    other = (Move(("Co. G",), ("1420", "1421")), Move(("Co. E",), ("1520", "1519")), Move(("Co. F",), ("1", "2")))
    found = {practice._changed(mine, [mine, other], picker(str(n))) for n in range(30)}
    assert found == {None, (other[0], mine[1]), (*mine, other[2])}
