"""A crew whose parent is killed: its adjudicators stop by themselves, and none works on for nobody."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def adjudicate() -> int:
    """In a crew's process: say that it is there, and stop when it is told."""
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(1))
    folder = Path(os.environ["PBEM_TEST_FOLDER"])
    (folder / f"{os.getpid()}.begun").touch()
    while not stopped:
        time.sleep(0.05)
    (folder / f"{os.getpid()}.stopped").touch()
    return 0


def serve() -> None:
    """In the crew's own process."""
    import asyncio

    from pbem import workers

    class Idle:
        async def serve(self, stop: asyncio.Event) -> None:
            await stop.wait()

    asyncio.run(workers.serve((Idle(),), 2, adjudicate, asyncio.Event()))  # type: ignore[arg-type]


def waited_for(folder: Path, ending: str) -> int:
    until = time.monotonic() + 60
    while time.monotonic() < until and len(list(folder.glob(f"*.{ending}"))) < 2:
        time.sleep(0.1)
    return len(list(folder.glob(f"*.{ending}")))


@pytest.mark.slow
def test_adjudicators_stop_when_their_parent_was_killed(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "from tests.workers.test_crew import serve; serve()"]
    parent = subprocess.Popen(words, cwd=ROOT, env={**os.environ, "PBEM_TEST_FOLDER": str(tmp_path)})
    try:
        assert waited_for(tmp_path, "begun") == 2
    finally:
        parent.kill()
        parent.wait(60)
    assert waited_for(tmp_path, "stopped") == 2
