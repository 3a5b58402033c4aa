"""The common part of readers, adjudicators and senders: joining, the round, trouble with the database."""

import asyncio
import logging
import os
import socket
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from sqlalchemy.exc import SQLAlchemyError

from pbem import __version__
from pbem.desk.desk import Desk
from pbem.desk.gm.pulse import Pulse
from pbem.desk.incoming.reader import NoReader
from pbem.store.migrations import HEAD
from pbem.store.schema import NOT_SEEN_SECONDS
from pbem.store.trouble import explained, is_the_databases
from pbem.workers.bell import Bell

log = logging.getLogger(__name__)

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
