"""Saved games and modules of VASSAL, which the tests make themselves: pieces by place, in every form that is written."""

import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.foreign import vassal

MODULE = """<VASSAL.build.GameModule name="Two Fronts" version="1.0">
  <VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Blue</entry></VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.Map mapName="Main Map" edgeWidth="10" edgeHeight="20">
    <VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board name="East">
        <VASSAL.build.module.map.boardPicker.board.RegionGrid>
          <VASSAL.build.module.map.boardPicker.board.mapgrid.Region name="Dubno" originx="100" originy="100"/>
          <VASSAL.build.module.map.boardPicker.board.mapgrid.Region name="Lodz" originx="300" originy="50"/>
        </VASSAL.build.module.map.boardPicker.board.RegionGrid>
      </VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
  </VASSAL.build.module.Map>
  <VASSAL.build.module.Map mapName="Hexes" edgeWidth="0" edgeHeight="0">
    <VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board name="West">
        <VASSAL.build.module.map.boardPicker.board.HexGrid dx="60.0" dy="70.0" x0="30" y0="35" sideways="false">
          <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hType="N" hOff="1" hDepth="1"
            vType="N" vOff="1" vDepth="1" stagger="false" hDescend="false" vDescend="false"/>
        </VASSAL.build.module.map.boardPicker.board.HexGrid>
      </VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
  </VASSAL.build.module.Map>
  <VASSAL.build.module.turn.TurnTracker name="Turn">
    <VASSAL.build.module.turn.CounterTurnLevel loop="true" loopLimit="14" start="1" incr="1">
      <VASSAL.build.module.turn.ListTurnLevel list="Move,Combat,Supply"/>
    </VASSAL.build.module.turn.CounterTurnLevel>
  </VASSAL.build.module.turn.TurnTracker>
  <VASSAL.build.module.PredefinedSetup name="1914" file="1914.vsav"/>
  <VASSAL.build.widget.PieceSlot entryName="RU3"/>
  <VASSAL.build.widget.PieceSlot entryName="48 PzK"/>
</VASSAL.build.GameModule>"""


def encoded(between: str, *parts: str) -> str:
    """A sequence as VASSAL writes it."""
    found = []
    for part in parts:
        text = part.replace(between, f"\\{between}")
        is_quoted = part.endswith("\\") or (part.startswith("'") and part.endswith("'"))
        found.append(f"'{text}'" if is_quoted else text)
    return between.join(found)


def nested(traits: list[str]) -> str:
    """Traits, the outermost first."""
    return traits[0] if len(traits) == 1 else encoded("\t", traits[0], nested(traits[1:]))


def piece(number: int, name: str, where: str, x: int, y: int, *, hidden: str = "") -> str:
    kind = nested(["obs;88,130;who.png;REHide;", f"mark;Kind;{name}/a", f"piece;;;{name}.png;{name}"])
    state = nested([hidden or "null", "", f"{where};{x};{y};{number}"])
    return "+/" + encoded("/", str(number), kind, state)


SAVED = encoded(
    "\x1b",
    "begin_save",
    encoded("\x1b", piece(1, "RU3", "Main Map", 112, 118), piece(2, "It's a / \\", "Main Map", 300, 80)),
    piece(3, "48 PzK", "Hexes", 90, 70),
    piece(4, "48 PzK", "Hexes", 91, 72),
    piece(5, "Spy", "Hexes", 30, 35, hidden="red"),
    piece(6, "Guns of August", "null", 0, 0),
    piece(7, "Entrench", "null", 0, 0),
    "+/" + encoded("/", "8", encoded(";", "deck", *(["x"] * 12), "Strategy"), "null;5;5;6;7"),
    "+/" + encoded("/", "9", "stack", "Hexes;90;70;3;4"),
    piece(10, "Dead", "null", 0, 0),
    "end_save",
)
FORMS = {
    "plain": SAVED.encode(),
    "hex digits": b"!VCSK5a" + bytes(one ^ 0x5A for one in SAVED.encode()).hex().encode(),
    "XZ": lzma.compress(SAVED.encode()),
}


def file_of(folder: Path, name: str, entry: str, content: bytes) -> Path:
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as one:
        one.writestr(entry, content)
    return folder / name


@pytest.mark.parametrize("form", FORMS)
def test_pieces_are_named_by_place(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    saved = file_of(tmp_path, "a.vsav", "savedGame", FORMS[form])
    module = file_of(tmp_path, "a.vmod", "buildFile.xml", MODULE.encode())
    assert main(["table", "show", str(saved), "--module", str(module)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Hexes:",
        "  0101: a hidden piece",
        "  0201: 2 x 48 PzK",
        "Main Map:",
        "  Dubno: RU3",
        "  Lodz: It's a / \\",
        "deck Strategy: 2 cards, not looked at",
        "5 pieces on 2 maps, 1 on none.",
    ]


def test_without_the_module_places_are_pixels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "show", str(file_of(tmp_path, "a.vsav", "savedGame", FORMS["plain"]))]) == 0
    out = capsys.readouterr().out
    assert "  112,118: RU3" in out
    assert "Guns" not in out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (lambda: b"!VCSK5axyz", "hex digits are damaged"),
        (lambda: lzma.compress(b"x" * 70_000_000, preset=0), "at most 64,000,000 bytes"),
        (lambda: FORMS["XZ"][:-30], "damaged XZ|cut short"),
    ],
)
def test_a_saved_game_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: Callable[[], bytes], says: str
) -> None:
    assert main(["table", "show", str(file_of(tmp_path, "a.vsav", "savedGame", content()))]) == 2
    told = capsys.readouterr().err
    assert any(one in told for one in says.split("|")), told


def test_a_saved_game_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "show", str(file_of(tmp_path, "a.vsav", "other", b""))]) == 2
    assert "a zip without savedGame" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("numbering", "sideways", "at", "name"),
    [
        ({"hOff": "1", "vOff": "1"}, False, (30, 35), "0101"),
        ({"hOff": "1", "vOff": "1", "stagger": "false"}, False, (90, 70), "0201"),
        ({"hOff": "1", "vOff": "1"}, False, (90, 70), "0202"),
        ({"hType": "A", "hDepth": "0", "vDepth": "0", "vOff": "1"}, False, (30 + 60 * 27, 70), "BB2"),
        ({"hOff": "1", "vOff": "1", "stagger": "false", "sep": "."}, True, (70, 90), "01.02"),
        ({"first": "V", "stagger": "false"}, False, (150, 105), "0102"),
        ({"hDescend": "true"}, False, (30, 35), ""),
        ({}, False, (30, 35), ""),
    ],
)
def test_hexes_are_numbered_as_the_module_does(
    numbering: dict[str, str], sideways: bool, at: tuple[int, int], name: str
) -> None:
    assert vassal.HexGrid(60, 70, 30, 35, sideways, numbering).name(*at) == name


@pytest.mark.parametrize("parts", [["a", "b"], ["a/b", "c\\"], ["", "x", ""], ["'q'", "/", "a\\b"]])
def test_a_sequence_is_read_as_it_is_written(parts: list[str]) -> None:
    assert vassal.sequence(encoded("/", *parts), "/") == parts


def test_a_draft_tells_boards_steps_and_counters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "draft", str(file_of(tmp_path, "a.vmod", "buildFile.xml", MODULE.encode()))]) == 0
    text = capsys.readouterr().out
    assert "turns = 14\n" in text
    for says in (
        "# The steps of a turn (as the module's turn counter has them)",
        '#   { name = "Supply", pen = ',
        '#   "RU3" = "full"',
        '# Map "Main Map": 1 board, 2 named places',
        '# Map "Hexes": 1 board, hexes with staggered columns, numbered from 0101',
        "# Set-ups, which travel as files (.vsav): ",
    ):
        assert says in text
