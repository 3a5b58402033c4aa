"""What goes on inside the process that reads letters: job after job, each with its limit, until its desk is gone.

Here it goes on in this process: `Pipe` hands out the jobs and keeps what came back, and nothing is started.
"""

import multiprocessing
import os
import pickle
import resource
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.desk.incoming import other_process, reader
from pbem.desk.incoming.other_process import _end_with_parent, _serve

MEMORY = 1 << 29
SIGNALS = (signal.SIGINT, signal.SIGPROF)


class Pipe:
    """One end of a pipe: the jobs that wait in it, and what was sent; after the last job it is closed."""

    def __init__(self, *jobs: Any) -> None:
        self.jobs = list(jobs)
        self.sent: list[Any] = []

    def recv(self) -> Any:
        if not self.jobs:
            raise EOFError
        job = self.jobs.pop(0)
        if isinstance(job, Exception):
            raise job
        return job

    def send(self, what: Any) -> None:
        pickle.dumps(what)
        self.sent.append(what)


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[int, tuple[int, int]]]:
    """Signals are looked after as before; limits of memory are noted, not set."""
    limits: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    handlers = {one: signal.getsignal(one) for one in SIGNALS}
    yield limits
    for one, handler in handlers.items():
        signal.signal(one, handler)


def served(*jobs: Any) -> list[Any]:
    """What a process sends back for these jobs, the sign that it has come up left out."""
    pipe = Pipe(*jobs)
    _serve(pipe, MEMORY)  # type: ignore[arg-type]
    assert pipe.sent[0] is None
    return pipe.sent[1:]


def test_each_job_is_answered_in_its_turn() -> None:
    assert served((divmod, (7, 2)), (len, ("four",)), (str, ())) == [((3, 1), None, ""), (4, None, ""), ("", None, "")]


def test_what_a_job_raises_comes_back_with_where_and_the_next_one_is_done() -> None:
    first, second = served((divmod, (1, 0)), (len, ("four",)))
    assert first[0] is None
    assert isinstance(first[1], ZeroDivisionError)
    assert "Traceback" in first[2]
    assert "work(*given)" in first[2]
    assert second == (4, None, "")


def test_a_job_that_cannot_be_read_is_the_askers_fault_and_the_next_one_is_done() -> None:
    first, second = served(AttributeError("no such function"), (len, ("four",)))
    assert isinstance(first[1], AttributeError)
    assert second == (4, None, "")


def test_what_cannot_be_sent_back_is_named() -> None:
    ((found, fault, where),) = served((lambda: lambda: 0, ()))
    assert (found, where) == (None, "")
    assert isinstance(fault, RuntimeError)
    assert "(sending back <function" in str(fault)


def raises_what_cannot_be_sent() -> None:
    raise ValueError(lambda: 0)


def test_a_fault_that_cannot_be_sent_back_is_named_with_where_it_was_raised() -> None:
    ((found, fault, where),) = served((raises_what_cannot_be_sent, ()))
    assert found is None
    assert isinstance(fault, RuntimeError)
    assert "(sending back ValueError(" in str(fault)
    assert "raises_what_cannot_be_sent" in where


def test_it_has_so_much_memory_and_ctrl_c_is_not_its_matter(as_it_was: dict[int, tuple[int, int]]) -> None:
    assert served((signal.getsignal, (signal.SIGINT,))) == [(signal.SIG_IGN, None, "")]
    assert as_it_was == {resource.RLIMIT_AS: (MEMORY, MEMORY)}


def test_it_watches_its_desk_from_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that waits for the desk's end keeps no process alive that has done its work."""
    watched = threading.Event()
    seen = []

    def watch() -> None:
        seen.append(threading.current_thread().daemon)
        watched.set()

    monkeypatch.setattr(other_process, "_end_with_parent", watch)
    served()
    assert watched.wait(10)
    assert seen == [True]


def test_it_ends_when_its_desk_has_ended_whatever_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    waited, ended = [], []

    class Parent:
        def join(self) -> None:
            waited.append(True)

    monkeypatch.setattr(os, "_exit", ended.append)
    _end_with_parent()
    assert (waited, ended) == ([], [])
    monkeypatch.setattr(multiprocessing, "parent_process", Parent)
    _end_with_parent()
    assert (waited, ended) == ([True], [1])


# ------------------------------------------------------------------------------------------ the time of one letter


def busy(seconds: float) -> tuple[float, float]:
    """Work so long by the processor's count; what is left on both clocks at the beginning."""
    left = signal.getitimer(signal.ITIMER_PROF)[0], signal.getitimer(signal.ITIMER_VIRTUAL)[0]
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return left


def clocks() -> list[tuple[float, float]]:
    return [signal.getitimer(one) for one in (signal.ITIMER_PROF, signal.ITIMER_VIRTUAL)]


def test_work_is_timed_and_its_clocks_are_stopped_when_it_is_done() -> None:
    (until_stop, until_kill), spent = reader._timed(50.0, busy, 0.05)
    assert 0.05 <= spent < 1
    assert 49 < until_stop < 51
    assert 99 < until_kill < 101
    assert clocks() == [(0.0, 0.0)] * 2


def test_work_that_takes_longer_is_stopped_and_so_are_its_clocks() -> None:
    reader._watch_the_time()
    began = time.process_time()
    with pytest.raises(reader._OutOfTime):
        reader._timed(0.05, busy, 60.0)
    assert time.process_time() - began < 1
    assert clocks() == [(0.0, 0.0)] * 2
