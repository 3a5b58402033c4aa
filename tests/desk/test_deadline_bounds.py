"""A deadline to the second: when it passes, for whom it waits, and what those get back who could not be reached."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.desk.gm.incidents.deadlines import Pause, Resume
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import (
    LAG,
    charge,
    due_at,
    is_late,
    next_look,
    pass_game,
    pass_overdue,
    put_due,
    reached_again,
    waits,
)
from pbem.desk.play.downtime import watch
from pbem.desk.play.play import present
from pbem.desk.play.terms import Terms, in_battle
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow
from tests.desk.table import ADDRESSES, START, Table

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


# -------------------------------------------------------------------------------------------------- clocks that run down


def clocks(table: Table) -> dict[str, float | None]:
    """What each player has left on his clock, in hours."""
    with table.desk.store.read() as books:
        players = books.players.of(books.games.get("meadow-1"))
        return {one.side: one.bank / 3600 if one.bank is not None else None for one in players}


def with_clocks(table: Table, **hours: int) -> None:
    given = {"orders": 24, "question": 12, **hours}
    table.open("meadow-1", hours=given, terms=Terms(given, bank=48), when_in="ready")


@pytest.mark.parametrize(("hours", "left"), [(23, 48), (24, 48), (25, 47), (72, 0)])
def test_a_clock_runs_from_when_the_hours_of_the_stop_are_over(table: Table, hours: int, left: int) -> None:
    with_clocks(table)
    table.clock.forward(hours=hours)
    table.say("meadow-1", "red", "pass")
    assert clocks(table) == {"red": left, "blue": 48}


def test_a_clock_runs_no_further_than_to_nothing(table: Table) -> None:
    with_clocks(table)
    table.clock.forward(hours=100, seconds=1)
    assert pass_overdue(table.desk, table.clock.now()) == ["meadow-1"]
    advance(table.desk, "meadow-1")
    assert clocks(table) == {"red": 0, "blue": 48}
    with stop(table) as (_, _game, row):
        next_quarter = START + 124 * HOUR + timedelta(minutes=15)
        assert row.due == next_quarter, "nothing is left to come on top"


def test_a_clock_stands_still_while_its_player_is_away(table: Table) -> None:
    """He goes away for Saturday and Sunday: 48 of the 80 hours that he takes are no time of his."""
    with_clocks(table)
    table.say("meadow-1", "red", "vacation 14 Mar - 15 Mar")
    table.clock.forward(hours=80)
    table.say("meadow-1", "red", "pass")
    assert clocks(table) == {"red": 48 - (80 - 48 - 24), "blue": 48}


def pause(table: Table) -> None:
    perform(table.desk, Pause("meadow-1"), "petra", "a holiday")
    table.clock.forward(hours=100)
    perform(table.desk, Resume("meadow-1"), "petra", "")


def gap(table: Table) -> None:
    watch(table.desk)
    table.clock.forward(hours=100)
    assert watch(table.desk) == ("meadow-1",)


def reached_late(table: Table) -> None:
    since = table.clock.now()
    table.clock.forward(hours=100)
    with stop(table) as (books, _, _row):
        reached_again(table.desk, books, ADDRESSES["red"], since)


@pytest.mark.parametrize("standstill", [pause, gap, reached_late])
def test_a_clock_stands_still_while_nobody_can_play(table: Table, standstill: Callable[[Table], None]) -> None:
    """Of 130 hours 100 were a pause, or the desk's or the mail's trouble; 24 of the rest are free."""
    with_clocks(table)
    table.clock.forward(hours=10)
    standstill(table)
    table.clock.forward(hours=20)
    table.say("meadow-1", "red", "pass")
    assert clocks(table) == {"red": 48 - 6, "blue": 48}


@pytest.mark.parametrize(
    ("words", "hours", "left"),
    [
        pytest.param("13 Mar - 13 Mar", 36, 48, id="back before he writes"),
        pytest.param("13 Mar - 14 Mar", 26, 48, id="writes while he is away"),
        pytest.param("16 Mar - 17 Mar", 30, 42, id="writes before he goes"),
    ],
)
def test_only_the_part_of_an_absence_in_the_stop_counts(table: Table, words: str, hours: int, left: int) -> None:
    with_clocks(table)
    table.say("meadow-1", "red", f"vacation {words}")
    table.clock.forward(hours=hours)
    table.say("meadow-1", "red", "pass")
    assert clocks(table)["red"] == left


def test_a_question_has_its_own_hours_and_the_clock_of_whom_it_is_put_to(table: Table) -> None:
    with_clocks(table)
    table.say("meadow-1", "red", "Red One fire at Blue One\nready")
    with stop(table) as (_, _game, row):
        assert row.due == START + (12 + 48) * HOUR
    table.clock.forward(hours=15)
    table.say("meadow-1", "blue", "1")
    assert clocks(table) == {"red": 48, "blue": 45}


def test_of_two_who_are_waited_for_the_deadline_goes_by_the_clock_of_him_who_has_least(table: Table) -> None:
    with_clocks(table)
    with stop(table) as (books, game, _row):
        for player, hours in zip(books.players.of(game), (30, 10), strict=True):
            player.bank = hours * 3600
        now = present(table.desk, books, game)
        assert now is not None
        both = replace(now, stop=replace(now.stop, open=(now.open[0], replace(now.open[0], side="blue"))))
        assert due_at(table.desk, books, game, now) == START + (24 + 30) * HOUR
        assert due_at(table.desk, books, game, both) == START + (24 + 10) * HOUR
        away = [(START, START + 5 * HOUR), (START + 10 * HOUR, START + 12 * HOUR)]
        assert due_at(table.desk, books, game, now, away) == START + (24 + 30 + 5) * HOUR


def test_who_was_ready_first_is_charged_up_to_then_and_the_other_up_to_now(table: Table) -> None:
    with_clocks(table)
    table.clock.forward(hours=30)
    table.say("meadow-1", "red", "Red One fire at Blue One\nready")
    with stop(table) as (books, game, row):
        for player in books.players.of(game):
            player.bank = 48 * 3600
        row.phase, row.waiting_for, row.stopped, row.is_question = "T01.RED.A", "red,blue", START, False
        table.clock.forward(hours=10)
        charge(table.desk, books, game, row)
    assert clocks(table) == {"red": 42, "blue": 32}


def test_a_deadline_that_the_terms_do_not_enforce_has_come_and_lets_nothing_go_on(table: Table) -> None:
    table.open("meadow-1", terms=Terms(silence={"orders": "wait"}))
    table.clock.forward(hours=73)
    assert not pass_game(table.desk, "meadow-1", table.clock.now())
    with stop(table) as (_, game, row):
        assert (row.lapsed, row.passed, row.closed) == (DUE, False, None)
        assert row.remind == table.clock.now()
        game.unplayed = False
    assert pass_overdue(table.desk, table.clock.now()) == []
    with stop(table) as (_, game, row):
        assert (row.lapsed, game.unplayed) == (DUE, False)


@pytest.mark.parametrize(
    ("phase", "found"),
    [("T01.RED.A", False), ("T01.B1.G02.RED.A", True), ("opening", False), ("", False)],
)
def test_phases_of_a_battle_are_known_by_their_ids(phase: str, found: bool) -> None:
    assert in_battle(phase) == found


def test_without_clocks_in_the_terms_nobody_has_one(table: Table) -> None:
    table.open()
    table.clock.forward(hours=30)
    table.say("meadow-1", "red", "pass")
    assert clocks(table) == {"red": None, "blue": None}


# ----------------------------------------------------------------------------------------------- a deadline that is moved


@pytest.mark.parametrize(
    ("reminded", "hours", "is_reminded", "remind"),
    [
        (False, 40, False, 40 - 18),
        (True, 40, False, 40 - 18),
        (True, 30, False, 15),
        (True, 24, True, None),
        (True, 23, True, None),
        (False, 20, False, 10),
    ],
)
def test_a_deadline_that_was_moved_is_reminded_of_again_unless_that_would_be_at_once(
    table: Table, reminded: bool, hours: int, is_reminded: bool, remind: int | None
) -> None:
    table.open("meadow-1", hours={"orders": 72, "reminder": 18})
    table.clock.forward(hours=12)
    with stop(table) as (_, game, row):
        row.reminded = reminded
        put_due(table.desk, game, row, START + hours * HOUR)
        assert (row.due, row.reminded) == (START + hours * HOUR, is_reminded)
        assert row.remind == (START + remind * HOUR if remind is not None else None)


@pytest.mark.parametrize(
    ("silence", "of_orders", "of_question"),
    [({}, False, False), ({"orders": "wait"}, True, False), ({"question": "gm"}, False, True)],
)
def test_a_game_waits_where_its_terms_say_so_for_this_kind_of_stop(
    table: Table, silence: dict[str, str], of_orders: bool, of_question: bool
) -> None:
    table.open("meadow-1", terms=Terms(silence=silence))
    with stop(table) as (_, game, row):
        found = []
        for row.is_question in (False, True):
            found.append(waits(game, row))
        row.is_question = False
    assert found == [of_orders, of_question]
