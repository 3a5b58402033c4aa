"""The chain of records."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem.store.games import key_of
from pbem.store.tables import GameRow, RecordRow


class Records:
    """The records of a game's branch, in their sequence."""

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

    def since(self, game: GameRow, seq: int) -> Sequence[RecordRow]:
        """The records after number `seq`."""
        query = select(RecordRow).where(
            col(RecordRow.game_id) == key_of(game.id), col(RecordRow.branch) == game.branch, col(RecordRow.seq) > seq
        )
        return self._session.exec(query.order_by(col(RecordRow.seq))).all()
