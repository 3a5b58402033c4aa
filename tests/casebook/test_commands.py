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


SHOWN = """
[[case]]
id = "rosebud/mine/doubt"
game = "rosebud"
time = "09:20"
side = "us"
phase = "B"
until = "T06.IN.C"
options = ["ammunition roster"]
scenario = "pack-train"
map = { blank = "9x9" }
unit = [
  { unit = "A/3 Cav", at = "0203", strength = 7, ma = 3, boxes = 2.5 },
  { unit = "Capt Mills", at = "0203", attached_to = "A/3 Cav", rating = 3, radius = 1 },
  { unit = "Pack Train A", at = "0303", boxes = 4.5 },
  { unit = "Crow King", at = "0807", mode = "mounted" },
]
orders.us = "in C: A/3, Capt Mills move 0203-0204"
orders."indian T06.IN.A" = "in C: Crow King move 0807-0806"
"""


def test_a_case_without_expectation_is_shown_and_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.toml").write_text(SHOWN)
    assert main(["case", "show", "rosebud/mine/doubt", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    for words in (
        "game turn 5 (09:20), side us, phase B to T06.IN.C",
        "ORDERS of indian T06.IN.A",
        'UnitsMoved units ["A/3 Cav", "Capt Mills"], start "0203", to "0204"',
        'UnitsMoved units ["Crow King"], start "0807", to "0806"',
        "strength 7, mp_left",
        "ma 3",
        "boxes 2.5",
        "rating 3, radius 1",
        "boxes 4.5",
        "NOT JUDGED: the case expects nothing",
    ):
        assert words in told, words
    assert main(["case", "run", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "0 passed, 0 failed, 1 not judged (nothing expected)\n"
    assert main(["case", "run", "--json", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["passed"] is None


def test_an_order_of_one_player_turn_is_not_given_again_in_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.toml").write_text(
        SHOWN.replace("T06.IN.C", "T06.US.C").replace('time = "09:20"', 'time = "09:20"\nclauses = ["RC-7.C.3"]')
        + 'expect.unit."A/3 Cav" = { at = "0204", ma = 3, strength = 7 }\n'
        + 'expect.unit."Pack Train A" = { boxes = 4.5 }\n'
        + 'expect.time = "09:40"\nexpect.phase = "T06.US.D"\n'
    )
    assert main(["case", "run", str(tmp_path)]) == 0, capsys.readouterr().out


def test_a_letter_that_is_never_read_and_a_phase_gone_by_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.toml").write_text(SHOWN.replace("T06.IN.A", "T07.IN.A"))
    assert main(["case", "run", str(tmp_path)]) == 1
    assert "the letter of 'indian T07.IN.A' was never read" in capsys.readouterr().out
    (tmp_path / "a.toml").write_text(SHOWN.replace("T06.IN.C", "T05.IN.C"))
    assert main(["case", "run", str(tmp_path)]) == 1
    assert "phase T05.IN.C had passed already" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("boxes = 4.5", "boxes = 4.25", "unit[2].boxes: expected open boxes in halves such as 2.5"),
        ('options = ["ammunition roster"]', "", "with the option 'ammunition roster', found '4.5'"),
        ("strength = 7", "strength = 7, rating = 2", "expected a leader or the Column HQ, who alone have ratings"),
        ("strength = 7", "strength = -1", "unit[0].strength: expected a whole number, 0 or more"),
    ],
)
def test_a_counter_printed_wrong_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str, after: str, says: str
) -> None:
    (tmp_path / "a.toml").write_text(SHOWN.replace(before, after))
    assert main(["case", "run", str(tmp_path)]) == 1
    assert says in capsys.readouterr().err


CUSTER = """
[[case]]
id = "custer/mine/mp"
clauses = ["CL-5.1"]
game = "custer"
side = "us"
phase = "Custer"
map = { blank = "8x8" }
unit = [{ unit = "Custer", at = "0203" }, { unit = "Co. C", at = "0203", strength = 9, mp = 4 }]
orders.us = "Co. C move 0203-0204"
expect.unit."Co. C" = { mp_left = 3, spent = 1, moved = true, strength = 9, mp = 4 }
"""


def test_what_an_activation_counted_can_be_asserted_in_the_custer_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.toml").write_text(CUSTER)
    assert main(["case", "run", str(tmp_path)]) == 0, capsys.readouterr().out
    (tmp_path / "a.toml").write_text(CUSTER.replace("mp = 4 }]", "mp = 4, spent = 2 }]"))
    assert main(["case", "run", str(tmp_path)]) == 1
    assert "unit[1].spent: expected no `spent`: it is reset" in capsys.readouterr().err


def test_an_unknown_case_is_told_with_those_of_like_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", "show", "mine/rig", str(folder)]) == 0, "a part that one id alone has"
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


@pytest.mark.slow
def test_all_as_json_has_every_clause_with_its_code_and_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "nezperce", "--all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["clauses"]) == found["total"]
    assert found["clauses"][2] == {
        "id": "NP-A3.1c",
        "title": "Four tactical maps",
        "kind": "definition",
        "state": "played",
        "reason": "",
        "code": ["pbem.systems.nezperce.data.tactical_map"],
        "cases": ["nezperce/contacts/all-are-contacted"],
    }
    assert main(["clauses", "nezperce", "--json"]) == 0
    assert "clauses" not in json.loads(capsys.readouterr().out)


@pytest.mark.slow
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
