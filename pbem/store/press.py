"""Press: what the players say to each other."""

from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, PressRow

_OF_GAME = select(PressRow).where(col(PressRow.game_id) == bindparam("game")).order_by(col(PressRow.id))
_UNREPORTED = CachedQuery(_OF_GAME.where(col(PressRow.told).is_(False)))
SINCE = CachedQuery(_OF_GAME.where(col(PressRow.id) > bindparam("heard")), fixed=True)


class Press:
    """Words that wait for the next report."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: PressRow) -> None:
        """Keep what was said."""
        self._session.add(row)

    def unreported(self, game: GameRow) -> Sequence[PressRow]:
        """Press that no report has carried yet, oldest first."""
        return self._session.all(_UNREPORTED, game=key_of(game.id))

    def since(self, game: GameRow, heard: int) -> Sequence[PressRow]:
        """Press after the piece with this id, oldest first."""
        return self._session.all(SINCE, game=key_of(game.id), heard=heard)

    def mark_reported(self, rows: Sequence[PressRow]) -> None:
        """Mark what a report tells."""
        for row in rows:
            row.told = True
            self._session.add(row)
