"""What the GM's queue shows of all games: one query a table, however many games there are, and no letter unsealed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Executable, and_, case, func
from sqlalchemy import select as pick
from sqlalchemy.orm import aliased
from sqlmodel import SQLModel, col, select

from pbem.store.games import HIDDEN
from pbem.store.locks import OPEN
from pbem.store.session import Session
from pbem.store.tables import (
    FaultRow,
    GameRow,
    LetterInRow,
    LetterOutRow,
    LineRow,
    LockRow,
    PhaseRow,
    PlayerRow,
    RecordRow,
    SubmissionRow,
)

AT_ONCE = 500
"""How many rows are fetched at once: of thousands only what is made of them is to stay in memory."""


class ListedGame(NamedTuple):
    """A game as the queue lists it.

    `since` is when it was held or paused, or when its players were invited; None while it is played, and when it is over.
    """

    number: int
    name: str
    title: str
    state: str
    hold: str
    source: str
    since: datetime | None
    paused_until: datetime | None


class ListedPhase(NamedTuple):
    """The phase that a game has come to (see `PhaseRow`); `code` is that of the side it waits for, None unless it is one."""

    phase: str
    name: str
    state: str
    waiting_for: str
    stopped: datetime
    due: datetime | None
    lapsed: datetime | None
    code: str | None


class Absence(NamedTuple):
    """A side whose player is away, and until when."""

    code: str
    until: datetime


class ListedLock(NamedTuple):
    """A lock whose dice have not fallen (see `LockRow`)."""

    mode: str
    state: str
    step: int
    tries: int
    at: datetime
    due: datetime | None


@dataclass(frozen=True, slots=True)
class Filed:
    """What counts of a side for the open phase: its code, the word of readiness, how many lines stand and were refused."""

    code: str
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

    def games(self) -> Iterator[tuple[ListedGame, ListedPhase | None]]:
        """All games, each with the phase that was begun last; without the lines of play that were put aside."""
        stands = case(
            (col(GameRow.state) == "held", col(GameRow.held_since)),
            (col(GameRow.state).in_(("paused", "invited")), func.coalesce(GameRow.paused_since, GameRow.opened)),
        )
        of_game = _columns(GameRow, "id", "name", "title", "state", "hold", "source")
        of_phase = _columns(PhaseRow, "phase", "name", "state", "waiting_for", "stopped", "due", "lapsed")
        any_phase = aliased(PhaseRow)
        last = pick(func.max(col(any_phase.n))).where(col(any_phase.game_id) == col(GameRow.id)).scalar_subquery()
        query = (
            pick(*of_game, stands, col(GameRow.paused_until), *of_phase, col(PlayerRow.code))
            .select_from(GameRow)
            .outerjoin(PhaseRow, and_(col(PhaseRow.game_id) == col(GameRow.id), col(PhaseRow.n) == last))
            .outerjoin(
                PlayerRow,
                and_(col(PlayerRow.game_id) == col(GameRow.id), col(PlayerRow.side) == col(PhaseRow.waiting_for)),
            )
            .where(col(GameRow.state) != HIDDEN)
        )
        columns = len(ListedGame._fields)
        for row in self._look(query):
            yield (
                ListedGame._make(row[:columns]),
                ListedPhase._make(row[columns:]) if row[columns] is not None else None,
            )

    def absences(self, now: datetime) -> Mapping[int, Sequence[Absence]]:
        """Who is away, by the number of the game's row, in the sequence of its card."""
        query = pick(*_columns(PlayerRow, "game_id", "code", "away_to")).order_by(col(PlayerRow.id))
        found: dict[int, list[Absence]] = {}
        for game, code, until in self._look(query.where(col(PlayerRow.away_from) <= now, col(PlayerRow.away_to) > now)):
            found.setdefault(game, []).append(Absence(code, until))
        return found

    def unanswered(self) -> Mapping[int, Sequence[str]]:
        """The codes of those who have not accepted their invitation, by the number of a game that waits for them."""
        query = pick(*_columns(PlayerRow, "game_id", "code")).join(GameRow, col(GameRow.id) == col(PlayerRow.game_id))
        query = query.where(col(GameRow.state) == "invited", col(PlayerRow.accepted).is_(None))
        found: dict[int, list[str]] = {}
        for game, code in self._look(query.order_by(col(PlayerRow.id))):
            found.setdefault(game, []).append(code)
        return found

    def locks(self) -> Mapping[int, ListedLock]:
        """The locks of games' present branches whose dice have not fallen, by the number of the game's row."""
        query = pick(*_columns(LockRow, "game_id", "mode", "state", "step", "tries", "at", "due"))
        query = query.join(GameRow, col(GameRow.id) == col(LockRow.game_id)).where(
            col(LockRow.branch) == col(GameRow.branch), col(LockRow.state).in_(OPEN), col(GameRow.dice) != "sealed"
        )
        return {game: ListedLock(*lock) for game, *lock in self._look(query.order_by(col(LockRow.seq)))}

    def filed(self) -> Mapping[int, Mapping[str, Filed]]:
        """What counts for the open phases, by the number of the game's row and by side, in the sequence of its card."""
        newest: dict[tuple[int, int], tuple[int, str, str, str, str]] = {}
        columns = (col(SubmissionRow.game_id), col(PlayerRow.id), col(SubmissionRow.id))
        query = (
            pick(*columns, *_columns(PlayerRow, "side", "code"), *_columns(SubmissionRow, "ready", "state"))
            .join(
                PhaseRow,
                and_(
                    col(PhaseRow.game_id) == col(SubmissionRow.game_id), col(PhaseRow.phase) == col(SubmissionRow.phase)
                ),
            )
            .join(GameRow, col(GameRow.id) == col(PhaseRow.game_id))
            .join(
                PlayerRow,
                and_(
                    col(PlayerRow.game_id) == col(SubmissionRow.game_id), col(PlayerRow.side) == col(SubmissionRow.side)
                ),
            )
            .where(col(PhaseRow.state) == "open", col(GameRow.state) != HIDDEN)
            .order_by(col(SubmissionRow.n))
        )
        for game, player, *orders in self._look(query):
            newest[game, player] = tuple(orders)
        numbers = [row[0] for row in newest.values()]
        count = (
            select(LineRow.submission_id, LineRow.verdict, func.count())
            .where(col(LineRow.submission_id).in_(numbers))
            .group_by(col(LineRow.submission_id), col(LineRow.verdict))
        )
        counted = {(number, verdict): lines for number, verdict, lines in self._look(count)} if numbers else {}
        found: dict[int, dict[str, Filed]] = {}
        for (game, _), (number, side, code, ready, state) in sorted(newest.items()):
            lines, refused = (counted.get((number, verdict), 0) for verdict in ("accepted", "refused"))
            found.setdefault(game, {})[side] = Filed(code, ready, lines, refused, state == "filed")
        return found

    def unsent(self) -> dict[str, int]:
        """How many letters are still to be sent, or could not be, by their state."""
        states = ("new", "sending", "later", "maybe", "failed")
        query = select(LetterOutRow.state, func.count()).where(col(LetterOutRow.state).in_(states))
        return dict(map(tuple, self._look(query.group_by(col(LetterOutRow.state)))))

    def held_letters(self) -> Sequence[HeldLetter]:
        """The letters that are held, oldest first."""
        query = select(LetterInRow.id, LetterInRow.game, LetterInRow.sender, LetterInRow.reason)
        held = query.where(col(LetterInRow.state) == "held").order_by(col(LetterInRow.arrived), col(LetterInRow.id))
        return [HeldLetter(number, game, sender, reason) for number, game, sender, reason in self._look(held)]

    def faults(self) -> Mapping[str, int]:
        """The numbers of the faults that hold games, by the game's name."""
        query = select(FaultRow.game, FaultRow.id).where(
            col(FaultRow.state) != "closed", col(FaultRow.kind).in_(("rules", "hash"))
        )
        return {game: number or 0 for game, number in self._look(query.order_by(col(FaultRow.id)))}

    def programs(self) -> Iterator[tuple[str, str, str]]:
        """Of each game that goes on: its name, its title, and the body of the newest record that names its rules program."""
        query = select(GameRow.id, GameRow.name, GameRow.title, RecordRow.body).join(
            RecordRow, col(RecordRow.game_id) == col(GameRow.id)
        )
        wanted = query.where(
            col(GameRow.state).not_in(("over", HIDDEN)), col(RecordRow.type).in_(("genesis", "engine.change"))
        )
        # An upgrade is not undone with a branch, so the newest record says what a game is played with.
        newest = {
            game: (name, title, body) for game, name, title, body in self._look(wanted.order_by(col(RecordRow.id)))
        }
        yield from sorted(newest.values())

    def records_after(self, moment: datetime) -> Mapping[int, int]:
        """How many records were written after `moment`, by the number of the game's row; without games that have none."""
        query = (
            select(RecordRow.game_id, func.count()).where(col(RecordRow.at) > moment).group_by(col(RecordRow.game_id))
        )
        return {game: int(count) for game, count in self._look(query)}

    def _look(self, query: Executable) -> Iterator[Any]:
        """What a query of columns finds, without what the ORM does for rows, which takes several times as long."""
        self._session.flush()
        for some in self._session.connection().execute(query).partitions(AT_ONCE):
            yield from some


def _columns(table: type[SQLModel], *names: str) -> Sequence[Any]:
    return [col(getattr(table, name)) for name in names]
