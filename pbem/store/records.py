"""The chain of records."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import Session, col, select

from pbem.store.games import key_of
from pbem.store.tables import GameRow, RecordRow

MAIN = "main"


class Records:
    """The records of a game's present branch, in their sequence; where it was undone, from genesis on through its parents."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: RecordRow) -> None:
        """Append a record."""
        self._session.add(row)
        self._session.flush()

    def last(self, game: GameRow) -> RecordRow | None:
        """The newest record, or None before the genesis."""
        query = select(RecordRow).where(col(RecordRow.game_id) == key_of(game.id), col(RecordRow.branch) == game.branch)
        return self._session.exec(query.order_by(col(RecordRow.seq).desc()).limit(1)).first()

    def at(self, game: GameRow, seq: int) -> RecordRow:
        """The record with this number.  Raises KeyError."""
        row = self._session.exec(
            select(RecordRow).where(self._in_lineage(game), col(RecordRow.seq) == seq)
        ).one_or_none()
        if row is None:
            raise KeyError(f"game {game.name} has no record {seq} on branch {game.branch}")
        return row

    def since(self, game: GameRow, seq: int) -> Sequence[RecordRow]:
        """The records after number `seq`."""
        query = select(RecordRow).where(self._in_lineage(game), col(RecordRow.seq) > seq)
        return self._session.exec(query.order_by(col(RecordRow.seq))).all()

    def of_branch(self, game: GameRow, branch: str) -> Sequence[RecordRow]:
        """The records that were written on one branch, and on no other."""
        query = select(RecordRow).where(col(RecordRow.game_id) == key_of(game.id), col(RecordRow.branch) == branch)
        return self._session.exec(query.order_by(col(RecordRow.seq))).all()

    def branches(self, game: GameRow) -> Sequence[str]:
        """The names of all branches, in the sequence in which they were opened."""
        query = select(RecordRow.branch).where(col(RecordRow.game_id) == key_of(game.id)).order_by(col(RecordRow.id))
        return tuple(dict.fromkeys(self._session.exec(query).all()))

    def last_of_types(self, game: GameRow, types: Sequence[str]) -> RecordRow | None:
        """The newest record of these types."""
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
