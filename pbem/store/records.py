"""The chain of records."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, func, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, RecordRow

MAIN = "main"
ANCHORS = ("branch.open", "ladder.new")
"""The records that begin a new ladder of dice."""
BEGINNINGS = ("genesis", "engine.change", *ANCHORS)
"""Types of which a game has few: each letter asks for the newest of several."""
PAGE = 16
_OF_BRANCH = select(RecordRow).where(
    col(RecordRow.game_id) == bindparam("game"), col(RecordRow.branch) == bindparam("branch")
)
_BEFORE = CachedQuery(
    _OF_BRANCH.where(col(RecordRow.seq) < bindparam("seq")).order_by(col(RecordRow.seq).desc()).limit(PAGE),
    fixed=True,
    finds=lambda row, given: (row.game_id, row.branch) == given[:2] and row.seq < given[2],
)
SINCE = CachedQuery(
    _OF_BRANCH.where(col(RecordRow.seq) > bindparam("seq")).order_by(col(RecordRow.seq)),
    finds=lambda row, given: (row.game_id, row.branch) == given[:2] and row.seq > given[2],
    grows=True,
)

_AT = CachedQuery(
    _OF_BRANCH.where(col(RecordRow.seq) == bindparam("seq")),
    fixed=True,
    finds=lambda row, given: (row.game_id, row.branch, row.seq) == given,
)
_other = aliased(RecordRow)
_LAST_SEQ = (
    select(func.max(col(_other.seq)))
    .where(col(_other.game_id) == bindparam("game"), col(_other.branch) == bindparam("branch"))
    .scalar_subquery()
)
_ENDS = CachedQuery(
    _OF_BRANCH.where(
        or_(col(RecordRow.seq) == _LAST_SEQ, *(col(RecordRow.type) == one for one in BEGINNINGS))
    ).order_by(col(RecordRow.seq)),
    finds=lambda row, given: (row.game_id, row.branch) == given,
    grows=True,
)
"""The first and the last record of a branch."""


class Records:
    """The records of a game's present branch, in their sequence; where it was undone, from genesis on through its parents."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: RecordRow) -> None:
        """Append a record."""
        self._session.append(row)

    def last(self, game: GameRow) -> RecordRow | None:
        """The newest record, or None before the genesis."""
        found = self._session.all(_ENDS, game=key_of(game.id), branch=game.branch)
        return found[-1] if found else None

    def newest_id(self) -> int:
        """The row number of the newest record of any game, 0 before the first."""
        return self._session.exec(select(func.max(col(RecordRow.id)))).one() or 0

    def games_after(self, number: int) -> frozenset[int]:
        """The games that have records with row numbers beyond this one."""
        query = select(col(RecordRow.game_id)).where(col(RecordRow.id) > number).distinct()
        return frozenset(self._session.exec(query).all())

    def newest_first(self, game: GameRow) -> Iterator[RecordRow]:
        """All records from the newest back to the genesis, fetched a few at a time: the first few are mostly enough."""
        if game.branch != MAIN:
            yield from reversed(self.all(game))
            return
        row = self.last(game)
        if row is not None:
            yield row
        while row is not None:
            page = self._session.all(_BEFORE, game=key_of(game.id), branch=MAIN, seq=row.seq)
            yield from page
            row = page[-1] if page else None

    def at(self, game: GameRow, seq: int) -> RecordRow:
        """The record with this number.  Raises KeyError."""
        row: RecordRow | None
        if game.branch == MAIN and seq == 0:
            row = self._session.first(_ENDS, game=key_of(game.id), branch=MAIN)
        elif game.branch == MAIN:
            row = self._session.first(_AT, game=key_of(game.id), branch=MAIN, seq=seq)
        else:
            query = select(RecordRow).where(self._in_lineage(game), col(RecordRow.seq) == seq)
            row = self._session.exec(query).one_or_none()
        if row is None:
            raise KeyError(f"game {game.name} has no record {seq} on branch {game.branch}")
        return row

    def since(self, game: GameRow, seq: int) -> Sequence[RecordRow]:
        """The records after number `seq`."""
        if game.branch == MAIN:
            return self._session.all(SINCE, game=key_of(game.id), branch=MAIN, seq=seq)
        query = select(RecordRow).where(self._in_lineage(game), col(RecordRow.seq) > seq)
        return self._session.exec(query.order_by(col(RecordRow.seq))).all()

    def all(self, game: GameRow) -> Sequence[RecordRow]:
        """All records of the branch that is played now, the first of the game first."""
        return self.since(game, -1)

    def of_branch(self, game: GameRow, branch: str) -> Sequence[RecordRow]:
        """The records that were written on one branch, and on no other."""
        query = select(RecordRow).where(col(RecordRow.game_id) == key_of(game.id), col(RecordRow.branch) == branch)
        return self._session.exec(query.order_by(col(RecordRow.seq))).all()

    def written(self, game: GameRow) -> Sequence[RecordRow]:
        """The records of all branches, in the sequence in which they were written."""
        query = select(RecordRow).where(col(RecordRow.game_id) == key_of(game.id)).order_by(col(RecordRow.id))
        return self._session.exec(query).all()

    def branches(self, game: GameRow) -> Sequence[str]:
        """The names of all branches, in the sequence in which they were opened."""
        query = select(RecordRow.branch).where(col(RecordRow.game_id) == key_of(game.id)).order_by(col(RecordRow.id))
        return tuple(dict.fromkeys(self._session.exec(query).all()))

    def of_type(self, game: GameRow, kind: str) -> Sequence[RecordRow]:
        """The records of one type."""
        query = select(RecordRow).where(self._in_lineage(game), col(RecordRow.type) == kind)
        return self._session.exec(query.order_by(col(RecordRow.seq))).all()

    def last_of_types(self, game: GameRow, types: Sequence[str]) -> RecordRow | None:
        """The newest record of these types."""
        if game.branch == MAIN and set(types) <= set(BEGINNINGS):
            found = self._session.all(_ENDS, game=key_of(game.id), branch=MAIN)
            return next((row for row in reversed(found) if row.type in types), None)
        query = select(RecordRow).where(self._in_lineage(game), col(RecordRow.type).in_(types))
        return self._session.exec(query.order_by(col(RecordRow.seq).desc()).limit(1)).first()

    def _in_lineage(self, game: GameRow) -> ColumnElement[bool]:
        stretches: list[ColumnElement[bool]] = []
        branch: str = game.branch
        last: int | None = None
        while True:
            stretch = and_(col(RecordRow.branch) == branch, *([] if last is None else [col(RecordRow.seq) <= last]))
            if branch == MAIN:
                break
            stretches.append(stretch)
            opened = self._opening(game, branch)
            branch, last = opened["parent"], opened["from"] if last is None else min(last, opened["from"])
        return and_(col(RecordRow.game_id) == key_of(game.id), or_(*stretches, stretch))

    def _opening(self, game: GameRow, branch: str) -> dict[str, Any]:
        first: dict[str, Any] = json.loads(self.of_branch(game, branch)[0].body)["body"]
        return first
