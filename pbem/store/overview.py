"""What the GM's queue shows of all games: one query a table, however many games there are, and no letter unsealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func
from sqlalchemy import select as pick
from sqlmodel import col, select

from pbem.store.games import SHELVED
from pbem.store.session import Session
from pbem.store.tables import FaultRow, GameRow, LetterInRow, LineRow, PhaseRow, PlayerRow, RecordRow, SubmissionRow


@dataclass(frozen=True, slots=True)
class Filed:
    """What counts of a side for the open phase: the word of readiness, and how many lines stand and were refused."""

    ready: str
    lines: int
    refused: int
    is_filed: bool


@dataclass(frozen=True, slots=True)
class HeldLetter:
    """A letter that the GM must look at."""

    number: int
    game: str
    sender: str
    reason: str


class Overview:
    """All games at once."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def last_phases(self) -> Mapping[int, PhaseRow]:
        """The phase that was begun last, by the number of its game's row."""
        numbers: Sequence[Any] = (col(PhaseRow.game_id).label("game"), func.max(col(PhaseRow.n)).label("n"))
        last = pick(*numbers).group_by(col(PhaseRow.game_id)).subquery()
        query = select(PhaseRow).join(last, and_(col(PhaseRow.game_id) == last.c.game, col(PhaseRow.n) == last.c.n))
        return {row.game_id: row for row in self._session.exec(query).all()}

    def players(self) -> Mapping[int, Sequence[PlayerRow]]:
        """The players of each game, in the sequence of its card's sides."""
        found: dict[int, list[PlayerRow]] = {}
        for row in self._session.exec(select(PlayerRow).order_by(col(PlayerRow.id))).all():
            found.setdefault(row.game_id, []).append(row)
        return found

    def filed(self) -> Mapping[tuple[int, str], Filed]:
        """What counts for the open phases, by game and side."""
        newest: dict[tuple[int, str], tuple[int, str, str]] = {}
        query = (
            pick(*(col(getattr(SubmissionRow, name)) for name in ("id", "game_id", "side", "ready", "state")))
            .join(
                PhaseRow,
                and_(
                    col(PhaseRow.game_id) == col(SubmissionRow.game_id), col(PhaseRow.phase) == col(SubmissionRow.phase)
                ),
            )
            .join(GameRow, col(GameRow.id) == col(PhaseRow.game_id))
            .where(col(PhaseRow.state) == "open", col(GameRow.state) != SHELVED)
            .order_by(col(SubmissionRow.n))
        )
        for number, game, side, ready, state in self._session.execute(query):
            newest[game, side] = (number, ready, state)
        numbers = [row[0] for row in newest.values()]
        count = (
            select(LineRow.submission_id, LineRow.verdict, func.count())
            .where(col(LineRow.submission_id).in_(numbers))
            .group_by(col(LineRow.submission_id), col(LineRow.verdict))
        )
        counted = (
            {(number, verdict): lines for number, verdict, lines in self._session.execute(count)} if numbers else {}
        )
        return {
            place: Filed(
                ready, counted.get((number, "accepted"), 0), counted.get((number, "refused"), 0), state == "filed"
            )
            for place, (number, ready, state) in newest.items()
        }

    def held_letters(self) -> Sequence[HeldLetter]:
        """The letters that are held, oldest first."""
        query = select(LetterInRow.id, LetterInRow.game, LetterInRow.sender, LetterInRow.reason)
        held = query.where(col(LetterInRow.state) == "held").order_by(col(LetterInRow.arrived), col(LetterInRow.id))
        return [
            HeldLetter(number, game, sender, reason) for number, game, sender, reason in self._session.execute(held)
        ]

    def faults(self) -> Mapping[str, int]:
        """The numbers of the faults that hold games, by the game's name."""
        query = select(FaultRow.game, FaultRow.id).where(
            col(FaultRow.state) != "closed", col(FaultRow.kind).in_(("rules", "hash"))
        )
        return {game: number or 0 for game, number in self._session.execute(query.order_by(col(FaultRow.id)))}

    def records_after(self, moment: datetime) -> Mapping[int, int]:
        """How many records were written after `moment`, by the number of the game's row; without games that have none."""
        query = (
            select(RecordRow.game_id, func.count()).where(col(RecordRow.at) > moment).group_by(col(RecordRow.game_id))
        )
        return {game: int(count) for game, count in self._session.execute(query)}
