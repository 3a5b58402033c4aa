"""The same letters and dice give the same events, whatever the hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.same_bytes import first_difference, main

ROOT = Path(__file__).parents[3]
PROGRAM = """
import hashlib
from pbem.core.canonical import canon
from tests.systems.miniatures.tabletops import played
from pbem.core.record import to_json
from pbem.mechanisms.practice import LEVELS
from pbem.systems.miniatures import scenario_file as data
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.practice.players import PLAYERS
from pbem.systems.miniatures.state.tabletop import opening
from pbem.systems.miniatures.system import RULES

found = hashlib.sha256()
for level in LEVELS:
    state = opening(data.scenario("creek-ford"))
    for phase in range(6):
        pick = lambda purpose, n: int.from_bytes(hashlib.sha256(f"{phase} {purpose}".encode()).digest()[:4], "big") % n
        orders = PLAYERS.orders(RULES, RULES.view(state, state.acting), state.acting, "A", level, pick)
        faces = [1 + pick(f"die {k}", 10) for k in range(600)]
        for event in played(state, "\\n".join(map(DIALECT.write, orders)), *faces):
            found.update(canon(to_json(event)))
    found.update(canon(RULES.to_json(state)))
print(found.hexdigest())
"""


@pytest.mark.slow
def test_the_hash_seed_changes_nothing() -> None:
    told = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert run.returncode == 0, run.stderr
        told.add(run.stdout)
    assert len(told) == 1


def test_games_that_differ_are_named() -> None:
    here, there = ("python3.11, hash seed 1", ["a", "b"]), ("python3.13, hash seed 1", ["a", "c"])
    assert first_difference(here, here) == ""
    assert first_difference(here, there) == "game 1 differs: python3.11, hash seed 1; python3.13, hash seed 1"
    assert first_difference(here, ("python3.13", ["a"])) == "2 games: python3.11, hash seed 1; 1 games: python3.13"


@pytest.mark.slow
def test_whole_games_are_the_same_under_two_hash_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["miniatures", "--games", "2", "--scenario", "creek-ford", "--level", "random"]) == 0
    assert capsys.readouterr().out == "2 games are the same to the byte under 2 runs\n"
