"""Extend, pause, resume, remind, act: what the GM can do about time, and how each of it is taken back."""

from datetime import datetime, timedelta

import pytest

from pbem.desk.gm.incidents.catalogue import made, usage
from pbem.desk.gm.incidents.deadlines import Extend, Pause, PlayOn, Remind, Resume
from pbem.desk.gm.incidents.incident import CannotDo, Moved, line_of, perform, show
from pbem.desk.play.downtime import end_pauses
from tests.desk.table import START, Table

DUE = START + timedelta(hours=72)


def due(table: Table, game: str) -> datetime | None:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        return row.due if row is not None else None


def test_effect_is_shown_with_its_inverse_and_changes_nothing(table: Table) -> None:
    game = table.open()
    shown = show(table.desk, Extend(game, 48), "petra", "a power cut")
    assert "Sunday 15 March 2026 18:00 UTC; it would be due Tuesday 17 March" in shown.effect.lines[0]
    assert shown.effect.inverse == Extend(game, -48)
    assert due(table, game) == DUE
    assert [kind for _, kind in table.records(game)] == ["genesis"]


def test_inverse_puts_the_deadline_back(table: Table) -> None:
    game = table.open()
    perform(table.desk, Extend(game, 48), "petra", "a power cut")
    perform(table.desk, Extend(game, -48), "petra", "the power is back")
    assert due(table, game) == DUE
    assert [row.subject for row in table.letters(game, "red", "ruling")] == [
        "[meadow-1] GM RULING 1: deadline of T1 RED.A moved to Tue 17 Mar",
        "[meadow-1] GM RULING 2: deadline of T1 RED.A moved to Sun 15 Mar",
    ]


def test_deadline_is_never_put_into_the_past(table: Table) -> None:
    game = table.open()
    with pytest.raises(CannotDo, match="still to come"):
        perform(table.desk, Extend(game, -100), "petra", "haste")


def test_second_gm_is_told_what_the_first_did_before_anything_is_done(table: Table) -> None:
    game = table.open()
    seen = show(table.desk, Extend(game, 48), "gus", "a wedding").mark
    perform(table.desk, Extend(game, 24), "petra", "a power cut")
    table.say(game, "red", "Red One fire at Blue One")
    with pytest.raises(Moved) as told:
        perform(table.desk, Extend(game, 48), "gus", "a wedding", seen)
    text = str(told.value)
    assert "petra" in text
    assert "extend meadow-1 24" in text
    assert "orders.accepted" in text
    assert due(table, game) == DUE + timedelta(hours=24)


def test_pause_stops_the_clock_and_the_play_but_takes_letters(table: Table) -> None:
    game = table.open()
    table.clock.forward(hours=2)
    perform(table.desk, Pause(game), "petra", "holidays")
    assert table.state(game) == "paused"
    assert "is paused until the GM resumes it" in table.last(game, "blue", "ruling").text
    table.clock.forward(days=30)
    answer = table.say(game, "red", "Red One fire at Blue One\nready")
    assert answer.kind == "receipt"
    assert table.phase(game) == "T01.RED.A"
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        assert row is not None
        assert not books.phases.segments(row)
    perform(table.desk, Resume(game), "petra")
    assert table.state(game) == "open"
    assert [kind for _, kind in table.records(game)].count("gm.ruling") == 2
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        assert row is not None
        assert books.questions.open(row, "blue")


def test_paused_deadline_keeps_what_was_left(table: Table) -> None:
    game = table.open()
    table.clock.forward(hours=2)
    perform(table.desk, Pause(game), "petra", "holidays")
    table.clock.forward(days=30)
    perform(table.desk, Resume(game), "petra")
    assert due(table, game) == DUE + timedelta(days=30)


def test_pause_with_an_end_ends_by_itself(table: Table) -> None:
    game = table.open()
    perform(table.desk, Pause(game, 7), "petra", "holidays")
    table.clock.forward(days=6)
    assert end_pauses(table.desk) == ()
    table.clock.forward(days=1)
    assert end_pauses(table.desk) == (game,)
    assert due(table, game) == DUE + timedelta(days=7)


def test_reminder_goes_to_who_owes_and_to_nobody_else(table: Table) -> None:
    game = table.open()
    perform(table.desk, Remind(game), "petra")
    assert len(table.letters(game, "red", "reminder")) == 1
    assert not table.letters(game, "blue", "reminder")
    table.clock.forward(hours=1)
    shown = show(table.desk, Remind(game))
    assert any("got the last reminder about it" in one for one in shown.effect.lines)


def test_a_reminder_says_when_the_orders_are_or_were_due(table: Table) -> None:
    game = table.open()
    assert show(table.desk, Remind(game)).effect.lines == (
        "Red (RED) is reminded of T1 RED.A, due Sun 15 Mar 18:00 UTC",
    )
    table.clock.forward(hours=72)
    assert show(table.desk, Remind(game)).effect.lines == (
        "Red (RED) is reminded of T1 RED.A, which was due Sun 15 Mar 18:00 UTC",
        "the deadline has passed: the game is waiting",
    )
    assert not show(table.desk, Remind(game)).effect.signed


def test_acting_for_a_late_player_goes_by_what_is_on_file_and_by_the_rules_of_silence(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "Red One fire at Blue One")
    shown = show(table.desk, PlayOn(game), "petra", "he is away without leave")
    assert any("RED has 1 line on file" in one for one in shown.effect.lines)
    perform(table.desk, PlayOn(game), "petra", "he is away without leave")
    assert table.phase(game) == "T01.RED.B"
    assert "without waiting for RED" in table.last(game, "blue", "ruling").text
    with table.desk.store.read() as books:
        assert books.players.get(books.games.get(game), "red").late == 1


def test_acting_where_nobody_is_awaited_is_refused(table: Table) -> None:
    game = table.open()
    perform(table.desk, Pause(game), "petra", "x")
    with pytest.raises(CannotDo, match="it is paused"):
        perform(table.desk, PlayOn(game), "petra", "x")


def test_reason_is_wanted_where_it_is_told(table: Table) -> None:
    game = table.open()
    with pytest.raises(CannotDo, match="expected a reason"):
        perform(table.desk, PlayOn(game), "petra", "  ")


def test_incident_is_made_from_its_words_and_written_back(table: Table) -> None:
    incident = made(Extend, ["meadow-1", "48"])
    assert incident == Extend("meadow-1", 48)
    assert line_of(incident) == "extend meadow-1 48"
    assert usage(Pause) == "pause GAME [DAYS]"
    with pytest.raises(CannotDo, match="expected a whole number"):
        made(Extend, ["meadow-1", "two"])
    with pytest.raises(CannotDo, match="found nothing"):
        made(Extend, ["meadow-1"])
