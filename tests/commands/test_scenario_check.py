"""`pbem scenario check`: files of a GM's own, all faults at once."""

import json
from pathlib import Path

import pytest

from pbem import resources
from pbem.cli import main
from pbem.commands.offline.scenario import check_file

SCENARIO = """[scenario]
id = "ridge"
game = "rosebud"
title = "On the ridge"
map = "rosebud"
counters = "rosebud"
provenance = "invented"
turns = 10
first_turn = "10:00"
player_sequence = ["indian", "us"]
setup_sequence = ["us", "indian"]

[position]
turn = 3
phasing = "us"

[[unit]]
unit = "C/3 Cav"
at = "3413"
mode = "mounted"

[[unit]]
unit = "Capt Mills"
at = "3413"
attached_to = "C/3 Cav"
"""


def written(folder: Path, text: str, name: str = "ridge.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def says(path: Path) -> list[str]:
    return [str(fault).removeprefix(f"{path}:") for fault in check_file(path)[1]]


def test_everything_that_the_program_brings_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "check", str(resources.path("scenarios"))]) == 0
    told = capsys.readouterr().out
    assert "in-contact.toml: scenario, nothing wrong" in told
    assert "cards.toml: sheet, nothing wrong" in told


def test_faults_of_a_sheet_come_with_line_and_key(tmp_path: Path) -> None:
    sides = 'sides.one = { code = "ONE", name = "First" }\nsides.two = { code = "TWO", name = "Second" }\n'
    text = f'title = "Two sides"\nturns = "six"\n{sides}'
    (turns,) = says(written(tmp_path, text, "two.toml"))
    assert turns == "2: turns: expected a whole number, found 'six'"


def test_a_scenario_of_ones_own_is_right(tmp_path: Path) -> None:
    assert check_file(written(tmp_path, SCENARIO)) == ("scenario", ())


def test_all_faults_of_a_scenario_come_at_once_with_line_key_expected_and_found(tmp_path: Path) -> None:
    text = (
        SCENARIO.replace('"10:00"', '"25:00"')
        .replace('phasing = "us"', 'phasing = "crow"')
        .replace("turn = 3", "turn = 30")
    )
    text = (
        text.replace('unit = "C/3 Cav"', 'unit = "C/3Cav"').replace('at = "3413"\natt', 'at = "9913"\natt')
        + "colour = 3\n"
    )
    found = says(written(tmp_path, text))
    assert found[:4] == [
        "9: scenario.first_turn: expected an hour such as '08:00', found '25:00'",
        "14: position.turn: expected a game turn, 1 to 10, found 30",
        "15: position.phasing: expected one of us, indian, found 'crow'",
        "18: unit[0].unit: expected the name of a counter (did you mean 'C/3 Cav'?), found \"'C/3Cav'\"",
    ]
    assert found[4].startswith("26: unit[1].colour: expected one of unit, at, mode, casualties, ")
    assert found[5:] == [
        "24: unit[1].at: expected a hex of the map rosebud, such as 1100, found '9913'",
        "25: unit[1].attached_to: expected a unit in the hex of Capt Mills, 9913, found C/3 Cav",
    ]


def test_a_counter_stands_once_and_lives_and_has_what_it_rides(tmp_path: Path) -> None:
    more = '\n[[unit]]\nunit = "C/3 Cav"\nat = "3414"\ncasualties = 4\n'
    more += '\n[[unit]]\nunit = "C/3 holders"\nat = "3414"\nmode = "mounted"\n'
    found = says(written(tmp_path, SCENARIO + more))
    assert found[0].startswith("28: unit[2].unit: expected each counter once (C/3 Cav stands at unit[0].unit too)")
    assert "less than the factor of C/3 Cav, which is 4" in found[1]
    assert "a mode in which C/3 holders can be (it has no mounts)" in found[2]


def test_a_map_beside_the_scenario_is_found_and_a_missing_one_named(tmp_path: Path) -> None:
    own = SCENARIO.replace('map = "rosebud"', 'map = "own.toml"')
    path = written(tmp_path, own)
    assert (
        "expected one of littlebighorn-north, littlebighorn-south, rosebud, or a .toml file beside this one"
        in says(path)[0]
    )
    written(tmp_path, resources.text("scenarios/indian_wars/maps/rosebud.toml"), "own.toml")
    assert says(path) == []


def test_faults_of_counters(tmp_path: Path) -> None:
    text = resources.text("scenarios/indian_wars/counters/rosebud.toml")
    text = text.replace('kind = "cavalry"', 'kind = "dragoons"', 1).replace('tag = "B/2"', 'tag = "B/2nd"', 1)
    text = text.replace('name = "D/2 Cav"', 'name = "A/2 Cav"', 1)
    kind, faults = check_file(written(tmp_path, text, "counters.toml"))
    assert kind == "counters"
    assert [fault.key for fault in faults[:3]] == ["unit[0].kind", "unit[1].tag", "unit[2].name"]


def test_what_is_no_toml_no_text_or_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = written(tmp_path, "[scenario\n", "broken.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"a = 1\n\xff")
    assert main(["scenario", "check", "--json", str(broken), str(binary), str(tmp_path / "none.toml")]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["faults"][0]["line"] for row in rows] == [1, 2, 0]
    assert [row["kind"] for row in rows] == ["", "", ""]
    assert rows[1]["faults"][0]["found"] == "the byte 0xff"
