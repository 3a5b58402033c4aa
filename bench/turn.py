"""A player turn of the scenario in contact: its letters, and the playing of it."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.systems import registry

SCENARIO = "in-contact"
KEY = hashlib.sha256(b"bench").digest()

LETTERS = {
    ("indian", "A"): "all rally",
    (
        "indian",
        "B",
    ): "Crow King fire full at C/3\nFour Horns fire half at C/3\nLone Bull fire half at A/3\nHe Dog fire full at Old Crow",
    ("indian", "C"): "Four Horns dismount\nBlack Moon move 2608-2708\nBig Road dismount",
    ("indian", "D"): "",
    (
        "us",
        "D",
    ): "C/3 fire full at Crow King\nA/3 fire full at Lone Bull\nG/9 fire long at Crow King\nOld Crow fire full at He Dog",
    ("indian", "E"): "Lone Bull fire at A/3",
    ("indian", "F"): "Crow King + Four Horns melee 3512",
}
"""What each side mails for each phase of the Indian player turn; lines that the position forbids are refused, as in play."""


@dataclass(frozen=True)
class Played:
    """A phase that was played: the state before, its events, and the state after."""

    before: Any
    phase: str
    letter: str
    events: tuple[Event, ...]
    after: Any


@cache
def game() -> registry.Game:
    """The game that is measured."""
    return registry.game("rosebud")


def opened() -> Any:
    """The position to begin from."""
    return game().system.open(SCENARIO, Options())


def read(state: Any, side: str, letter: str) -> RehearsalResult:
    """The letter of a side for a phase, read and rehearsed."""
    return rehearse(game().system, game().dialect, state, side, letter, LETTERS.get((side, letter), ""))


def play(state: Any, letters: dict[str, RehearsalResult]) -> Played:
    """Play the next phase with these letters and the defaults."""
    system = game().system
    phase = system.next_phase(state)
    if phase is None:
        raise ValueError("the game is over")

    def answers(asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        return tuple(_answer(one, letters) for one in asks)

    umpire = Umpire(
        system.thaw(state),
        system.apply,
        phase=phase.id,
        options=Options(),
        view=system.view,
        write=game().dialect.write,
    )
    perform(phase.play(umpire), umpire, (), lambda _: KeyedDice(KEY), answers)
    return Played(state, phase.id, phase.letter, tuple(umpire.events), umpire.state)


def _answer(one: Ask, letters: dict[str, RehearsalResult]) -> Answer:
    if one.kind == ORDERS:
        return Answer(orders=letters[one.side].orders if one.side in letters else ())
    return Answer(one.default if one.default is not None else one.choices[0].key, source="default")


def phases() -> Iterator[tuple[Any, dict[str, RehearsalResult]]]:
    """Each phase of the player turn: the state before it and the letters for it."""
    state = opened()
    for letter in "ABCDEF":
        letters = {side: read(state, side, letter) for side in ("us", "indian") if LETTERS.get((side, letter))}
        yield state, letters
        state = play(state, letters).after
