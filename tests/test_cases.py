"""Every adjudication case of the project is a test."""

from pathlib import Path

import pytest

from pbem.casebook import games
from pbem.casebook.case import Case
from pbem.casebook.coverage import read_index
from pbem.casebook.judge import problems
from pbem.casebook.reader import read_cases
from pbem.casebook.run import run

CASES = read_cases([Path(__file__).parent / "cases"], games.casework)


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
