"""The grid of the two games: even columns stand half a hex higher."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board import hexes

IDS = st.builds(hexes.hex_id, st.integers(2, 97), st.integers(2, 97))


def test_neighbours_of_3413_are_those_of_the_map_format() -> None:
    assert hexes.neighbours("3413", hexes.ODD) == ("3412", "3512", "3513", "3414", "3313", "3312")


def test_4213_and_4312_of_the_books_melee_example_touch() -> None:
    assert hexes.are_adjacent("4213", "4312", hexes.ODD)


def test_directions_go_clockwise_from_the_lower_row() -> None:
    found = [hexes.beside("3512", direction, hexes.ODD) for direction in range(6)]
    assert found == ["3511", "3612", "3613", "3513", "3413", "3412"]


def test_a_hex_on_the_rim_of_all_numbers_has_fewer_neighbours() -> None:
    assert hexes.neighbours("0000", hexes.ODD) == ("0100", "0001")


def test_eagles_nest_is_five_hexes_from_van_vliets_place() -> None:
    assert hexes.distance("3314", "2815", hexes.ODD) == 5


def test_ranges_run_along_a_column_or_a_row_and_nothing_else() -> None:
    assert hexes.between("1100", "1102") == ("1100", "1101", "1102")
    assert hexes.between("1100", "1300") == ("1100", "1200", "1300")
    with pytest.raises(ValueError, match="one column or one row"):
        hexes.between("1100", "1301")


@pytest.mark.parametrize("text", ["34", "34134", "34a3", "", "\uff13\uff14\uff11\uff13"])
def test_what_is_no_hex_id_is_refused(text: str) -> None:
    assert not hexes.is_id(text)
    with pytest.raises(ValueError, match="four digits"):
        hexes.column_and_row(text)


@given(IDS)
def test_a_hex_has_six_neighbours_each_one_hex_away_and_each_its_neighbour_too(one: str) -> None:
    near = hexes.neighbours(one, hexes.ODD)
    assert len(set(near)) == 6
    assert all(
        hexes.distance(one, other, hexes.ODD) == 1 and one in hexes.neighbours(other, hexes.ODD) for other in near
    )


@given(IDS, IDS, IDS)
def test_distance_is_a_distance(a: str, b: str, c: str) -> None:
    assert hexes.distance(a, b, hexes.ODD) == hexes.distance(b, a, hexes.ODD)
    assert (hexes.distance(a, b, hexes.ODD) == 0) == (a == b)
    assert hexes.distance(a, c, hexes.ODD) <= hexes.distance(a, b, hexes.ODD) + hexes.distance(b, c, hexes.ODD)


@given(IDS, IDS)
def test_some_neighbour_is_one_hex_nearer(a: str, b: str) -> None:
    if a != b:
        assert (
            min(hexes.distance(one, b, hexes.ODD) for one in hexes.neighbours(a, hexes.ODD))
            == hexes.distance(a, b, hexes.ODD) - 1
        )
