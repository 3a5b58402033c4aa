"""A line of a bundle that is damaged, lost or out of place is named by the record that should stand there."""

import pytest

from pbem.core.canonical import canon
from pbem.seal import bundle
from tests.seal.campaign import Campaign

RECORD = Campaign().records[1]


def read(numbers: list[int]) -> bundle.Bundle:
    """A bundle of records with these numbers; 0 stands for a line that is cut off."""
    lines = [canon({**RECORD, "seq": n}) if n else b'{"type":"phase.resolved","prev":"x' for n in numbers]
    return bundle.read(b"\n".join(lines) + b"\n")


@pytest.mark.parametrize(
    ("numbers", "good", "wrong"),
    [
        ([4, 5, 6], [4, 5, 6], []),
        ([9, 5, 6], [5, 6], [(1, 4)]),
        ([4, 9, 6], [4, 6], [(2, 5)]),
        ([4, 5, 9], [4, 5], [(3, 6)]),
        ([4, 5, 9, 7], [4, 5, 7], [(3, 6)]),
        ([4, 5, 5, 7], [4, 5, 7], [(3, 6)]),
        ([4, 6, 7, 8], [6, 7, 8], [(1, 5)]),
        ([4, 9], [9], [(1, 8)]),
        ([8, 5], [5], [(1, 4)]),
        ([0, 5, 6], [5, 6], [(1, 4)]),
        ([4, 0, 6], [4, 6], [(2, 5)]),
        ([0, 0, 9, 6, 7], [6, 7], [(1, 3), (2, 4), (3, 5)]),
        ([4, 0], [4], [(2, 5)]),
        ([4, 5, 8, 9], [4, 5, 8, 9], []),
        ([0, 5, 9, 7], [5, 7], [(1, 4), (3, 6)]),
        ([0, 9, 6, 7], [6, 7], [(1, 4), (2, 5)]),
        ([9, 0, 6, 7], [6, 7], [(1, 4), (2, 5)]),
    ],
)
def test_a_record_that_does_not_fit_is_named_by_its_place(
    numbers: list[int], good: list[int], wrong: list[tuple[int, int]]
) -> None:
    found = read(numbers)
    assert [one["seq"] for one in found.records] == good
    assert [(one.line, one.seq) for one in found.wrong] == wrong


def test_what_is_said_of_it_names_both_records() -> None:
    assert [one.text for one in read([4, 9, 6]).wrong] == ["record 9 stands in the place of 5"]


def test_where_no_record_can_be_read_no_number_is_known() -> None:
    assert [(one.line, one.seq) for one in read([0, 0]).wrong] == [(1, None), (2, None)]


def test_a_record_of_another_game_is_no_record_of_this_one() -> None:
    lines = [canon({**RECORD, "seq": n, "game": game}) for n, game in ((4, "one"), (5, "two"), (6, "one"))]
    found = bundle.read(b"\n".join(lines) + b"\n")
    assert [one["seq"] for one in found.records] == [4, 6]
    assert [(one.line, one.seq, one.game) for one in found.wrong] == [(2, 5, "one")]
    assert "it is of game two" in found.wrong[0].text


def test_a_bundle_that_ends_in_the_middle_of_a_line_says_so() -> None:
    found = bundle.read(canon({**RECORD, "seq": 4}) + b"\n" + canon({**RECORD, "seq": 5})[:40])
    assert [one["seq"] for one in found.records] == [4]
    assert next((one.line, one.text) for one in found.wrong) == (2, "its last line is cut off")


@pytest.mark.parametrize("kept", [b'{"open":"leaf","path":"/units', b'{"index":3,"salt":"ab12'])
def test_what_is_left_of_an_opening_is_told_as_an_opening(kept: bytes) -> None:
    found = bundle.read(canon({**RECORD, "seq": 4}) + b"\n" + kept + b"\n")
    assert [one.text.split(":")[0] for one in found.wrong] == ["opening"]
