"""Faults that wait for a GM."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func
from sqlmodel import col, select

from pbem.store.session import Session
from pbem.store.tables import FaultRow


class FaultBook:
    """The faults, open and closed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: FaultRow) -> FaultRow:
        """Write a fault down, or what has changed of one."""
        self._session.add(row)
        self._session.flush()
        return row

    def get(self, number: int) -> FaultRow:
        """A fault by its number.  Raises KeyError."""
        row = self._session.get(FaultRow, number)
        if row is None:
            raise KeyError(f"no fault has the number F-{number}")
        return row

    def about(self, kind: str, subject: str) -> FaultRow | None:
        """The fault about a game, letter or address that is not closed, or None."""
        query = select(FaultRow).where(
            col(FaultRow.kind) == kind, col(FaultRow.subject) == subject, col(FaultRow.state) != "closed"
        )
        return self._session.exec(query.order_by(col(FaultRow.id).desc()).limit(1)).first()

    def unclosed(self) -> Sequence[FaultRow]:
        """All that are open or snoozed, newest first."""
        query = select(FaultRow).where(col(FaultRow.state) != "closed")
        return self._session.exec(query.order_by(col(FaultRow.id).desc())).all()

    def count(self, state: str, games: Collection[str] | None = None) -> int:
        """The number of faults in a state, of games with these names (None: all)."""
        query = select(func.count()).select_from(FaultRow).where(col(FaultRow.state) == state)
        if games is not None:
            query = query.where(col(FaultRow.game).in_(sorted(games)))
        return self._session.exec(query).one()

    def close(self, row: FaultRow, at: datetime) -> None:
        """It is fixed, or set aside."""
        row.state, row.closed, row.until = "closed", at, None
        self._session.add(row)
