"""Lines of sight (9.C; rulings A-039 to A-041)."""

import pytest

from pbem.board import hexes, sight
from pbem.board.hexmap import HexMap, blank


def nobody(_: str) -> bool:
    return False


def everywhere(_: str) -> bool:
    return True


def seen(sheet: HexMap, start: str, end: str) -> bool:
    return sight.is_seen(sheet, start, end, nobody)


@pytest.mark.parametrize(
    ("start", "end", "between"),
    [
        ("3413", "3412", ()),
        ("3413", "3411", (("3412",),)),
        ("3413", "3613", (("3512", "3513"),)),
        ("3413", "3416", (("3414",), ("3415",))),
        ("3413", "3713", (("3513",), ("3613",))),
        ("3413", "3811", (("3512",), ("3612",), ("3711",))),
    ],
)
def test_the_hexes_along_a_line(start: str, end: str, between: tuple[tuple[str, ...], ...]) -> None:
    assert sight.line(start, end, hexes.ODD) == between


def test_a_line_is_the_same_both_ways_and_each_step_is_one_hex_further() -> None:
    for column in range(20, 40):
        for row in range(3, 22):
            end = hexes.hex_id(column, row)
            line = sight.line("3010", end, hexes.ODD)
            assert [set(step) for step in reversed(sight.line(end, "3010", hexes.ODD))] == [set(step) for step in line]
            for far, step in enumerate(line, start=1):
                assert all(hexes.distance("3010", one, hexes.ODD) == far for one in step)
                assert all(hexes.distance(one, end, hexes.ODD) == len(line) + 1 - far for one in step)


def test_woods_may_be_looked_into_and_not_through() -> None:
    sheet = blank(8, 8, terrain={"0302": "light_woods"})
    assert seen(sheet, "0303", "0302")
    assert not seen(sheet, "0303", "0301")


def test_ground_blocks_where_it_is_higher_than_both_ends() -> None:
    assert not seen(blank(8, 8, levels={"0302": 1}), "0303", "0301")
    assert seen(blank(8, 8, levels={"0302": 1, "0301": 1}), "0303", "0301")
    assert seen(blank(8, 8, levels={"0302": 1, "0303": 2}), "0303", "0301")


def test_a_line_along_a_hexside_is_blocked_only_from_both_sides() -> None:
    one = blank(8, 8, terrain={"0302": "light_woods"})
    both = blank(8, 8, terrain={"0302": "light_woods", "0303": "light_woods"})
    assert sight.line("0203", "0403", hexes.ODD) == (("0302", "0303"),)
    assert seen(one, "0203", "0403")
    assert not seen(both, "0203", "0403")
    assert sight.blockers(both, "0203", "0403", nobody) == ("0302", "0303")


@pytest.mark.parametrize(
    ("here", "middle", "there", "is_clear"),
    [
        (0, 0, 0, False),
        (1, 0, 0, True),  # 9.C.6: the firer stands higher than the unit between
        (0, 0, 1, True),  # 9.C.5: the target is higher than both, the firer not below the unit between
        (0, 1, 2, False),  # 9.C.5 fails: the firer is below the unit between
        (1, 1, 1, False),
    ],
)
def test_units_between(here: int, middle: int, there: int, is_clear: bool) -> None:
    sheet = blank(8, 8, levels={"0303": here, "0302": middle, "0301": there})
    assert sight.is_seen(sheet, "0303", "0301", everywhere) is is_clear


def test_a_line_may_pass_beside_the_sheet() -> None:
    assert seen(blank(8, 8), "0200", "0400")
