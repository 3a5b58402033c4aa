"""Letters out: written in the transaction that makes them, sent afterwards."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, or_
from sqlmodel import Session, col, select

from pbem.store.tables import LetterOutRow

HELD = "held"
UNSENT = ("new", "later", "sending", "maybe")


def report_number(row: LetterOutRow | None) -> int:
    """The number of a report or welcome: that of the record it was written at.  0 for None."""
    return int(row.key.split("/")[2].split("-")[0]) if row is not None else 0


class LettersOut:
    """The outbox."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: LetterOutRow) -> LetterOutRow:
        """Put a letter in the outbox; under a key that is there already nothing happens and the first one stands."""
        known = self.find(row.key)
        if known is not None:
            return known
        self._session.add(row)
        self._session.flush()
        return row

    def find(self, key: str) -> LetterOutRow | None:
        """The letter under a key."""
        return self._session.exec(select(LetterOutRow).where(col(LetterOutRow.key) == key)).one_or_none()

    def get(self, number: int) -> LetterOutRow:
        """A letter.  Raises KeyError."""
        row = self._session.get(LetterOutRow, number)
        if row is None:
            raise KeyError(f"no letter out has the number {number}")
        return row

    def due(self, now: datetime, stopped: Sequence[str] = (), limit: int = 50) -> Sequence[int]:
        """The numbers of letters to be sent now, oldest first; none to the addresses in `stopped` (lower case)."""
        query = (
            select(LetterOutRow.id)
            .where(col(LetterOutRow.state).in_(UNSENT), func.lower(col(LetterOutRow.to)).not_in(stopped))
            .where(or_(col(LetterOutRow.not_before).is_(None), col(LetterOutRow.not_before) <= now))
            .order_by(col(LetterOutRow.id))
            .limit(limit)
        )
        return [number for number in self._session.exec(query).all() if number is not None]

    def next_due(self, stopped: Sequence[str] = ()) -> datetime | None:
        """The earliest moment at which a letter that failed once may be tried again, or None."""
        query = select(func.min(LetterOutRow.not_before)).where(
            col(LetterOutRow.state).in_(UNSENT), func.lower(col(LetterOutRow.to)).not_in(stopped)
        )
        found: datetime | None = self._session.exec(query).one()
        return found

    def mark(self, row: LetterOutRow, state: str, reply: str, at: datetime, not_before: datetime | None = None) -> None:
        """Say what became of a try."""
        row.state, row.last_reply, row.not_before = state, reply, not_before
        if state == "sending":
            row.tries += 1
        if state == "sent":
            row.sent = at
        self._session.add(row)

    def hold(self, row: LetterOutRow, pages: str, why: str) -> None:
        """Keep a letter back until its `pages` can be made."""
        row.state, row.pages, row.last_reply = HELD, pages, why
        self._session.add(row)

    def held(self) -> Sequence[int]:
        """The numbers of the letters that are kept back."""
        query = select(LetterOutRow.id).where(col(LetterOutRow.state) == HELD).order_by(col(LetterOutRow.id))
        return [number for number in self._session.exec(query).all() if number is not None]

    def let_go(self, row: LetterOutRow, raw: bytes, text: str) -> None:
        """A letter that was kept back is whole now and may go."""
        row.raw, row.text, row.state, row.pages, row.last_reply = raw, text, "new", "", ""
        self._session.add(row)

    def to_side(self, game: str, side: str) -> Sequence[LetterOutRow]:
        """All letters to a side, oldest first."""
        query = select(LetterOutRow).where(col(LetterOutRow.game) == game, col(LetterOutRow.side) == side)
        return self._session.exec(query.order_by(col(LetterOutRow.id))).all()

    def texts_to(self, game: str, side: str, limit: int = 12) -> Sequence[str]:
        """The texts of the last letters to a side: what a reply may quote."""
        query = select(LetterOutRow.text).where(col(LetterOutRow.game) == game, col(LetterOutRow.side) == side)
        return self._session.exec(query.order_by(col(LetterOutRow.id).desc()).limit(limit)).all()

    def last_report(self, game: str, side: str) -> LetterOutRow | None:
        """The last report to a side."""
        query = select(LetterOutRow).where(
            col(LetterOutRow.game) == game,
            col(LetterOutRow.side) == side,
            col(LetterOutRow.kind).in_(("report", "welcome")),
        )
        return self._session.exec(query.order_by(col(LetterOutRow.id).desc()).limit(1)).first()

    def by_message_id(self, message_id: str) -> LetterOutRow | None:
        """The letter that a bounce or a reply names."""
        return self._session.exec(select(LetterOutRow).where(col(LetterOutRow.message_id) == message_id)).first()

    def count(self, *states: str) -> int:
        """How many letters are in these states."""
        query = select(func.count()).select_from(LetterOutRow).where(col(LetterOutRow.state).in_(states))
        return self._session.exec(query).one()

    def failed(self) -> Sequence[LetterOutRow]:
        """The letters that could not be sent."""
        query = select(LetterOutRow).where(col(LetterOutRow.state) == "failed").order_by(col(LetterOutRow.id))
        return self._session.exec(query).all()
