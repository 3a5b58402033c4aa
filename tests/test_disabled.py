"""The sweep that disables clauses (tests/disabled.py): what it puts in place of procedures, and some of its cases."""

import subprocess
import sys

import pytest

from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.rules.turn import entry
from tests.disabled import ROOT, conditions, main, procedure, stand_ins

MULES = "pbem.systems.indian_wars.rules.supply.pack_train"


def test_a_procedure_is_found_by_its_place() -> None:
    assert procedure(f"{MULES}.train_for") is pack_train.train_for


def test_what_stands_in_answers_as_the_procedure_would() -> None:
    assert [one() for one in stand_ins(pack_train.train_for)] == [""]
    assert [list(one()) for one in stand_ins(pack_train.offer)] == [[]]
    assert [one() for one in stand_ins(entry.waiting)] == [()]


def test_conditions_are_those_of_the_procedure_and_of_its_helpers() -> None:
    names = {place.removeprefix(f"{MULES}.") for place, _ in conditions(f"{MULES}.train_for")}
    assert names == {"train_for", "_together"} or names == {"train_for"}


@pytest.mark.slow
@pytest.mark.parametrize("words", [["littlebighorn", "/mules/"]])
def test_cases_fail_without_their_clauses(words: list[str]) -> None:
    """In a process of its own, since procedures are exchanged; the whole takes minutes: ``python -m tests.disabled``."""
    command = [sys.executable, "-m", "tests.disabled", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_no_case_is_no_answer() -> None:
    assert main(["littlebighorn", "no such case"]) == 1
