"""Two sheets of the Little Bighorn laid side by side: coordinates, neighbours, streams and edges cross the seam unnoticed."""

from dataclasses import replace

import pytest

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.board.mapfile import SheetsDoNotFit, joined, read_map


def sheet(name: str) -> HexMap:
    file = f"scenarios/indian_wars/maps/littlebighorn-{name}.toml"
    return read_map(resources.text(file), file)


NORTH, SOUTH = sheet("north"), sheet("south")
WHOLE = joined(NORTH, SOUTH)


def test_every_hex_of_both_sheets_is_there_once_and_in_order() -> None:
    assert len(WHOLE.terrains) == (89 - 12 + 1) * 22
    assert list(WHOLE) == sorted(WHOLE)
    assert joined(SOUTH, NORTH) == WHOLE


def test_neighbours_and_distances_cross_the_seam() -> None:
    assert len(WHOLE.neighbours("5210")) == 6
    assert {one[:2] for one in WHOLE.neighbours("5210")} == {"51", "52", "53"}
    assert WHOLE.distance("5110", "5310") == 2
    assert len(NORTH.neighbours("5210")) == 4


def test_streams_keep_their_hexsides_on_both_sides_of_the_seam() -> None:
    for one in (NORTH, SOUTH):
        assert all(WHOLE.sides[pair] == kinds for pair, kinds in one.sides.items())


def test_only_the_outer_edges_are_edges() -> None:
    assert WHOLE.map_edges("5210") == ()
    assert WHOLE.map_edges("1210") == ("north",)
    assert WHOLE.map_edges("8910") == ("south",)
    assert "Montana column" in WHOLE.zones
    assert not {"Single-map entry", "North edge of this sheet"} & set(WHOLE.zones)


def test_sheets_that_do_not_fit_say_what_was_expected() -> None:
    with pytest.raises(SheetsDoNotFit, match="columns go on from 52"):
        joined(NORTH, replace(SOUTH, columns=(60, 89)))
    with pytest.raises(SheetsDoNotFit, match="rows, the stagger"):
        joined(NORTH, replace(SOUTH, rows=(0, 20)))
    with pytest.raises(SheetsDoNotFit, match="ground of 5200"):
        joined(NORTH, replace(SOUTH, terrains={**SOUTH.terrains, "5200": "rocks"}))
