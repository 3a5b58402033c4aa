"""The mutants that are said to play as the code does are mutants of lines that stand, each with its reason."""

from tests.mutants import ROOT, equivalents


def test_no_equivalent_outlives_its_line() -> None:
    named = equivalents()
    assert len(set(named)) == len(named)
    gone = [
        (file, line)
        for file, line, becomes, why in named
        if line == becomes
        or not why
        or line not in {one.strip() for one in (ROOT / file).read_text(encoding="utf-8").splitlines()}
    ]
    assert gone == []
