"""The daemon: mail in, letters read, games advanced, deadlines kept, mail out.

One letter's fault holds that letter, one game's fault holds that game; nothing stops the daemon but being told to stop.
What it must not forget is in the store before anything else happens, so it may be killed at any moment.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from sqlalchemy.exc import SQLAlchemyError

from pbem.campaign.advance import advance
from pbem.campaign.deadlines import next_look, pass_overdue
from pbem.campaign.desk import Desk
from pbem.campaign.gaps import watch
from pbem.campaign.outbox import send_due
from pbem.campaign.reading import read_letters
from pbem.campaign.reminders import remind
from pbem.crash_points import crash_point
from pbem.mail.ports import Cursor, MailSink, MailSource, MailTrouble
from pbem.store.letters_in import Arrival

log = logging.getLogger(__name__)

LONGEST_BACKOFF = 300.0
JITTER = 0.2
"""By how much of itself a wait after trouble is drawn out at most."""


class Daemon:
    """Serves all games of a desk over one mailbox and one way out.  `poll` is the longest wait for news, in seconds."""

    def __init__(self, desk: Desk, source: MailSource, sink: MailSink, poll: float = 60.0) -> None:
        self.desk, self.source, self.sink, self.poll = desk, source, sink, poll
        self._trouble = 0.0
        self._looked: datetime | None = None

    async def serve(self, stop: asyncio.Event) -> None:
        """Serve until `stop` is set."""
        self.recover()
        stopping = asyncio.create_task(stop.wait())
        try:
            while not stop.is_set():
                try:
                    await self.turn()
                except SQLAlchemyError as fault:
                    # A full disk, a locked file: nothing was half written, and the next round begins where this one stood.
                    self._wait_longer()
                    log.error("database: %s; tried again in %.0f s", fault, self._trouble)
                waiting = asyncio.create_task(self._wait())
                await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                with suppress(asyncio.CancelledError):
                    await waiting
        finally:
            stopping.cancel()
            await self.source.close()
            await self.sink.close()

    def recover(self, *, shifts: bool = True) -> None:
        """What a crash may have left: letters stored and not read, orders filed and not carried out.

        Deadlines are put forward by the time in which nobody served; not without `shifts`, where a timer starts each round.
        """
        watch(self.desk, shifts=shifts)
        with self.desk.store.read() as books:
            names = books.games.unplayed()
        read_letters(self.desk, self._looked)
        self._advance(names)

    async def turn(self) -> None:
        """One round: fetch and store, mark, read, keep deadlines, advance, send."""
        watch(self.desk)
        await self._fetch()
        read_letters(self.desk, self._looked)
        overdue = pass_overdue(self.desk, self._looked)
        if overdue:
            crash_point("C19")
        self._advance(overdue)
        remind(self.desk)
        await send_due(self.desk, self.sink)

    async def _fetch(self) -> None:
        began = self.desk.clock.now()
        try:
            while True:
                with self.desk.store.read() as books:
                    known = books.letters_in.cursor(self.source.name)
                fetched = await self.source.fetch(Cursor(*known) if known else Cursor())
                if not fetched:
                    break
                crash_point("C1")
                arrivals = [Arrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw) for one in fetched]
                with self.desk.store.begin() as books:
                    books.letters_in.take_in(arrivals)
                crash_point("C3")
                # Only now: what is marked or moved before it is stored is lost in a crash.
                await self.source.done([one.uid for one in fetched])
                crash_point("C4")
            self._trouble, self._looked = 0.0, began
        except MailTrouble as trouble:
            self._wait_longer()
            log.warning("mailbox: %s; tried again in %.0f s", trouble, self._trouble)

    def _advance(self, names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            advance(self.desk, name)

    def _wait_longer(self) -> None:
        self._trouble = min(max(1.0, self._trouble * 2) * (1 + JITTER * self.desk.chance()), LONGEST_BACKOFF)

    async def _wait(self) -> None:
        """Wait for news of the mailbox, for the next thing that comes due, or for the next try after trouble."""
        due = next_look(self.desk)
        seconds = self.poll
        if due is not None:
            seconds = min(seconds, max((due - self.desk.clock.now()).total_seconds(), 1.0))
        if self._trouble:
            await asyncio.sleep(min(self._trouble, seconds))
            return
        try:
            await self.source.wait(seconds)
        except MailTrouble as trouble:
            self._wait_longer()
            log.warning("mailbox: %s; tried again in %.0f s", trouble, self._trouble)
