"""Addresses whose mail bounces."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import col, select

from pbem.store.session import CachedQuery, Session
from pbem.store.tables import AddressRow

STOPS_AT = 5
"""The score from which on nothing is sent to an address."""

_STOPPED = CachedQuery(
    select(AddressRow.address).where(col(AddressRow.stopped).is_not(None)).order_by(col(AddressRow.address))
)


class Addresses:
    """The addresses that we write to, each with a score for its bounces."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, address: str) -> AddressRow | None:
        """The record of an address, case ignored; None if no letter ever came back."""
        return self._session.exec(select(AddressRow).where(col(AddressRow.address) == address.lower())).one_or_none()

    def score(self, address: str, points: int, at: datetime) -> bool:
        """Add to an address's score; True if that stops it now."""
        row = self.find(address) or AddressRow(address=address.lower())
        row.score += points
        stops = row.score >= STOPS_AT and row.stopped is None
        if stops:
            row.stopped = at
        self._session.add(row)
        self._session.flush()
        return stops

    def stopped(self) -> Sequence[str]:
        """The addresses that get no mail."""
        return self._session.all(_STOPPED)

    def forget(self, address: str) -> None:
        """Delete everything known about an address."""
        row = self.find(address)
        if row is not None:
            self._session.delete(row)
            self._session.flush()

    def clear(self, address: str) -> bool:
        """Let mail go to an address again and reset its score; False if it was not stopped."""
        row = self.find(address)
        if row is None or row.stopped is None:
            return False
        row.score, row.stopped = 0, None
        self._session.add(row)
        return True
