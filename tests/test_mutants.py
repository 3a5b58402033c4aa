"""The mutants that are said to play as the code does are mutants of lines that stand, each with its reason."""

import gc
import tomllib

import pytest

from pbem.casebook.case import casework
from pbem.mail import quotes
from pbem.systems import registry
from tests.mutants import ROOT, code_mutants, is_killed, lines_of, living

TABLES = ("mutants-equivalent.toml", "desk-mutants-equivalent.toml")


@pytest.mark.parametrize("table", TABLES)
def test_no_equivalent_outlives_its_line(table: str) -> None:
    found = tomllib.loads((ROOT / "tests" / table).read_text(encoding="utf-8"))["mutant"]
    named = [(one["file"], one["line"], one["becomes"], one["why"]) for one in found]
    assert len(set(named)) == len(named)
    gone = [
        (file, line)
        for file, line, becomes, why in named
        if file.endswith(".py")  # else it is a cell of a chart
        if line == becomes
        or not why
        or line not in {one.strip() for one in (ROOT / file).read_text(encoding="utf-8").splitlines()}
    ]
    assert gone == []


@pytest.mark.slow
def test_functions_that_the_collector_leaves_alone_are_found() -> None:
    """Without them a mutant would be put in nowhere, and survive."""
    gc.freeze()
    living.cache_clear()
    assert quotes.own_words in living()[quotes.__file__]


@pytest.mark.slow
def test_a_mutant_of_a_constant_is_in_force_in_its_process() -> None:
    """The rules are imported again for it; a registry of before would go on with those that it has, and it would survive."""
    for title in registry.titles():
        if registry.game(title).cases_place:
            casework(title)  # as the cases of all games are read before
    constants = (one for one in code_mutants("miniatures") if one.where.endswith("rules/morale.py"))
    mutant = next(one for one in constants if lines_of(one)[3] == "FALLS_BACK, LOSES_A_LEVEL = 4, 5")
    assert is_killed(mutant, [], {}, ())
