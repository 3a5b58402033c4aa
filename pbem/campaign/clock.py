"""The one clock of the desk.  Everything that needs the time is handed this, so that tests can set it."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The moment, in UTC, to the second."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The moment, in UTC, to the second."""
        return datetime.now(UTC).replace(microsecond=0)


class SetClock:
    """A clock that stands until it is moved."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC).replace(microsecond=0)

    def now(self) -> datetime:
        """The moment at which it stands."""
        return self._now

    def forward(self, **by: float) -> datetime:
        """Move it on: ``clock.forward(hours=3)``."""
        self._now += timedelta(**by)
        return self._now
