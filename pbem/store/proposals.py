"""Proposals of players to each other, by number."""

from collections.abc import Sequence

from sqlalchemy import func
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import Session
from pbem.store.tables import GameRow, ProposalRow


class Proposals:
    """The proposals of games; a number is never used again."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: ProposalRow) -> ProposalRow:
        """Keep a proposal under the next number of its game."""
        query = select(func.max(ProposalRow.number)).where(col(ProposalRow.game_id) == row.game_id)
        row.number = (self._session.exec(query).one() or 0) + 1
        self._session.add(row)
        self._session.flush()
        return row

    def open(self, game: GameRow) -> Sequence[ProposalRow]:
        """Those that nobody has answered."""
        query = select(ProposalRow).where(
            col(ProposalRow.game_id) == key_of(game.id), col(ProposalRow.closed).is_(False)
        )
        return self._session.exec(query.order_by(col(ProposalRow.number))).all()

    def of(self, game: GameRow) -> Sequence[ProposalRow]:
        """All of a game, answered or not."""
        query = select(ProposalRow).where(col(ProposalRow.game_id) == key_of(game.id))
        return self._session.exec(query.order_by(col(ProposalRow.number))).all()

    def close(self, row: ProposalRow) -> None:
        """It was answered, or another has taken its place."""
        row.closed = True
        self._session.add(row)
