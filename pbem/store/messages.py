"""Messages between players that wait: press and dispatches, proposals, commands to be confirmed."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import ConfirmationRow, DispatchRow, GameRow, PressRow, ProposalRow

_OF_GAME = select(PressRow).where(col(PressRow.game_id) == bindparam("game")).order_by(col(PressRow.id))
_UNREPORTED = CachedQuery(_OF_GAME.where(col(PressRow.told).is_(False)))
SINCE = CachedQuery(_OF_GAME.where(col(PressRow.id) > bindparam("heard")), fixed=True)
_RIDDEN = CachedQuery(
    select(DispatchRow).where(col(DispatchRow.game_id) == bindparam("game")).order_by(col(DispatchRow.number))
)


class PressStore:
    """Messages that wait for the next report."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: PressRow) -> None:
        """Store a message."""
        self._session.add(row)

    def unreported(self, game: GameRow) -> Sequence[PressRow]:
        """Messages that no report has included yet, oldest first."""
        return self._session.all(_UNREPORTED, game=key_of(game.id))

    def since(self, game: GameRow, heard: int) -> Sequence[PressRow]:
        """Messages after the one with this id, oldest first."""
        return self._session.all(SINCE, game=key_of(game.id), heard=heard)

    def mark_reported(self, rows: Sequence[PressRow]) -> None:
        """Mark messages as included in a report."""
        for row in rows:
            row.told = True
            self._session.add(row)


class Dispatches:
    """Messages between the commanders of a side, carried by riders."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: DispatchRow) -> DispatchRow:
        """Store a dispatch."""
        self._session.add(row)
        return row

    def of(self, game: GameRow) -> Sequence[DispatchRow]:
        """All dispatches of a game, by their numbers."""
        return self._session.all(_RIDDEN, game=key_of(game.id))

    def take_back(self, game: GameRow, aside: GameRow, seq: int) -> Sequence[DispatchRow]:
        """Take those of a game back to what they were after record `seq`; the rows as they are go to `aside`.

        Those that were written since are gone from the game; they are returned.
        """
        undone = []
        for row in self.of(game):
            if row.seq >= seq:
                row.game_id = key_of(aside.id)
                undone.append(row)
            elif max(row.sealed or 0, row.arrived or 0, row.told or 0) > seq:
                fields = {name: getattr(row, name) for name in DispatchRow.model_fields if name != "id"}
                self._session.add(DispatchRow(**{**fields, "game_id": key_of(aside.id)}))
                row.fate = "" if (row.arrived or 0) > seq else row.fate
                for name in ("sealed", "arrived", "told"):
                    if (getattr(row, name) or 0) > seq:
                        setattr(row, name, None)
            self._session.add(row)
        self._session.flush()
        return undone


# Proposals of players to each other, by number.


class Proposals:
    """The proposals of games; a number is never used again."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: ProposalRow) -> ProposalRow:
        """Store a proposal under the next number of its game."""
        query = select(func.max(ProposalRow.number)).where(col(ProposalRow.game_id) == row.game_id)
        row.number = (self._session.exec(query).one() or 0) + 1
        self._session.add(row)
        self._session.flush()
        return row

    def open(self, game: GameRow) -> Sequence[ProposalRow]:
        """The unanswered proposals."""
        query = select(ProposalRow).where(
            col(ProposalRow.game_id) == key_of(game.id), col(ProposalRow.closed).is_(False)
        )
        return self._session.exec(query.order_by(col(ProposalRow.number))).all()

    def of(self, game: GameRow) -> Sequence[ProposalRow]:
        """All of a game, answered or not."""
        query = select(ProposalRow).where(col(ProposalRow.game_id) == key_of(game.id))
        return self._session.exec(query.order_by(col(ProposalRow.number))).all()

    def close(self, row: ProposalRow) -> None:
        """Close a proposal that was answered or replaced."""
        row.closed = True
        self._session.add(row)


# Commands that wait for a player's `confirm`: heavy commands, each under a code that went to their registered
# address.


class Confirmations:
    """Commands that are carried out only after they are confirmed."""

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
        """Close a command that was carried out or has lapsed."""
        self._session.delete(row)
        self._session.flush()
