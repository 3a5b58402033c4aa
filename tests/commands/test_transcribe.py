"""Printed numbers are put into a chart of ours, cell by cell, with checks; reports then drop the note on house charts."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from pbem import resources
from pbem.cli import main
from pbem.commands.offline import transcribe
from pbem.core.tomlfile import TomlFile

CHART = """
[fire]
provenance = "reconstructed"
note = "Ours."
result_codes = ["-", "MC"]
[fire.rows]
near = [1, 2, 4]
far = [0, 1, 2]
none = [0, 0, 1]
[results]
provenance = "reconstructed"
odds = ["1:2", "1:1", "2:1"]
cells = ["c1 Rt/-", "c2/-", "-/c1"]
steps = 3
[known]
provenance = "rulebook 9.A"
rows = [7, 8, 9]
"""


def played(*typed: str) -> tuple[Any, list[str], list[str]]:
    """The chart after an owner has typed these; what was asked, and what was told."""
    chart = tomlkit.parse(CHART)
    left: Iterator[str] = iter(typed)
    asked: list[str] = []
    told: list[str] = []

    def ask(words: str) -> str:
        asked.append(words)
        return next(left, transcribe.STOP)

    try:
        transcribe.transcribe(chart, ask, told.append)
    except transcribe.Stopped:
        told.append("stopped")
    return chart, asked, told


FIRE = ("2", "3", "5", "10", "", "", "", "3", "", "", "2", "")


def test_each_cell_is_asked_for_and_put_in() -> None:
    chart, asked, told = played(*FIRE, "", "", "3:1", "c1 Rt/-", "", "-/c2", "4")
    assert told[-1] != "stopped"
    assert chart["fire"]["rows"]["near"] == [2, 3, 5]
    assert chart["fire"]["rows"]["none"] == [0, 0, 2]
    assert chart["results"]["odds"][2] == "3:1"
    assert chart["results"]["cells"][2] == "-/c2"
    assert chart["results"]["steps"] == 4
    assert chart["fire"]["provenance"] == chart["results"]["provenance"] == "printed"
    assert chart["known"]["rows"] == [7, 8, 9]
    assert not transcribe.is_reconstructed(chart)
    assert not any("known" in one for one in asked)
    assert "Ours." in told[0]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("two",), "expected a whole number, or nothing where it is 1; found 'two'"),
        (("2", "3", "5", "11"), "expected 10, the sum of 2, 3, 5; found 11: type the row again"),
        (("9", "3", "5", "no"), "the row fire rows near does not rise as ours does (1, 2, 4): 9, 3, 5"),
        (
            ("2", "3", "5", "10", "3", "4", "5", "", "4", "5", "6", "", "no"),
            "column 1 does not fall as ours does (1, 0, 0): 2, 3, 4",
        ),
        ((*FIRE, "", "", "1:3", "no"), "the row results odds does not rise"),
        ((*FIRE, "", "", "", "x9"), "expected parts such as -, 9:9, Rt, c9 (9 for any number); found 'x9'"),
    ],
)
def test_slips_are_told(typed: tuple[str, ...], says: str) -> None:
    chart, _, told = played(*typed)
    assert any(says in one for one in told), told
    assert transcribe.is_reconstructed(chart)


def test_an_order_that_is_printed_otherwise_is_taken() -> None:
    chart, _, _ = played("9", "3", "5", "yes", "17")
    assert chart["fire"]["rows"]["near"] == [1, 2, 4]  # a table is put in whole, or not at all
    chart, _, told = played("9", "3", "5", "yes", "17", "", "", "", "", "", "", "", "", "yes", "yes")
    assert chart["fire"]["rows"]["near"] == [9, 3, 5], told


def test_every_chart_of_ours_can_be_gone_through() -> None:
    known = transcribe.charts()
    assert {"indian_wars/fire", "indian_wars/melee", "nezperce/tables"} <= known.keys()
    for name in known.values():
        chart = tomlkit.parse(resources.text(name))
        before = tomlkit.parse(resources.text(name)).unwrap()
        transcribe.transcribe(chart, lambda _: "", lambda _: None)
        assert not transcribe.is_reconstructed(chart), name
        assert _without_provenance(chart.unwrap()) == _without_provenance(before)


def _without_provenance(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _without_provenance(one) for key, one in part.items() if key != "provenance"}
    return [_without_provenance(one) for one in part] if isinstance(part, list) else part


def test_the_command_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["", "", transcribe.STOP])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert main(["scenario", "transcribe", "indian_wars/leaders", "--into", str(tmp_path)]) == 0
    assert "tables are still ours" in capsys.readouterr().out
    monkeypatch.setattr("builtins.input", lambda _: "")
    assert main(["scenario", "transcribe", "leaders", "--into", str(tmp_path)]) == 0
    assert "All of it is printed now." in capsys.readouterr().out
    file = tmp_path / "indian_wars" / "charts" / "leaders.toml"
    assert TomlFile("leaders", file.read_text(encoding="utf-8")).faults == []
    assert file.read_text(encoding="utf-8").startswith(resources.text("scenarios/indian_wars/charts/leaders.toml")[:40])
    assert main(["scenario", "transcribe", "chess", "--into", str(tmp_path)]) == 1
    assert "expected one of indian_wars/ammo" in capsys.readouterr().err


HOUSE = """
from pbem.core.options import Options
from pbem.desk.record.rules_program import rules_hash
from pbem.systems import registry
game = registry.game("rosebud")
state = game.system.open("in-contact", Options())
print(game.teller.about(state, "us").house_charts)
print(rules_hash(game))
"""


@pytest.mark.slow
def test_reports_drop_the_note_on_charts_that_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "")
    before, hash_before = _house(os.devnull)
    assert {"fire", "melee"} <= set(before.split(", "))
    assert main(["scenario", "transcribe", "indian_wars/fire", "--into", str(tmp_path)]) == 0
    after, hash_after = _house(str(tmp_path))
    assert set(before.split(", ")) - set(after.split(", ")) == {"fire"}
    assert hash_before != hash_after


def _house(folder: str) -> tuple[str, str]:
    done = subprocess.run(
        (sys.executable, "-c", HOUSE),
        env={**os.environ, "PBEM_SCENARIOS": folder},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    charts, digest = done.stdout.splitlines()
    return charts, digest
