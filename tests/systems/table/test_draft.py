"""A first sheet from a module of one's own, which the tests make themselves."""

import zipfile
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.systems.table.sheet_file import read_sheet

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


AWKWARD = """<?xml version="1.0"?>
<x.GameModule name="Ridge &amp; River" version="1">
  <x.PlayerRoster><entry>Union</entry><entry>UN</entry><entry>3rd Corps</entry><entry>Solo</entry></x.PlayerRoster>
  <x.CounterTurnLevel loop="true" loopLimit="9">
    <x.ListTurnLevel list="Union,Draw,Fire &amp; Melee"/>
  </x.CounterTurnLevel>
  <x.DiceButton name="d6 Combat" nDice="2" nSides="6" plus="-1"/>
  <x.DiceButton name="Weather" nDice="1" nSides="6"/>
  <x.SpecialDiceButton name="Weather"><x.SpecialDie>
    <x.SpecialDieFace text="Clear"/><x.SpecialDieFace text="Rain"/>
  </x.SpecialDie></x.SpecialDiceButton>
  <x.SpecialDiceButton name="Sky"><x.SpecialDie>
    <x.SpecialDieFace text="Clear"/><x.SpecialDieFace text="Rain"/>
  </x.SpecialDie></x.SpecialDiceButton>
  <x.GlobalProperty name="Union VP" initialValue="5"/><x.GlobalProperty name="isOn" initialValue="true"/>
  <x.DrawPile name="2nd Deck"><x.CardSlot entryName="Élan"/>
    <x.CardSlot entryName="Sun 1-3"/><x.CardSlot entryName="Sun 1-3"/><x.CardSlot entryName="2. Panzer"/>
    <x.CardSlot entryName="日"/><x.CardSlot entryName=""/></x.DrawPile>
  <x.PrivateMap side="Union"><x.DrawPile name="Union Deck"><x.CardSlot entryName="Sun 1-3"/></x.DrawPile></x.PrivateMap>
  <x.DrawPile name="Discards"/>
  <x.PieceSlot entryName="1st Brigade"/>
</x.GameModule>"""


def test_awkward_names_make_a_sheet_that_is_good_and_what_is_left_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "draft", str(module(tmp_path, AWKWARD))]) == 0
    text = capsys.readouterr().out
    sheet = read_sheet("drafted", text)
    assert [(one.id, one.code, one.name) for one in sheet.sides] == [
        ("union", "UNI", "Union"),
        ("un", "UN", "UN"),
        ("siderdcorps", "SI", "Side 3rd Corps"),
    ]
    assert sheet.dice == (("dice d6 combat", "2d6"), ("weather", "1d6"))
    assert [one.name for one in sheet.charts] == ["sky"]
    assert [(one.name, one.owner, one.cards) for one in sheet.decks] == [
        ("deck 2nd deck", "", ("2. Panzer", "Card", "Elan", "Ri", "Sun 1 to 3", "Sun 1 to 3 2")),
        ("union deck", "union", ("Sun 1 to 3 3",)),
    ]
    for told in ("Solo", "weather", "discards (0)", "the module adds -1", '"Union VP" = 5', '"1st Brigade" = "full"'):
        assert any(told in line and "#" in line for line in text.splitlines()), told
    steps = text.replace("# step = [", "step = [").replace("#   { name", "  { name").replace("# ]", "]")
    assert [(one.name, one.pen) for one in read_sheet("drafted", steps).steps] == [
        ("Union", ("union",)),
        ("Draw", ("union", "un", "siderdcorps")),
        ("Fire and Melee", ("union", "un", "siderdcorps")),
    ]
