"""The mutants that are said to play as the code does are mutants of lines that stand, each with its reason."""

import gc
import tomllib

import pytest

from pbem.mail import quotes
from tests.mutants import ROOT, living

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


def test_functions_that_the_collector_leaves_alone_are_found() -> None:
    """Without them a mutant would be put in nowhere, and survive."""
    gc.freeze()
    living.cache_clear()
    assert quotes.own_words in living()[quotes.__file__]
