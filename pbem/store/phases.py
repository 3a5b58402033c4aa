"""Phases, their segments and events, and the checkpoints between them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert
from sqlmodel import Session, col, select

from pbem.store.games import key_of
from pbem.store.tables import CheckpointRow, EventRow, GameRow, PhaseRow, SegmentRow


class Phases:
    """The phases that were begun, and what is stored of each stretch between two stops."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: PhaseRow) -> PhaseRow:
        """Store a phase, or what has changed of it."""
        self._session.add(row)
        self._session.flush()
        return row

    def last(self, game: GameRow) -> PhaseRow | None:
        """The phase that was begun last, or None before the first."""
        query = select(PhaseRow).where(col(PhaseRow.game_id) == key_of(game.id))
        return self._session.exec(query.order_by(col(PhaseRow.n).desc()).limit(1)).first()

    def open(self, game: GameRow) -> PhaseRow | None:
        """The phase that is being played, or None."""
        row = self.last(game)
        return row if row is not None and row.state == "open" else None

    def of(self, game: GameRow) -> Sequence[PhaseRow]:
        """All phases of a game."""
        query = select(PhaseRow).where(col(PhaseRow.game_id) == key_of(game.id))
        return self._session.exec(query.order_by(col(PhaseRow.n))).all()

    def named(self, game: GameRow, phase: str) -> PhaseRow | None:
        """The phase with this full id, or None if it has not begun."""
        query = select(PhaseRow).where(col(PhaseRow.game_id) == key_of(game.id), col(PhaseRow.phase) == phase)
        return self._session.exec(query.order_by(col(PhaseRow.n).desc()).limit(1)).first()

    def untold(self, game: GameRow) -> Sequence[PhaseRow]:
        """Phases that are done and have not been told yet."""
        return [row for row in self.of(game) if row.state == "done" and not row.told]

    def overdue(self, now: datetime) -> Sequence[PhaseRow]:
        """Open phases whose deadline has come."""
        query = select(PhaseRow).where(
            col(PhaseRow.state) == "open", col(PhaseRow.passed).is_(False), col(PhaseRow.due) <= now
        )
        return self._session.exec(query.order_by(col(PhaseRow.due))).all()

    def waiting(self) -> Sequence[PhaseRow]:
        """Open phases with a deadline that has not passed."""
        query = select(PhaseRow).where(
            col(PhaseRow.state) == "open", col(PhaseRow.passed).is_(False), col(PhaseRow.due).is_not(None)
        )
        return self._session.exec(query.order_by(col(PhaseRow.due))).all()

    def segments(self, phase: PhaseRow) -> Sequence[SegmentRow]:
        """The stored segments of a phase, in their sequence."""
        query = select(SegmentRow).where(col(SegmentRow.phase_id) == key_of(phase.id))
        return self._session.exec(query.order_by(col(SegmentRow.n))).all()

    def add_segment(self, row: SegmentRow) -> None:
        """Store a segment."""
        self._session.add(row)
        self._session.flush()


class Checkpoints:
    """The states between phases."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: CheckpointRow) -> None:
        """Store a checkpoint."""
        self._session.add(row)
        self._session.flush()

    def get(self, game: GameRow, n: int) -> CheckpointRow:
        """Checkpoint `n` of a game.  Raises KeyError."""
        query = select(CheckpointRow).where(col(CheckpointRow.game_id) == key_of(game.id), col(CheckpointRow.n) == n)
        row = self._session.exec(query).one_or_none()
        if row is None:
            raise KeyError(f"game {game.name} has no checkpoint {n}")
        return row

    def last(self, game: GameRow) -> CheckpointRow:
        """The newest checkpoint.  Raises KeyError for a game without one."""
        query = select(CheckpointRow).where(col(CheckpointRow.game_id) == key_of(game.id))
        row = self._session.exec(query.order_by(col(CheckpointRow.n).desc()).limit(1)).first()
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
        if values:
            self._session.execute(insert(EventRow), values)

    def of(self, phase: PhaseRow) -> Sequence[str]:
        """A phase's events as canonical JSON, in their sequence."""
        query = select(EventRow.body).where(col(EventRow.phase_id) == key_of(phase.id)).order_by(col(EventRow.n))
        return self._session.exec(query).all()
