"""When the daemon was last at work."""

from datetime import datetime

from sqlmodel import select

from pbem.store.session import Session
from pbem.store.tables import WatchRow


class Watch:
    """The daemon's own mark: what lies between two of them is time in which nobody was served."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def last(self) -> datetime | None:
        """When the daemon was last known to be at work, or None."""
        row = self._session.exec(select(WatchRow)).one_or_none()
        return row.at if row is not None else None

    def mark(self, at: datetime) -> None:
        """It is at work."""
        row = self._session.exec(select(WatchRow)).one_or_none() or WatchRow(at=at)
        row.at = at
        self._session.add(row)
