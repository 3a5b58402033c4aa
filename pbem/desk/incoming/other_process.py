"""A process of its own that carries out jobs, one after the other, and may be killed.

Jobs and what came of them go over one pipe.  `ProcessPoolExecutor` would do the same with two threads and three pipes, which
costs half a millisecond more for each job, and a letter has five.
"""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

KILLED_SECONDS = 10.0
"""Seconds to wait for a killed process; it is the system's then."""


class HasDied(Exception):
    """The process ended in the middle of a job."""


class NotDone(Exception):
    """A job took longer than it may."""


class NotStarted(Exception):
    """The process did not start; the cause says why."""


class _Where(Exception):
    """The place in the other process where an exception was raised: its traceback, as the cause."""

    def __str__(self) -> str:
        return f'\n"""\n{self.args[0]}"""'


class OtherProcess:
    """A process, started again; `memory` is how many bytes it may have.  Raises NotStarted after `start_seconds`."""

    def __init__(self, start_seconds: float, memory: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs, memory), daemon=True)
        self._turn = threading.Lock()
        self._ending = threading.Lock()
        try:
            self._process.start()
            theirs.close()  # else nobody would notice when it dies
            if not self._pipe.poll(start_seconds):
                raise TimeoutError
            self._pipe.recv()
        except (EOFError, OSError) as fault:
            theirs.close()
            self.kill()
            raise NotStarted(type(fault).__name__) from fault

    def run(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        """The result of a job. Raises HasDied, NotDone (the process must be killed then), and what the job raises."""
        with self._turn:
            try:
                self._pipe.send((work, given))
                if not self._pipe.poll(seconds):
                    raise NotDone
                found, fault, where = self._pipe.recv()
            except (EOFError, BrokenPipeError, ConnectionResetError) as gone:
                raise HasDied from gone
        if fault is not None:
            raise fault from _Where(where)
        return found

    def kill(self) -> None:
        """Kill the process, whatever it is doing; two threads may want it at once."""
        with self._ending:
            if self._process.pid is not None:
                self._process.kill()
                self._process.join(KILLED_SECONDS)
            if not self._pipe.closed:
                self._pipe.close()


def _serve(pipe: Connection, memory: int) -> None:
    """In the other process: jobs as they come, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the desk's matter, and it ends with the desk
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError, ValueError, OSError):  # macOS has the module, and may refuse this limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    pipe.send(None)
    while True:
        try:
            work, given = pipe.recv()
        except EOFError:
            return
        # Whatever it raises is the asker's, even what ends a process of ours otherwise.
        except BaseException as fault:
            _send(pipe, None, fault)
            continue
        try:
            found = work(*given)
        except BaseException as fault:
            _send(pipe, None, fault)
        else:
            _send(pipe, found)


def _send(pipe: Connection, found: Any, fault: BaseException | None = None) -> None:
    where = "" if fault is None else "".join(traceback.format_exception(fault))
    try:
        pipe.send((found, fault, where))
    # Not everything can be sent; what it was can be said.
    except Exception as other:
        failure = RuntimeError(f"{type(other).__name__}: {other} (sending back {found if fault is None else fault!r})")
        pipe.send((None, failure, where))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
