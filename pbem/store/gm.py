"""Faults that wait for a GM, the daemon's last sign of life, the GMs' settings and their actions."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col, select

from pbem.store.engines import is_sqlite
from pbem.store.session import Session
from pbem.store.tables import FaultRow, GmActionRow, GmRow, WatchRow


class FaultBook:
    """The faults, open and closed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: FaultRow) -> FaultRow:
        """Store a fault, or changes to it."""
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
        """The open or snoozed fault about a game, letter or address, or None."""
        query = select(FaultRow).where(
            col(FaultRow.kind) == kind, col(FaultRow.subject) == subject, col(FaultRow.state) != "closed"
        )
        return self._session.exec(query.order_by(col(FaultRow.id).desc()).limit(1)).first()

    def unclosed(self) -> Sequence[FaultRow]:
        """All open or snoozed faults, newest first."""
        query = select(FaultRow).where(col(FaultRow.state) != "closed")
        return self._session.exec(query.order_by(col(FaultRow.id).desc())).all()

    def count(self, state: str, games: Collection[str] | None = None) -> int:
        """The number of faults in a state, of games with these names (None: all)."""
        query = select(func.count()).select_from(FaultRow).where(col(FaultRow.state) == state)
        if games is not None:
            query = query.where(col(FaultRow.game).in_(sorted(games)))
        return self._session.exec(query).one()

    def close(self, row: FaultRow, at: datetime) -> None:
        """Close a fault: it is fixed, or set aside."""
        row.state, row.closed, row.until = "closed", at, None
        self._session.add(row)


# The daemon's last sign of life, and the time since which its letters do not go out.

_ROW = select(WatchRow).order_by(col(WatchRow.id)).limit(1)
"""The one row.  A desk whose first two workers began in the same moment may have two of them, of which the second is dead."""


class Watch:
    """The daemon's sign of life: the time between two marks is downtime."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def last(self) -> datetime | None:
        """The time at which the daemon was last known to be at work, or None."""
        row = self._row()
        return row.at if row is not None else None

    def keep_from_others(self) -> None:
        """Let other workers wait with their marks until this transaction ends, so that no gap is made up for twice."""
        if not is_sqlite(self._session.connection()):  # where one writes at a time
            self._session.exec(_ROW.with_for_update().execution_options(populate_existing=True)).all()

    def mark(self, at: datetime) -> None:
        """Note that the daemon is at work now."""
        row = self._row()
        if row is None:  # two workers of a new desk may come to it in the same moment
            connection = self._session.connection()
            dialect = sqlite if is_sqlite(connection) else postgresql
            first = dialect.insert(WatchRow).values(id=1, at=at)
            connection.execute(first.on_conflict_do_nothing(index_elements=["id"]))
            return
        row.at = at
        self._session.add(row)

    def unsent(self) -> datetime | None:
        """The time since which no mail server takes our letters; None if they go out."""
        row = self._row()
        return row.unsent if row is not None else None

    def mark_unsent(self, since: datetime | None) -> None:
        """No letter goes out since then; None: they do again.  Before the mailbox was first read nothing is marked."""
        row = self._row()
        if row is not None:
            row.unsent = since
            self._session.add(row)

    def _row(self) -> WatchRow | None:
        return self._session.exec(_ROW).first()


# The GMs: their settings, and their actions, requested or done.


class Gms:
    """The people who run games here, and the times at which they want digests."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, address: str) -> GmRow | None:
        """The record of a GM, case ignored."""
        return self._session.exec(select(GmRow).where(col(GmRow.address) == address.lower())).one_or_none()

    def keep(self, row: GmRow) -> GmRow:
        """Store a GM's settings."""
        self._session.add(row)
        self._session.flush()
        return row

    def with_digest(self) -> Sequence[GmRow]:
        """Those who want a daily digest."""
        return self._session.exec(select(GmRow).where(col(GmRow.digest) != "").order_by(col(GmRow.address))).all()


# The actions of GMs, and those that they have asked for and not yet confirmed.


class GmActions:
    """The log of the GMs' actions; nothing is ever deleted from it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: GmActionRow) -> GmActionRow:
        """Store an action."""
        self._session.add(row)
        self._session.flush()
        return row

    def get(self, number: int) -> GmActionRow:
        """An action by its number.  Raises KeyError."""
        row = self._session.get(GmActionRow, number)
        if row is None:
            raise KeyError(f"no GM action has the number {number}")
        return row

    def last(self, game: str) -> int:
        """The number of the last action done in a game; 0 before the first."""
        query = select(col(GmActionRow.id)).where(col(GmActionRow.game) == game, col(GmActionRow.state) == "done")
        return self._session.exec(query.order_by(col(GmActionRow.id).desc()).limit(1)).first() or 0

    def last_number(self) -> int:
        """The number of the last action of all, done or not."""
        return (
            self._session.exec(select(col(GmActionRow.id)).order_by(col(GmActionRow.id).desc()).limit(1)).first() or 0
        )

    def since(self, game: str, number: int) -> Sequence[GmActionRow]:
        """The actions in a game after action `number`, oldest first."""
        query = select(GmActionRow).where(
            col(GmActionRow.game) == game, col(GmActionRow.state) == "done", col(GmActionRow.id) > number
        )
        return self._session.exec(query.order_by(col(GmActionRow.id))).all()

    def all(self, game: str) -> Sequence[GmActionRow]:
        """All actions done in a game, oldest first."""
        return self.since(game, 0)

    def waiting(self, code: str) -> GmActionRow | None:
        """The action that waits for this code, or None."""
        query = select(GmActionRow).where(col(GmActionRow.code) == code.lower(), col(GmActionRow.state) == "waits")
        return self._session.exec(query).first() if code else None
