"""Every adjudication case of the project is a test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.casebook import games
from pbem.casebook.case import Case
from pbem.casebook.coverage import read_index
from pbem.casebook.judge import problems
from pbem.casebook.reader import read_cases
from pbem.casebook.run import run

ROOT = Path(__file__).resolve().parent.parent
CASES = read_cases([ROOT / "tests" / "cases"], games.casework)
DIGEST = """
from tests.test_cases import CASES
from pbem.casebook import games
from pbem.casebook.run import run
from pbem.core.play import RunningDigest
for case in CASES:
    print(case.id, RunningDigest().take(run(case, games.casework(case.game)).events))
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    casework = games.casework(case.game)
    assert problems(case, run(case, casework), casework) == ()


@pytest.mark.parametrize("game", sorted({case.game for case in CASES}))
def test_cases_name_clauses_that_the_index_has_and_that_are_played(game: str) -> None:
    casework = games.casework(game)
    aside = {
        one.id: one.state
        for one in read_index(casework.package, casework.clause_index)
        if one.state in ("waiting", "void")
    }
    known = {one.id for one in read_index(casework.package, casework.clause_index)}
    wrong = [
        f"{case.id}: {one}"
        for case in CASES
        if case.game == game
        for one in case.clauses
        if one not in known or one in aside
    ]
    assert wrong == []


@pytest.mark.slow
def test_all_cases_come_out_the_same_under_two_hash_seeds() -> None:
    """Nothing in the rules leans on the sequence of a set: two processes, two PYTHONHASHSEEDs, the same events."""
    told = []
    for seed in ("1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], cwd=ROOT, env=env, capture_output=True, text=True, check=True
        )
        told.append(done.stdout.splitlines())
    assert len(told[0]) == len(CASES)
    assert told[0] == told[1]
