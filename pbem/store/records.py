"""The chain of records."""

from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import Look, Session
from pbem.store.tables import GameRow, RecordRow

_OF_BRANCH = select(RecordRow).where(
    col(RecordRow.game_id) == bindparam("game"), col(RecordRow.branch) == bindparam("branch")
)
_LAST = Look(_OF_BRANCH.order_by(col(RecordRow.seq).desc()).limit(1), fixed=True)
_SINCE = Look(_OF_BRANCH.where(col(RecordRow.seq) > bindparam("seq")).order_by(col(RecordRow.seq)), fixed=True)


class Records:
    """The records of a game's branch, in their sequence."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: RecordRow) -> None:
        """Append a record."""
        self._session.add(row)

    def last(self, game: GameRow) -> RecordRow | None:
        """The newest record, or None before the genesis."""
        return self._session.first(_LAST, game=key_of(game.id), branch=game.branch)

    def since(self, game: GameRow, seq: int) -> Sequence[RecordRow]:
        """The records after number `seq`."""
        return self._session.all(_SINCE, game=key_of(game.id), branch=game.branch, seq=seq)
