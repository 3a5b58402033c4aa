"""Whole games without a dead end; the same bytes however often a phase stops and whatever the hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.mechanisms.practice import RANDOM
from pbem.selfplay import Job, play
from tests.selfplay import SelfPlay

ROOT = Path(__file__).parent.parent
OPTIONS = ("ammunition roster", "hit and run", "casualty limit", "free rout", "scatter unfired")
BROKE_ONCE = [
    Job("rosebud", "in-contact", OPTIONS, RANDOM, "1 88"),  # halted in a full hex by a unit that scattered
]
"""Games that broke off before a rule was fixed; what breaks a series is added here with its seed."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["plum", "sage", "willow"])
def test_a_whole_game_ends_with_an_outcome(seed: str) -> None:
    game = SelfPlay(seed)
    state = None
    for _, umpire, _ in game.phases():
        state = umpire.state
    assert state is not None
    assert state.turn == 19
    assert game.asks["orders"] > 100
    assert sum(state.lost.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("job", BROKE_ONCE, ids=lambda job: f"{job.title} {job.seed}")
def test_a_game_that_broke_once_comes_to_its_end(job: Job) -> None:
    told = play(job)
    assert told.fault is None
    assert told.outcome is not None


@pytest.mark.slow
def test_a_phase_that_stops_at_every_question_tells_the_same_events() -> None:
    game = SelfPlay("breaks", "in-contact")
    stopped = 0
    for phase, umpire, before in game.phases(24):
        asked = sum(game.asks.values())
        assert game.broken(phase, before).events == umpire.events, phase.id
        stopped += sum(game.asks.values()) - asked
    assert stopped > 24


@pytest.mark.slow
def test_the_hash_seed_changes_nothing() -> None:
    program = (
        "from tests.selfplay import SelfPlay\n"
        "game = SelfPlay('hash', 'in-contact')\n"
        "[None for _ in game.phases(12)]\n"
        "print(game.digests[-1])\n"
    )
    told = set()
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        told.add(done.stdout)
    assert len(told) == 1
    assert "T03.US.F" in told.pop()
