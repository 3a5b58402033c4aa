"""Sheets on which the even columns lie half a hex toward the higher rows."""

from pbem.board import hexes, sight
from pbem.board.mapfile import read_map
from pbem.reports.maps import hex_position

SHEET = """
format = "pbem-hexmap-1"
[map]
id = "even"
title = "Even"
status = "reconstructed"
[grid]
columns = [1, 4]
rows = [1, 3]
stagger = "even"
[terrain]
key = { "." = "clear" }
grid = '''
01 ....
02 ....
03 ....
'''
[elevation]
grid = '''
01 0000
02 0000
03 0000
'''
[[sides]]
kind = "ridge"
sides = "0201/0302"
"""


def test_even_columns_lie_lower_where_a_sheet_says_so() -> None:
    sheet = read_map(SHEET)
    assert sheet.neighbours("0202") == ("0201", "0302", "0303", "0203", "0103", "0102")
    assert sheet.neighbours("0302") == ("0301", "0401", "0402", "0303", "0202", "0201")
    assert sheet.edges("0302", "0201") == ("ridge",)
    assert sheet.beside("0302", sheet.compass.directions.index("NW")) == "0201"
    assert sheet.beside("0301", sheet.compass.directions.index("N")) is None


def test_distance_and_lines_follow_the_stagger() -> None:
    sheet = read_map(SHEET)
    for one in sheet:
        for near in sheet.neighbours(one):
            assert one in sheet.neighbours(near)
            assert sheet.distance(one, near) == hex_position.distance(one, near, hexes.EVEN) == 1
    assert sheet.distance("0101", "0403") == 4
    assert hexes.distance("0101", "0403", hexes.ODD) == 3
    assert sight.line("0102", "0302", hexes.EVEN) == (("0201", "0202"),)
    assert sight.line("0102", "0302", hexes.ODD) == (("0202", "0203"),)


def test_reports_draw_staggered_columns_lower() -> None:
    assert hex_position.beside("0302", "NE", hexes.EVEN) == "0401"
    assert hex_position.beside("0402", "NE", hexes.EVEN) == "0502"
