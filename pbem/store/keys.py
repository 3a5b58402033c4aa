"""Order keys that were mailed (docs/mail-setup.md, Reply addresses)."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache

from sqlalchemy import Insert, bindparam, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, OrderKeyRow

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
