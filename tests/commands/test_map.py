"""pbem map: a game or a scenario as text, PNG and SVG."""

import re
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
    assert all(len(line) <= 76 for line in text.splitlines()[1:])
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


HEX = re.compile(r'<polygon points="([^"]+)"')
SPOT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d{4})</text>')


@pytest.mark.parametrize(
    ("what", "at", "units"),
    [
        ("rosebud/in-contact", "2911", ("B/3 Cav", "D/3 Cav")),
        ("littlebighorn", "", ()),
        ("custer", "1623", ("Co. A", "Co. M", "Reno")),
        ("nezperce", "0709", ("Howard", "Perry")),
    ],
)
def test_a_position_is_printed_to_be_laid_over_ones_own_map(
    what: str, at: str, units: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "over.html"
    assert main(["map", what, "--tiles", str(file), "--across", "16.5"]) == 0
    text = file.read_text(encoding="utf-8")
    assert "ten hexes, one below the other, are 165.0 mm" in text
    spots = {number: (float(x), float(y)) for x, y, number in SPOT.findall(text)}
    box, wide = re.search(r'viewBox="([\d. ]+)" width="(\d+)mm"', text).groups()  # type: ignore[union-attr]
    a_mm = float(box.split()[2]) / float(wide)
    one = min(spots)
    below = f"{one[:2]}{int(one[2:]) + 10:02}"
    assert abs((spots[below][1] - spots[one][1]) / a_mm - 165) < 0.1, "ten hexes"
    beside = f"{int(one[:2]) + 10:02}{one[2:]}"
    assert abs((spots[beside][0] - spots[one][0]) / a_mm - 10 * 16.5 * 3**0.5 / 2) < 0.1, "ten columns"
    places = {unit: re.search(rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{unit}</text>', text) for unit in units}
    for unit, found in places.items():
        assert found is not None, unit
        assert abs(float(found[1]) - spots[at][0]) < 1
        assert 0 < float(found[2]) - spots[at][1] < 70, "below its hex's number, and in it"


def test_a_map_of_hexes_wants_their_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "over.html"
    assert main(["map", "rosebud", "--tiles", str(file)]) == 1
    said = capsys.readouterr().err
    assert "--across: expected 5 to 100 mm" in said
    assert "played on hexes: measure ten of them" in said
    assert main(["map", "rosebud", "--tiles", str(file), "--across", "1"]) == 1
    assert "found 1." in capsys.readouterr().err


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
