"""The daemon: mail in, letters read, games advanced, deadlines kept, mail out.

One letter's fault holds that letter, one game's fault holds that game; nothing stops the daemon but being told to stop.
What it must not forget is in the store before anything else happens, so it may be killed at any moment.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from pbem.campaign.advance import advance
from pbem.campaign.deadlines import next_look, pass_overdue
from pbem.campaign.desk import Desk
from pbem.campaign.intake import take
from pbem.campaign.outbox import send_due
from pbem.campaign.reminders import remind
from pbem.mail.ports import Cursor, MailSink, MailSource, MailTrouble
from pbem.store.letters_in import Arrival

log = logging.getLogger(__name__)

LONGEST_BACKOFF = 300.0


class Daemon:
    """Serves all games of a desk over one mailbox and one way out.  `poll` is the longest wait for news, in seconds."""

    def __init__(self, desk: Desk, source: MailSource, sink: MailSink, poll: float = 60.0) -> None:
        self.desk, self.source, self.sink, self.poll = desk, source, sink, poll
        self._trouble = 0.0

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

    def recover(self) -> None:
        """What a crash may have left: letters stored and not read, orders filed and not carried out."""
        with self.desk.store.read() as books:
            names = [game.name for game in books.games.all() if game.state == "open"]
        self._read_letters()
        self._advance(names)

    async def turn(self) -> None:
        """One round: fetch and store, mark, read, keep deadlines, advance, send."""
        await self._fetch()
        self._read_letters()
        self._advance(pass_overdue(self.desk))
        remind(self.desk)
        await send_due(self.desk, self.sink)

    async def _fetch(self) -> None:
        try:
            while True:
                with self.desk.store.read() as books:
                    known = books.letters_in.cursor(self.source.name)
                fetched = await self.source.fetch(Cursor(*known) if known else Cursor())
                if not fetched:
                    break
                arrivals = [Arrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw) for one in fetched]
                with self.desk.store.begin() as books:
                    books.letters_in.take_in(arrivals)
                # Only now: what is marked or moved before it is stored is lost in a crash.
                await self.source.done([one.uid for one in fetched])
            self._trouble = 0.0
        except MailTrouble as trouble:
            self._wait_longer()
            log.warning("mailbox: %s; tried again in %.0f s", trouble, self._trouble)

    def _read_letters(self) -> None:
        with self.desk.store.read() as books:
            numbers = books.letters_in.new()
        for number in numbers:
            taken = take(self.desk, number)
            if taken.game:
                self._advance([taken.game])

    def _advance(self, names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            advance(self.desk, name)

    def _wait_longer(self) -> None:
        self._trouble = min(max(1.0, self._trouble * 2), LONGEST_BACKOFF)

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
