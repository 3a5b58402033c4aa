"""A fault that the GM puts off comes back when its time is over."""

import pytest

from pbem.desk import faults
from pbem.desk.play.advance import hold
from tests.desk.table import Table


def test_a_fault_is_put_off_for_some_hours_and_comes_back_to_the_minute(table: Table) -> None:
    desk = table.desk
    with desk.store.begin() as books:
        row = faults.note(desk, books, "mail", "a server", "it does not answer")
        assert (row.state, row.until) == ("open", None)
        faults.snooze(desk, books, row, 3)
        assert (row.state, row.until) == ("snoozed", desk.clock.now().replace(hour=desk.clock.now().hour + 3))
        table.clock.forward(hours=3, seconds=-1)
        faults.wake(desk, books)
        assert row.state == "snoozed"
        table.clock.forward(seconds=1)
        faults.wake(desk, books)
        assert (row.state, row.until) == ("open", None)


@pytest.mark.parametrize("hours", [0, -1, faults.MOST_SNOOZED + 1])
def test_nobody_puts_a_fault_off_for_ever(table: Table, hours: int) -> None:
    with table.desk.store.begin() as books, pytest.raises(ValueError, match="a whole number from 1"):
        faults.snooze(table.desk, books, faults.note(table.desk, books, "mail", "a server", "x"), hours)


def test_the_bounds_of_that_are_taken_and_another_note_ends_it(table: Table) -> None:
    with table.desk.store.begin() as books:
        row = faults.note(table.desk, books, "mail", "a server", "x", trace="a trace")
        faults.snooze(table.desk, books, row, faults.MOST_SNOOZED)
        faults.snooze(table.desk, books, row, 1)
        again = faults.note(table.desk, books, "mail", "a server", "y")
        assert (again.id, again.state, again.until, again.text, again.trace) == (row.id, "open", None, "y", "a trace")
        faults.close(table.desk, books, "mail", "a server")
        assert faults.note(table.desk, books, "mail", "a server", "z").id != row.id


def test_the_gm_of_a_game_that_is_held_is_told_where_and_why(table: Table) -> None:
    game = table.open()
    with table.desk.store.begin() as books:
        hold(table.desk, books, books.games.get(game), "T01.RED.A: rules: no such hex: 9999", "a trace")
    told = table.last(game, "gm").text
    assert "  Where     T01.RED.A\n" in told
    assert "rules: no such hex: 9999" in " ".join(told.split())
    assert table.state(game) == "held"
    with table.desk.store.read() as books:
        fault = books.faults.about("rules", game)
        assert fault is not None
        assert (fault.place, fault.text, fault.trace) == ("T01.RED.A", "rules: no such hex: 9999", "a trace")
