"""A map file with faults says all of them at once, with line and key."""

import pytest

from pbem.board.mapfile import read_map
from pbem.core.tomlfile import Faults

GOOD = '''format = "pbem-hexmap-1"
[map]
id = "small"
title = "Small"
status = "reconstructed"
[grid]
columns = [11, 13]
rows = [0, 1]
[terrain]
key = { "." = "clear", "w" = "light_woods" }
grid = """
#   1 1 1
00  . w .
01  . . _
"""
[elevation]
grid = """
00  1 2 3
01  1 1 _
"""
[[line]]
name = "Brook"
kind = "dry_creek"
from = "spring"
to = "edge"
sides = "1100/1200 1100/1201"
[[place]]
name = "Top"
hex = "1300"
tags = ["hill"]
[[zone]]
name = "North"
hexes = "1100..1300"
edge = "north"
'''


def faults_of(text: str) -> list[str]:
    with pytest.raises(Faults) as raised:
        read_map(text, "small.toml")
    return [str(fault) for fault in raised.value.faults]


def test_a_small_map_is_read() -> None:
    sheet = read_map(GOOD, "small.toml")
    assert list(sheet) == ["1100", "1101", "1200", "1201", "1300"]
    assert sheet.terrain("1200") == "light_woods"
    assert sheet.level("1300") == 3
    assert sheet.edges("1201", "1100") == ("dry_creek",)
    assert sheet.neighbours("1300") == ("1201", "1200")
    assert sheet.zones["North"].hexes == ("1100", "1200", "1300")
    assert sheet.place_of("1300") is not None


def test_all_faults_come_at_once_with_their_lines() -> None:
    bad = GOOD.replace("00  . w .", "00  . x .").replace("01  1 1 _", "01  1 1").replace('"1300"\ntags', '"1399"\ntags')
    bad = bad.replace('to = "edge"', 'to = "nowhere"').replace('edge = "north"', 'edge = "up"')
    assert faults_of(bad) == [
        "small.toml:13: terrain.grid 1200: expected one of . clear, w light_woods, _ off the sheet, found 'x'",
        "small.toml:19: elevation.grid: expected 3 characters in row 01, columns 11 to 13, found 2 characters",
        "small.toml:25: line[0].to: expected edge, sink or the name of another line, found 'nowhere'",
        "small.toml:29: place[0].hex: expected hexes of the sheet, found '1399'",
        "small.toml:34: zone[0].edge: expected one of north, east, south, west, found 'up'",
    ]


def test_a_stream_that_is_no_chain_is_a_fault() -> None:
    assert faults_of(GOOD.replace("1100/1200 1100/1201", "1100/1200 1101/1201")) == [
        "small.toml:26: line[0].sides: expected a hexside that meets 1100/1200 in a corner, found '1101/1201'"
    ]


def test_hexes_that_do_not_touch_have_no_hexside() -> None:
    assert (
        "expected two adjacent hexes such as 4213/4312, found '1100/1300'"
        in faults_of(GOOD.replace("1100/1200 1100/1201", "1100/1300"))[0]
    )


def test_text_that_is_no_toml_names_the_line() -> None:
    assert faults_of(GOOD.replace("columns = [11, 13]", "columns = [11, 13")) == [
        "small.toml:8: the file: expected TOML, found unclosed array (column 1)"
    ]


def test_missing_parts_are_named() -> None:
    found = faults_of('format = "pbem-hexmap-2"')
    assert found[0] == "small.toml:1: format: expected 'pbem-hexmap-1', found 'pbem-hexmap-2'"
    assert "small.toml: terrain.grid is missing: expected text" in found
    assert "small.toml: map.id is missing: expected text" in found
