"""Press: what the players say to each other."""

from collections.abc import Sequence

from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import Session
from pbem.store.tables import GameRow, PressRow


class Press:
    """Words that wait for the next report."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: PressRow) -> None:
        """Keep what was said."""
        self._session.add(row)

    def unreported(self, game: GameRow) -> Sequence[PressRow]:
        """What no report has held yet, oldest first."""
        query = select(PressRow).where(col(PressRow.game_id) == key_of(game.id), col(PressRow.told).is_(False))
        return self._session.exec(query.order_by(col(PressRow.id))).all()

    def since(self, game: GameRow, heard: int) -> Sequence[PressRow]:
        """What came after the piece with this id, oldest first."""
        query = select(PressRow).where(col(PressRow.game_id) == key_of(game.id), col(PressRow.id) > heard)
        return self._session.exec(query.order_by(col(PressRow.id))).all()

    def mark_reported(self, rows: Sequence[PressRow]) -> None:
        """Mark what a report tells."""
        for row in rows:
            row.told = True
            self._session.add(row)
