"""Orders that are locked and wait for what their dice still want."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import Session
from pbem.store.states import OPEN_LOCKS
from pbem.store.tables import GameRow, LockRow


class Locks:
    """The locks of games whose dice hang on a witness or on a beacon."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: LockRow) -> LockRow:
        """Keep a lock, or what has changed of it."""
        self._session.add(row)
        self._session.flush()
        return row

    def get(self, number: int) -> LockRow:
        """The lock of this row.  Raises KeyError."""
        row = self._session.get(LockRow, number)
        if row is None:
            raise KeyError(f"no lock {number}")
        return row

    def pending(self, game: GameRow) -> LockRow | None:
        """The lock of a game's present branch whose dice have not fallen; None, without a look, in mode ``sealed``."""
        if game.dice == "sealed":
            return None
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id),
            col(LockRow.branch) == game.branch,
            col(LockRow.state).in_(OPEN_LOCKS),
        )
        return self._session.exec(query.order_by(col(LockRow.seq).desc())).first()

    def steps(self, game: GameRow, source: str) -> int:
        """The highest step that a witness with this key was asked for, on whichever branch."""
        query = select(func.max(LockRow.step)).where(
            col(LockRow.game_id) == key_of(game.id), col(LockRow.source) == source
        )
        return self._session.exec(query).one() or 0

    def answered(self, game: GameRow, source: str) -> LockRow | None:
        """The last lock of the present branch to which this witness has given their word: they have every record up to it."""
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id),
            col(LockRow.branch) == game.branch,
            col(LockRow.source) == source,
            col(LockRow.word).like('%"value"%'),
        )
        return self._session.exec(query.order_by(col(LockRow.seq).desc())).first()

    def word_before(self, game: GameRow, row: LockRow) -> LockRow | None:
        """The highest step below this lock's that the same witness has given, on whichever branch."""
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id),
            col(LockRow.source) == row.source,
            col(LockRow.step) < row.step,
            col(LockRow.word).like('%"value"%'),
        )
        return self._session.exec(query.order_by(col(LockRow.step).desc())).first()

    def began(self, game: GameRow, phase: str) -> bool:
        """True if a lock of the present branch began this phase: nobody was told of it before."""
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id), col(LockRow.branch) == game.branch, col(LockRow.phase) == phase
        )
        first = self._session.exec(query.order_by(col(LockRow.seq))).first()
        return first is not None and first.begun

    def by_head(self, game: GameRow, head: str) -> LockRow | None:
        """The lock that a witness names."""
        query = select(LockRow).where(col(LockRow.game_id) == key_of(game.id), col(LockRow.head) == head)
        return self._session.exec(query).first()

    def due(self, now: datetime) -> Sequence[LockRow]:
        """Those that wait and are to be looked at by now, in games that are played."""
        query = select(LockRow).join(GameRow, col(LockRow.game_id) == col(GameRow.id))
        query = query.where(col(LockRow.state) == "waiting", col(GameRow.state) == "open", col(LockRow.due) <= now)
        return self._session.exec(query.where(col(LockRow.branch) == col(GameRow.branch))).all()

    def waiting(self, mode: str) -> Sequence[LockRow]:
        """Those of a mode that wait, in games that are played."""
        query = select(LockRow).join(GameRow, col(LockRow.game_id) == col(GameRow.id))
        query = query.where(col(LockRow.state) == "waiting", col(GameRow.state) == "open", col(LockRow.mode) == mode)
        return self._session.exec(query.where(col(LockRow.branch) == col(GameRow.branch))).all()

    def next_due(self) -> datetime | None:
        """The time to look at the next lock, or None."""
        query = select(func.min(LockRow.due)).join(GameRow, col(LockRow.game_id) == col(GameRow.id))
        query = query.where(col(LockRow.state) == "waiting", col(GameRow.state) == "open")
        return self._session.exec(query.where(col(LockRow.branch) == col(GameRow.branch))).one()

    def drop(self, game: GameRow) -> None:
        """Make a lock void, and its dice with it."""
        row = self.pending(game)
        if row is not None:
            row.state, row.due = "void", None
            self.add(row)
