"""Sheets that don't have north at the top: directions, edges and "toward the north" come from the map file."""

import pytest

from pbem.board import hexes
from pbem.board.hexmap import EDGES, NORTH_UP, Compass, HexMap
from pbem.board.mapfile import read_map
from pbem.core.system import Problem
from pbem.core.tomlfile import Faults
from pbem.mechanisms.paths import walk
from pbem.orders.dialect import Placed
from pbem.orders.syntax import Words
from pbem.systems.indian_wars.files.data import map_sheet
from tests.board.test_even_columns import SHEET

NORTH_SHEET = map_sheet("scenarios/indian_wars/maps/littlebighorn-north.toml")


class View:
    """As much of a position as a path needs."""

    def __init__(self, sheet: HexMap) -> None:
        self.sheet = self
        self.map = sheet


def words(text: str) -> Words:
    return Words("path", text, 0, len(text))


def test_a_sheet_with_east_up_names_its_directions() -> None:
    assert NORTH_SHEET.compass.directions == ("E", "SE", "SW", "W", "NW", "NE")
    east = NORTH_SHEET.compass.directions.index("E")
    assert NORTH_SHEET.beside("3010", east) == "3009"


def test_its_edges_are_where_the_file_says() -> None:
    assert NORTH_SHEET.map_edges("1205") == ("north",)
    assert NORTH_SHEET.map_edges("1200") == ("north", "east")
    assert NORTH_SHEET.edge_hexes("south") == tuple(hexes.between("5200", "5221"))
    assert NORTH_SHEET.steps_to_edge("3010", "north") == 18
    assert NORTH_SHEET.opposite_on_edge("3010", "west") == "3021"


def test_a_step_in_a_direction_the_sheet_lacks_is_answered_with_those_it_has() -> None:
    found = walk(words("N"), "3010", View(NORTH_SHEET))
    assert isinstance(found, Placed)
    assert isinstance(found.problem, Problem)
    assert (
        found.problem.text
        == "There is no hex to the N of 3010: on this map the directions are E, SE, SW, W, NW and NE."
    )
    assert walk(words("2E SE"), "3010", View(NORTH_SHEET)) == ("3010", "3009", "3008", "3107")


@pytest.mark.parametrize("row", EDGES)
def test_directions_run_clockwise_and_opposite_ones_face_each_other(row: str) -> None:
    for column in ("east", "west") if row in ("north", "south") else ("north", "south"):
        names = Compass(row, column).directions
        assert len(set(names)) == 6
        for name, opposite in zip(names[:3], names[3:], strict=True):
            assert {frozenset(pair) for pair in zip(name, opposite, strict=True)} <= {frozenset("NS"), frozenset("EW")}


def test_rosebud_and_the_boards_without_a_word_have_north_up() -> None:
    assert map_sheet("scenarios/indian_wars/maps/rosebud.toml").compass == NORTH_UP == read_map(SHEET).compass
    assert NORTH_UP.directions == ("N", "NE", "SE", "S", "SW", "NW")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('row_00_side = "up"', "one of north, east, south, west"),
        ('row_00_side = "east"\nfirst_column_side = "west"', "north or south, as row 00 runs along the east edge"),
    ],
)
def test_edges_that_cannot_be_are_named(line: str, expected: str) -> None:
    with pytest.raises(Faults) as caught:
        read_map(SHEET.replace("[grid]", f"[grid]\n{line}"))
    assert expected in str(caught.value)


def test_a_file_of_the_earlier_spelling_is_read() -> None:
    assert read_map(SHEET.replace("stagger", "shoved")).stagger == hexes.EVEN
