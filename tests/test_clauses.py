"""The sweep of clauses (tests/clauses.py) covers its sample, and what it takes out still stands in the rules."""

import subprocess
import sys

import pytest

from tests.clauses import FOUND_BEFORE, ROOT, TABLE, Removal, removals, sample


def test_every_clause_of_the_sample_has_something_taken_out() -> None:
    assert set(sample()) <= {one.clause for one in removals()}


def test_what_is_taken_out_stands_in_the_rules() -> None:
    for one in removals():
        texts = one.texts(ROOT)
        assert all(text != file.read_text(encoding="utf-8") for file, text in texts.items()), one.clause


def test_a_place_that_is_gone_is_named() -> None:
    gone = Removal("RC-0", removals()[0].places).places[0]
    with pytest.raises(ValueError, match=f"so must {TABLE.name}"):
        gone.changed("def other(): ...")


@pytest.mark.slow
def test_clauses_once_nominal_are_missed_by_their_cases() -> None:
    """In a process of its own, since the rules are imported again from a copy."""
    command = [sys.executable, "-m", "tests.clauses", *FOUND_BEFORE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
