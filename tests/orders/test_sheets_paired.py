"""The parts of the reader that compare texts: lines of a sheet with those quoted, words with words."""

import random
from functools import cache

import pytest

from pbem.orders.hints import edit_distance, in_words, nearest, slips
from pbem.orders.rehearsal import rehearse
from pbem.orders.sent_text import _paired
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact


def common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How long the longest common sequence is, by its definition."""

    @cache
    def of(i: int, j: int) -> int:
        if i == len(one) or j == len(other):
            return 0
        return of(i + 1, j + 1) + 1 if one[i] == other[j] else max(of(i + 1, j), of(i, j + 1))

    return of(0, 0)


def test_as_many_lines_are_paired_as_can_be_and_in_their_sequence() -> None:
    chance = random.Random(7)
    for _ in range(400):
        said = tuple(chance.choices("abcd", k=chance.randrange(9)))
        sheet = tuple(chance.choices("abcd", k=chance.randrange(9)))
        pairs, kept = _paired(said, sheet)
        assert kept == sheet
        assert len(pairs) == common(said, sheet), (said, sheet, pairs)
        assert all(said[here] == sheet[there] for here, there in pairs.items())
        assert sorted(pairs.values()) == list(pairs.values())
        assert sorted(pairs) == list(pairs)


def test_of_two_lines_alike_the_lower_is_the_sheets() -> None:
    assert _paired(("fire", "move", "fire"), ("fire",))[0] == {2: 0}


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
