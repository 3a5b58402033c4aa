"""Distinct positions with the orders that practice players give in them: whole games, played once and kept phase by phase."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from bench.turn import game
from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.mechanisms.practice import PLAIN

SCENARIO, GAMES, TURNS = "in-contact", 4, 6


@dataclass(frozen=True)
class Position:
    """A phase as it was played: the position before it, its dice, every answer in its sequence, what came of it."""

    before: Any
    letter: str
    key: bytes
    answers: tuple[tuple[Answer, ...], ...]
    events: tuple[Event, ...]
    after: Any
    phase: str

    @property
    def orders(self) -> int:
        """Orders that were given."""
        return sum(len(one.orders) for moment in self.answers for one in moment)

    @property
    def questions(self) -> int:
        """Answers that were given besides."""
        return sum(not one.orders for moment in self.answers for one in moment)


@cache
def positions() -> tuple[Position, ...]:
    """Every phase of some games in which somebody gave orders; no two begin alike."""
    found = [one for n in range(GAMES) for one in _game(b"%032d" % n) if one.orders]
    return tuple({repr(game().system.to_json(one.before)) + one.phase: one for one in found}.values())


def _game(key: bytes) -> Iterator[Position]:
    system = game().system
    state = system.open(SCENARIO, Options())
    while (phase := system.next_phase(state)) is not None and phase.turn <= TURNS:
        given: list[tuple[Answer, ...]] = []
        umpire = _umpire(state, phase.id)

        def answers(
            asks: tuple[Ask, ...], umpire: Any = umpire, given: Any = given, phase: Any = phase
        ) -> tuple[Answer, ...]:
            given.append(tuple(_answer(umpire.state, one, phase.letter) for one in asks))
            return given[-1]  # type: ignore[no-any-return]

        perform(phase.play(umpire), umpire, (), lambda _: KeyedDice(key), answers)
        yield Position(state, phase.letter, key, tuple(given), tuple(umpire.events), umpire.state, phase.id)
        state = umpire.state


def _answer(state: Any, one: Ask, letter: str) -> Answer:
    system, practice = game().system, game().practice
    view = system.view(state, one.side)
    pick = lambda purpose, n: len(purpose) % n  # noqa: E731
    if one.kind == ORDERS:
        return Answer(orders=tuple(practice.orders(system, view, one.side, letter, PLAIN, pick)))
    return Answer(practice.choice(view, one, PLAIN, pick))


def play(one: Position) -> None:
    """Play a phase again from its position, with the same answers and dice."""
    phase = game().system.next_phase(one.before)
    if phase is None:
        raise ValueError("the game is over")
    given = iter(one.answers)
    umpire = _umpire(one.before, phase.id)
    perform(phase.play(umpire), umpire, (), lambda _: KeyedDice(one.key), lambda _: next(given))
    if len(umpire.events) != len(one.events):
        raise ValueError(f"{one.phase} was not played as before")


def _umpire(state: Any, phase: str) -> Umpire[Any]:
    system = game().system
    return Umpire(
        system.thaw(state), system.apply, phase=phase, options=Options(), view=system.view, write=game().dialect.write
    )
