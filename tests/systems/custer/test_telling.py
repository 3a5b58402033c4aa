"""The log of a combat in words: who stays where his units have gone."""

from pathlib import Path

import pytest

from pbem.casebook import case as games
from pbem.casebook.case import run
from pbem.casebook.case_files import read_cases
from pbem.systems import registry

CASE = """
[[case]]
id = "custer/telling/{name}"
game = "custer"
side = "us"
phase = "Custer"
map = {{ blank = "8x8" }}
unit = [
  {{ unit = "Custer", at = "0302" }},
  {{ unit = "Co. F", at = "0302" }},
  {{ unit = "Co. E", at = "0302" }},
  {{ unit = "Deeds", at = "0303", reduced = true }},
  {{ unit = "Sitting Bull", at = "0303" }},
]
orders.us = "Co. F + Co. E attack 0303; advance Co. F"
orders.indian = "policy losses: weakest"
dice.queue = {dice}
"""


def told(folder: Path, name: str, dice: str) -> str:
    file = folder / "case.toml"
    file.write_text(CASE.format(name=name, dice=dice), encoding="utf-8")
    (case,) = read_cases([file], games.casework)
    casework = games.casework("custer")
    before = casework.position(case.position, lambda *_: None)
    course = run(case, casework)
    teller = registry.game("custer").teller
    log = teller.log(before, [event for phase in course.phases for event in phase.events], 1)
    return "\n".join(" ".join((one.text, *(step.text for step in one.steps))) for one in log.entries)


@pytest.mark.parametrize(("dice", "stays"), [("[5, 5]", True), ("[1, 9]", False)])
def test_a_leader_whose_units_are_gone_is_said_to_stay(tmp_path: Path, dice: str, stays: bool) -> None:
    text = told(tmp_path, "a-leader-left-alone", dice)
    assert ("Sitting Bull stays in 0303 without units" in text) is stays
    assert "and those who are left retreat" in text
