"""A deadline to the second: when it passes, for whom it waits, and what those get back who could not be reached."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from pbem.campaign.deadlines import LAG, is_late, next_look, pass_game, pass_overdue, reached_again
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow
from tests.campaign.table import ADDRESSES, START, Table

DUE = START + timedelta(hours=72)
HOUR = timedelta(hours=1)


@contextmanager
def stop(table: Table) -> Iterator[tuple[Books, GameRow, PhaseRow]]:
    """The open phase of the game, to look at or to change."""
    with table.desk.store.begin() as books:
        game = books.games.get("meadow-1")
        row = books.phases.open(game)
        assert row is not None
        yield books, game, row
        books.phases.add(row)


def out_of_reach(table: Table, side: str) -> None:
    with table.desk.store.begin() as books:
        books.addresses.score(ADDRESSES[side], 6, table.clock.now())


def test_a_deadline_that_passes_closes_the_stop_wants_play_and_counts_against_the_late(table: Table) -> None:
    table.open()
    table.clock.forward(hours=72)
    assert pass_game(table.desk, "meadow-1", DUE + LAG)
    with stop(table) as (books, game, row):
        assert (row.passed, row.closed, game.unplayed) == (True, DUE, True)
        assert {one.side: one.late for one in books.players.of(game)} == {"red": 1, "blue": 0}
    assert not pass_game(table.desk, "meadow-1", DUE + LAG)


def test_no_deadline_passes_a_second_too_early_or_unlooked_or_in_a_game_that_is_held(table: Table) -> None:
    table.open()
    table.clock.forward(hours=72, seconds=-1)
    assert not pass_game(table.desk, "meadow-1", DUE + LAG)
    table.clock.forward(seconds=1)
    assert not pass_game(table.desk, "meadow-1", DUE + LAG - timedelta(seconds=1))
    assert not pass_game(table.desk, "meadow-1", None)
    with stop(table) as (_, game, row):
        game.state = "held"
    assert not pass_game(table.desk, "meadow-1", DUE + LAG)
    assert pass_overdue(table.desk, DUE + LAG) == []
    with stop(table) as (_, game, row):
        game.state, row.due = "open", None
    assert not pass_game(table.desk, "meadow-1", DUE + LAG)


@pytest.mark.parametrize(("side", "passed"), [("red", []), ("blue", ["meadow-1"])])
def test_a_deadline_waits_for_the_awaited_player_where_nothing_is_sent_to_him(
    table: Table, side: str, passed: list[str]
) -> None:
    table.open()
    out_of_reach(table, side)
    table.clock.forward(hours=73)
    assert pass_overdue(table.desk, table.clock.now()) == passed


def test_the_desk_does_not_look_for_a_deadline_that_waits_for_somebody_out_of_reach(table: Table) -> None:
    table.open()
    with stop(table) as (_, _game, row):
        row.remind = None
    table.clock.forward(hours=73)
    assert next_look(table.desk) == table.clock.now() + LAG / 2
    out_of_reach(table, "blue")
    assert next_look(table.desk) == table.clock.now() + LAG / 2
    out_of_reach(table, "red")
    assert next_look(table.desk) is None


@pytest.mark.parametrize(
    ("side", "since", "later"),
    [
        ("red", START + 10 * HOUR, 20 * HOUR),
        ("red", START - 10 * HOUR, 30 * HOUR),
        ("red", START + timedelta(hours=10, minutes=7), 20 * HOUR),
        ("blue", START + 10 * HOUR, 0 * HOUR),
    ],
)
def test_who_can_be_reached_again_gets_the_time_back_since_the_stop_in_whole_quarters(
    table: Table, side: str, since: object, later: timedelta
) -> None:
    table.open()
    table.clock.forward(hours=30)
    with stop(table) as (books, _, row):
        reached_again(table.desk, books, ADDRESSES[side].upper(), since)  # type: ignore[arg-type]
        assert row.due == DUE + later
        row.passed = True
    with stop(table) as (books, _, row):
        reached_again(table.desk, books, ADDRESSES[side], START)
        assert row.due == DUE + later


def test_a_letter_is_late_from_a_second_after_the_deadline_until_that_is_enforced(table: Table) -> None:
    table.open()
    with stop(table) as (_, game, row):
        late = DUE + timedelta(seconds=1)
        assert (is_late(game, row, DUE), is_late(game, row, late), is_late(game, None, late)) == (False, True, False)
        row.passed = True
        assert not is_late(game, row, late)
        row.passed, game.state = False, "held"
        assert not is_late(game, row, late)
        row.due, game.state = None, "open"
        assert not is_late(game, row, late)
