"""A sentence that fits no grammar is asked about in outline; an outline is never carried out by itself."""

import pytest

from pbem.orders.verdict import REFUSED
from tests.orders.broken import read

ASKED = [
    (
        "The two shebangs up at 3112 should hit the dirt, the rest of the foot can stay as they are",
        "D/4 Inf prone; F/4 Inf prone",
    ),
    (
        "From the ninth infantry only the Company H makes one hex to the north, the two others remain.",
        "H/9 Inf move 3213-3212",
    ),
]


@pytest.mark.parametrize(("line", "offer"), ASKED)
def test_the_outline_of_a_sentence_is_offered(line: str, offer: str) -> None:
    (found,) = read("us", "C", line).lines
    assert found.verdict == REFUSED
    assert any(offer in one for one in found.refusal_text.splitlines()), found.refusal_text


@pytest.mark.parametrize(
    "line",
    [
        "H/9 moves 3212 unless they come",
        "if they come A/3 and E/3 flomble mount",
        "everybody but H/9 flombles, mount up",
    ],
)
def test_no_outline_leaves_out_a_condition_or_an_exception(line: str) -> None:
    (found,) = read("us", "C", line).lines
    assert found.verdict == REFUSED
    assert "H/9 Inf move 3212" not in found.refusal_text
    assert "mount" not in found.refusal_text.partition("Answer by number")[2]
