"""The common part of readers, adjudicators and senders: joining, the round, trouble with the database."""

import asyncio
import logging
import os
import socket
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from pbem import __version__
from pbem.desk.desk import Desk
from pbem.desk.gm.alarm import Pulse
from pbem.desk.incoming.reader import NoReader
from pbem.store.database_errors import explained, is_the_databases, words_of
from pbem.store.leases import CHANNEL
from pbem.store.migrations import HEAD
from pbem.store.schema import NOT_SEEN_SECONDS

# Waiting for news of the database: LISTEN, and polling where the line to it is down.

log = logging.getLogger(__name__)


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

LONGEST_BACKOFF = 60.0
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
