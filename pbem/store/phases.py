"""Phases, their segments and events, and the checkpoints between them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Integer, bindparam, func, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import CheckpointRow, EventRow, GameRow, PhaseRow, QuestionRow, SegmentRow


def _is_of_game(row: PhaseRow | CheckpointRow, given: tuple[object, ...]) -> bool:
    return (row.game_id,) == given


_OF_GAME = select(PhaseRow).where(col(PhaseRow.game_id) == bindparam("game"))
_LAST_FIRST = _OF_GAME.order_by(col(PhaseRow.n).desc()).limit(1)
_LAST = CachedQuery(_LAST_FIRST, finds=_is_of_game, newest=True)
_NAMED = CachedQuery(_LAST_FIRST.where(col(PhaseRow.phase) == bindparam("phase")), fixed=True)
_IN_TURN = CachedQuery(_OF_GAME.where(col(PhaseRow.turn) == bindparam("turn")).order_by(col(PhaseRow.n)), fixed=True)
_ENDED_AFTER = CachedQuery(
    _OF_GAME.where(col(PhaseRow.state) == "done", col(PhaseRow.n) > bindparam("n")).order_by(col(PhaseRow.n))
)
ALL = CachedQuery(_OF_GAME.order_by(col(PhaseRow.n)), finds=_is_of_game, grows=True)
_NAMES = CachedQuery(
    select(PhaseRow.phase).where(col(PhaseRow.game_id) == bindparam("game")).order_by(col(PhaseRow.n)), fixed=True
)
_OPEN = (
    select(PhaseRow)
    .join(GameRow, col(PhaseRow.game_id) == col(GameRow.id))
    .where(col(GameRow.state) == "open", col(PhaseRow.state) == "open", col(PhaseRow.passed).is_(False))
)
_OVERDUE = _OPEN.where(col(PhaseRow.due) <= bindparam("now"), col(PhaseRow.lapsed).is_(None)).order_by(
    col(PhaseRow.due)
)
_TO_REMIND = _OPEN.where(col(PhaseRow.remind) <= bindparam("now")).order_by(col(PhaseRow.remind))
_NEXT_DUE = (
    _OPEN.where(col(PhaseRow.due).is_not(None), col(PhaseRow.lapsed).is_(None)).order_by(col(PhaseRow.due)).limit(1)
)
_NEXT_REMINDER = _OPEN.where(col(PhaseRow.remind).is_not(None)).order_by(col(PhaseRow.remind)).limit(1)
SEGMENTS = CachedQuery(
    select(SegmentRow).where(col(SegmentRow.phase_id) == bindparam("phase")).order_by(col(SegmentRow.n)),
    finds=lambda row, given: (row.phase_id,) == given,
    grows=True,
)
EVENTS = CachedQuery(
    select(EventRow.body).where(col(EventRow.phase_id) == bindparam("phase")).order_by(col(EventRow.n)),
    fixed=True,
    finds=lambda row, given: (row.phase_id,) == given,
)
_CHECKPOINTS = select(CheckpointRow).where(col(CheckpointRow.game_id) == bindparam("game"))
_CHECKPOINT = CachedQuery(
    _CHECKPOINTS.where(col(CheckpointRow.n).between(bindparam("n"), bindparam("n", type_=Integer) + 1)).order_by(
        col(CheckpointRow.n)
    ),
    finds=lambda row, given: row.game_id == given[0] and row.n - given[1] in (0, 1),
    grows=True,
)
"""A checkpoint, and the next: whoever tells a phase wants the states before and after it."""
_LAST_CHECKPOINT = CachedQuery(
    _CHECKPOINTS.order_by(col(CheckpointRow.n).desc()).limit(1), finds=_is_of_game, newest=True
)


class Phases:
    """The phases that have begun, and what is stored of each stretch between two stops."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: PhaseRow) -> PhaseRow:
        """Store a phase, or what has changed of it; the phase as it is stored.  Nobody is reminded where nothing is due."""
        if row.due is None:
            row.remind = None
        if row.id is None:
            return self._session.stored(row)
        self._session.add(row)
        return row

    def last(self, game: GameRow) -> PhaseRow | None:
        """The phase that was begun last, or None before the first."""
        begun = self._known(game)
        if begun is not None:
            return begun[-1] if begun else None
        return self._session.first(_LAST, game=key_of(game.id))

    def _known(self, game: GameRow) -> Sequence[PhaseRow] | None:
        """All phases of a game, if somebody in this transaction has asked for them."""
        return self._session.known(ALL, game=key_of(game.id))

    def open(self, game: GameRow) -> PhaseRow | None:
        """The phase that is being played, or None."""
        row = self.last(game)
        return row if row is not None and row.state == "open" else None

    def of(self, game: GameRow) -> Sequence[PhaseRow]:
        """All phases of a game."""
        return self._session.all(ALL, game=key_of(game.id))

    def of_turn(self, game: GameRow, turn: int) -> Sequence[PhaseRow]:
        """The phases of one game turn, in their sequence."""
        return self._session.all(_IN_TURN, game=key_of(game.id), turn=turn)

    def named(self, game: GameRow, phase: str) -> PhaseRow | None:
        """The phase with this full id, or None if it has not begun."""
        begun = self._known(game)
        if begun is not None:
            return next((row for row in reversed(begun) if row.phase == phase), None)
        return self._session.first(_NAMED, game=key_of(game.id), phase=phase)

    def names(self, game: GameRow) -> Sequence[str]:
        """The full ids of all phases of a game that have begun, in their sequence."""
        begun = self._known(game)
        return [row.phase for row in begun] if begun is not None else self._session.all(_NAMES, game=key_of(game.id))

    def ended_after(self, game: GameRow, n: int) -> Sequence[PhaseRow]:
        """The phases that have ended, from the one behind number `n` on."""
        begun = self._known(game)
        if begun is not None:
            return [row for row in begun if row.state == "done" and row.n > n]
        return self._session.all(_ENDED_AFTER, game=key_of(game.id), n=n)

    def unreported(self, game: GameRow) -> Sequence[PhaseRow]:
        """Finished phases that have not been reported yet."""
        return [row for row in self.of(game) if row.state == "done" and not row.told]

    def overdue(self, now: datetime) -> Sequence[PhaseRow]:
        """Open phases of open games whose deadline has passed."""
        return self._session.exec(_OVERDUE, params={"now": now}).all()

    def to_remind(self, now: datetime) -> Sequence[PhaseRow]:
        """Those whose players are to be reminded by now."""
        return self._session.exec(_TO_REMIND, params={"now": now}).all()

    def next_due(self) -> datetime | None:
        """The next deadline of all, or None."""
        row = self._session.exec(_NEXT_DUE).first()
        return row.due if row is not None else None

    def next_reminder(self) -> datetime | None:
        """The time of the next reminder, or None."""
        row = self._session.exec(_NEXT_REMINDER).first()
        return row.remind if row is not None else None

    def waiting(self) -> Sequence[PhaseRow]:
        """Open phases with a deadline that has not passed."""
        query = select(PhaseRow).where(
            col(PhaseRow.state) == "open", col(PhaseRow.passed).is_(False), col(PhaseRow.due).is_not(None)
        )
        return self._session.exec(query.order_by(col(PhaseRow.due))).all()

    def segments(self, phase: PhaseRow) -> Sequence[SegmentRow]:
        """The stored segments of a phase, in their sequence."""
        return self._session.all(SEGMENTS, phase=key_of(phase.id))

    def add_segment(self, row: SegmentRow) -> None:
        """Store a segment, which is the phase's last."""
        self._session.append(row)


class Checkpoints:
    """The states between phases."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: CheckpointRow) -> None:
        """Store a checkpoint: the newest now."""
        self._session.append(row)
        self._session.remember(_LAST_CHECKPOINT, [row], game=row.game_id)

    def get(self, game: GameRow, n: int) -> CheckpointRow:
        """Checkpoint `n` of a game.  Raises KeyError."""
        row = self._known(game, n)
        if row is None:
            found = self._session.all(_CHECKPOINT, game=key_of(game.id), n=n)
            row = next((one for one in found if one.n == n), None)
        if row is None:
            raise KeyError(f"game {game.name} has no checkpoint {n}")
        return row

    def _known(self, game: GameRow, n: int) -> CheckpointRow | None:
        """The checkpoint, if it was the last or came with the one before it."""
        found = self._session.known(_LAST_CHECKPOINT, game=key_of(game.id)) or ()
        before = self._session.known(_CHECKPOINT, game=key_of(game.id), n=n - 1) or ()
        return next((row for row in (*found, *before) if row.n == n), None)

    def last(self, game: GameRow) -> CheckpointRow:
        """The newest checkpoint.  Raises KeyError for a game without one."""
        row = self._session.first(_LAST_CHECKPOINT, game=key_of(game.id))
        if row is None:
            raise KeyError(f"game {game.name} has no checkpoint")
        return row


class Events:
    """The events of play."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, phase: PhaseRow, first: int, bodies: Sequence[tuple[str, str]]) -> None:
        """Store events as (type, canonical JSON), numbered from `first`."""
        values = [
            {"phase_id": key_of(phase.id), "n": first + place, "type": type_, "body": body}
            for place, (type_, body) in enumerate(bodies)
        ]
        self._session.append_rows(EventRow, values)

    def of(self, phase: PhaseRow) -> Sequence[str]:
        """A phase's events as canonical JSON, in their sequence."""
        return self._session.all(EVENTS, phase=key_of(phase.id))


# Questions: the asks at which a phase stops, and their answers.

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
