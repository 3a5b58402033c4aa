"""Damaged letters: no exception, no silence, no order from quoted text.  `make soak` does a thousand times as many."""

import os

import pytest

from tests.damaged import post

LETTERS = int(os.environ.get("PBEM_DAMAGED", "75"))
TO_THE_END = 3
"""Every so many is filed and answered; the others are read as far as their verdicts, which is four times as quick."""


@pytest.mark.slow
def test_damaged_letters_are_read_or_told_and_never_raise() -> None:
    desk = post()
    wrong: list[str] = []
    for seed in range(LETTERS):
        wrong += desk.deliver(seed) if seed % TO_THE_END == 0 else desk.look(seed)
    assert wrong == []
    assert desk.states["done"] > LETTERS // TO_THE_END * 0.8
