"""A crew on one machine: reader and sender in this process, adjudicators in processes of their own; or one round of all."""

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pbem.workers.adjudicator import Adjudicator
from pbem.workers.reader import MailReader
from pbem.workers.sender import Sender
from pbem.workers.worker import Worker

log = logging.getLogger(__name__)

LONGEST_BACKOFF = 60.0
LIVED_SECONDS = 600.0
"""An adjudicator that has worked for so long is started again at once."""
STOP_SECONDS = 30.0
"""How long an adjudicator may take to finish its game when it is asked to stop."""


async def serve(workers: Sequence[Worker], adjudicators: int, config: Path, stop: asyncio.Event) -> None:
    """Let `workers` work in this process and so many adjudicators beside it, until `stop` is set.

    An adjudicator that ends by itself is started again.  Raises what a worker raises that cannot begin (WrongVersion).
    """
    children = [asyncio.create_task(_keep(config, stop)) for _ in range(adjudicators)]
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


async def _keep(config: Path, stop: asyncio.Event) -> None:
    words = [sys.executable, "-m", "pbem", "serve", "--role", "adjudicator", "--config", str(config)]
    backoff = 0.0
    while not stop.is_set():
        began = asyncio.get_running_loop().time()
        child = await asyncio.create_subprocess_exec(*words)
        ending, stopping = asyncio.create_task(child.wait()), asyncio.create_task(stop.wait())
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
        log.error("adjudicator %d ended with %d; started again in %.0f s", child.pid, child.returncode, backoff)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), backoff)
