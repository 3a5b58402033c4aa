"""Whole game turns played by two practice opponents: every phase can be told, and every letter is fit for mail."""

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.system import Phase
from pbem.core.umpire import Umpire
from pbem.reports.report import DeskFacts, PlayerLine
from pbem.reports.teller import PhaseSlice, compose
from pbem.reports.text import letter
from pbem.systems.indian_wars.practice.players import orders_for
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield

ROSEBUD = TITLE.system
TELLER = TITLE.teller

Played = tuple[Phase[Battlefield], Battlefield, tuple[Event, ...], Battlefield]
"""A phase, the field before it, its events, the field after it."""


def play(scenario: str, phases: int, seed: int) -> Iterator[Played]:
    """Play so many phases with keyed dice."""
    state = ROSEBUD.open(scenario, Options())
    for _ in range(phases):
        phase = ROSEBUD.next_phase(state)
        if phase is None:
            return
        umpire = Umpire(state.thaw(), ROSEBUD.apply, phase=phase.id, options=Options())
        letter_ = phase.letter

        def answer(one: Ask, umpire: Umpire[Battlefield] = umpire, letter_: str = letter_) -> Answer:
            if one.kind == ORDERS:
                return Answer(orders=orders_for(ROSEBUD, umpire.state, one.side, letter_, _pick), source="order")
            keys = [choice.key for choice in one.choices]
            number = _pick(one.key, len(keys))
            return Answer(keys[number], source=("default", "standing order 1", "order")[number % 3])

        def _pick(purpose: str, number: int, phase_id: str = phase.id) -> int:
            return sha256(f"{seed} {phase_id} {purpose}".encode()).digest()[0] % number

        dice = KeyedDice(sha256(f"{seed} {phase.id}".encode()).digest())
        stop = perform(
            phase.play(umpire), umpire, (), lambda _n, dice=dice: dice, lambda asks: tuple(map(answer, asks))
        )
        assert stop.finished
        yield phase, state, tuple(umpire.events), umpire.state
        state = umpire.state


def letters(played: Played, number: int) -> dict[str, str]:
    """The letters to both sides."""
    phase, before, events, after = played
    coming = ROSEBUD.next_phase(after)
    found = {}
    for side in ROSEBUD.card.sides:
        wanted = coming if coming and (coming.side == side.id) != (coming.letter == "D") else None
        desk = DeskFacts(
            "rosebud-7",
            number,
            (PlayerLine("US", "K. Hale"), PlayerLine("Indian", "M. Ortiz")),
            "P. Brandt",
            datetime(2026, 3, 12, 18, 0, tzinfo=UTC),
            datetime(2026, 3, 15, 18, 0, tzinfo=UTC),
            seeds="seed 12",
        )
        outcome = None if coming else ROSEBUD.outcome(after)
        report = compose(
            TELLER,
            desk,
            side.id,
            side.code,
            [PhaseSlice(phase.id, before, events)],
            after,
            wanted=wanted,
            outcome=outcome,
        )
        found[side.id] = letter(report)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "phases", "seed"), [("in-contact", 24, 1), ("in-contact", 24, 2), ("historical", 26, 3)]
)
def test_every_phase_is_told_in_letters_that_mail_leaves_alone(scenario: str, phases: int, seed: int) -> None:
    for number, played in enumerate(play(scenario, phases, seed), 1):
        for text in letters(played, number).values():
            assert text.isascii()
            assert len(text) < 30_000
            for line in text.split("\n"):
                assert len(line) <= 78
                assert line == line.rstrip()
                assert not line.startswith(("-", "From "))


def test_every_roll_is_in_the_dice_list_by_its_full_label() -> None:
    for number, played in enumerate(play("in-contact", 12, 4), 1):
        text = "".join(letters(played, number)["us"].split())
        for label in _labels(played[2]):
            assert "".join(label.split()) in text


def _labels(events: tuple[Event, ...]) -> list[str]:
    return [roll.label for event in events if (roll := getattr(event, "roll", None)) is not None]
