"""The GMs' habits."""

from collections.abc import Sequence

from sqlmodel import col, select

from pbem.store.session import Session
from pbem.store.tables import GmRow


class Gms:
    """The people who run games here, and the times at which they want digests."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, address: str) -> GmRow | None:
        """The record of a GM, case ignored."""
        return self._session.exec(select(GmRow).where(col(GmRow.address) == address.lower())).one_or_none()

    def keep(self, row: GmRow) -> GmRow:
        """Remember a GM's habits."""
        self._session.add(row)
        self._session.flush()
        return row

    def with_digest(self) -> Sequence[GmRow]:
        """Those who want a daily digest."""
        return self._session.exec(select(GmRow).where(col(GmRow.digest) != "").order_by(col(GmRow.address))).all()
