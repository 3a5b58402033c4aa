"""The sweep of clauses (tests/clauses.py) covers its sample, and what it takes out still stands in the rules."""

import subprocess
import sys
from collections.abc import Collection

import pytest

from pbem.casebook import case as games
from pbem.casebook.coverage import coverage
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


FREEDOMS = {"NP-B4.2a", "NP-B4.2b", "NP-B4.2c", "CL-3.6"}
"""Clauses by which something is allowed, or open to all: what is put in to break them stands where nothing bars it now."""


@pytest.mark.parametrize("game", ["nezperce", "custer", "miniatures"])
def test_the_registry_points_at_the_code_in_which_a_clause_stands(game: str) -> None:
    casework = games.casework(game)
    found = coverage(game, casework.package, casework.clause_index, {}, casework.clause_ids)
    astray = {}
    for one in removals():
        places = {place.at.replace("/", ".") for place in one.places if not place.at.endswith(".toml")}
        marked = {name.removeprefix("pbem.systems.") for name in found.code.get(one.clause, ())}
        if one.clause in found.code and one.clause not in FREEDOMS and places and not _share(places, marked):
            astray[one.clause] = places, marked
    assert not astray


def _share(places: Collection[str], marked: Collection[str]) -> bool:
    """Whether a function is in both; a method has its class before its name."""
    methods = {(name.rsplit(".", 2)[0], name.rpartition(".")[2]) for name in marked}
    return any(place in marked or tuple(place.rsplit(".", 1)) in methods for place in places)
