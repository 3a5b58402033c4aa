"""The published pages in a process of their own: however many connections are open, the daemon's files are its own."""

import logging
import threading
from contextlib import suppress
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.incoming.other_process import HasDied, NotDone, NotStarted, OtherProcess
from pbem.gm.digest import digest
from pbem.publish.web import serve_pages

START_SECONDS = 60.0
LOOK_SECONDS = 10.0
"""Seconds between checks of the process, and seconds that it may take to start."""
MEMORY = 1 << 30
"""Bytes of addresses: most are stacks of threads, which take no memory until they are used."""

log = logging.getLogger(__name__)


class PagesProcess:
    """Serves the folder and the queue until `close`; it is started again if it ends.

    Raises OSError if the port is taken or no process can be started.
    """

    def __init__(self, port: int, folder: Path, token: str, desk: Desk, gm: str) -> None:
        self._given = port, folder, token, desk.handed_on(), gm
        self._closing = threading.Event()
        self._process = self._start()
        self._watch = threading.Thread(target=self._keep, name="pages", daemon=True)
        self._watch.start()

    def _start(self) -> OtherProcess:
        try:
            process = OtherProcess(START_SECONDS, MEMORY)
        except NotStarted as fault:
            raise OSError(f"the process for the pages could not be started: {fault}") from fault
        try:
            process.run(START_SECONDS, _serve, *self._given)
        except (HasDied, NotDone) as fault:
            process.kill()
            raise OSError(f"the process for the pages could not be started: {type(fault).__name__}") from fault
        except BaseException:
            process.kill()
            raise
        return process

    def _keep(self) -> None:
        while not self._closing.wait(LOOK_SECONDS):
            try:
                self._process.run(LOOK_SECONDS, _nothing)
            except (HasDied, NotDone, OSError) as fault:
                log.warning("pages: their process is gone (%s); started again", type(fault).__name__)
                self._process.kill()
                with suppress(OSError):  # tried again at the next look
                    self._process = self._start()

    def close(self) -> None:
        """End it."""
        self._closing.set()
        self._watch.join(START_SECONDS)
        self._process.kill()


def _serve(port: int, folder: Path, token: str, desk: Desk, gm: str) -> None:
    """In the other process: serve in a thread.  Raises OSError if the port is taken."""
    serve_pages(port, folder, token, lambda: "\n".join(digest(desk, gm)))


def _nothing() -> None:
    """In the other process: it is there."""
