"""The one clock of the desk.  Everything that needs the time gets it from here, so tests can set it."""

from datetime import UTC, datetime, timedelta
from errno import EINVAL
from pathlib import Path
from typing import Protocol

from pbem.store.columns import read_time, time_text


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, in UTC, to the second."""
        ...


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        """The current time, in UTC, to the second."""
        return datetime.now(UTC).replace(microsecond=0)


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC).replace(microsecond=0)

    def now(self) -> datetime:
        """The time at which it stands."""
        return self._now

    def forward(self, **by: float) -> datetime:
        """Move it forward: ``clock.forward(hours=3)``."""
        self._now += timedelta(**by)
        return self._now


class FileClock:
    """The clock of a desk on trial: it stands still, at the moment that a file holds, until it is moved."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def now(self) -> datetime:
        """The time at which it stands.  Raises OSError, with the file's name, where that holds no moment."""
        text = self.file.read_text(encoding="utf-8").strip()
        try:
            return read_time(text)
        except ValueError:
            words = f"expected a moment such as 2026-03-12T18:02:11Z, found {text[:40]!r}"
            raise OSError(EINVAL, words, str(self.file)) from None

    def set(self, moment: datetime) -> None:
        """Let it stand at this moment."""
        beside = self.file.with_name(f"{self.file.name}.new")
        beside.write_text(f"{time_text(moment)}\n", encoding="utf-8")
        beside.replace(self.file)
