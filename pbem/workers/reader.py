"""The reader: takes letters out of the mailbox into the database, each with the game that its address names."""

import asyncio
import logging

from pbem.campaign.alarm import MailboxAlarm
from pbem.campaign.desk import Desk
from pbem.campaign.gaps import watch
from pbem.campaign.reader import CannotRead
from pbem.mail.address import find_address
from pbem.mail.ports import Cursor, Fetched, LoginRefused, MailSource, MailTrouble
from pbem.store.leases import DESK
from pbem.store.letters_in import Arrival
from pbem.workers.worker import Worker

log = logging.getLogger(__name__)


class MailReader(Worker):
    """See the module.  Two of them may read one mailbox: each letter is stored once.

    With `shifts` the time in which no reader was at work puts deadlines forward.
    """

    role = "reader"

    def __init__(self, desk: Desk, source: MailSource, poll: float, *, shifts: bool = True) -> None:
        super().__init__(desk, poll)
        self._source, self._shifts = source, shifts
        self._is_untidy = True
        self._alarm = MailboxAlarm(desk)

    async def turn(self) -> bool:
        """Fetch until the mailbox holds nothing new."""
        began = self.desk.clock.now()
        try:
            while await self._fetch():
                self._is_untidy = True
            if self._is_untidy:
                await self._source.tidy(self._cursor())
                self._is_untidy = False
        except MailTrouble as trouble:
            log.warning("mailbox: %s; tried again in %.0f s", trouble, self.poll)
            self.pulse.mailbox = str(trouble)
            self._alarm.trouble(str(trouble), is_final=isinstance(trouble, LoginRefused) and trouble.is_final)
            return False
        self._alarm.over()
        self.pulse.mailbox, self.pulse.looked = "", began
        with self.desk.store.begin() as books:
            books.letters_in.looked(self._source.name, began)
        # Time in which the mailbox could not be read is nobody's, whether this desk or the mail server was away.
        watch(self.desk, shifts=self._shifts)
        return False

    async def wait(self, seconds: float, stop: asyncio.Event) -> None:
        """Wait for news of the mailbox."""
        waiting = asyncio.create_task(self._source.wait(seconds))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        for task in (waiting, stopping):
            task.cancel()
        for fault in await asyncio.gather(waiting, stopping, return_exceptions=True):
            if isinstance(fault, MailTrouble):
                log.warning("mailbox: %s", fault)
                await asyncio.sleep(min(seconds, 1.0))

    async def leave(self) -> None:
        """Let the mailbox go."""
        await self._source.close()
        await super().leave()

    async def _fetch(self) -> bool:
        fetched = await self._source.fetch(self._cursor())
        if not fetched:
            return False
        # Beside the loop, which sends meanwhile: a letter may be made to be slow to read.
        named = [await asyncio.to_thread(self._game_of, one) for one in fetched]
        with self.desk.store.begin() as books:
            games = {name: name if books.games.exists(name) else DESK for name in set(named)}
            books.letters_in.take_in(
                [
                    Arrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw, games[name])
                    for one, name in zip(fetched, named, strict=True)
                ]
            )
            books.leases.wake([games[name] for name in named])
        # Only now: what is marked or moved before it is stored is lost in a crash.
        await self._source.done([one.uid for one in fetched])
        return True

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
        except Exception:
            log.exception("letter %d of %s", one.uid, one.source)
            return DESK
