"""Processes that serve look for garbage seldom, and what circles is freed all the same."""

import json
import subprocess
import sys
import textwrap

from pbem.desk.incoming.other_process import OtherProcess
from pbem.garbage import NEW_OBJECTS

CIRCLES = textwrap.dedent(
    """
    import gc, json, weakref
    from pbem.garbage import NEW_OBJECTS, look_rarely

    class Ring:
        pass

    look_rarely()
    frozen = gc.get_freeze_count()
    first = Ring()
    first.own = first
    gone = weakref.ref(first)
    del first
    waits = gone() is not None
    kept = [[] for _ in range(2 * NEW_OBJECTS)]
    print(json.dumps([frozen > 0, waits, gone() is None]))
    """
)


def test_what_is_loaded_stays_and_circles_go_once_enough_is_new() -> None:
    done = subprocess.run([sys.executable, "-c", CIRCLES], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [True, True, True]


def threshold() -> int:
    """In the other process: after how many new objects it looks."""
    import gc

    return gc.get_threshold()[0]


def test_the_process_that_reads_letters_looks_rarely() -> None:
    process = OtherProcess(60, 1 << 30)
    try:
        assert process.run(60, threshold) == NEW_OBJECTS
    finally:
        process.kill()
