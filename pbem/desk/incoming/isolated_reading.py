"""Suspect letters are processed in a separate process: if that dies, and not the desk's, the letter is proven.

The desk cannot know what ended it: a power cut, an update, somebody's `kill -9`, or the letter that it was reading.  So that
the desk ended while a letter was next is not held against the letter; it is dealt with apart, at the next start, from then on.
"""

import logging
from types import TracebackType
from typing import Self

from pbem import crash_points
from pbem.desk.desk import Desk
from pbem.desk.incoming.intake import TRIES, IntakeResult, quarantine, take
from pbem.desk.incoming.reader import CannotRead, ReaderProcess

SECONDS = 120.0
"""Seconds that one letter may take."""
MEMORY = 640 << 20
"""The bytes of memory that it may take: here a letter is answered too, and pictures are drawn."""

log = logging.getLogger(__name__)


class SeparateJob:
    """`with SeparateJob(desk) as job: job.take(number)`; the process is begun with the first letter."""

    def __init__(self, desk: Desk, seconds: float = SECONDS) -> None:
        self._desk = desk
        self._process = ReaderProcess(desk.title, seconds, MEMORY)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.close()

    def take(self, desk: Desk, number: int) -> IntakeResult:
        """As `intake.take`; a letter with which the process dies three times, or is not done in time, is held unread."""
        handed = self._desk.handed_on()
        why = ""
        for _ in range(TRIES):
            try:
                return self._process.run(_take, handed, number)
            except CannotRead as fault:
                why = str(fault)
                log.warning("letter %s, dealt with alone: %s", number, why)
        quarantine(
            desk, number, "", f"dealt with alone, in a process of its own, {TRIES} times it did not end well: {why}", ""
        )
        return IntakeResult("held")


def _take(desk: Desk, number: int) -> IntakeResult:
    """In the other process, over a connection of its own."""
    crash_points.arm("")  # they are for the desk, not for this
    try:
        return take(desk, number)
    finally:
        desk.store.close()
