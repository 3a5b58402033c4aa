"""The reader: takes letters out of the mailbox into the database, each with the game that its address names."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from pbem.desk.desk import Desk
from pbem.desk.incoming.reader import CannotRead
from pbem.desk.outgoing.mail_lines import WayIn
from pbem.desk.play.downtime import ClockWatch, watch
from pbem.mail.address import find_address
from pbem.mail.ports import Cursor, Fetched, MailSource, MailTrouble
from pbem.store.leases import DESK
from pbem.store.letters_in import Arrival
from pbem.store.trouble import is_the_machines
from pbem.workers.worker import Worker

log = logging.getLogger(__name__)


class MailReader(Worker):
    """See the module.  Two of them may read one mailbox: each letter is stored once.

    The time in which no reader was at work puts deadlines forward, unless it makes one round (`once`), by a timer.
    """

    role = "reader"

    def __init__(self, desk: Desk, source: MailSource, poll: float, *, once: bool = False) -> None:
        super().__init__(desk, poll)
        self._source, self._once = source, once
        self.way_in = WayIn(desk, once=once)
        self._clock = ClockWatch(desk)

    async def turn(self) -> bool:
        """Fetch until the mailbox holds nothing new; nothing while this machine's clock is in doubt, so that no deadline is
        enforced."""
        self.pulse.clock = self._clock.doubt()
        if self.pulse.clock:
            return False
        began = self.desk.clock.now()
        try:
            while await self._fetch():
                self.way_in.untidy()  # another reader may have moved some of them first
            await self.way_in.tidy(self._source, self._cursor(), partial(self._take_in, is_behind=True))
            await self.way_in.look_at_space(self._source)
        except MailTrouble as trouble:
            self.way_in.trouble(trouble, self.pulse)
            return False
        self.way_in.over()
        self.pulse.mailbox, self.pulse.looked = self.way_in.full, began
        with self.desk.store.begin() as books:
            books.letters_in.looked(self._source.name, began)
        # Time in which the mailbox could not be read is nobody's, whether this desk or the mail server was away.
        watch(self.desk, shifts=not self._once)
        return False

    async def wait(self, seconds: float, stop: asyncio.Event) -> None:
        """Wait for news of the mailbox; after trouble, for the next try."""
        waiting = asyncio.create_task(self._news(seconds))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        for task in (waiting, stopping):
            task.cancel()
        await asyncio.gather(waiting, stopping, return_exceptions=True)

    async def _news(self, seconds: float) -> None:
        if not self.way_in.wait:
            try:
                await self._source.wait(seconds)
                return
            except MailTrouble as trouble:
                self.way_in.trouble(trouble, self.pulse)
        await asyncio.sleep(self.way_in.wait)

    async def leave(self) -> None:
        """Let the mailbox go."""
        await self._source.close()
        await super().leave()

    async def _fetch(self) -> bool:
        fetched = await self._source.fetch(self._cursor())
        if not fetched:
            return False
        # Beside the loop, which sends meanwhile: a letter may be made to be slow to read.
        await asyncio.to_thread(self._take_in, fetched)
        # Only now: what is marked or moved before it is stored is lost in a crash.
        await self._source.done([one.uid for one in fetched])
        return True

    def _take_in(self, fetched: Sequence[Fetched], *, is_behind: bool = False) -> None:
        """Store letters, each with the game that its address names, and wake those who work there."""
        named = [self._game_of(one) for one in fetched]
        with self.desk.store.begin() as books:
            games = {name: name if books.games.exists(name) else DESK for name in set(named)}
            arrivals = [
                Arrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw, games[name])
                for one, name in zip(fetched, named, strict=True)
            ]
            if is_behind:
                books.letters_in.take_in_behind(arrivals)
            else:
                books.letters_in.take_in(arrivals)
            books.leases.wake([games[name] for name in named])

    def _cursor(self) -> Cursor:
        with self.desk.store.read() as books:
            known = books.letters_in.cursor(self._source.name)
        return Cursor(*known) if known else Cursor()

    def _game_of(self, one: Fetched) -> str:
        """The game that a letter's address names; whatever cannot be read belongs to none, and is met again by whoever works
        there."""
        try:
            return find_address(self.desk.reader.letter(one.raw), self.desk.house.host).game
        except CannotRead:
            return DESK
        # Any bytes may lie in a mailbox.  Whoever takes the letter up at the desk meets the fault again, and holds it.
        except Exception as fault:
            if is_the_machines(fault):
                raise
            log.exception("letter %d of %s", one.uid, one.source)
            return DESK
