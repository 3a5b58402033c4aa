"""The forms of what stands in records, at their edges."""

import pytest

from pbem.seal.shapes import is_roll


@pytest.mark.parametrize(("faces", "holds"), [(0, False), (1, True), (1000, True), (1001, False)])
def test_a_roll_has_one_die_to_a_thousand(faces: int, holds: bool) -> None:
    assert is_roll(["T01.US.A fire #1", [3] * faces]) is holds


@pytest.mark.parametrize("sides", [1, 5, 7, 10, 256])
def test_a_roll_says_how_many_sides_its_dice_have(sides: int) -> None:
    assert is_roll(["draw", [1], sides])


@pytest.mark.parametrize("sides", [0, 6, 257, "8", True])
def test_a_roll_of_ordinary_or_impossible_dice_does_not_say_their_sides(sides: object) -> None:
    assert not is_roll(["draw", [1], sides])
