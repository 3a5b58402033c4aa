"""A player's absence, as he writes it: which days it means, how many he has, and which deadline it moves."""

from datetime import timedelta

import pytest

from pbem.desk.incoming.absence import absences
from tests.desk.table import START, Table

DUE = START + timedelta(hours=72)
"""Sunday 15 March, 18:00; the game begins on Thursday the 12th."""


def away(table: Table, words: str, side: str = "red") -> str:
    return " ".join(table.say("meadow-1", side, f"vacation {words}").text.split())


def dates(table: Table) -> tuple[str, ...]:
    with table.desk.store.read() as books:
        game = books.games.get("meadow-1")
        row = books.phases.open(game)
        assert row is not None
        found = absences(books, game, ("red",))
        return *(f"{start:%d %b %H:%M} - {end:%d %b %H:%M}" for start, end in found), f"{row.due:%d %b %H:%M}"


@pytest.mark.parametrize(
    ("words", "span", "due"),
    [
        ("13 Mar - 14 Mar", "13 Mar 00:00 - 15 Mar 00:00", "17 Mar 18:00"),
        ("Mar 13 - Mar 13", "13 Mar 00:00 - 14 Mar 00:00", "16 Mar 18:00"),
        ("13th March 2026 - 14 March 2026", "13 Mar 00:00 - 15 Mar 00:00", "17 Mar 18:00"),
        ("12 Mar - 13 Mar", "12 Mar 18:00 - 14 Mar 00:00", "17 Mar 00:00"),
        ("15 Mar - 16 Mar", "15 Mar 00:00 - 17 Mar 00:00", "17 Mar 18:00"),
        ("16 Mar - 17 Mar", "16 Mar 00:00 - 18 Mar 00:00", "15 Mar 18:00"),
        ("11 Mar - 12 Mar 2027", "11 Mar 00:00 - 13 Mar 00:00", "15 Mar 18:00"),
        ("10 Mar - 13 Mar", "12 Mar 18:00 - 14 Mar 00:00", "17 Mar 00:00"),
        ("28 Dec - 13 Mar", "12 Mar 18:00 - 14 Mar 00:00", "17 Mar 00:00"),
        ("1 Apr - 14 Apr", "01 Apr 00:00 - 15 Apr 00:00", "15 Mar 18:00"),
    ],
)
def test_an_absence_moves_the_deadline_that_it_stops(table: Table, words: str, span: str, due: str) -> None:
    table.open()
    answer = away(table, words)
    assert answer.startswith("You are marked as away from"), answer
    assert ("is now due" in answer) == (due != "15 Mar 18:00")
    assert dates(table) == (span, due)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("1 Apr - 15 Apr", "A player may be away for 14 days of a game, and you have 14 left"),
        ("14 Mar - 13 Mar", "The last day is before the first"),
        ("14 Mar 2026 - 13 Mar", "The last day is before the first"),
        ("29 Feb 2028 - 1 Mar", "The last day is before the first"),
        ("1 Feb 2026 - 2 Feb 2026", "These days are past, or more than a year away"),
        ("14 Mar 2027 - 15 Mar 2027", "These days are past, or more than a year away"),
        ("31 Feb - 1 Mar", "I cannot read these days"),
    ],
)
def test_days_that_cannot_be_had_are_refused_and_nothing_is_changed(table: Table, words: str, says: str) -> None:
    table.open()
    assert says in away(table, words)
    assert dates(table) == ("15 Mar 18:00",)


def test_days_add_up_and_one_absence_ends_before_the_next(table: Table) -> None:
    table.open()
    away(table, "13 Mar - 22 Mar")
    assert "You are away until" in away(table, "1 Apr - 2 Apr")
    table.clock.forward(hours=24 * 12)
    assert "you have 4 left" in away(table, "1 Apr - 5 Apr")
    assert away(table, "1 Apr - 4 Apr").startswith("You are marked as away from")


def test_the_other_side_and_the_gm_are_told_and_a_deadline_of_others_stands(table: Table) -> None:
    table.open()
    answer = away(table, "13 Mar - 14 Mar", "blue")
    assert answer.startswith("You are marked as away from")
    assert dates(table) == ("15 Mar 18:00",)
    told = table.letters("meadow-1", "red", "absence")
    assert len(told) == 1
    assert "Blue (BLU) is away from" in told[0].text
    assert len(table.letters("meadow-1", "gm", "absence")) == 1
    assert table.letters("meadow-1", "blue", "absence") == []
