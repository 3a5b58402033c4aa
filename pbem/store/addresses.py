"""Addresses: those whose mail bounces, and those that are removed from every text."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy
from sqlalchemy import Table, update
from sqlmodel import SQLModel, col, select

from pbem.store.session import CachedQuery, Session
from pbem.store.tables import (
    AddressRow,
    ConfirmationRow,
    DispatchRow,
    FaultRow,
    GmActionRow,
    LetterInRow,
    LetterOutRow,
    OrderKeyRow,
    PressRow,
    ProposalRow,
)

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


# Removing an address from the texts of all tables.

REMOVED: Final = "(removed)"
TEXTS: Final[Mapping[type[SQLModel], tuple[str, ...]]] = {
    LetterInRow: ("raw", "subject", "reason", "trace"),
    LetterOutRow: ("key", "subject", "text", "shown", "raw", "last_reply"),
    OrderKeyRow: ("report",),
    ConfirmationRow: ("value",),
    PressRow: ("words",),
    DispatchRow: ("words",),
    ProposalRow: ("value",),
    GmActionRow: ("line", "reason", "said", "inverse", "by"),
    FaultRow: ("subject", "text", "trace"),
}
"""The columns in which an address may stand among other words, by table."""
NAMES: Final = ("key", "report")
"""Those in which it is a part of a name that the desk has made; a name must stay the only one of its kind."""
AT_ONCE: Final = 100
"""Rows that are looked through at once: letters are long."""


def take_out(session: Session, address: str) -> None:
    """Take an address, case ignored, out of every text; what the session has read of these tables is old after it."""
    session.flush()
    bare = re.escape(address)
    whole = rf"(?<![\w.+-]){bare}(?![\w-]|\.\w)"  # an address may be a part of another one
    in_text, in_bytes = re.compile(whole, re.IGNORECASE), re.compile(whole.encode("utf-8", "replace"), re.IGNORECASE)
    in_name = re.compile(bare, re.IGNORECASE)

    def without(name: str, value: Any, number: int) -> Any:
        if isinstance(value, bytes):
            return in_bytes.sub(REMOVED.encode("ascii"), value)
        if name in NAMES:
            return in_name.sub(f"{REMOVED}{number}", value)
        return in_text.sub(REMOVED, value)

    for row, names in TEXTS.items():
        table: Table = row.__table__  # type: ignore[attr-defined]
        numbers = session.connection().execute(sqlalchemy.select(table.c.id).order_by(table.c.id)).scalars().all()
        for start in range(0, len(numbers), AT_ONCE):
            some = table.c.id.in_(numbers[start : start + AT_ONCE])
            columns = (table.c[name] for name in names)
            for number, *values in (
                session.connection().execute(sqlalchemy.select(table.c.id, *columns).where(some)).all()
            ):
                texts = dict(zip(names, values, strict=True))
                changed = {name: without(name, value, number) for name, value in texts.items()}
                if changed != texts:
                    session.connection().execute(update(table).where(table.c.id == number).values(changed))
    session.expire_all()
