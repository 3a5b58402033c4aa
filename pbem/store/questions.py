"""Questions: the asks that break a phase, and their answers."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.store.games import key_of
from pbem.store.tables import PhaseRow, QuestionRow


class Questions:
    """What was asked by letter."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: QuestionRow) -> None:
        """Store a question."""
        self._session.add(row)
        self._session.flush()

    def of(self, phase: PhaseRow, segment: int) -> Sequence[QuestionRow]:
        """The questions at the stop after segment number `segment`, in their places."""
        query = select(QuestionRow).where(
            col(QuestionRow.phase_id) == key_of(phase.id), col(QuestionRow.segment) == segment
        )
        return self._session.exec(query.order_by(col(QuestionRow.place))).all()

    def open(self, phase: PhaseRow, side: str) -> Sequence[QuestionRow]:
        """The questions that wait for a side, by their numbers."""
        query = select(QuestionRow).where(
            col(QuestionRow.phase_id) == key_of(phase.id),
            col(QuestionRow.side) == side,
            col(QuestionRow.answered).is_(None),
        )
        return self._session.exec(query.order_by(col(QuestionRow.number))).all()

    def lapse(self, phase: PhaseRow, at: datetime) -> None:
        """Close what is still open in a phase: play has gone on without an answer by letter."""
        query = select(QuestionRow).where(
            col(QuestionRow.phase_id) == key_of(phase.id), col(QuestionRow.answered).is_(None)
        )
        for row in self._session.exec(query).all():
            self.answer(row, "", at, 0)

    def answer(self, row: QuestionRow, choice: str, at: datetime, submission_n: int) -> None:
        """Record the answer to a question."""
        row.choice, row.answered, row.submission_n = choice, at, submission_n
        self._session.add(row)
