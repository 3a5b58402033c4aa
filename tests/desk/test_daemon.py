"""The daemon over mail in memory: letters in, reports out, and what a crash or a lost line leaves."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.desk.outgoing.outbox import Delivered, send_due
from pbem.desk.play import witness
from pbem.mail.ports import Cursor, Fetched, MailTrouble, Maybe, MemorySink, MemorySource, Never, Outcome, TryLater
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE

LETTERS = (
    ("red", "Red One fire at Blue One\nready"),
    ("blue", "2"),
    ("red", "Red One march 3\nready"),
    ("blue", "pass"),
)


def daemon(table: Table, outcomes: Sequence[Outcome] = ()) -> tuple[Daemon, MemorySource, MemorySink]:
    source, sink = MemorySource("INBOX"), MemorySink(outcomes)
    return Daemon(table.desk, source, sink, poll=0.01), source, sink


def test_letters_in_become_reports_out(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        serving, source, sink = daemon(table)
        await serving.turn()
        for side, words in LETTERS:
            source.put(table.reply(game, side, words), table.clock.now())
            await serving.turn()
        assert table.phase(game) == "T01.BLU.B"
        assert not source.letters
        sent = [row for side in ("red", "blue", "gm") for row in table.letters(game, side)]
        assert len(sink.sent) == sum(len(table.mailed(game, side)) for side in ("red", "blue", "gm"))
        assert {row.state for row in sent} == {"sent"}
        assert all(posted.message.isascii() for posted in sink.sent)

    asyncio.run(play())


def test_letters_that_were_stored_and_not_read_are_read_after_a_restart(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        serving, source, _ = daemon(table)
        source.put(table.reply(game, "red", "pass"), table.clock.now())
        await serving._fetch()
        assert table.phase(game) == "T01.RED.A"
        again, _, _ = daemon(table)
        again.recover()
        assert table.phase(game) == "T01.RED.B"

    asyncio.run(play())


def test_letter_is_marked_only_after_it_is_stored(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def dying(*_: object) -> int:
        raise Killed

    async def play() -> None:
        game = table.open()
        serving, source, _ = daemon(table)
        source.put(table.reply(game, "red", "pass"), table.clock.now())
        with monkeypatch.context() as patch:
            patch.setattr("pbem.store.letters_in.LettersIn.take_in", dying)
            with pytest.raises(Killed):
                await serving.turn()
        assert source.letters
        await serving.turn()
        assert table.phase(game) == "T01.RED.B"

    asyncio.run(play())


def test_mailbox_that_changed_its_uidvalidity_gives_nothing_twice(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        serving, source, sink = daemon(table)
        raw = table.reply(game, "red", "Red One fire at Blue One")
        source.put(raw, table.clock.now())
        await serving.turn()
        before, sent = table.records(game), len(sink.sent)
        source.uidvalidity = 2
        source.letters.clear()
        source.put(raw, table.clock.now())
        await serving.turn()
        assert table.records(game) == before
        assert len(sink.sent) == sent

    asyncio.run(play())


class Lost(MemorySource):
    """A mailbox that cannot be reached while `is_lost`."""

    is_lost = True

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        if self.is_lost:
            raise MailTrouble("no line")
        return await super().fetch(cursor)


def test_lost_mailbox_keeps_outgoing_mail_from_waiting_but_not_deadlines(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        source, sink = Lost("INBOX"), MemorySink()
        serving = Daemon(table.desk, source, sink, poll=0.01)
        table.clock.forward(hours=73)
        await serving.turn()
        assert sink.sent
        assert table.phase(game) == "T01.RED.A", "a letter that came in time may lie there"
        source.is_lost = False
        await serving.turn()
        assert table.phase(game) == "T01.RED.B"

    asyncio.run(play())


def test_serving_ends_when_it_is_told_to_stop(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        serving, source, sink = daemon(table)
        stop = asyncio.Event()
        first = sum(len(table.mailed(game, side)) for side in ("red", "blue", "gm"))
        task = asyncio.create_task(serving.serve(stop))
        source.put(table.reply(game, "red", "pass"), table.clock.now())
        async with asyncio.timeout(60):
            while len(sink.sent) < first + 2:
                await asyncio.sleep(0.01)
        stop.set()
        await task
        assert table.phase(game) == "T01.RED.B"

    asyncio.run(play())


def test_letter_that_is_put_off_is_tried_again_later(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        sink = MemorySink([TryLater(451, "greylisted")])
        await send_due(table.desk, sink)
        assert table.letters(game, "red")[0].state == "later"
        table.clock.forward(minutes=2)
        await send_due(table.desk, sink)
        assert table.letters(game, "red")[0].state == "sent"

    asyncio.run(play())


def test_letter_that_may_have_been_sent_is_sent_again_under_its_message_id_until_it_is_taken(table: Table) -> None:
    """A lost copy is worse than a second one, which a mailbox knows by its Message-ID (RFC 5321 4.5.4.1, RFC 1047)."""

    async def play() -> None:
        game = table.open()
        sink = MemorySink()
        for minutes in (0, 16, 61):
            table.clock.forward(minutes=minutes)
            sink.outcomes = [Maybe("line lost")]
            await send_due(table.desk, sink)
            assert table.letters(game, "red")[0].state == "maybe"
        assert table.letters(game, "red")[0].last_reply == "maybe, 3 times: line lost"
        await send_due(table.desk, sink)
        assert table.letters(game, "red")[0].state == "maybe", "it waits for its time"
        table.clock.forward(minutes=241)
        await send_due(table.desk, sink)
        first = table.letters(game, "red")[0]
        assert first.state == "sent"
        assert [one.message for one in sink.sent].count(first.raw) == 1, "the others were lost here"

    asyncio.run(play())


def test_letter_behind_which_the_line_was_lost_six_times_is_told_to_the_gm(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        for _ in range(6):
            await send_due(table.desk, MemorySink([Maybe("line lost")]))
            table.clock.forward(minutes=1441)
        assert table.letters(game, "red")[0].state == "failed"
        told = " ".join(table.last(game, "gm", "undelivered").text.split())
        assert "it may have arrived, but the line was lost behind it 6 times: line lost" in told

    asyncio.run(play())


def test_server_that_takes_no_letter_to_its_end_is_left_alone(table: Table) -> None:
    """One letter at which the line is lost may be at fault itself; of two in a row it is the server."""

    async def play() -> None:
        table.open()
        sink = MemorySink([Maybe("lost"), Maybe("lost"), Maybe("lost")])
        assert await send_due(table.desk, sink) == Delivered(0, TryLater(0, "lost", is_line=True))
        assert len(sink.outcomes) == 1

    asyncio.run(play())


def test_letter_that_is_refused_for_good_is_told_to_the_gm(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        await send_due(table.desk, MemorySink([Never(550, "no such user")]))
        assert table.letters(game, "red")[0].state == "failed"
        assert "550 no such user" in table.last(game, "gm", "undelivered").text

    asyncio.run(play())


@pytest.mark.parametrize(("is_away", "reports_after"), [(False, 2), (True, 1)])
def test_a_witness_who_says_nothing_holds_nobody_up(
    table: Table, tmp_path: Path, is_away: bool, reports_after: int
) -> None:
    """The loop itself finds that his twelve hours are over, and plays on without him; not in hours in which it was away."""

    async def play() -> None:
        wes = witness.make(tmp_path / "wes", "meadow-1", "W.Ness", "wes@witness.example", 64)
        game = table.open(dice="witness", source=wes.card())
        serving, _, _ = daemon(table)
        table.say(game, "blue", "policy cover: stand")
        table.say(game, "red", BOTH_FIRE)
        for hours, reports in ((11, 1), (2, reports_after)):  # the first report begins the game
            table.clock.forward(hours=hours)
            if not is_away:
                with table.desk.store.begin() as books:
                    books.watch.mark(table.clock.now())
            await serving.turn()
            assert len(table.letters(game, "red", "report")) == reports

    asyncio.run(play())
