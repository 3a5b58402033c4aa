"""Orders on file, version by version."""

from collections.abc import Iterator, Sequence

from sqlalchemy import bindparam, func
from sqlmodel import col, select

from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, LineRow, SubmissionRow

_FOR_PHASE = CachedQuery(
    select(SubmissionRow)
    .where(col(SubmissionRow.game_id) == bindparam("game"), col(SubmissionRow.phase) == bindparam("phase"))
    .order_by(col(SubmissionRow.n).desc()),
    fixed=True,
)
_LINES = CachedQuery(
    select(LineRow).where(col(LineRow.submission_id) == bindparam("submission")).order_by(col(LineRow.place)),
    fixed=True,
)


class Submissions:
    """The orders of sides for phases; the highest version counts."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: SubmissionRow, lines: Sequence[LineRow]) -> SubmissionRow:
        """File a version with its lines."""
        self._session.add(row)
        self._session.flush()
        fields = ("place", "written", "canonical", "orders", "costs", "verdict")
        values = [{"submission_id": row.id, **{name: getattr(line, name) for name in fields}} for line in lines]
        self._session.add_rows(LineRow, values)
        return row

    def of_games(self, games: Sequence[GameRow]) -> Sequence[SubmissionRow]:
        """Every version of everything that was filed in these games."""
        query = select(SubmissionRow).where(col(SubmissionRow.game_id).in_([key_of(one.id) for one in games]))
        return self._session.exec(query.order_by(col(SubmissionRow.id))).all()

    def latest(self, game: GameRow, side: str, phase: str) -> SubmissionRow | None:
        """The version that counts, or None if nothing was ever filed."""
        return next(self._versions(game, side, phase), None)

    def last_of(self, game: GameRow, side: str, phases: Sequence[str]) -> SubmissionRow | None:
        """The version that counts of the first of these phases for which anything was filed."""
        return next((row for phase in phases if (row := self.latest(game, side, phase)) is not None), None)

    def phases_of(self, game: GameRow, side: str) -> Sequence[str]:
        """The phases for which a side has filed anything."""
        query = select(SubmissionRow.phase).where(
            col(SubmissionRow.game_id) == game.id, col(SubmissionRow.side) == side
        )
        return self._session.exec(query.distinct().order_by(col(SubmissionRow.phase))).all()

    def version(self, game: GameRow, side: str, phase: str, n: int) -> SubmissionRow | None:
        """One version."""
        return next((row for row in self._versions(game, side, phase) if row.n == n), None)

    def of_letter(self, game: GameRow, side: str, phase: str, letter_id: int) -> SubmissionRow | None:
        """The last version that a letter made, or None."""
        return next((row for row in self._versions(game, side, phase) if row.letter_id == letter_id), None)

    def made_by(self, game: GameRow, letter_id: int) -> Sequence[SubmissionRow]:
        """Every version that a letter made, of whatever phase."""
        query = select(SubmissionRow).where(
            col(SubmissionRow.game_id) == key_of(game.id), col(SubmissionRow.letter_id) == letter_id
        )
        return self._session.exec(query.order_by(col(SubmissionRow.id))).all()

    def _versions(self, game: GameRow, side: str, phase: str) -> Iterator[SubmissionRow]:
        """Newest first.  Both sides' come with one look: who asks for one side's mostly asks for the other's too."""
        found = self._session.all(_FOR_PHASE, game=key_of(game.id), phase=phase)
        return (row for row in found if row.side == side)

    def lines(self, submission: SubmissionRow) -> Sequence[LineRow]:
        """The lines of a version, in their places."""
        return self._session.all(_LINES, submission=key_of(submission.id))

    def written(self, games: Sequence[GameRow], side: str, limit: int = 1000) -> Sequence[str]:
        """The last lines that a side filed in these games, as it wrote them and as we read them; refused ones too."""
        query = (
            select(LineRow.written, LineRow.canonical)
            .join(SubmissionRow, col(LineRow.submission_id) == col(SubmissionRow.id))
            .where(col(SubmissionRow.game_id).in_([key_of(one.id) for one in games]), col(SubmissionRow.side) == side)
            .order_by(col(LineRow.id).desc())
            .limit(limit)
        )
        return [text for row in self._session.execute(query) for text in row]

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
