"""From clause to code."""

import pytest

from pbem.core.clause import code_for, covers, rule


@pytest.mark.parametrize("clause", ["RC-9.F", "RC-9.F.1", "RC-9.F.1-h1", "RC-9.F-h1"])
def test_a_part_of_the_book_covers_what_stands_in_it(clause: str) -> None:
    assert covers("RC-9.F", clause)


@pytest.mark.parametrize("clause", ["RC-9.FA", "RC-9", "RC-9.G.1", "RC-19.F"])
def test_and_nothing_else(clause: str) -> None:
    assert not covers("RC-9.F", clause)


def test_a_marked_procedure_is_found_by_the_clauses_that_it_carries_out() -> None:
    @rule("XX-1.A", "XX-2")
    def throw_hat() -> str:
        return "thrown"

    assert throw_hat() == "thrown"
    assert len(code_for("XX-1.A")) == len(code_for("XX-2.B.1")) == 1
    assert code_for("XX-1.A")[0].endswith("throw_hat")
    assert code_for("XX-1.B") == []
