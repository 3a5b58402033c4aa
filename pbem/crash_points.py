"""Named places at which a test ends the program as a power cut would: at once, with nothing flushed and nothing told.

`PBEM_CRASH_AT=C3` in the environment arms one of them, ``C3:2`` at the second time that it is passed.  Where it is not set,
`crash_point` compares two strings and returns.  docs/reliability.md tells what was tried at each.
"""

import os
import signal
from dataclasses import dataclass

POINTS = {
    "C1": "letters are fetched, nothing is stored",
    "C2": "inside the transaction that stores letters: rows are written, the cursor is not",
    "C3": "letters are stored, and not yet moved to the processed folder",
    "C4": "letters are moved, and nothing more was done",
    "C5": "a letter is decoded, and nothing was done with it",
    "C6": "inside the transaction that reads a letter: its orders are written, its receipt is not",
    "C7": "inside the transaction that reads a letter: it is answered, its game not yet played on",
    "C8": "a game is adjudicated in memory, nothing of that is written",
    "C9": "inside the transaction that files an adjudication: all of it is written",
    "C10": "an adjudication is filed, none of its reports is sent",
    "C11": "a letter out is about to be sent, nothing of it has gone out",
    "C13": "the server has taken a letter, nothing is written of that",
    "C14": "inside a migration of the database",
    "C16": "inside a ruling of the GM: its record is written",
    "C17": "inside the transaction that files what became of a letter out",
    "C18": "inside the transaction that enforces a deadline",
    "C19": "a deadline is marked as passed, its game not yet advanced",
    "C20": "inside the transaction that puts deadlines forward after a gap",
}
"""The program's activity at each point. C12 (the server has the last dot, its answer was not read) lies within the SMTP
library: the tests cut the line there and kill the process.  C15 is a full disk, which is lived through."""


@dataclass
class Armed:
    """The point at which this process is to end, and how often it is passed until then; "" for none."""

    name: str = ""
    left: int = 0


_armed = Armed()


def arm(spec: str) -> None:
    """Arm one point, as `PBEM_CRASH_AT` tells it; "" for none."""
    _armed.name, _, times = spec.partition(":")
    _armed.left = int(times) if times.isdigit() else 1


def crash_point(name: str) -> None:
    """End the process here with SIGKILL, if a test asks for it; `name` is one of `POINTS`."""
    if name == _armed.name:
        _crash()


def _crash() -> None:
    _armed.left -= 1
    if _armed.left <= 0:
        os.write(2, f"crash point {_armed.name}: {POINTS[_armed.name]}\n".encode())
        os.kill(os.getpid(), signal.SIGKILL)


arm(os.environ.get("PBEM_CRASH_AT", ""))
