"""Every adjudication case of the project is a test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.casebook import case as games
from pbem.casebook.case import run
from pbem.casebook.coverage import read_index
from pbem.casebook.judge import problems
from tests.every_case import FILES, cases_in, cases_of, ids

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(folder.name for folder in (ROOT / "tests" / "cases").iterdir() if folder.is_dir())
DIGEST = """
from tests.every_case import FILES, cases_in
from pbem.casebook import case as games
from pbem.casebook.case import run
from pbem.core.play import RunningDigest
for file in FILES[::4]:
    for id, case in cases_in(file).items():
        print(id, RunningDigest().take(run(case, games.casework(case.game)).events))
"""


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_cases_of_a_file(file: Path) -> None:
    wrong = {}
    for id, one in cases_in(file).items():
        casework = games.casework(one.game)
        wrong[id] = problems(one, run(one, casework), casework)
    assert wrong
    assert {id: found for id, found in wrong.items() if found} == {}


@pytest.mark.parametrize("game", GAMES)
def test_cases_name_clauses_that_the_index_has_and_that_are_played(game: str) -> None:
    casework = games.casework(game)
    aside = {
        one.id: one.state
        for one in read_index(casework.package, casework.clause_index)
        if one.state in ("waiting", "void")
    }
    known = {one.id for one in read_index(casework.package, casework.clause_index)}
    wrong = [f"{case.id}: {one}" for case in cases_of(game) for one in case.clauses if one not in known or one in aside]
    assert wrong == []


@pytest.mark.slow
def test_cases_come_out_the_same_under_two_hash_seeds() -> None:
    """Nothing in the rules leans on the sequence of a set: two processes, two PYTHONHASHSEEDs, the same events.

    One file in four: tests/systems/miniatures/test_determinism.py and others run whole games so.
    """
    told = []
    for seed in ("1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], cwd=ROOT, env=env, capture_output=True, text=True, check=True
        )
        told.append(done.stdout.splitlines())
    assert len(told[0]) == sum(one in FILES[::4] for one in ids().values()) > 500
    assert {line.partition("/")[0] for line in told[0]} == set(GAMES)
    assert told[0] == told[1]
