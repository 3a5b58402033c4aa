"""Maps to Tiled and back without a difference; and maps that were drawn there, of every kind that is read."""

import base64
import re
import tomllib
import zlib
from pathlib import Path
from typing import Any

import pytest

from pbem import resources
from pbem.board.mapfile import read_map
from pbem.cli import main
from pbem.commands.foreign.tiled import LISTS, from_tmx, to_tmx
from pbem.core.tomlfile import Faults, TomlFile

ROOT = resources.root() / "scenarios"
OURS = sorted([*ROOT.glob("*/maps/*.toml"), *ROOT.glob("nezperce/map-*.toml")])


def as_data(text: str) -> dict[str, Any]:
    """A map file without what means nothing: blanks, rulers, and which hex of a hexside stands first."""
    data = tomllib.loads(text)
    for table in ("terrain", "elevation"):
        if "grid" in data.get(table, {}):
            rows = (line.split() for line in data[table]["grid"].splitlines())
            data[table]["grid"] = {int(one[0]): "".join(one[1:]) for one in rows if one and not one[0].startswith("#")}
    for table, key in LISTS.items():
        for row in data.get(table, ()):
            words = str(row[key]).split()
            row[key] = ["/".join(sorted(one.split("/"))) for one in words]
            row["hexes"] = str(row["hexes"]).split() if key != "hexes" and "hexes" in row else row.get("hexes")
    if "steep" in data.get("elevation", {}):
        data["elevation"]["steep"] = data["elevation"]["steep"].split()
    data["map"]["provenance"] = data["map"].get("provenance", "").strip()
    return data


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.stem)
def test_our_own_maps_go_there_and_back(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    back = from_tmx("map.tmx", to_tmx(TomlFile(str(file), text), "map.png"))
    assert read_map(back) == read_map(text)
    assert as_data(back) == as_data(text)
    assert from_tmx("map.tmx", to_tmx(TomlFile("back", back), "map.png")) == back


def test_there_are_maps_of_ours() -> None:
    assert len(OURS) >= 10


def drawn(
    axis: str = "x", index: str = "odd", tiles: str = "1,1,1,1,2,1,1,1,1", more: str = "", data: str = "csv"
) -> str:
    """A small map of three by three, as somebody would draw it."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="3" height="3" tilewidth="32" tileheight="28" hexsidelength="16"
 staggeraxis="{axis}" staggerindex="{index}">
 <tileset firstgid="1" name="ground" tilewidth="32" tileheight="28">
  <tile id="0" type="clear"/><tile id="1" type="light_woods"/>
 </tileset>
 <layer name="terrain" width="3" height="3"><data encoding="{data}">{tiles}</data></layer>
 {more}
</map>"""


def line(name: str, kind: str, x: float, y: float, points: str) -> str:
    return f'<object id="1" name="{name}" type="{kind}" x="{x}" y="{y}"><polyline points="{points}"/></object>'


def test_a_map_that_was_drawn_has_ground_roads_rivers_and_places() -> None:
    more = (
        "<objectgroup name='lines'>"
        + line("Main road", "road", 16, 14, "0,0 24,14 48,0")
        + line("A path", "path", 16, 14, "0,0 0,56")
        + line("The canal", "canal", 16, 70, "0,0 24,-14")
        + line("Styx", "river", 8, 28, "0,0 16,0 24,14")
        + "<object id='5' name='Mill' type='place' x='40' y='28'><point/></object></objectgroup>"
    )
    text = from_tmx("my map.tmx", drawn(more=more))
    sheet = read_map(text)
    assert sheet.id == "my-map"
    assert sheet.terrains["0202"] == "light_woods"
    assert sheet.terrains["0101"] == "clear"
    assert [(one.name, one.kind, one.hexes) for one in sheet.ways] == [
        ("Main road", "road", ("0101", "0201", "0301")),
        ("A path", "path", ("0101", "0102", "0103")),
        ("The canal", "canal", ("0103", "0202")),
    ]
    assert sheet.ways_between("0201", "0101") == ("road",)
    assert sheet.ways_between("0101", "0103") == ()
    assert sheet.edges("0101", "0102") == ("river",)
    assert sheet.places["Mill"].hexes == ("0201",)


@pytest.mark.parametrize(("index", "neighbour"), [("odd", "0202"), ("even", "0101")])
def test_either_columns_are_staggered(index: str, neighbour: str) -> None:
    sheet = read_map(from_tmx("a.tmx", drawn(index=index)))
    assert (neighbour in sheet.neighbours("0102")) is True
    assert len(sheet.neighbours("0202")) == 6


@pytest.mark.parametrize(
    ("index", "beside"), [("odd", "0102 0103 0201 0203 0302 0303"), ("even", "0101 0102 0201 0203 0301 0302")]
)
def test_rows_that_are_staggered_lie_on_their_side(index: str, beside: str) -> None:
    sheet = read_map(from_tmx("a.tmx", drawn(axis="y", index=index, tiles="1,2,1,1,1,1,1,1,1")))
    assert sheet.terrains["0102"] == "light_woods"  # row 1, column 2
    assert sheet.compass.lowest_row == "west"
    assert sorted(sheet.neighbours("0202")) == beside.split()


def test_tiles_come_in_several_forms() -> None:
    numbers = [1, 1, 1, 1, 2, 1, 1, 1, 1]
    raw = b"".join(one.to_bytes(4, "little") for one in numbers)
    plain = read_map(from_tmx("a.tmx", drawn()))
    packed = drawn(data='base64" compression="zlib', tiles=base64.b64encode(zlib.compress(raw)).decode())
    assert read_map(from_tmx("a.tmx", packed)) == plain
    assert read_map(from_tmx("a.tmx", drawn(data="base64", tiles=base64.b64encode(raw).decode()))) == plain


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<map", "a map of Tiled"),
        ('<!DOCTYPE x><map orientation="hexagonal"/>', "without entities"),
        (drawn().replace("hexagonal", "isometric"), "expected hexagonal, found isometric"),
        (drawn(tiles="1,1"), "9 tiles, found 2"),
        (drawn(tiles="7,1,1,1,1,1,1,1,1"), "a class that names its ground"),
        (drawn().replace('name="terrain"', 'name="ground"'), "a layer of tiles called terrain, found ground"),
        (drawn(data='base64" compression="zstd', tiles="AAAA"), "zlib or gzip"),
        (
            drawn(more="<objectgroup name='x'><object id='3' name='What' x='1' y='1'/></objectgroup>"),
            "a class such as road",
        ),
        (
            drawn(more="<objectgroup name='x'>" + line("Styx", "river", 8, 28, "0,0 44,3") + "</objectgroup>"),
            "a point at each corner",
        ),
        (drawn().replace('width="3" height="3" tilewidth', 'width="120" height="3" tilewidth'), "tiles"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, says: str) -> None:
    with pytest.raises(Faults) as told:
        from_tmx("a.tmx", text)
    assert says in str(told.value)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, tmx = tmp_path / "ours.toml", tmp_path / "ours.tmx"
    ours.write_text(OURS[0].read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["map", "export", str(ours), str(tmx)]) == 0
    assert (tmp_path / "ours.png").read_bytes().startswith(b"\x89PNG")
    assert main(["map", "export", str(ours), str(tmx)]) == 1
    assert "expected a new file" in capsys.readouterr().err
    assert main(["map", "import", str(tmx)]) == 0
    assert read_map(capsys.readouterr().out) == read_map(ours.read_text(encoding="utf-8"))
    tmx.write_text(re.sub('orientation="[a-z]+"', 'orientation="square"', tmx.read_text()))
    assert main(["map", "import", str(tmx)]) == 1
    assert main(["map", "import", str(tmp_path / "none.tmx")]) == 1
    assert main(["map", "export", str(tmp_path / "none.toml"), str(tmp_path / "x.tmx")]) == 1


SHORT = """
format = "pbem-hexmap-1"
[map]
id = "short"
title = "Short numbers"
status = "reconstructed"
[grid]
columns = [1, 3]
rows = [1, 2]
digits = 2
[terrain]
key = { "." = "clear" }
grid = \"\"\"
01 ...
02 ...
\"\"\"
[elevation]
grid = \"\"\"
01 000
02 000
\"\"\"
[[sides]]
kind = "cliff"
sides = "11/12"
[[place]]
name = "Mill"
hex = "32"
[[way]]
name = "Road"
kind = "road"
hexes = "11 21 31"
"""


def test_numbers_may_have_two_digits() -> None:
    sheet = read_map(SHORT)
    assert sheet.edges("0101", "0102") == ("cliff",)
    assert sheet.places["Mill"].hexes == ("0302",)
    assert sheet.ways[0].hexes == ("0101", "0201", "0301")
    back = from_tmx("a.tmx", to_tmx(TomlFile("short", SHORT), "a.png"))
    assert read_map(back) == sheet


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("digits = 2", "digits = 3", "grid.digits: expected 4, or 2"),
        ("columns = [1, 3]", "columns = [9, 11]", "as the sheet has numbers beyond 9"),
        ('kind = "road"', 'kind = "raod"', "way[0].kind: expected one of road, path, canal, railway"),
        ('hexes = "11 21 31"', 'hexes = "11 31"', "a hex next to 0101"),
        ('kind = "road"', 'kind = "road"\nwidth = 3', "'width'"),
    ],
)
def test_faults_of_ways_and_numbers_are_told(old: str, new: str, says: str) -> None:
    with pytest.raises(Faults) as told:
        read_map(SHORT.replace(old, new))
    assert says in str(told.value)
