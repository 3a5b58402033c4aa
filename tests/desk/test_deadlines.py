"""Deadlines go by the mail server's clock: what arrived in time counts, what did not is told so, and gaps are nobody's."""

import asyncio
from datetime import datetime, timedelta

import pytest

from pbem.daemon import Daemon
from pbem.desk.outgoing.reminders import time_left
from pbem.desk.play.deadlines import LAG, next_look, pass_overdue
from pbem.desk.play.downtime import watch
from pbem.desk.play.terms import Terms
from pbem.mail.ports import MemorySink, MemorySource
from pbem.store.letters_in import StoredArrival
from tests.desk.table import START, Table

DUE = START + timedelta(hours=72)


def due(table: Table, game: str) -> datetime | None:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        return row.due if row is not None else None


def serve(table: Table, *arrivals: tuple[bytes, datetime], at: datetime) -> None:
    """One round at a moment, with letters that lie in the mailbox."""

    async def play() -> None:
        source = MemorySource("INBOX")
        source.uidvalidity = 2
        for raw, moment in arrivals:
            source.put(raw, moment)
        table.clock.forward(seconds=(at - table.clock.now()).total_seconds())
        await Daemon(table.desk, source, MemorySink(), poll=0.01).turn()

    asyncio.run(play())


def test_letter_that_arrived_in_time_counts_though_it_is_read_after(table: Table) -> None:
    game = table.open()
    raw = table.reply(game, "red", "Red One fire at Blue One\nRed Two fire at Blue One")
    serve(table, (raw, DUE - timedelta(seconds=1)), at=DUE + timedelta(hours=2))
    with table.desk.store.read() as books:
        first = books.phases.of(books.games.get(game))[0]
        assert (
            len(books.submissions.lines(books.submissions.version(books.games.get(game), "red", first.phase, 1))) == 2
        )
    assert first.locked
    assert table.letters(game, "blue", "question")


def test_letter_that_arrived_late_is_told_so_with_the_newest_report(table: Table) -> None:
    game = table.open()
    raw = table.reply(game, "red", "Red One fire at Blue One")
    serve(table, (raw, DUE + timedelta(seconds=1)), at=DUE + timedelta(hours=2))
    assert table.phase(game) == "T01.RED.B"
    answer = table.last(game, "red", "stale")
    assert answer.subject == f"[{game}] Your orders came too late - please look again"
    assert answer.text.startswith(
        "E203  Your letter arrived on Sun 15 Mar 18:00 UTC, after the deadline of\n      Sun 15 Mar 18:00 UTC:"
    )
    assert "The newest report again" in answer.text
    assert "orders.accepted" not in [kind for _, kind in table.records(game)]


def test_late_letter_that_asks_a_question_is_answered_all_the_same(table: Table) -> None:
    game = table.open()
    serve(table, (table.reply(game, "red", "status"), DUE + timedelta(hours=1)), at=DUE + timedelta(hours=2))
    assert table.last(game, "red", "answer").subject == f"[{game}] Your request: status"


def test_orders_that_came_late_leave_what_was_asked_beside_them_to_be_answered(table: Table) -> None:
    game = table.open()
    raw = table.reply(game, "red", "Red One fire at Blue One\nstatus\nhelp orders\nmap")
    serve(table, (raw, DUE + timedelta(seconds=1)), at=DUE + timedelta(hours=2))
    answer = table.last(game, "red", "stale")
    assert answer.subject == f"[{game}] Your orders came too late - please look again"
    parts = [
        "E203  Your letter arrived",
        "Standing orders    0 in force",
        "HELP ORDERS",
        "    02\n  01\n",
        "The newest report again:",
    ]
    assert sorted(parts, key=answer.text.index) == parts
    assert "orders.accepted" not in [kind for _, kind in table.records(game)]


def test_late_answer_to_a_question_is_too_late_too(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue One\nready")
    asked = table.last(game, "blue", "question")
    until = due(table, game)
    assert until is not None
    serve(
        table, (table.reply(game, "blue", "2", to=asked), until + timedelta(minutes=2)), at=until + timedelta(hours=1)
    )
    assert "E203" in table.last(game, "blue", "stale").text


def test_no_deadline_passes_before_the_mailbox_was_looked_through_after_it(table: Table) -> None:
    table.open()
    table.clock.forward(hours=72)
    assert pass_overdue(table.desk, None) == []
    assert pass_overdue(table.desk, DUE) == []
    assert pass_overdue(table.desk, DUE + LAG) == ["meadow-1"]


def test_no_deadline_passes_while_a_letter_that_came_in_time_is_unread(table: Table) -> None:

    game = table.open()
    with table.desk.store.begin() as books:
        books.letters_in.take_in(
            [StoredArrival("INBOX", 1, 1, DUE - timedelta(minutes=1), table.reply(game, "red", "pass"))]
        )
    table.clock.forward(hours=80)
    assert pass_overdue(table.desk, table.clock.now()) == []


def test_desk_looks_again_when_a_deadline_may_be_enforced(table: Table) -> None:
    game = table.open()
    with table.desk.store.begin() as books:
        row = books.phases.open(books.games.get(game))
        assert row is not None
        row.reminded, row.remind = True, None
        books.phases.add(row)
        for letter in books.letters_out.to_side(game, "red"):
            books.letters_out.mark(letter, "sent", "", START)
    assert next_look(table.desk) == DUE + LAG


@pytest.mark.parametrize(("hours", "later"), [(0.25, 0), (0.5, 0.5), (30, 30), (100, 100)])
def test_gap_puts_deadlines_forward_and_all_are_told(table: Table, hours: float, later: float) -> None:
    game = table.open()
    watch(table.desk)
    table.clock.forward(hours=hours)
    assert watch(table.desk) == ((game,) if later else ())
    assert due(table, game) == DUE + timedelta(hours=later)
    for side in ("red", "blue", "gm"):
        told = table.letters(game, side, "away")
        assert len(told) == (1 if later else 0)
        assert not told or "The desk could not read its mail from 12 Mar 18:00 UTC" in told[0].text


def test_deadline_that_had_come_before_the_gap_is_not_saved_by_it(table: Table) -> None:
    game = table.open()
    table.clock.forward(hours=73)
    watch(table.desk)
    table.clock.forward(hours=5)
    assert watch(table.desk) == ()
    assert due(table, game) == DUE


def test_desk_that_a_timer_starts_shifts_nothing(table: Table) -> None:
    game = table.open()
    watch(table.desk, shifts=False)
    table.clock.forward(hours=1)
    assert watch(table.desk, shifts=False) == ()
    assert due(table, game) == DUE


def test_reply_to_the_letter_about_a_gap_counts(table: Table) -> None:
    game = table.open()
    watch(table.desk)
    table.clock.forward(hours=3)
    watch(table.desk)
    away = table.last(game, "red", "away")
    assert table.say(game, "red", "Red One fire at Blue One", to=away).kind == "receipt"


def test_clock_that_jumps_takes_time_from_nobody(table: Table) -> None:
    game = table.open()
    watch(table.desk)
    table.clock.forward(hours=-30)
    assert watch(table.desk) == ()
    assert due(table, game) == DUE
    assert pass_overdue(table.desk, table.clock.now()) == []
    table.clock.forward(hours=30)
    assert watch(table.desk) == ()
    assert due(table, game) == DUE


def test_clock_that_stands_a_year_ahead_for_a_moment_lets_no_deadline_pass(table: Table) -> None:
    game = table.open()
    watch(table.desk)
    table.clock.forward(days=365)
    assert watch(table.desk) == (game,)
    assert pass_overdue(table.desk, table.clock.now()) == []
    table.clock.forward(days=-365)
    assert watch(table.desk) == ()
    assert pass_overdue(table.desk, table.clock.now()) == []


def test_battles_inside_a_turn_have_hours_of_their_own() -> None:
    terms = Terms({"orders": 72, "question": 24, "set-up": 168, "battle": 30, "Q": 12})
    assert terms.hours_for("J", "Set-up", is_question=False, in_battle=True) == 30
    assert terms.hours_for("Q", "Battle plans", is_question=False, in_battle=True) == 12
    assert terms.hours_for("H", "Battle turn", is_question=True, in_battle=True) == 24
    assert terms.hours_for("J", "Set-up", is_question=False) == 168
    assert Terms({"orders": 50}).hours_for("P", "Battle plans", is_question=False, in_battle=True) == 50


# --------------------------------------------------------------------------------------- what time a stop still gives


@pytest.mark.parametrize(
    ("hours", "says"),
    [
        pytest.param(20, "the deadline is Friday 13 March 2026 18:00 UTC, in 4 hours", id="before the deadline"),
        pytest.param(
            24,
            "the deadline was Friday 13 March 2026 18:00 UTC, and by the terms letters count until "
            "Saturday 14 March 2026 06:00 UTC (12 hours of grace left)",
            id="as it comes",
        ),
        pytest.param(36, "", id="as the grace ends"),
        pytest.param(40, "", id="after the grace"),
    ],
)
def test_time_left_is_that_to_the_deadline_then_that_of_the_grace(table: Table, hours: int, says: str) -> None:
    game = table.open(hours={"orders": 24}, terms=Terms(hours={"orders": 24}, grace=12))
    table.clock.forward(hours=hours)
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        assert row is not None
        assert time_left(table.desk, books.games.get(game), row) == says


@pytest.mark.parametrize("over", [{"due": None}, {"lapsed": START}], ids=["nothing is due", "the deadline has passed"])
def test_no_time_is_left_where_nothing_is_due_or_the_deadline_was_enforced(
    table: Table, over: dict[str, datetime | None]
) -> None:
    game = table.open()
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        assert row is not None
        for name, value in over.items():
            setattr(row, name, value)
        assert time_left(table.desk, books.games.get(game), row) == ""
