"""`pbem case` and `pbem clauses`, as a GM calls them."""

import json
from pathlib import Path

import pytest

from pbem.cli import main

RIGHT = """
[[case]]
id = "rosebud/mine/right"
clauses = ["RC-8.D.2-h1"]
game = "rosebud"
side = "us"
phase = "move"
map = { blank = "5x9" }
unit = [{ unit = "A/3 Cav", at = "0208", mode = "mounted" }]
orders.us = "A/3 dismount"
expect.unit."A/3 Cav" = { mode = "dismounted", strength = 4 }
"""
FALSE = RIGHT.replace("mine/right", "mine/false").replace("strength = 4", "strength = 5")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.toml").write_text(RIGHT)
    (tmp_path / "b.toml").write_text(FALSE)
    return tmp_path


def test_a_case_that_passes_says_nothing_but_the_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", "run", str(folder / "a.toml")]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_a_case_that_fails_says_what_was_expected_and_what_came(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["case", "run", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "rosebud/mine/false" in told
    assert "A/3 Cav: expected strength = 5, came 4" in told
    assert told.endswith("1 passed, 1 failed\n")


def test_json_has_one_object_for_each_case(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", "run", "--json", str(folder)]) == 1
    right, false = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert right == {"id": "rosebud/mine/right", "clauses": ["RC-8.D.2-h1"], "passed": True, "problems": []}
    assert false["passed"] is False
    assert false["problems"] == ["A/3 Cav: expected strength = 5, came 4"]


def test_a_case_is_told_with_its_orders_and_every_event(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", "show", "rosebud/mine/right", str(folder)]) == 0
    told = capsys.readouterr().out
    for words in ("C: A/3 Cav dismount", "T03.US.C Movement", 'HoldersPlaced holders "A/3 holders"', "PASSED"):
        assert words in told
    assert all(len(line) <= 78 for line in told.splitlines() if "proves" not in line)


def test_an_unknown_case_is_told_with_those_of_like_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", "show", "mine", str(folder)]) == 1
    assert "no case 'mine' among 2; cases with 'mine' in their id: rosebud/mine/right" in capsys.readouterr().err


def test_a_wrong_position_is_told_with_all_its_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = RIGHT.replace("A/3 Cav", "A/33 Cav", 1).replace("5x9", "5 by 9").replace('mode = "mounted"', 'mood = "bad"')
    (tmp_path / "w.toml").write_text(wrong)
    assert main(["case", "run", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    for says in (
        "map.blank: expected columns and rows such as 8x6, found 5 by 9",
        "unit[0].unit: expected a counter such as A/3 Cav",
        "unit[0].at: expected a hex of the map, found '0208'",
        "unit[0].mood: expected one of unit, like",
    ):
        assert says in told


def test_a_die_that_is_missing_and_one_too_many_fail_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rally = """
[[case]]
id = "rosebud/mine/rally"
clauses = ["RC-13.C.1"]
game = "rosebud"
side = "us"
phase = "rally"
map = { blank = "5x9" }
unit = [{ unit = "A/3 Cav", at = "0208", routed = true }]
DICE
expect.unit."A/3 Cav" = { routed = true }
"""
    (tmp_path / "none.toml").write_text(rally.replace("DICE", ""))
    assert main(["case", "run", str(tmp_path)]) == 1
    assert "no dice given for 1d6 'rally A/3 Cav #1'" in capsys.readouterr().out
    (tmp_path / "none.toml").write_text(rally.replace("DICE", "dice.queue = [1, 6]"))
    assert main(["case", "run", str(tmp_path)]) == 1
    assert "not used: 1 dice of the queue" in capsys.readouterr().out


def test_a_refused_line_fails_a_case_that_does_not_expect_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.toml").write_text(RIGHT.replace('"A/3 dismount"', '"A/3 dismount\\nA/3 move 0208-0405"'))
    assert main(["case", "run", str(tmp_path)]) == 1
    assert "us, line 2, 'A/3 move 0208-0405': refused:" in capsys.readouterr().out


def test_clauses_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "rosebud", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert found["game"] == "rosebud"
    assert found["total"] == 469
    assert 0 < found["with_case"] <= found["played"]
    assert {"id", "state", "reason"} == set(found["set_aside"][0])
    assert all(one["reason"] for one in found["set_aside"])


def test_an_unknown_title_is_a_wrong_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "whist"]) == 2
    assert "'whist'" in capsys.readouterr().err
