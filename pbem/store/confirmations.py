"""Commands that wait for a player's `confirm`: heavy commands, each under a code that went to their registered address."""

from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import Session
from pbem.store.tables import ConfirmationRow, GameRow


class Confirmations:
    """The commands that are not carried out before they are confirmed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: ConfirmationRow) -> None:
        """Keep a command until it is confirmed; one of the same kind that waited is no longer asked for."""
        query = select(ConfirmationRow).where(
            col(ConfirmationRow.game_id) == row.game_id,
            col(ConfirmationRow.side) == row.side,
            col(ConfirmationRow.what) == row.what,
        )
        for old in self._session.exec(query).all():
            self._session.delete(old)
        self._session.flush()
        self._session.add(row)
        self._session.flush()

    def find(self, game: GameRow, side: str, code: str) -> ConfirmationRow | None:
        """The command that waits under a code, or None."""
        query = select(ConfirmationRow).where(
            col(ConfirmationRow.game_id) == key_of(game.id),
            col(ConfirmationRow.side) == side,
            col(ConfirmationRow.code) == code.lower(),
        )
        return self._session.exec(query).one_or_none()

    def done(self, row: ConfirmationRow) -> None:
        """It was carried out, or has lapsed."""
        self._session.delete(row)
        self._session.flush()
