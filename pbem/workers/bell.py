"""Waiting for news of the database: LISTEN, and polling where the line to it is down."""

import asyncio
import logging

import psycopg

from pbem.store.leases import CHANNEL
from pbem.store.trouble import words_of

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
