"""Freeing what is over: all rows of a game, and the bytes of letters that were sent long ago."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Delete, column, delete, func, update
from sqlmodel import SQLModel, col, select

from pbem.store.columns import HIDDEN
from pbem.store.games import ARCHIVED, key_of
from pbem.store.session import Session
from pbem.store.tables import (
    CheckpointRow,
    ConfirmationRow,
    DispatchRow,
    EventRow,
    GameRow,
    LetterInRow,
    LetterOutRow,
    LineRow,
    LockRow,
    OrderKeyRow,
    PhaseRow,
    PlayerRow,
    PressRow,
    ProposalRow,
    QuestionRow,
    RecordRow,
    SecretRow,
    SegmentRow,
    StandingRow,
    SubmissionRow,
)

OF_PHASES: tuple[type[SQLModel], ...] = (EventRow, SegmentRow, QuestionRow)
OF_GAMES: tuple[type[SQLModel], ...] = (
    PhaseRow,
    CheckpointRow,
    SubmissionRow,
    StandingRow,
    OrderKeyRow,
    PressRow,
    DispatchRow,
    ConfirmationRow,
    ProposalRow,
    RecordRow,
    LockRow,
    PlayerRow,
)
KEPT_TEXTS = 20
"""So many of the last letters to a side keep their words: a reply may quote them."""


class Archive:
    """The export of a game out of the database, which then frees its rows."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def letters_in(self, game: str) -> Sequence[LetterInRow]:
        """All letters of a game that came in, by their numbers."""
        query = select(LetterInRow).where(col(LetterInRow.game) == game).order_by(col(LetterInRow.id))
        return self._session.exec(query).all()

    def letters_out(self, game: str) -> Sequence[LetterOutRow]:
        """All letters of a game that went out, by their numbers."""
        query = select(LetterOutRow).where(col(LetterOutRow.game) == game).order_by(col(LetterOutRow.id))
        return self._session.exec(query).all()

    def free(self, game: GameRow, where: str) -> int:
        """Take out all rows of a game and what was undone of it; how many.  Its name stays taken: `where` says where it is."""
        ids = [key_of(game.id), *self._undone(game.name)]
        names = list(self._names(ids))
        phases = select(col(PhaseRow.id)).where(col(PhaseRow.game_id).in_(ids))
        submissions = select(col(SubmissionRow.id)).where(col(SubmissionRow.game_id).in_(ids))
        gone = 0
        for table in OF_PHASES:
            gone += self._out(delete(table).where(column("phase_id").in_(phases)))
        gone += self._out(delete(LineRow).where(col(LineRow.submission_id).in_(submissions)))
        for table in OF_GAMES:
            gone += self._out(delete(table).where(column("game_id").in_(ids)))
        gone += self._out(delete(LetterInRow).where(col(LetterInRow.game) == game.name))
        gone += self._out(delete(LetterOutRow).where(col(LetterOutRow.game) == game.name))
        gone += self._out(delete(SecretRow).where(col(SecretRow.scope).in_(names)))
        gone += self._out(delete(GameRow).where(col(GameRow.id).in_(ids[1:])))
        game.state, game.hold = HIDDEN, f"{ARCHIVED}{where}"
        self._session.add(game)
        self._session.flush()
        return gone

    def prune(self, before: datetime) -> int:
        """Forget the bytes of letters that were sent before `before`, except the newest to each side, and of mail that was
        ignored and belongs to no game; how many.  That they were sent, to whom and under which Message-ID stays."""
        place = func.row_number().over(
            partition_by=(LetterOutRow.game, LetterOutRow.side), order_by=col(LetterOutRow.id).desc()
        )
        placed = select(col(LetterOutRow.id), place.label("place")).subquery()
        old = select(placed.c.id).where(placed.c.place > KEPT_TEXTS)
        sent = update(LetterOutRow).where(
            col(LetterOutRow.state) == "sent",
            col(LetterOutRow.sent) < before,
            col(LetterOutRow.subject) != "",
            col(LetterOutRow.id).in_(old),
            col(LetterOutRow.kind) != "welcome",
        )
        ignored = update(LetterInRow).where(
            col(LetterInRow.state).in_(("ignored", "dropped")),
            col(LetterInRow.game) == "",
            col(LetterInRow.seen) < before,
            col(LetterInRow.subject) != "",
        )
        gone = self._session.connection().execute(sent.values(raw=b"", text="", subject="")).rowcount
        return gone + self._session.connection().execute(ignored.values(raw=b"", subject="")).rowcount

    def _out(self, statement: Delete) -> int:
        return int(self._session.connection().execute(statement).rowcount)

    def _names(self, ids: Sequence[int]) -> Sequence[str]:
        return self._session.exec(select(GameRow.name).where(col(GameRow.id).in_(ids))).all()

    def _undone(self, name: str) -> Sequence[int]:
        query = select(col(GameRow.id)).where(col(GameRow.state) == HIDDEN, col(GameRow.name).startswith(f"{name}/"))
        return [key_of(one) for one in self._session.exec(query).all()]
