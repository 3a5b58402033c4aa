"""The one clock of the desk.  Everything that needs the time gets it from here, so tests can set it."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


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
