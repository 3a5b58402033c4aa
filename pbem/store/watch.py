"""The daemon's last sign of life, and the time since which its letters do not go out."""

from datetime import datetime

from sqlmodel import select

from pbem.store.session import Session
from pbem.store.tables import WatchRow


class Watch:
    """The daemon's own mark: what lies between two of them is time in which nobody was served."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def last(self) -> datetime | None:
        """The time at which the daemon was last known to be at work, or None."""
        row = self._row()
        return row.at if row is not None else None

    def mark(self, at: datetime) -> None:
        """It is at work."""
        row = self._row() or WatchRow(at=at)
        row.at = at
        self._session.add(row)

    def unsent(self) -> datetime | None:
        """Since when no mail server takes our letters, or None if they go out."""
        row = self._row()
        return row.unsent if row is not None else None

    def mark_unsent(self, since: datetime | None) -> None:
        """No letter goes out since then; None: they do again.  Before the mailbox was first read nothing is marked."""
        row = self._row()
        if row is not None:
            row.unsent = since
            self._session.add(row)

    def _row(self) -> WatchRow | None:
        return self._session.exec(select(WatchRow)).one_or_none()
