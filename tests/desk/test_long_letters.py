"""What the longest letters cost, counted in calls; and that whatever is too much for one letter is told."""

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from unittest.mock import patch

import pytest

from pbem.desk.orders.merge import LineOnFile, merge, with_old_places
from pbem.desk.orders.order_index import MOST_COMPARED, RefusedPlaces
from pbem.desk.play import cache
from pbem.desk.play.cache import LruCache
from pbem.orders.lines import MOST_EXPLAINED, MOST_LINES, MOST_QUESTIONS
from tests.desk.table import Table

TWICE = 2.3
"""What may come of twice the lines."""


def calls(job: Callable[[], object]) -> int:
    """How many functions are called, ours and built-in."""
    count = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        job()
    finally:
        sys.setprofile(None)
    return count


def refused(count: int, verb: str) -> list[LineOnFile]:
    return [LineOnFile(f"Red One {verb} 34{n:05}", verdict="refused", number=n + 1) for n in range(count)]


@pytest.mark.parametrize("corrects", [True, False])
def test_near_misses_of_refused_lines_cost_what_their_number_is(corrects: bool) -> None:
    costs = [
        calls(lambda n=n: merge(refused(n, "march"), refused(n, "mrach"), repr, corrects=corrects, replaces=False))  # type: ignore[misc]
        for n in (250, 500, 1000)
    ]
    assert costs[1] <= TWICE * costs[0]
    assert costs[2] <= TWICE * costs[1]


def test_a_line_is_compared_with_so_many_refused_ones_at_most() -> None:
    places = RefusedPlaces({n: f"Red One march 34{n:05}" for n in range(2000)})
    taken = [places.take_most_like(f"Red One mrach 34{n:05}") for n in range(2000)]
    assert sorted(one for one in taken if one is not None) == list(range(2000))
    assert places.compared <= 2000 * MOST_COMPARED
    assert places.take_most_like("Red One march 1") is None


def test_a_corrected_line_among_thousands_finds_its_own() -> None:
    places = RefusedPlaces({n: f"Unit {n} march to hex {n}" for n in range(2000)})
    assert places.take_most_like("Unit 1234 marhc to hex 1234") == 1234


def test_refused_lines_come_back_into_their_places_in_their_sequence() -> None:
    stands = LineOnFile("c", canonical=("c",))
    then = [
        LineOnFile("a", verdict="refused"),
        LineOnFile("b", verdict="refused"),
        stands,
        LineOnFile("d", verdict="refused"),
    ]
    assert [one.written for one in with_old_places([stands], then)] == ["a", "b", "c", "d"]


def letter_cost(table: Table, game: str, lines: Sequence[str]) -> int:
    # A letter with more lines than the cache of records holds reads all again, each time: so each one does.
    with patch.object(cache, "_records_of", LruCache(1)):
        return calls(lambda: table.say(game, "red", "\n".join(lines)))


@pytest.mark.parametrize(
    "line",
    [
        "Red One mrach 34{n:05}",
        pytest.param("Redd {n} fire at Blue One", marks=pytest.mark.slow),
        pytest.param("I liked your last letter very much, number {n}", marks=pytest.mark.slow),
        pytest.param("cancel order {n}", marks=pytest.mark.slow),
        pytest.param("policy cover: duck", marks=pytest.mark.slow),
        pytest.param("help {n}", marks=pytest.mark.slow),
        pytest.param("press all: hello {n}", marks=pytest.mark.slow),
    ],
)
def test_a_letter_against_another_costs_what_its_lines_are(table: Table, line: str) -> None:
    costs = []
    for turn, count in enumerate((150, 300, 600)):
        game = table.open(f"meadow-{turn + 1}")
        letter_cost(table, game, [line.format(n=n + 5000) for n in range(count)])
        costs.append(letter_cost(table, game, [line.format(n=n) for n in range(count)]))
    assert costs[2] <= TWICE * costs[1]
    assert costs[1] <= TWICE * costs[0]


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.slow
def test_lines_beyond_those_that_are_read_are_counted_in_the_answer(table: Table) -> None:
    game = table.open()
    words = "\n".join(f"Red One mrach {n}" for n in range(2 * MOST_LINES))
    text = flat(table.say(game, "red", words).text)
    assert "We read 2,000 of your 4,000 lines. Send the others in another letter." in text


def test_a_line_that_is_too_long_is_told(table: Table) -> None:
    game = table.open()
    text = flat(table.say(game, "red", "Red One march " + "3-4-" * 2500 + "\nRed One fire at Blue One").text)
    assert "One of your lines is longer than 2,000 characters, and we did not read it." in text


def test_the_first_refused_lines_are_explained_and_the_others_named(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "\n".join(f"Redd {n} fire at Blue One" for n in range(MOST_EXPLAINED + 40)))
    assert answer.text.count("\nE1") == MOST_EXPLAINED
    assert f"These were refused too: lines {MOST_EXPLAINED + 1} to {MOST_EXPLAINED + 40}." in flat(answer.text)


def test_so_many_questions_are_answered_and_the_others_counted(table: Table) -> None:
    game = table.open()
    text = flat(table.say(game, "red", "\n".join(f"resend {n}" for n in range(30))).text)
    assert f"We read {MOST_QUESTIONS} of your 30 questions to the desk." in text
    text = flat(table.say(game, "red", "\n".join(f"press gm: hello {n}" for n in range(30))).text)
    assert f"We passed on {MOST_QUESTIONS} of your 30 messages." in text
    assert len(table.letters(game, "gm", "press")) == MOST_QUESTIONS
