"""A letter that is slow to read keeps nobody else waiting: the event loop goes on while it is read."""

import asyncio
import threading

import pytest

from pbem.daemon import Daemon
from pbem.desk.incoming.reader import CannotRead, InProcess
from pbem.mail.letter import Letter
from pbem.mail.ports import MemorySink, MemorySource
from pbem.workers import MailReader
from tests.desk.table import Table, titles

PATIENT = 10.0
"""Seconds after which a reader takes the loop for stuck."""


class Slow(InProcess):
    """Reads a letter when the event loop has said so, which it can only do if it goes round meanwhile."""

    def __init__(self) -> None:
        super().__init__(titles)
        self._loop = asyncio.get_running_loop()
        self.begun, self.goes_on = asyncio.Event(), threading.Event()

    def letter(self, raw: bytes) -> Letter:
        self._loop.call_soon_threadsafe(self.begun.set)
        if not self.goes_on.wait(PATIENT):
            raise CannotRead("the event loop stood still")
        return super().letter(raw)


async def meet(slow: Slow, turn: asyncio.Task[object]) -> None:
    begun = asyncio.create_task(slow.begun.wait())
    await asyncio.wait({begun, turn}, return_when=asyncio.FIRST_COMPLETED)
    assert begun.done()
    assert not turn.done()
    slow.goes_on.set()
    await turn


def test_the_loop_of_the_daemon_goes_on_while_a_letter_is_read(table: Table) -> None:
    async def play() -> None:
        game = table.open()
        slow, source = Slow(), MemorySource("INBOX")
        object.__setattr__(table.desk, "reads", slow)
        source.put(table.reply(game, "red", "pass"), table.clock.now())
        daemon = Daemon(table.desk, source, MemorySink())
        await meet(slow, asyncio.create_task(daemon.turn()))
        with table.desk.store.read() as books:
            assert books.letters_in.count("done") == 1

    asyncio.run(play())


def test_the_loop_of_a_crew_goes_on_while_its_reader_looks_whose_a_letter_is(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        game = table.open()
        slow, source = Slow(), MemorySource("INBOX")
        object.__setattr__(table.desk, "reads", slow)
        source.put(table.reply(game, "red", "pass"), table.clock.now())
        reader = MailReader(table.desk, source, 60)
        # The bell is PostgreSQL's.
        monkeypatch.setattr("pbem.store.leases.Leases.wake", lambda _leases, names: woken.extend(names))
        await meet(slow, asyncio.create_task(reader.turn()))
        assert woken == [game]

    woken: list[str] = []
    asyncio.run(play())
