"""A first sheet from a module of one's own, which the tests make themselves."""

import zipfile
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.systems.table.sheet import read_sheet

MODULE = """<?xml version="1.0"?>
<VASSAL.build.GameModule name="Great War &quot;East&quot;" version="1.2">
  <VASSAL.build.module.PlayerRoster>
    <entry>Central Powers</entry><entry>Allied Powers</entry><entry>Referee</entry>
  </VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.DiceButton name="Attack" nDice="2" nSides="6"/>
  <VASSAL.build.module.DiceButton name="2d6" nDice="2" nSides="6"/>
  <VASSAL.build.module.DiceButton name="Order" nDice="1" nSides="999"/>
  <VASSAL.build.module.map.DrawPile name="Strategy">
    <VASSAL.build.widget.CardSlot entryName="Guns of August"/>
    <VASSAL.build.widget.CardSlot entryName="Entrench"/>
    <VASSAL.build.widget.CardSlot entryName="Entrench"/>
  </VASSAL.build.module.map.DrawPile>
  <VASSAL.build.module.map.DrawPile name="Discards"/>
  <VASSAL.build.widget.PieceSlot entryName="1 Army"/>
</VASSAL.build.GameModule>"""


def module(folder: Path, text: str, name: str = "buildFile.xml") -> Path:
    file = folder / "game.vmod"
    with zipfile.ZipFile(file, "w") as entries:
        entries.writestr(name, text)
    return file


@pytest.mark.parametrize("name", ["buildFile", "buildFile.xml"])
def test_a_sheet_is_drafted_that_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["table", "draft", str(module(tmp_path, MODULE, name))]) == 0
    text = capsys.readouterr().out
    sheet = read_sheet("drafted", text)
    assert [(one.id, one.code, one.name) for one in sheet.sides] == [
        ("centralpowers", "CE", "Central Powers"),
        ("alliedpowers", "AL", "Allied Powers"),
    ]
    assert sheet.title == "Great War 'East'"
    assert sheet.dice == (("attack", "2d6"),)
    assert [(one.name, one.cards) for one in sheet.decks] == [
        ("strategy", ("Entrench", "Entrench 2", "Guns of August"))
    ]
    assert "1d999" in text
    assert "1 counters" in text


def test_a_module_without_sides_or_decks_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "draft", str(module(tmp_path, "<VASSAL.build.GameModule name='Bare'/>"))]) == 0
    text = capsys.readouterr().out
    assert "No sides are in the module" in text
    assert "No decks with cards are in the module" in text
    assert len(read_sheet("drafted", text).sides) == 2


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        (MODULE, "other.xml", "a zip without buildFile.xml"),
        ("<VASSAL", "buildFile.xml", "a build file in XML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><x/>', "buildFile.xml", "without entities"),
    ],
)
def test_what_is_no_module_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, name: str, says: str
) -> None:
    assert main(["table", "draft", str(module(tmp_path, text, name))]) == 2
    assert says in capsys.readouterr().err


def test_a_file_that_is_no_zip_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.vmod").write_bytes(b"MZ")
    assert main(["table", "draft", str(tmp_path / "x.vmod")]) == 2
    assert main(["table", "draft", str(tmp_path / "none.vmod")]) == 2
    assert "which is a zip" in capsys.readouterr().err
