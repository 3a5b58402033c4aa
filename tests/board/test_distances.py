"""Distances that are looked up are those that are worked out (board.distances)."""

import pytest

from pbem.board import hexes
from pbem.board.hexmap import Distances, blank

STAGGERS = (hexes.ODD, hexes.EVEN)


def sheet(columns: int, rows: int) -> tuple[str, ...]:
    return tuple(hexes.hex_id(c, r) for c in range(columns) for r in range(rows))


@pytest.mark.parametrize("stagger", STAGGERS)
@pytest.mark.parametrize("size", [(9, 7), (2, 15), (15, 2), (1, 1)])
def test_every_distance_of_a_sheet_is_the_one_that_is_counted(size: tuple[int, int], stagger: int) -> None:
    ids = sheet(*size)
    distances = Distances(ids, stagger)

    assert all(distances.between(a, b) == hexes.distance(a, b, stagger) for a in ids for b in ids)


@pytest.mark.parametrize("stagger", STAGGERS)
def test_a_sheet_with_holes_has_the_same_distances(stagger: int) -> None:
    ids = tuple(one for one in sheet(8, 8) if one not in ("0203", "0204", "0500"))
    distances = Distances(ids, stagger)

    assert all(distances.between(a, b) == hexes.distance(a, b, stagger) for a in ids for b in ids)


def test_a_hex_off_the_sheet_is_as_far_as_it_is() -> None:
    distances = Distances(sheet(4, 4), hexes.ODD)

    assert distances.between("0101", "9907") == distances.between("9907", "0101") == 98
    assert distances.between("9907", "9905") == 2


def test_the_nearest_of_several() -> None:
    ids = sheet(9, 9)
    distances = Distances(ids, hexes.ODD)
    gap = distances.to_nearest({"0000", "0808"})

    assert all(gap(one) == hexes.distance_to_nearest(one, ("0000", "0808"), hexes.ODD) for one in ids)


@pytest.mark.parametrize("at", ["0404", "0000", "0704", "0507"])
@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_the_hexes_around_a_hex_are_those_that_are_so_near(at: str, most: int) -> None:
    around = blank(8, 8)

    assert around.within(at, most) == tuple(one for one in around if around.distance(at, one) <= most)


def test_nothing_is_nearest_where_there_is_nothing() -> None:
    with pytest.raises(ValueError, match="empty"):
        Distances(sheet(3, 3), hexes.ODD).to_nearest(())("0101")
