"""pbem map: a game or a scenario as text, PNG and SVG."""

from pathlib import Path

import pytest

from pbem.cli import main
from tests.commands.desk import laid, opened


@pytest.mark.parametrize("what", ["rosebud/in-contact", "rosebud", "custer", "custer/rosebud"])
def test_a_scenario_is_drawn_in_every_form(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", what]) == 0
    text = capsys.readouterr().out
    assert "MAP   rows" in text
    assert "MAP KEY" in text
    assert all(len(line) <= 78 for line in text.splitlines()[1:])
    assert main(["map", what, "--png", str(tmp_path / "m.png"), "--svg", str(tmp_path / "m.svg"), "--sheet"]) == 0
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "m.svg").read_text(encoding="utf-8").startswith("<svg")


def test_one_panel_round_a_hex(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "rosebud/in-contact", "--hex", "3413", "--radius", "2"]) == 0
    assert capsys.readouterr().out.startswith("Round 3413: columns 32-36, rows 11-15")


def test_a_game_is_drawn_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    game = opened(table, "rosebud-7", "rosebud", "in-contact")
    assert main(["map", game, "--config", str(config)]) == 0
    assert "Turn 3 of 19 (08:40), Indian player turn, " in capsys.readouterr().out
    assert main(["map", game, "--side", "us", "--svg", str(tmp_path / "m.svg"), "--config", str(config)]) == 0
    assert "rosebud-7" in (tmp_path / "m.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["rosebud/nowhere"], "nowhere"),
        (
            ["chess/opening"],
            "no game is called 'chess'; there are: custer, littlebighorn, miniatures, nezperce, rosebud",
        ),
        (["rosebud", "--side", "french"], "--side: expected one of us, indian; found 'french'"),
        (["rosebud", "--hex", "9999"], "--hex: expected a place of the map such as 2912; found '9999'"),
        (["rosebud", "--svg", "no/such/folder/m.svg"], "no/such/folder/m.svg: cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_told(line: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", *line]) == 1
    assert said in capsys.readouterr().err


def test_a_game_that_there_is_not_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, config = laid(tmp_path, monkeypatch)
    assert main(["map", "rosebud-9", "--config", str(config)]) == 1
    assert "no game is called 'rosebud-9'" in capsys.readouterr().err


def test_a_position_that_cannot_be_drawn_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    game = opened(table, "rosebud-7", "rosebud", "in-contact")

    def broken(*given: object) -> None:
        raise KeyError("9999")

    monkeypatch.setattr("pbem.commands.map.present", broken)
    assert main(["map", game, "--config", str(config)]) == 1
    assert "its position cannot be drawn (" in capsys.readouterr().err
