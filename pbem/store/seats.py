"""Those who sit at a table besides its players: observers, and people who share a side."""

from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.store.folding import fold
from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, SeatRow

OF_GAME = CachedQuery(
    select(SeatRow).where(col(SeatRow.game_id) == bindparam("game")).order_by(col(SeatRow.id)), fixed=True
)
_AT_ADDRESS = CachedQuery(select(SeatRow).where(col(SeatRow.folded) == bindparam("folded")).order_by(col(SeatRow.id)))


GM = "gm"
"""The side of a second GM's seat."""


class Seats:
    """More people at the tables."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: SeatRow) -> SeatRow:
        """Give somebody a seat."""
        self._session.add(row)
        self._session.flush()
        return row

    def ever(self, game: GameRow) -> Sequence[SeatRow]:
        """All seats that a game has had, those too that somebody has left."""
        return self._session.all(OF_GAME, game=key_of(game.id))

    def of(self, game: GameRow) -> Sequence[SeatRow]:
        """All seats of a game in which somebody sits."""
        return [row for row in self.ever(game) if row.ended is None and not _is_chair(row)]

    def chairs(self, game: GameRow, side: str = "") -> Sequence[SeatRow]:
        """The chairs beside the table: substitutes who may be asked, in turn, and people who have left their side to one; those
        of a side, or all."""
        found = [row for row in self.ever(game) if row.ended is None and _is_chair(row) and side in ("", row.side)]
        return sorted(found, key=lambda row: (row.side, row.place))

    def sharing(self, game: GameRow, side: str) -> Sequence[SeatRow]:
        """The commanders who share a side with its player, in the sequence in which their orders are carried out."""
        return sorted((row for row in self.of(game) if row.side == side and row.number), key=_sequence)

    def next_number(self, game: GameRow) -> int:
        """The number of the next commander's seat of a game."""
        return 1 + max((row.number for row in self.ever(game)), default=0)

    def observers(self, game: GameRow) -> Sequence[SeatRow]:
        """Those who only look on."""
        return [row for row in self.of(game) if not row.side]

    def at_address(self, address: str) -> Sequence[SeatRow]:
        """The seats of whoever writes from this address, case ignored."""
        return [row for row in self._session.all(_AT_ADDRESS, folded=fold(address)) if row.ended is None]

    def ever_at_address(self, address: str) -> Sequence[SeatRow]:
        """As `at_address`, with the seats that they have left."""
        return self._session.all(_AT_ADDRESS, folded=fold(address))

    def remove(self, row: SeatRow) -> None:
        """Take a seat away."""
        self._session.delete(row)
        self._session.flush()


def _is_chair(row: SeatRow) -> bool:
    return bool(row.side) and row.side != GM and not row.number


def _sequence(row: SeatRow) -> tuple[int, int]:
    return row.place, row.number
