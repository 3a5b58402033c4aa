"""The daemon: mail in, letters read, games advanced, deadlines kept, mail out.

A fault in a letter holds that letter, a fault in a game holds that game; the daemon stops only when it is asked to.
What it must not forget is in the store before anything else happens, so it may be killed at any moment.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from pbem.crash_points import crash_point
from pbem.desk.desk import Desk
from pbem.desk.gm.alarm import Pulse
from pbem.desk.incoming.intake import suspect
from pbem.desk.incoming.reader import NoReader
from pbem.desk.incoming.reading import SeparateJob, Turns, read_letters
from pbem.desk.outgoing.mail_monitor import LONGEST_BACKOFF, InboxMonitor, OutboxMonitor
from pbem.desk.outgoing.outbox import let_go, send_due
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import next_look, pass_overdue
from pbem.desk.play.downtime import ClockWatch, end_pauses, watch
from pbem.desk.play.locking import ask, due, file, pass_silent
from pbem.gm.by_mail import answer_letters
from pbem.gm.digest import send_digests
from pbem.mail.ports import Cursor, Fetched, MailSink, MailSource, MailTrouble
from pbem.mail.refusals import Backoff
from pbem.store.database_errors import explained
from pbem.store.letters_in import StoredArrival

log = logging.getLogger(__name__)

TURN_SECONDS = 2.0
"""After so long with letters the mailbox is looked at again, and answers are sent."""


class Daemon:
    """Serves all games of a desk over one mailbox and one way out.  `poll` is the longest wait for news, in seconds.

    With `once` it makes one round, started by a timer: no deadline is moved later for the time in between.  `pulse` is told
    how it stands after each round.
    """

    def __init__(
        self,
        desk: Desk,
        source: MailSource,
        sink: MailSink,
        poll: float = 60.0,
        *,
        once: bool = False,
        pulse: Pulse | None = None,
        publish: Callable[[], object] | None = None,
    ) -> None:
        self.desk, self.source, self.sink, self.poll, self.once = desk, source, sink, poll, once
        self.pulse = pulse or Pulse()
        self.publish = publish
        self._looked: datetime | None = None
        self.way_in, self.way_out = InboxMonitor(desk, once=once), OutboxMonitor(desk, once=once)
        self._clock = ClockWatch(desk)
        self._database = Backoff(LONGEST_BACKOFF, desk.chance)
        self._has_more = False
        self._turns = Turns(desk)

    async def serve(self, stop: asyncio.Event) -> None:
        """Serve until `stop` is set."""
        stopping = asyncio.create_task(stop.wait())
        is_recovered = False
        try:
            while not stop.is_set():
                wait = 0.0
                try:
                    # What was left may be slow to read.
                    is_recovered = is_recovered or await asyncio.to_thread(self.recover)
                    await self.turn()
                    self._database.over()
                except (SQLAlchemyError, NoReader, OSError) as fault:
                    # A full disk, a locked file, no room for a process: nothing was half written, and the next round begins
                    # where this one stood.
                    wait = self._database.longer()
                    self.pulse.database = explained(fault)
                    log.error("database: %s; tried again in %.0f s", self.pulse.database, wait, exc_info=fault)
                self.pulse.beat(self.desk.clock.now())
                waiting = asyncio.create_task(asyncio.sleep(wait) if wait else self._wait())
                await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                with suppress(asyncio.CancelledError):
                    await waiting
        finally:
            stopping.cancel()
            await self.source.close()
            await self.sink.close()

    def recover(self) -> bool:
        """Take up work that a crash left: letters stored and not read, orders filed and not carried out.

        False where the clock is in doubt, and nothing was done.
        """
        if self._doubts_clock():
            return False
        with self.desk.store.read() as books:
            names = books.games.unplayed()
        if suspect(self.desk):
            with SeparateJob(self.desk) as apart:
                read_letters(self.desk, self._looked, by=apart.take)
        read_letters(self.desk, self._looked)
        self._advance(names)
        return True

    def _doubts_clock(self) -> bool:
        """True if the machine's clock may be wrong: until the GM has said, nothing is done by it."""
        doubt = self._clock.doubt()
        if doubt and not self.pulse.clock:
            log.error("clock: %s", doubt)
        self.pulse.clock = doubt
        return bool(doubt)

    async def turn(self) -> None:
        """One round: fetch and store, mark, read, keep deadlines, advance, send."""
        if self._doubts_clock():
            await self._send()
            return
        await self._fetch()
        await self._read()
        answer_letters(self.desk)
        self._advance(end_pauses(self.desk))
        self._keep_deadlines()
        self._advance(pass_silent(self.desk, self._looked))
        # The network may take its time, and meanwhile nothing of the database is held.
        self._advance(file(self.desk, [await asyncio.to_thread(ask, self.desk.rounds, one) for one in due(self.desk)]))
        remind(self.desk)
        let_go(self.desk)
        send_digests(self.desk)
        await self._send()
        await self._publish()
        self.pulse.database = ""

    def _keep_deadlines(self) -> None:
        overdue = pass_overdue(self.desk, self._looked, self._turns.games)
        if overdue:
            crash_point("C19")
        self._advance(overdue)

    async def _publish(self) -> None:
        """Write the public pages.  Where they cannot be written the games go on, and the next round tries again."""
        if self.publish is None:
            return
        try:
            await asyncio.to_thread(self.publish)
        except OSError as fault:
            log.warning("publish: %s: %s; tried again after the next round", fault.filename, fault.strerror)

    async def _fetch(self) -> None:
        began = self.desk.clock.now()
        try:
            cursor = self._cursor()
            while fetched := await self.source.fetch(cursor):
                crash_point("C1")
                self._take_in(fetched)
                crash_point("C3")
                # Only now: what is marked or moved before it is stored is lost in a crash.
                await self.source.done([one.uid for one in fetched])
                crash_point("C4")
                cursor = self._cursor()
            await self.way_in.tidy(self.source, cursor, partial(self._take_in, is_behind=True))
            await self.way_in.look_at_space(self.source)
        except MailTrouble as trouble:
            self._trouble_with_the_mailbox(trouble)
            return
        self.way_in.over()
        self._looked = began
        # Time in which the mailbox could not be read is nobody's, whether this desk or the mail server was away.
        watch(self.desk, shifts=not self.once)
        # Last: the pulse must never be ahead of the database, or that would be taken for an older copy.
        self.pulse.mailbox, self.pulse.looked = self.way_in.full, began

    def _take_in(self, fetched: Sequence[Fetched], *, is_behind: bool = False) -> None:
        arrivals = [StoredArrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw) for one in fetched]
        with self.desk.store.begin() as books:
            if is_behind:
                books.letters_in.take_in_behind(arrivals)
            else:
                books.letters_in.take_in(arrivals)

    async def _read(self) -> None:
        """Read what waits, by turns.  Where that takes long, letters that come meanwhile are fetched, deadlines kept and
        answers sent in between."""
        done: set[int] = set()
        while True:
            with self.desk.store.read() as books:
                numbers = [one for one in books.letters_in.new() if one not in done]
            if not numbers:
                return
            # Whoever wrote them may have made them slow to read; the loop has lines to keep and the watchdog to tell.
            read = await asyncio.to_thread(self._read_some, numbers)
            done.update(read)
            if len(read) < len(numbers):
                self.pulse.beat(self.desk.clock.now())
                await self._fetch()
                self._keep_deadlines()
                await self._send()

    def _read_some(self, numbers: Sequence[int]) -> Sequence[int]:
        return read_letters(self.desk, self._looked, self._turns.of(numbers), seconds=TURN_SECONDS)

    def _cursor(self) -> Cursor:
        with self.desk.store.read() as books:
            known = books.letters_in.cursor(self.source.name)
        return Cursor(*known) if known else Cursor()

    def _trouble_with_the_mailbox(self, trouble: MailTrouble) -> None:
        self.way_in.trouble(trouble, self.pulse)

    async def _send(self) -> None:
        if not self.way_out.is_open:
            return
        done = await send_due(self.desk, self.sink)
        self._has_more = done.more
        self.way_out.went(done, self.pulse)

    def _advance(self, names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            advance(self.desk, name)

    async def _wait(self) -> None:
        """Wait for news of the mailbox, for the next thing that comes due, or for the next try after trouble."""
        if self._has_more:
            return
        due = next_look(self.desk, sends=self.way_out.is_open)
        seconds = self.poll
        if due is not None:
            seconds = min(seconds, max((due - self.desk.clock.now()).total_seconds(), 1.0))
        if self.way_in.wait:
            # No deadline can be enforced meanwhile: what comes due does not cut the wait short.
            seconds = self.way_in.wait
        if self.way_out.is_shut:
            seconds = min(seconds, self.way_out.left() + 0.01)
        if self.way_in.wait:
            await asyncio.sleep(seconds)
            return
        try:
            await self.source.wait(seconds)
        except MailTrouble as trouble:
            self._trouble_with_the_mailbox(trouble)
            await asyncio.sleep(self.way_in.wait)
