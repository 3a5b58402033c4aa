"""Several processes at one desk, on one PostgreSQL: readers, adjudicators, senders; and a crew of them on one machine."""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import partial
from multiprocessing.process import BaseProcess

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from pbem import __version__
from pbem.desk.desk import Desk
from pbem.desk.gm.alarm import Pulse
from pbem.desk.incoming.intake import suspect
from pbem.desk.incoming.reader import CannotRead, NoReader
from pbem.desk.incoming.reading import SeparateJob, read_letters
from pbem.desk.outgoing.mail_monitor import InboxMonitor, OutboxMonitor
from pbem.desk.outgoing.outbox import let_go, send_claimed
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import LAG, ends, pass_game
from pbem.desk.play.downtime import ClockWatch, end_pauses, watch
from pbem.desk.play.locking import fetch_due, pass_silent
from pbem.gm.by_mail import answer_letters
from pbem.gm.digest import send_digests
from pbem.mail.address import find_address
from pbem.mail.ports import Cursor, Fetched, MailSink, MailSource, MailTrouble
from pbem.store.columns import time_text
from pbem.store.database_errors import explained, is_the_databases, is_the_machines, words_of
from pbem.store.leases import CHANNEL, DESK, Claim, LeaseLost
from pbem.store.letters_in import StoredArrival
from pbem.store.migrations import HEAD
from pbem.store.schema import NOT_SEEN_SECONDS

# The common part of readers, adjudicators and senders: joining, the round, trouble with the database.

# Waiting for news of the database: LISTEN, and polling where the line to it is down.


class Bell:
    """Rings when something is told on the channel of the desk.  It may miss what is told while its line is down, so whoever
    waits looks again after `seconds` in any case."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: psycopg.AsyncConnection[object] | None = None

    async def wait(self, seconds: float, stop: asyncio.Event) -> None:
        """Wait until it rings, at most so long, and no longer once `stop` is set."""
        ringing = asyncio.create_task(self._ring(seconds))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({ringing, stopping}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in (ringing, stopping):
            task.cancel()
        await asyncio.gather(ringing, stopping, return_exceptions=True)

    async def close(self) -> None:
        """Let the line go."""
        if self._line is not None:
            await self._line.close()
            self._line = None

    async def _ring(self, seconds: float) -> None:
        try:
            if self._line is None or self._line.closed:
                self._line = await self._listening()
                return  # news from before we listened reached nobody: look now
            async for _ in self._line.notifies(timeout=seconds, stop_after=1):
                return
        except psycopg.Error as fault:
            log.warning("news of the database: %s; looked again in %.0f s", words_of(fault), seconds)
            await self.close()
            await asyncio.sleep(seconds)

    async def _listening(self) -> psycopg.AsyncConnection[object]:
        """A line that listens.  One on which it did not come to that is no line: it would never ring."""
        line: psycopg.AsyncConnection[object] = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        try:
            await line.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await line.close()
            raise
        return line


VERSION = f"{__version__}, tables {HEAD}"
"""The version that all workers of one database must share."""

BEAT_SECONDS = 30.0
"""The longest that a worker waits: then it says that it is there."""


class Worker(ABC):
    """A process of one role.  `poll` is the longest wait for news, in seconds."""

    role: str

    def __init__(self, desk: Desk, poll: float) -> None:
        self.desk, self.poll = desk, min(poll, BEAT_SECONDS)
        self.name = f"{self.role} {os.getpid()} on {socket.gethostname()}"
        self.bell = Bell(desk.store.listen_url)
        self.pulse = Pulse()
        """The state of this process; the workers of one process may share one."""
        self._trouble = 0.0
        self._beaten: datetime | None = None

    async def serve(self, stop: asyncio.Event) -> None:
        """Join, and work until `stop` is set.  Raises WrongVersion."""
        async with self.at_work(stop):
            while not stop.is_set():
                seconds = await self._turn()
                if seconds > 0:
                    await self.wait(seconds, stop)

    @asynccontextmanager
    async def at_work(self, stop: asyncio.Event | None = None) -> AsyncIterator[None]:
        """Join, and leave at the end.  With `stop` a database that cannot be written is tried until it can, or that is set.

        Raises WrongVersion.
        """
        while not (stop is not None and stop.is_set()):
            try:
                with self.desk.store.begin() as books:
                    books.workers.join(self.name, self.role, VERSION, NOT_SEEN_SECONDS)
                break
            except SQLAlchemyError as fault:
                if stop is None or not is_the_databases(fault):
                    raise
                await self.bell.wait(self._database_trouble(fault), stop)
        try:
            yield
        finally:
            await self.bell.close()
            await self.leave()

    @abstractmethod
    async def turn(self) -> bool:
        """One round; whether there is more to do at once."""

    async def wait(self, seconds: float, stop: asyncio.Event) -> None:
        """Wait for news."""
        await self.bell.wait(seconds, stop)

    async def leave(self) -> None:
        """Say that this worker stops."""
        try:
            with self.desk.store.begin() as books:
                books.workers.leave(self.name)
        except SQLAlchemyError as fault:
            log.warning("%s: %s; it will be forgotten in %d s", self.name, explained(fault), NOT_SEEN_SECONDS)

    async def _turn(self) -> float:
        """One round; how long to wait after it."""
        try:
            self._beat()
            more = await self.turn()
        except (SQLAlchemyError, NoReader, OSError) as fault:
            return self._database_trouble(fault)
        self._trouble = 0.0
        self.pulse.database = ""
        self.pulse.beat(self.desk.clock.now())
        return 0.0 if more else self.poll

    def _database_trouble(self, fault: Exception) -> float:
        """Nothing was half written.  The database is back when it is back; meanwhile it is asked less and less often.  How long
        to wait now."""
        self._trouble = min(max(1.0, self._trouble * 2), LONGEST_BACKOFF)
        self.pulse.database = explained(fault)
        self.pulse.beat(self.desk.clock.now())
        log.error("database: %s; tried again in %.0f s", self.pulse.database, self._trouble)
        return self._trouble

    def _beat(self) -> None:
        now = self.desk.clock.now()
        if self._beaten is None or (now - self._beaten).total_seconds() >= BEAT_SECONDS / 2:
            with self.desk.store.begin() as books:
                books.workers.beat(self.name, self.role, VERSION)
            self._beaten = now


# The reader: takes letters out of the mailbox into the database, each with the game that its address names.

log = logging.getLogger(__name__)


class MailReader(Worker):
    """See the module.  Two of them may read one mailbox: each letter is stored once.

    The time in which no reader was at work puts deadlines forward, unless it makes one round (`once`), by a timer.
    """

    role = "reader"

    def __init__(self, desk: Desk, source: MailSource, poll: float, *, once: bool = False) -> None:
        super().__init__(desk, poll)
        self._source, self._once = source, once
        self.way_in = InboxMonitor(desk, once=once)
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
                StoredArrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw, games[name])
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


# The adjudicator: claims games that have something to do, reads their letters, keeps their deadlines, plays them
# on.
#
# A game is worked at by one adjudicator at a time; what it comes to hangs on letters and records alone, so it is
# the same whoever does the work.

LEASE_SECONDS = 120.0
"""Seconds for which a claim is good; it is renewed before each game of a batch.  Reading a letter may take a few seconds."""
BATCH = 10
"""Games that are claimed at once."""
SOON = 5.0
"""Seconds after which a game is looked at again that has unread letters, or a deadline that may not pass yet."""


TURN_SECONDS = 2.0
"""After so long with letters of one game the others have their turn."""


class Adjudicator(Worker):
    """See the module."""

    role = "adjudicator"

    def __init__(self, desk: Desk, poll: float, *, lease: float = LEASE_SECONDS, batch: int = BATCH) -> None:
        super().__init__(desk, poll)
        self._lease, self._batch = lease, batch
        self._has_looked = False

    async def turn(self) -> bool:
        """Claim a batch and work through it; whether it was a full one."""
        return self.batch() == self._batch

    def batch(self) -> int:
        """Claim what has something to do now, up to a batch, and work through it; how many games that were."""
        with self.desk.store.begin() as books:
            if not self._has_looked:
                books.leases.wake([DESK])  # its lease is there from the first round on
                self._has_looked = True
            claims = books.leases.claim(self.name, self._lease, self._batch)
        for claim in claims:
            try:
                self.work(claim)
            except LeaseLost as lost:
                log.warning("%s: %s; nothing of it was written", self.name, lost)
        return len(claims)

    def work(self, claim: Claim) -> None:
        """One game's round.  Raises LeaseLost."""
        with self.desk.store.begin() as books:
            if not books.leases.renew(claim, self._lease):
                raise LeaseLost(claim.name, claim.epoch, claim.epoch + 1)
        with self.desk.store.under(claim):
            with self.desk.store.read() as books:
                numbers = books.letters_in.new_for(claim.name)
                looked = books.letters_in.last_looked()
            if claim.is_taken_over and suspect(self.desk, numbers):
                with SeparateJob(self.desk) as apart:
                    read_letters(self.desk, looked, numbers, by=apart.take)
            else:
                numbers = read_letters(self.desk, looked, numbers, seconds=TURN_SECONDS)
            after = self._house_keeping(looked) if claim.name == DESK else self._play(claim, looked)
            with self.desk.store.begin() as books:
                books.leases.done(claim, numbers, after)

    def _play(self, claim: Claim, looked: datetime | None) -> float | None:
        """Deadlines, and what a worker that died has left; in how many seconds to look again."""
        with self.desk.store.read() as books:
            found = books.games.find(claim.name)
            if found is None or found.state != "open":
                return None
            is_unplayed = found.unplayed
        if pass_game(self.desk, claim.name, looked) or is_unplayed or claim.is_taken_over:
            advance(self.desk, claim.name)
        with self.desk.store.read() as books:
            game = books.games.get(claim.name)
            row = books.phases.open(game) if game.state == "open" else None
            is_unread = bool(books.letters_in.new_for(claim.name))
        if row is None or row.due is None or row.passed or row.lapsed is not None:
            return SOON if is_unread and game.state == "open" else None
        return max((ends(game, row.due) + LAG - self.desk.clock.now()).total_seconds(), SOON)

    def _house_keeping(self, looked: datetime | None) -> float:
        """Do the work that belongs to no game: letters of GMs, pauses that end, reminders, digests, deadlines that have come,
        dice that wait."""
        answer_letters(self.desk)
        resumed = [*end_pauses(self.desk), *pass_silent(self.desk, looked), *fetch_due(self.desk)]
        remind(self.desk)
        let_go(self.desk)
        send_digests(self.desk)
        with self.desk.store.begin() as books:
            books.leases.wake(resumed)
            books.leases.wake_overdue(time_text(self.desk.clock.now() - LAG))
        return self.poll


# The sender: claims what is to be sent, in batches, and sends it.


class Sender(Worker):
    """See the module."""

    role = "sender"

    def __init__(self, desk: Desk, sink: MailSink, poll: float, *, once: bool = False) -> None:
        super().__init__(desk, poll)
        self._sink = sink
        self.way_out = OutboxMonitor(desk, once=once)

    async def turn(self) -> bool:
        """Send a batch; whether there may be more."""
        if not self.way_out.is_open:
            return False
        done = await send_claimed(self.desk, self._sink)
        self.way_out.went(done, self.pulse)
        return done.more

    async def wait(self, seconds: float, stop: asyncio.Event) -> None:
        """Wait for news; after trouble, for the next try."""
        if self.way_out.is_shut:
            seconds = min(seconds, self.way_out.left() + 0.01)
        await super().wait(seconds, stop)

    async def leave(self) -> None:
        """Let the line go."""
        await self._sink.close()
        await super().leave()


LONGEST_BACKOFF = 60.0
LIVED_SECONDS = 600.0
"""An adjudicator that has worked for so long is started again at once."""
STOP_SECONDS = 30.0
"""Seconds that an adjudicator may take to finish its game when it is asked to stop."""


async def serve(
    workers: Sequence[Worker], adjudicators: int, adjudicate: Callable[[], int], stop: asyncio.Event
) -> None:
    """Let `workers` work in this process and so many adjudicators beside it, until `stop` is set.

    `adjudicate` is the work of one, until SIGTERM, in a process that can import it.  One that ends by itself is started
    again; if this process is killed, they finish their game and stop.  Raises what a worker raises that cannot begin
    (WrongVersion).
    """
    children = [asyncio.create_task(_keep(adjudicate, stop)) for _ in range(adjudicators)]
    own = [asyncio.create_task(one.serve(stop)) for one in workers]
    ended, _ = await asyncio.wait(own, return_when=asyncio.FIRST_EXCEPTION)
    stop.set()
    await asyncio.gather(*own, *children, return_exceptions=True)
    for task in ended:
        task.result()


async def one_round(reader: MailReader, adjudicator: Adjudicator, sender: Sender) -> None:
    """One round of each part in this process, under leases: other workers may be at it, and their games are left to them.

    Raises WrongVersion if they are of another version.
    """
    async with reader.at_work(), adjudicator.at_work(), sender.at_work():
        await reader.turn()
        while adjudicator.batch():  # the desk's own round finds the deadlines that have come
            pass
        while await sender.turn():
            pass


async def _keep(adjudicate: Callable[[], int], stop: asyncio.Event) -> None:
    backoff = 0.0
    while not stop.is_set():
        began = asyncio.get_running_loop().time()
        child = multiprocessing.get_context("spawn").Process(target=_work, args=(adjudicate,))
        child.start()
        ending, stopping = asyncio.create_task(_end_of(child)), asyncio.create_task(stop.wait())
        await asyncio.wait({ending, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not ending.done():
            child.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(ending), STOP_SECONDS)
            if not ending.done():
                child.kill()
            await ending
            return
        stopping.cancel()
        if asyncio.get_running_loop().time() - began > LIVED_SECONDS:
            backoff = 0.0  # it has nothing to do with the end of the one before it
        backoff = min(max(1.0, backoff * 2), LONGEST_BACKOFF)
        log.error("adjudicator %d ended with %d; started again in %.0f s", child.pid, child.exitcode, backoff)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), backoff)


async def _end_of(child: BaseProcess) -> None:
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_reader(child.sentinel, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(child.sentinel)
    child.join()


def _work(adjudicate: Callable[[], int]) -> None:
    """In the other process."""
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    raise SystemExit(adjudicate())


def _stop_with_parent() -> None:
    """Once nobody is left to say that it is to stop: killed, out of memory, or gone with its terminal."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
