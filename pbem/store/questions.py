"""Questions: the asks at which a phase stops, and their answers."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, func, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import PhaseRow, QuestionRow

_IN_PHASE = (
    select(QuestionRow)
    .where(col(QuestionRow.phase_id) == bindparam("phase"))
    .order_by(col(QuestionRow.segment), col(QuestionRow.place))
)
_OF_PHASE = CachedQuery(_IN_PHASE, finds=lambda row, given: (row.phase_id,) == given, grows=True)
_AT_STOP = CachedQuery(
    _IN_PHASE.where(col(QuestionRow.segment) == bindparam("segment")),
    finds=lambda row, given: (row.phase_id, row.segment) == given,
    grows=True,
)
_other = aliased(QuestionRow)
_LAST_STOP = select(func.max(col(_other.segment))).where(col(_other.phase_id) == bindparam("phase"))
# A phase of forty questions has one or two that wait: those that waited when this was asked are all that may wait now.
_NEWEST = CachedQuery(
    _IN_PHASE.where(or_(col(QuestionRow.answered).is_(None), col(QuestionRow.segment) == _LAST_STOP.scalar_subquery())),
    finds=lambda row, given: (row.phase_id,) == given,
    grows=True,
)
"""The questions of a phase that wait, and those of its last stop with any."""


class QuestionStore:
    """Questions that were asked by letter."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: QuestionRow) -> None:
        """Store a question."""
        self._session.add(row)

    def of(self, phase: PhaseRow, segment: int) -> Sequence[QuestionRow]:
        """The questions at the stop after segment number `segment`, in their places."""
        newest = self._newest(phase)
        if all(row.segment < segment for row in newest):
            return []
        if segment == max(row.segment for row in newest):
            return [row for row in newest if row.segment == segment]
        return self._session.all(_AT_STOP, phase=key_of(phase.id), segment=segment)

    def all(self, phase: PhaseRow) -> Sequence[QuestionRow]:
        """All questions of a phase, in the sequence in which they were put."""
        return self._session.all(_OF_PHASE, phase=key_of(phase.id))

    def open(self, phase: PhaseRow, side: str) -> Sequence[QuestionRow]:
        """The questions that wait for a side, by their numbers."""
        return [row for row in self._open(phase) if row.side == side]

    def lapse(self, phase: PhaseRow, at: datetime) -> None:
        """Close the open questions of a phase: play went on without answers by letter."""
        for row in self._open(phase):
            self.answer(row, "", at, 0)

    def withdraw(self, phase: PhaseRow, segment: int) -> None:
        """Withdraw the questions at the stop after segment number `segment`, which are replaced by others."""
        for row in self.of(phase, segment):
            self._session.delete(row)
        self._session.flush()

    def answer(self, row: QuestionRow, choice: str, at: datetime, submission_n: int) -> None:
        """Record the answer to a question."""
        row.choice, row.answered, row.submission_n = choice, at, submission_n
        self._session.add(row)

    def _open(self, phase: PhaseRow) -> Sequence[QuestionRow]:
        return [row for row in self._newest(phase) if row.answered is None]

    def _newest(self, phase: PhaseRow) -> Sequence[QuestionRow]:
        return self._session.all(_NEWEST, phase=key_of(phase.id))
