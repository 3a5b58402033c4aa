"""The GMs: their settings, and their actions, requested or done."""

from collections.abc import Sequence

from sqlmodel import col, select

from pbem.store.session import Session
from pbem.store.tables import GmActionRow, GmRow


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
