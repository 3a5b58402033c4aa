"""What a word is near, and where in a line as it was written a problem stands."""

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.orders import commands
from pbem.orders.lines import OwnLine
from pbem.orders.parsed_lines import ParsedLine
from pbem.orders.suggestions import _is_near


@pytest.mark.parametrize(
    ("text", "part", "is_near"),
    [
        *(("gall", "gall", True), ("gal", "gall", True), ("glal", "gall", True), ("bell", "gall", False)),
        *(("crwo", "crow", True), ("kign", "king", True), ("luisant", "louisant", True), ("lusant", "louisant", True)),
        *(("lsant", "louisant", False), ("c/3", "c/3", True), ("c/33", "c/3", True), ("c3", "c/3", True)),
        *(
            ("c/9", "c/3", False),
            ("d/3", "c/3", False),
            ("c/333", "c/3", False),
            ("hq", "hq", True),
            ("hg", "hq", False),
        ),
        ("h", "hq", False),
    ],
)
def test_another_number_or_two_letters_are_another_name(text: str, part: str, is_near: bool) -> None:
    assert _is_near(text, part) is is_near


@pytest.mark.parametrize(
    ("start", "end", "columns"),
    [(0, 1, (0, 1)), (0, 3, (0, 8)), (1, 2, (4, 5)), (2, 9, (7, 8)), (9, 9, (7, 8)), (0, 0, (0, 1))],
)
def test_a_problem_is_marked_in_the_text_as_it_was_written(start: int, end: int, columns: tuple[int, int]) -> None:
    syntax: Any = None
    placed: Any = SimpleNamespace(start=start, end=end)
    line = OwnLine(1, "a   b  c", "abc")
    assert ParsedLine(line, "abc", syntax, (0, 4, 7)).caret(placed) == columns
    assert ParsedLine(line, "abc", syntax).caret(placed) == (start, end)


@pytest.mark.parametrize(
    ("text", "word", "is_near"),
    [
        *(("maps", "map", True), ("mpa", "map", True), ("amp", "map", False), ("mop", "map", False)),
        *(
            ("repot", "report", True),
            ("reports", "report", True),
            ("rport2", "report", False),
            ("raeport", "report", True),
        ),
    ],
)
def test_a_short_command_is_near_its_plural_and_its_letters_in_disorder_a_long_one_a_slip(
    text: str, word: str, is_near: bool
) -> None:
    assert (word in commands._near_words(text)) is is_near
