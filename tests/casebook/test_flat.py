"""Events as tables: what a case may expect of them."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from pbem.casebook.judge import fits, flat, shown
from pbem.core.event import Event
from pbem.core.umpire import Factor, Modifier, Roll

ROLL = Roll("T03.US.B fire a at b #1", "2d6", (4, 5), (Modifier(-1, "hex density"), Modifier(1, "target mounted")))


@dataclass(frozen=True, slots=True)
class ShotForTests(Event):
    """An event with everything that an event may have."""

    firer: str
    strength: Fraction
    factors: tuple[Factor, ...]
    roll: Roll
    units: tuple[str, ...] = ()
    long: bool = False


SHOT = flat(ShotForTests("C/3 Cav", Fraction(5, 2), (Factor(Fraction(1, 2), "low ammo"),), ROLL, ("a", "b")))


@pytest.mark.parametrize(
    "expected",
    [
        {"type": "ShotForTests"},
        {"firer": "C/3 Cav", "strength": Fraction("2.5")},
        {"drm": {"hex density": -1}},
        {"drm": {"hex density": -1, "target mounted": 1}},
        {"roll": 9},
        {"roll": {"faces": [4, 5], "natural": 9, "total": 9}},
        {"factors": {"low ammo": Fraction("0.5")}},
        {"units": ["a", "b"]},
        {"long": False},
    ],
)
def test_a_subset_fits(expected: dict[str, object]) -> None:
    assert fits(expected, SHOT)


@pytest.mark.parametrize(
    "expected",
    [
        {"type": "Shot"},
        {"colour": "red"},
        {"drm": {"hex density": 1}},
        {"drm": {"low ammo": -1}},
        {"roll": 8},
        {"units": ["a"]},
        {"units": ["b", "a"]},
        {"long": 0},
        {"firer": True},
    ],
)
def test_anything_else_does_not(expected: dict[str, object]) -> None:
    assert not fits(expected, SHOT)


def test_a_table_is_shown_as_a_case_would_write_it() -> None:
    assert (
        shown({"a": "x", "b": [1, Fraction(5, 2)], "c": True, "d": {}}) == '{a = "x", b = [1, 2.5], c = true, d = {}}'
    )
