"""Near misses: how many slips lie between two words, and which known word was probably meant."""

from functools import cache
from itertools import product

import pytest

from pbem.language.spelling import edit_distance, listed, nearest, reach, slips

WORDS = ["".join(letters) for length in range(4) for letters in product("ab", repeat=length)]


@cache
def distance(one: str, other: str, swaps: bool) -> int:
    """The definition: the last letters are equal, or one of them was changed, left out, added, or both changed places."""
    if not one or not other:
        return len(one) + len(other)
    found = [
        distance(one[:-1], other[:-1], swaps) + (one[-1] != other[-1]),
        distance(one[:-1], other, swaps) + 1,
        distance(one, other[:-1], swaps) + 1,
    ]
    if swaps and one[-2:] == other[-2:][::-1] and len(one) > 1 and len(other) > 1:
        found.append(distance(one[:-2], other[:-2], swaps) + 1)
    return min(found)


@pytest.mark.parametrize("most", range(4))
def test_distances_are_counted_up_to_a_limit(most: int) -> None:
    for one, other in product(WORDS, WORDS):
        assert edit_distance(one, other, most) == min(distance(one, other, False), most + 1), (one, other)
        assert slips(one, other, most) == min(distance(one, other, True), most + 1), (one, other)


@pytest.mark.parametrize(
    ("one", "other", "changed", "slipped"),
    [("fier", "fire", 2, 1), ("crok", "crook", 1, 1), ("mlise", "miles", 3, 2), ("kitten", "sitting", 3, 3)],
)
def test_letters_that_changed_places_are_one_slip(one: str, other: str, changed: int, slipped: int) -> None:
    assert edit_distance(one, other, 5) == changed
    assert slips(one, other, 5) == slipped


def test_short_words_allow_one_mistake_and_longer_ones_two() -> None:
    assert [reach(word) for word in ("a", "fire", "march")] == [1, 1, 2]


def test_the_nearest_words_come_first_each_once() -> None:
    known = [("crooks", "Crook"), ("crook", "Crook"), ("brock", "Brock"), ("royall", "Royall"), ("crow", "Crow")]
    assert nearest("Crok", known) == ("Crook", "Crow")
    assert nearest("crock", known) == ("Crook", "Brock", "Crow")
    assert nearest("croock", known, 1) == ("Crook",)
    assert nearest("zzz", known) == ()


@pytest.mark.parametrize("most", [1, 2, 3])
def test_words_far_beyond_the_limit_are_as_far_as_those_just_beyond_it(most: int) -> None:
    far = [("xmarch", "marchde"), ("fetched", "marched"), ("abcdefg", "cdefghi"), ("abcd", "wxyz")]
    assert [edit_distance(one, other, most) for one, other in far] == [min(known, most + 1) for known in (3, 3, 4, 4)]
    assert [slips(one, other, most) for one, other in far] == [min(known, most + 1) for known in (3, 3, 4, 4)]


def test_a_name_known_by_two_spellings_is_as_near_as_the_nearer() -> None:
    assert nearest("royal", [("royale", "Royall"), ("royaal", "Royaal"), ("royal", "Royall")]) == ("Royall", "Royaal")
    assert nearest("royal", [("royal", "Royall"), ("royale", "Royall"), ("loyal", "Loyal")]) == ("Royall", "Loyal")


@pytest.mark.parametrize(
    ("names", "text"),
    [((), ""), (("A/3",), "A/3"), (("A/3", "B/3"), "A/3 and B/3"), (("A/3", "B/3", "C/3"), "A/3, B/3 and C/3")],
)
def test_names_are_listed_as_in_a_sentence(names: tuple[str, ...], text: str) -> None:
    assert listed(names) == text
    assert listed(names, "or") == text.replace("and", "or")
