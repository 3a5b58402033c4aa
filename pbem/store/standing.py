"""Standing orders in force."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, StandingRow

OF_GAME = CachedQuery(
    select(StandingRow).where(col(StandingRow.game_id) == bindparam("game")).order_by(col(StandingRow.number)),
    fixed=True,
)


class StandingOrders:
    """The standing orders of sides, by their numbers; a number is never used again."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: StandingRow) -> None:
        """Put a standing order in force."""
        self._session.add(row)

    def in_force(self, game: GameRow, side: str) -> Sequence[StandingRow]:
        """A side's standing orders in force, in its own sequence."""
        found = [row for row in self.all(game, side) if row.ended is None]
        return sorted(found, key=lambda row: (row.place, row.number))

    def all(self, game: GameRow, side: str) -> Sequence[StandingRow]:
        """All that a side ever gave, those that are out of force too."""
        return [row for row in self._session.all(OF_GAME, game=key_of(game.id)) if row.side == side]

    def next_number(self, game: GameRow, side: str) -> int:
        """The number of the next one."""
        return max((row.number for row in self.all(game, side)), default=0) + 1

    def end(self, row: StandingRow, at: datetime, why: str = "") -> None:
        """Take a standing order out of force; `why` where it switched itself off."""
        row.ended, row.why = at, why
        self._session.add(row)

    def revive(self, row: StandingRow) -> None:
        """Put a standing order in force again under its number."""
        row.ended, row.why, row.told = None, "", False
        self._session.add(row)

    def rearrange(self, rows: Sequence[StandingRow]) -> None:
        """Put a side's standing orders in this sequence."""
        for place, row in enumerate(rows, 1):
            row.place = place
            self._session.add(row)

    def switched_off(self, game: GameRow, side: str) -> Sequence[StandingRow]:
        """Those that switched themselves off and of which no report has said so."""
        return [row for row in self.all(game, side) if row.why and not row.told]

    def tell(self, rows: Sequence[StandingRow]) -> None:
        """A report has said that these switched themselves off."""
        for row in rows:
            row.told = True
            self._session.add(row)
