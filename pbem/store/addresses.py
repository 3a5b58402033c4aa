"""Addresses: order keys that were mailed, those whose mail bounces, and those that are removed from every text."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

import sqlalchemy
from sqlalchemy import Insert, Table, bindparam, or_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import SQLModel, col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import (
    AddressRow,
    ConfirmationRow,
    DispatchRow,
    FaultRow,
    GameRow,
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


# Order keys that were mailed (docs/mail-setup.md, Reply addresses).

_OF_SIDE = (col(OrderKeyRow.game_id) == bindparam("game"), col(OrderKeyRow.side) == bindparam("side"))
_newest, _same = aliased(OrderKeyRow), aliased(OrderKeyRow)
_SIDE = select(_same.side).where(col(_same.game_id) == bindparam("game"), col(_same.key) == bindparam("key"))
_NEWEST_OF_SIDE = (
    select(_newest.id)
    .where(col(_newest.game_id) == bindparam("game"), col(_newest.side) == _SIDE.scalar_subquery())
    .order_by(col(_newest.id).desc())
    .limit(1)
)
_FOUND = CachedQuery(
    select(OrderKeyRow)
    .where(
        col(OrderKeyRow.game_id) == bindparam("game"),
        or_(col(OrderKeyRow.key) == bindparam("key"), col(OrderKeyRow.id) == _NEWEST_OF_SIDE.scalar_subquery()),
    )
    .order_by(col(OrderKeyRow.id)),
    finds=lambda row, given: row.game_id == given[0],
    fixed=True,
)
"""A key, and the newest of its side."""
_NEWEST = CachedQuery(
    select(OrderKeyRow).where(*_OF_SIDE).order_by(col(OrderKeyRow.id).desc()).limit(1),
    finds=lambda row, given: (row.game_id, row.side) == given,
    fixed=True,
)
STACKS = CachedQuery(
    select(OrderKeyRow.stacks)
    .where(*_OF_SIDE, col(OrderKeyRow.id) <= bindparam("id"), col(OrderKeyRow.stacks) != "")
    .order_by(col(OrderKeyRow.id).desc())
    .limit(1),
    fixed=True,
)
NEWER = CachedQuery(
    select(OrderKeyRow)
    .where(*_OF_SIDE, col(OrderKeyRow.report).endswith(bindparam("report")), col(OrderKeyRow.id) > bindparam("id"))
    .where(col(OrderKeyRow.seat) == bindparam("seat"))
    .limit(1),
    fixed=True,
)


@cache
def _once(dialect: str) -> Insert:
    made = (sqlite if dialect == "sqlite" else postgresql).insert(OrderKeyRow)
    return made.on_conflict_do_nothing(index_elements=["game_id", "key"])  # type: ignore[no-any-return]


class OrderKeys:
    """The keys that tell which letter of ours a reply answers."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: OrderKeyRow) -> None:
        """Remember a key that goes out; the one that is there stands where it was made before."""
        self._session.append(row, _once(self._session.connection().dialect.name))

    def find(self, game_id: int, key: str) -> OrderKeyRow | None:
        """The letter that a key was made for, or None for a key that was never sent."""
        return self._session.first(_FOUND, game=game_id, key=key.lower())

    def get(self, game_id: int, key: str) -> OrderKeyRow:
        """The letter that a key was made for. Raises KeyError."""
        row = self.find(game_id, key)
        if row is None:
            raise KeyError("this order key was never mailed")
        return row

    def is_newest(self, row: OrderKeyRow, key: str) -> bool:
        """True if no later key went to the side that got this one, which `key` has found."""
        return self._session.all(_FOUND, game=row.game_id, key=key.lower())[-1] is row

    def stacks(self, row: OrderKeyRow) -> str:
        """The letters of stacks that the owner of a key had before them, as JSON: those of the letter that brought it, or
        of the last one before it that named any; "" if none did."""
        return row.stacks or self._session.first(STACKS, game=row.game_id, side=row.side, id=row.id) or ""

    def void(self, game: GameRow, side: str, at: datetime, *, seat: int | None = None) -> int:
        """Make all keys of a side void, or those of one `seat` (0: its player's); how many were valid until now."""
        rows = [row for row in self.of(game, side) if row.void is None and seat in (None, row.seat)]
        for row in rows:
            row.void = at
            self._session.add(row)
        self._session.flush()
        return len(rows)

    def exchange(self, game: GameRow, side: str, seat: int) -> None:
        """Give the keys of a side's player to the commander in a seat, and theirs to the player."""
        for row in self.of(game, side):
            row.seat = {0: seat, seat: 0}.get(row.seat, row.seat)
            self._session.add(row)
        self._session.flush()

    def restore(self, game: GameRow, side: str) -> int:
        """Make the keys count again that were made void last; how many."""
        rows = self.of(game, side)
        last = max((row.void for row in rows if row.void is not None), default=None)
        found = [row for row in rows if last is not None and row.void == last]
        for row in found:
            row.void = None
            self._session.add(row)
        self._session.flush()
        return len(found)

    def count_good(self, game: GameRow, side: str) -> int:
        """The number of valid keys of a side."""
        return sum(row.void is None for row in self.of(game, side))

    def count_void(self, game: GameRow, side: str) -> int:
        """The number of void keys of a side."""
        return sum(row.void is not None for row in self.of(game, side))

    def of(self, game: GameRow, side: str) -> Sequence[OrderKeyRow]:
        """All keys of a side, in the sequence in which they were mailed."""
        query = select(OrderKeyRow).where(col(OrderKeyRow.game_id) == key_of(game.id), col(OrderKeyRow.side) == side)
        return self._session.exec(query.order_by(col(OrderKeyRow.id))).all()

    def has_newer(self, row: OrderKeyRow, report: str) -> bool:
        """True if a key for a report whose name ends so went to the same person after this one."""
        found = self._session.first(NEWER, game=row.game_id, side=row.side, report=report, id=row.id, seat=row.seat)
        return found is not None

    def newest(self, game: GameRow, side: str) -> OrderKeyRow | None:
        """The key that was sent to a side last."""
        return self._session.first(_NEWEST, game=key_of(game.id), side=side)
