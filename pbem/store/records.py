"""The chain of records."""

from collections.abc import Iterator, Sequence

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import Look, Session
from pbem.store.tables import GameRow, RecordRow

PAGE = 16
_OF_BRANCH = select(RecordRow).where(
    col(RecordRow.game_id) == bindparam("game"), col(RecordRow.branch) == bindparam("branch")
)
_LAST = Look(_OF_BRANCH.order_by(col(RecordRow.seq).desc()).limit(1), fixed=True)
_BEFORE = Look(
    _OF_BRANCH.where(col(RecordRow.seq) < bindparam("seq")).order_by(col(RecordRow.seq).desc()).limit(PAGE), fixed=True
)
_OF_TYPE = Look(_OF_BRANCH.where(col(RecordRow.type) == bindparam("type")).order_by(col(RecordRow.seq)), fixed=True)
_SINCE = Look(_OF_BRANCH.where(col(RecordRow.seq) > bindparam("seq")).order_by(col(RecordRow.seq)), fixed=True)


class Records:
    """The records of a game's branch, in their sequence."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._appended: dict[tuple[int, str], RecordRow] = {}

    def add(self, row: RecordRow) -> None:
        """Append a record."""
        self._session.add(row)
        self._appended[row.game_id, row.branch] = row

    def last(self, game: GameRow) -> RecordRow | None:
        """The newest record, or None before the genesis."""
        # A game's chain is written by one transaction at a time, so what this one appended is the newest.
        appended = self._appended.get((key_of(game.id), game.branch))
        return appended or self._session.first(_LAST, game=key_of(game.id), branch=game.branch)

    def newest_first(self, game: GameRow) -> Iterator[RecordRow]:
        """All records from the newest back to the genesis, fetched a few at a time: the first few are mostly enough."""
        row = self.last(game)
        if row is not None:
            yield row
        while row is not None:
            page = self._session.all(_BEFORE, game=key_of(game.id), branch=game.branch, seq=row.seq)
            yield from page
            row = page[-1] if page else None

    def of_type(self, game: GameRow, type_: str) -> Sequence[RecordRow]:
        """The records of one type."""
        return self._session.all(_OF_TYPE, game=key_of(game.id), branch=game.branch, type=type_)

    def since(self, game: GameRow, seq: int) -> Sequence[RecordRow]:
        """The records after number `seq`."""
        return self._session.all(_SINCE, game=key_of(game.id), branch=game.branch, seq=seq)
