"""The daemon: mail in, letters read, games advanced, deadlines kept, mail out.

A fault in a letter holds that letter, a fault in a game holds that game; the daemon stops only when it is asked to.
What it must not forget is in the store before anything else happens, so it may be killed at any moment.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime

from sqlalchemy.exc import SQLAlchemyError

from pbem.campaign.advance import advance
from pbem.campaign.alarm import MailboxAlarm, ring
from pbem.campaign.apart import SeparateJob
from pbem.campaign.beacon_rounds import ask, due, file
from pbem.campaign.deadlines import next_look, pass_overdue
from pbem.campaign.desk import Desk
from pbem.campaign.gaps import watch
from pbem.campaign.intake import suspect
from pbem.campaign.locking import pass_silent
from pbem.campaign.outbox import reply_text, send_due
from pbem.campaign.pausing import end_pauses
from pbem.campaign.pulse import Pulse
from pbem.campaign.reader import NoReader
from pbem.campaign.reading import read_letters
from pbem.campaign.reminders import remind
from pbem.campaign.templates import let_go
from pbem.crash_points import crash_point
from pbem.gm.by_mail import answer_letters
from pbem.gm.digest import send_digests
from pbem.mail.backoff import Backoff
from pbem.mail.ports import Cursor, Later, LoginRefused, MailSink, MailSource, MailTrouble
from pbem.store.letters_in import Arrival
from pbem.store.trouble import explained

log = logging.getLogger(__name__)

LONGEST_BACKOFF = 30.0
"""Seconds: one try each half minute harms no server, and its return is noticed within that time."""
LOGIN_REFUSED = (530, 534, 535, 538)
"""What SMTP servers say of a login that will not do (RFC 4954)."""
LOGIN_TRIES = 3

FIX_IT = "%s: %s  Fix it, then restart the daemon: pbem doctor tells what to do."


class Daemon:
    """Serves all games of a desk over one mailbox and one way out.  `poll` is the longest wait for news, in seconds.

    Without `shifts` no deadline is moved later after a gap: for a desk that is started by a timer.  `pulse` is told how it
    stands after each round.
    """

    def __init__(
        self,
        desk: Desk,
        source: MailSource,
        sink: MailSink,
        poll: float = 60.0,
        *,
        shifts: bool = True,
        pulse: Pulse | None = None,
        publish: Callable[[], object] | None = None,
    ) -> None:
        self.desk, self.source, self.sink, self.poll, self.shifts = desk, source, sink, poll, shifts
        self.pulse = pulse or Pulse()
        self.publish = publish
        self._looked: datetime | None = None
        self._in = Backoff(LONGEST_BACKOFF, desk.chance)
        self._out = Backoff(LONGEST_BACKOFF, desk.chance)
        self._database = Backoff(LONGEST_BACKOFF, desk.chance)
        self._in_wait = self._out_wait = 0.0
        self._sends_from = 0.0
        self._has_more = False
        self._is_untidy = True
        self._refusals = 0
        self._alarm = MailboxAlarm(desk)
        self._has_rung = False

    async def serve(self, stop: asyncio.Event) -> None:
        """Serve until `stop` is set."""
        stopping = asyncio.create_task(stop.wait())
        is_recovered = False
        try:
            while not stop.is_set():
                wait = 0.0
                try:
                    if not is_recovered:
                        await asyncio.to_thread(self.recover)  # what was left may be slow to read
                        is_recovered = True
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

    def recover(self) -> None:
        """What a crash may have left: letters stored and not read, orders filed and not carried out."""
        with self.desk.store.read() as books:
            names = books.games.unplayed()
        if suspect(self.desk):
            with SeparateJob(self.desk) as apart:
                read_letters(self.desk, self._looked, by=apart.take)
        read_letters(self.desk, self._looked)
        self._advance(names)

    async def turn(self) -> None:
        """One round: fetch and store, mark, read, keep deadlines, advance, send."""
        await self._fetch()
        await self._read()
        answer_letters(self.desk)
        self._advance(end_pauses(self.desk))
        overdue = pass_overdue(self.desk, self._looked)
        if overdue:
            crash_point("C19")
        self._advance(overdue)
        self._advance(pass_silent(self.desk, self._looked))
        # The network may take its time, and meanwhile nothing of the database is held.
        self._advance(file(self.desk, [await asyncio.to_thread(ask, self.desk.rounds, one) for one in due(self.desk)]))
        remind(self.desk)
        let_go(self.desk)
        send_digests(self.desk)
        await self._send()
        await self._publish()
        self.pulse.database = ""

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
                arrivals = [Arrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw) for one in fetched]
                with self.desk.store.begin() as books:
                    books.letters_in.take_in(arrivals)
                crash_point("C3")
                # Only now: what is marked or moved before it is stored is lost in a crash.
                await self.source.done([one.uid for one in fetched])
                crash_point("C4")
                cursor = self._cursor()
            if self._is_untidy:
                await self.source.tidy(cursor)
                self._is_untidy = False
        except MailTrouble as trouble:
            self._trouble_with_the_mailbox(trouble)
            return
        self._in.over()
        self._alarm.over()
        self._in_wait, self._looked = 0.0, began
        # Time in which the mailbox could not be read is nobody's, whether this desk or the mail server was away.
        watch(self.desk, shifts=self.shifts)
        # Last: the pulse must never be ahead of the database, or that would be taken for an older copy.
        self.pulse.mailbox, self.pulse.looked = "", began

    async def _read(self) -> None:
        with self.desk.store.read() as books:
            numbers = books.letters_in.new()
        if numbers:
            # Whoever wrote them may have made them slow to read; the loop has lines to keep and the watchdog to tell.
            await asyncio.to_thread(read_letters, self.desk, self._looked, numbers)

    def _cursor(self) -> Cursor:
        with self.desk.store.read() as books:
            known = books.letters_in.cursor(self.source.name)
        return Cursor(*known) if known else Cursor()

    def _trouble_with_the_mailbox(self, trouble: MailTrouble) -> None:
        self._in_wait = self._in.longer()
        self._is_untidy = True
        self.pulse.mailbox = str(trouble)
        is_final = isinstance(trouble, LoginRefused) and trouble.is_final
        if self._alarm.trouble(str(trouble), is_final=is_final) and is_final:
            log.critical(FIX_IT, "mailbox", trouble)
        if not is_final:
            log.warning("mailbox: %s; tried again in %.0f s", trouble, self._in_wait)

    async def _send(self) -> None:
        if self._refusals >= LOGIN_TRIES or self._now() < self._sends_from:
            return
        done = await send_due(self.desk, self.sink)
        self._has_more = done.more
        if done.trouble is None:
            self._out.over()
            self._out_wait = self._refusals = 0
            self.pulse.way_out = ""
            return
        self._out_wait = self._out.longer()
        self._sends_from = self._now() + self._out_wait
        self.pulse.way_out = reply_text(done.trouble.code, done.trouble.reply)
        self._count_refusals(done.trouble)
        log.warning("mail out: %s; tried again in %.0f s", self.pulse.way_out, self._out_wait)

    def _count_refusals(self, trouble: Later) -> None:
        if not trouble.is_line or trouble.code not in LOGIN_REFUSED:
            self._refusals = 0
            return
        self._refusals += 1
        if self._refusals >= LOGIN_TRIES:
            why = f"SMTP: the login was refused {LOGIN_TRIES} times, and is not tried again. {trouble.reply}"
            self._ring("way out", why)

    def _ring(self, what: str, why: str) -> None:
        """Call the GM, once, for what only a person can fix."""
        if not self._has_rung:
            self._has_rung = True
            log.critical(FIX_IT, what, why)
            ring(self.desk, what, why)

    def _advance(self, names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            advance(self.desk, name)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _wait(self) -> None:
        """Wait for news of the mailbox, for the next thing that comes due, or for the next try after trouble."""
        if self._has_more:
            return
        due = next_look(self.desk)
        seconds = self.poll
        if due is not None:
            seconds = min(seconds, max((due - self.desk.clock.now()).total_seconds(), 1.0))
        if self._out_wait and self._refusals < LOGIN_TRIES:
            seconds = min(seconds, max(self._sends_from - self._now(), 0.0) + 0.01)
        if self._in_wait:
            # No deadline can be enforced meanwhile: what comes due does not cut the wait short.
            out = seconds if self._out_wait else self._in_wait
            await asyncio.sleep(min(self._in_wait, out))
            return
        try:
            await self.source.wait(seconds)
        except MailTrouble as trouble:
            self._trouble_with_the_mailbox(trouble)
