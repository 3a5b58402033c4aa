"""Orders on file, version by version."""

from collections.abc import Sequence

from sqlalchemy import func, insert
from sqlmodel import Session, col, select

from pbem.store.games import key_of
from pbem.store.tables import GameRow, LineRow, SubmissionRow


class Submissions:
    """The orders of sides for phases; the highest version counts."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: SubmissionRow, lines: Sequence[LineRow]) -> SubmissionRow:
        """File a version with its lines."""
        self._session.add(row)
        self._session.flush()
        if lines:
            fields = ("place", "written", "canonical", "orders", "costs", "verdict")
            values = [{"submission_id": row.id, **{name: getattr(line, name) for name in fields}} for line in lines]
            self._session.execute(insert(LineRow), values)
        return row

    def latest(self, game: GameRow, side: str, phase: str) -> SubmissionRow | None:
        """The version that counts, or None where nothing was ever filed."""
        query = select(SubmissionRow).where(
            col(SubmissionRow.game_id) == key_of(game.id),
            col(SubmissionRow.side) == side,
            col(SubmissionRow.phase) == phase,
        )
        return self._session.exec(query.order_by(col(SubmissionRow.n).desc()).limit(1)).first()

    def last_of(self, game: GameRow, side: str, phases: Sequence[str]) -> SubmissionRow | None:
        """The version that counts of the first of these phases for which anything was filed."""
        return next((row for phase in phases if (row := self.latest(game, side, phase)) is not None), None)

    def version(self, game: GameRow, side: str, phase: str, n: int) -> SubmissionRow | None:
        """One version."""
        query = select(SubmissionRow).where(
            col(SubmissionRow.game_id) == key_of(game.id),
            col(SubmissionRow.side) == side,
            col(SubmissionRow.phase) == phase,
            col(SubmissionRow.n) == n,
        )
        return self._session.exec(query).one_or_none()

    def lines(self, submission: SubmissionRow) -> Sequence[LineRow]:
        """The lines of a version, in their places."""
        query = select(LineRow).where(col(LineRow.submission_id) == key_of(submission.id))
        return self._session.exec(query.order_by(col(LineRow.place))).all()

    def of_turn(self, game: GameRow, side: str, player_turn: str) -> Sequence[SubmissionRow]:
        """Every version that a side filed for a phase of this player turn (``T03.US``)."""
        query = select(SubmissionRow).where(
            col(SubmissionRow.game_id) == key_of(game.id),
            col(SubmissionRow.side) == side,
            col(SubmissionRow.phase).startswith(f"{player_turn}.", autoescape=True),
        )
        return self._session.exec(query.order_by(col(SubmissionRow.id))).all()

    def phases_filed(self, game: GameRow, side: str) -> Sequence[str]:
        """The phases for which a side has filed anything."""
        query = select(SubmissionRow.phase).where(
            col(SubmissionRow.game_id) == key_of(game.id), col(SubmissionRow.side) == side
        )
        return sorted(set(self._session.exec(query).all()))

    def set_ready(self, submission: SubmissionRow, word: str) -> None:
        """Change the word of readiness of a version."""
        submission.ready = word
        self._session.add(submission)

    def count(self, game: GameRow) -> int:
        """How many versions were filed in a game."""
        query = select(func.count()).select_from(SubmissionRow).where(col(SubmissionRow.game_id) == key_of(game.id))
        return self._session.exec(query).one()
