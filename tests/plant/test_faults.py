"""Faults of servers, of the disk and of letters, met by the daemon: told, outlived, and every final state right."""

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from pbem.daemon import LONGEST_BACKOFF, Daemon
from pbem.desk.incoming import reader, reading
from pbem.desk.outgoing.outbox import send_due
from pbem.mail.ports import (
    Cursor,
    Fetched,
    HandedOver,
    LoginRefused,
    MailTrouble,
    Maybe,
    MemorySink,
    MemorySource,
    Never,
    Outcome,
    TryLater,
)
from pbem.mail.refusals import Backoff
from tests.desk.table import GM, Table, titles
from tests.mail.test_smtp_faults import Server, serving
from tests.plant.post import RED, Office, plain

STORM = TryLater(421, "too many connections", is_line=True)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office.lay(tmp_path, gm_address=GM)


def test_waits_double_up_to_half_a_minute_and_start_again_when_all_is_well() -> None:
    waits = Backoff(LONGEST_BACKOFF)
    assert [waits.longer() for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]
    waits.over()
    assert waits.longer() == 1
    assert [Backoff(30, chance).longer() for chance in (lambda: 0.0, lambda: 0.5, lambda: 1.0)] == [1.0, 1.1, 1.2]


def states(table: Table, game: str) -> list[str]:
    return [row.state for side in ("red", "blue", "gm") for row in table.letters(game, side)]


def mailed(table: Table, game: str) -> list[str]:
    """The states of letters that are mailed by themselves: what stands in the welcome goes with it."""
    return [row.state for side in ("red", "blue", "gm") for row in table.mailed(game, side)]


def test_storm_of_421_costs_no_letter_a_try_and_all_go_when_it_is_over(table: Table) -> None:
    """The server is asked once, then left alone; no letter is put off for what was no fault of its own."""
    game = table.open()
    sink = MemorySink([STORM] * 20)
    for _ in range(20):
        before = len(sink.outcomes)
        done = asyncio.run(send_due(table.desk, sink))
        assert (done.sent, before - len(sink.outcomes)) == (0, 1)
        table.clock.forward(minutes=10)
    assert {row.tries for side in ("red", "blue") for row in table.letters(game, side)} == {0}
    assert asyncio.run(send_due(table.desk, sink)).sent == len(mailed(table, game))
    assert set(states(table, game)) == {"sent"}


def test_letter_that_is_put_off_is_tried_for_five_days_then_the_gm_is_told(table: Table) -> None:
    game = table.open()
    sink = MemorySink()
    tried = 0
    for _ in range(200):
        sink.outcomes = [TryLater(451, "try later")] * 50
        asyncio.run(send_due(table.desk, sink))
        tried += 50 - len(sink.outcomes)
        table.clock.forward(hours=1)
    to_players = [row.state for side in ("red", "blue") for row in table.letters(game, side)]
    assert set(to_players) == {"failed"}
    assert tried / sum(len(table.mailed(game, side)) for side in ("red", "blue")) > 20
    assert "given up after" in table.last(game, "gm", "undelivered").text


def test_line_that_is_down_for_a_week_loses_no_letter(table: Table) -> None:
    """Not even to a server that has each letter wait for a while when the line is back (greylisting)."""
    game = table.open()
    for _ in range(8):
        asyncio.run(send_due(table.desk, MemorySink([TryLater(0, "nobody listens", is_line=True)] * 9)))
        table.clock.forward(hours=24)
    asyncio.run(send_due(table.desk, MemorySink([TryLater(450, "greylisted")] * 9)))
    assert "sent" not in mailed(table, game)
    table.clock.forward(minutes=5)
    asyncio.run(send_due(table.desk, MemorySink()))
    assert set(states(table, game)) == {"sent"}


def test_our_own_address_refused_counts_against_nobody(table: Table) -> None:
    table.open()
    asyncio.run(send_due(table.desk, MemorySink([Never(553, "sender not owned by you", is_ours=True)])))
    with table.desk.store.read() as books:
        assert books.addresses.find(RED) is None


def test_that_it_may_have_been_sent_is_not_forgotten_over_a_refusal(table: Table) -> None:
    """Maybe, then put off, then maybe again: it waits for longer than behind the first loss."""
    game = table.open()
    outcomes: tuple[Outcome, ...] = (Maybe("cut"), TryLater(451, "later"), Maybe("cut"))
    for outcome in outcomes:
        asyncio.run(send_due(table.desk, MemorySink([outcome])))
        table.clock.forward(minutes=20)
    first = table.letters(game, "red")[0]
    assert (first.state, first.last_reply) == ("maybe", "maybe, 2 times: cut")


@pytest.mark.parametrize("at", ["greeting", "EHLO", "MAIL", "RCPT", "DATA", "END"])
@pytest.mark.parametrize("how", ["421 closing", "451 later", "550 no", "cut"])
def test_every_answer_at_every_verb_ends_in_the_right_state(tmp_path: Path, at: str, how: str) -> None:
    """And when the server is well again, everything that may go has gone, at most once more than it should."""
    table = Table.lay(tmp_path)
    game = table.open()
    server = Server(**{at: how})

    async def tell() -> None:
        async with serving(server) as sink:
            await send_due(table.desk, sink)
            server.answers |= Server().answers
            table.clock.forward(minutes=30)
            await send_due(table.desk, sink)

    asyncio.run(asyncio.wait_for(tell(), 60))
    first = table.letters(game, "red")[0]
    assert first.state == "sent", first.last_reply
    copies = [
        raw.count(first.message_id.encode()) and 1
        for raw in server.taken
        if f"Message-ID: {first.message_id}".encode() in raw
    ]
    assert 1 <= len(copies) <= 2


class Failing(MemorySource):
    """A mailbox that raises what it is told to, first; `tried` counts."""

    def __init__(self, troubles: Sequence[MailTrouble]) -> None:
        super().__init__("INBOX")
        self.troubles, self.tried = list(troubles), 0

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        self.tried += 1
        if self.troubles:
            raise self.troubles.pop(0)
        return await super().fetch(cursor)


def test_third_refused_login_rings_the_gm_once(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    refused = [LoginRefused("IMAP: the login is refused", is_final=n >= 2) for n in range(6)]
    office.source = Failing(refused)
    daemon = Daemon(office.table.desk, office.source, office.sink, poll=0.01)
    for _ in range(5):
        asyncio.run(daemon.turn())
    [(to, _, letter)] = office.news()
    assert (to, letter["Subject"]) == (GM, "THE DESK NEEDS YOU: mailbox")
    assert "pbem doctor" in str(letter.get_payload())
    assert daemon.pulse.mailbox
    assert [one.levelno for one in caplog.records].count(logging.CRITICAL) == 1


def test_smtp_login_refused_three_times_is_not_tried_a_fourth_time(office: Office) -> None:
    class Refusing(MemorySink):
        tried = 0

        async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
            self.tried += 1
            return TryLater(535, "authentication failed", is_line=True)

    sink = Refusing()
    daemon = Daemon(office.table.desk, office.source, sink, poll=0.01)
    office.source.put(office.orders("red"), office.table.clock.now())

    async def rounds() -> None:
        for _ in range(8):
            daemon.way_out.opens = 0.0
            await daemon.turn()

    asyncio.run(rounds())
    assert sink.tried == 3
    assert daemon.pulse.way_out


def test_outage_of_the_mail_server_costs_nobody_a_turn(office: Office) -> None:
    """A letter came in time while the mailbox could not be read for four days: it counts, and nobody lost the time."""
    table = office.table
    trouble = Failing([MailTrouble("no line")] * 4)
    trouble.put(office.orders("red"), table.clock.now() + timedelta(hours=1))
    office.source = trouble
    daemon = Daemon(table.desk, trouble, office.sink, poll=0.01)
    for _ in range(4):
        table.clock.forward(hours=24)
        asyncio.run(daemon.turn())
        assert table.phase(office.game) == "T01.RED.A"
    asyncio.run(daemon.turn())
    assert table.letters(office.game, "blue", "question"), "red's orders were carried out"
    told = {to: str(letter.get_payload()) for to, _, letter in office.news() if "away" in str(letter["Subject"])}
    assert len(told) == 3
    assert all("could not read its mail" in text for text in told.values())


def test_letters_stored_before_a_crash_are_moved_after_it(office: Office) -> None:
    """Killed between the commit and the move: the letter is read once, and does not lie in the mailbox for ever."""
    office.source.put(office.orders("red"), office.table.clock.now())
    killed = Daemon(office.table.desk, office.source, office.sink, poll=0.01)

    async def dies(uids: Sequence[int]) -> None:
        raise KeyboardInterrupt

    before, office.source.done = office.source.done, dies  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(killed.turn())
    office.source.done = before  # type: ignore[method-assign]
    assert office.source.letters
    office.turn()
    assert not office.source.letters
    assert office.records().count("orders.accepted") == 1


def test_letter_with_which_reading_fails_is_tried_three_times_and_the_next_goes_on(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def broken(*_: object) -> None:
        tries.append(1)
        raise ZeroDivisionError("nothing by nothing")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.desk.orders.submit.wishes_of", broken)
        told = office.deliver(office.orders("red"))
    assert len(tries) == 3
    assert office.state() == ("held", "fault: ZeroDivisionError: nothing by nothing")
    assert [to for to, _, _ in told] == [GM]
    with office.table.desk.store.read() as books:
        [held] = books.letters_in.held()
        assert "Traceback" in held.trace
        assert held.raw
    office.deliver(office.orders("red", "Red One fire at Blue Two\nready", to=office.table.last(office.game, "red")))
    assert office.state()[0] == "done"


def test_fault_that_passes_is_no_poison(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.desk.orders import submit

    good, tries = submit.wishes_of, []

    def once(*given: object) -> object:
        tries.append(1)
        if len(tries) == 1:
            raise BrokenPipeError("the reader's process died")
        return good(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("pbem.desk.orders.submit.wishes_of", once)
    office.deliver(office.orders("red"))
    assert office.state()[0] == "done"


class Ended(BaseException):
    """The desk's process ends here: no exception that could be caught, the memory is gone, or a library of C's kills it."""


def deadly(name: str) -> Any:
    """A title that ends whatever process asks for it."""
    if multiprocessing.parent_process() is None:
        raise Ended
    os.kill(os.getpid(), signal.SIGKILL)


def shaken(name: str) -> Any:
    """A title with which nothing is wrong, in a desk that is killed for other reasons."""
    if multiprocessing.parent_process() is None:
        raise Ended
    return titles(name)


def starts(office: Office, title: Callable[[str], Any]) -> Office:
    """A letter with orders has come, and the desk ended three times as it was next."""
    ending = replace(office.table.desk, title=title)
    office.source.put(office.orders("red"), office.table.clock.now())
    office.table.desk = ending
    with pytest.raises(Ended):
        office.turn()
    for _ in range(3):
        with pytest.raises(Ended):
            Daemon(ending, office.source, office.sink, poll=0.01).recover()
    return office


@pytest.mark.slow
def test_letter_that_ends_whatever_process_reads_it_is_held_and_the_next_one_counts(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dealt with alone it ended that process, and not the desk: that is the proof."""
    monkeypatch.setattr(reading, "TRIES", 2)  # a process costs a second
    good = office.table.desk
    starts(office, deadly)
    Daemon(office.table.desk, office.source, office.sink, poll=0.01).recover()
    state, why = office.state()
    assert state == "held"
    assert why.startswith("dealt with alone, in a process of its own, 2 times it did not end well: ")
    office.table.desk = good
    office.source.put(office.orders("red"), office.table.clock.now())
    office.turn()
    assert office.state()[0] in ("ignored", "done")


@pytest.mark.slow
def test_letter_that_was_next_when_the_desk_was_killed_is_held_for_nothing(office: Office) -> None:
    """However often: it is dealt with alone, that goes well, and it counts."""
    starts(office, shaken)
    with pytest.raises(Ended):  # the letter is done, the game's adjudication is the desk's own
        Daemon(office.table.desk, office.source, office.sink, poll=0.01).recover()
    assert office.state() == ("done", "")


@pytest.mark.slow
def test_process_for_reading_that_cannot_be_started_is_no_fault_of_the_letter(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No memory, no more processes: the daemon waits and says so, and the letter counts when there is room."""
    reads = reader.ReaderProcess(titles, 60.0)
    office.table.desk = replace(office.table.desk, reads=reads)
    office.source.put(office.orders("red"), office.table.clock.now())
    with monkeypatch.context() as patch:
        patch.setattr(reader, "START_SECONDS", 0.0)
        with pytest.raises(reader.NoReader):
            office.turn()
    assert office.state()[0] == "new"
    office.turn()
    reads.close()
    assert office.state() == ("done", "")


def test_locked_database_is_no_fault_of_the_letter(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise OperationalError("UPDATE", {}, Exception("database is locked"))

    with monkeypatch.context() as patch:
        patch.setattr("pbem.desk.incoming.intake.submit", locked)
        office.source.put(office.orders("red"), office.table.clock.now())
        with pytest.raises(OperationalError):
            office.turn()
    office.turn()
    assert office.state()[0] == "done"


@pytest.mark.slow
def test_five_hundred_letters_at_once_are_read_in_one_round(office: Office) -> None:
    """Junk, and one order among it."""
    junk = [plain(f"s{n}@junk.example", "desk@pbem.example", "win", f"win {n}", n=n) for n in range(499)]
    junk.insert(250, office.orders("red"))
    for raw in junk:
        office.source.put(raw, office.table.clock.now())
    office.turn()
    with office.table.desk.store.read() as books:
        assert (books.letters_in.count("new"), books.letters_in.count("held"), books.letters_in.count("done")) == (
            0,
            499,
            1,
        )
    assert not office.source.letters
    assert office.table.letters(office.game, "blue", "question")


def test_sent_is_written_only_of_what_was_sent(table: Table) -> None:
    game = table.open()
    asyncio.run(send_due(table.desk, sink := MemorySink([HandedOver("250")])))
    assert len(sink.sent) == len(mailed(table, game))
