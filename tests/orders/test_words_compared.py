"""The parts of the reader that compare texts: words with words."""

import pytest

from pbem.language.spelling import edit_distance, in_words, nearest, slips
from pbem.orders.rehearsal import rehearse
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact


@pytest.mark.parametrize(
    ("one", "other", "most", "far"),
    [
        ("abcd", "wxyz", 2, 3),
        ("ab", "ba", 0, 1),
        ("ab", "ba", 1, 2),
        ("abc", "abcdef", 2, 3),
        ("kitten", "sitting", 3, 3),
        ("kitten", "sitting", 2, 3),
        ("axb", "ayc", 1, 2),
        ("", "abc", 3, 3),
    ],
)
def test_a_distance_beyond_the_limit_is_one_more_than_the_limit(one: str, other: str, most: int, far: int) -> None:
    assert edit_distance(one, other, most) == far
    assert edit_distance(other, one, most) == far


@pytest.mark.parametrize(
    ("one", "other", "most", "far"),
    [
        ("fier", "fire", 2, 1),
        ("ifer", "fire", 2, 2),
        ("abcd", "badc", 2, 2),
        ("abcd", "dcba", 2, 3),
        ("ab", "cd", 1, 2),
    ],
)
def test_letters_that_changed_places_are_one_slip(one: str, other: str, most: int, far: int) -> None:
    assert slips(one, other, most) == far


def test_a_line_for_another_phase_that_cannot_be_read_is_answered_for_that_phase() -> None:
    (line,) = rehearse(ANYTHING, TITLE.dialect, in_contact(), "us", "A", "in C: A/3 Cav mvoe 9999-9998-").lines
    assert line.verdict == "refused"
    assert "in C:" in line.text
    (other,) = rehearse(ANYTHING, TITLE.dialect, in_contact(), "us", "A", "in nowhere: A/3 Cav mvoe 99-").lines
    assert other.verdict == "refused"


@pytest.mark.parametrize(("number", "words"), [(0, "no"), (1, "one"), (12, "twelve"), (13, "13"), (-1, "-1")])
def test_numbers_up_to_twelve_are_words(number: int, words: str) -> None:
    assert in_words(number) == words


def test_what_is_far_does_not_hide_what_is_near() -> None:
    known = [
        ("zzzzzzz", "far"),
        ("fixe", "change"),
        ("fired", "longer"),
        ("xyzw", "other"),
        ("fire", "same"),
        ("f", "short"),
    ]
    assert nearest("fire", known) == ("same", "change", "longer")
    assert nearest("Fire", known, 0) == ("same",)
    assert nearest("march", [("mrach", "swapped"), ("march", "same"), ("mxxxh", "no")]) == ("same", "swapped")
