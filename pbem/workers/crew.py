"""A crew on one machine: reader and sender in this process, adjudicators in processes of their own; or one round of all."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess

from pbem.workers.adjudicator import Adjudicator
from pbem.workers.reader import MailReader
from pbem.workers.sender import Sender
from pbem.workers.worker import Worker

log = logging.getLogger(__name__)

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
