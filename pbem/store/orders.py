"""Orders on file version by version, standing orders in force, and orders locked until their dice come."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, exists, func, update
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.store.columns import OPEN_LOCKS
from pbem.store.games import key_of
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, LineRow, LockRow, StandingRow, SubmissionRow

ANSWER = "answer"
"""The verdict of a row that holds answers to questions, a line each; until 2026-11-26 each answer had a row of its own."""

_OF_GAME = select(SubmissionRow).where(col(SubmissionRow.game_id) == bindparam("game"))
_OF_PHASE = _OF_GAME.where(col(SubmissionRow.phase) == bindparam("phase")).order_by(col(SubmissionRow.n).desc())
_OF_SIDE = _OF_PHASE.where(col(SubmissionRow.side) == bindparam("side")).limit(1)
_later = aliased(SubmissionRow)
# A phase of forty questions has as many versions, of which one counts.
NEWEST = CachedQuery(
    _OF_PHASE.where(
        ~exists().where(
            col(_later.game_id) == col(SubmissionRow.game_id),
            col(_later.side) == col(SubmissionRow.side),
            col(_later.phase) == col(SubmissionRow.phase),
            col(_later.n) > col(SubmissionRow.n),
        )
    ),
    fixed=True,
)
_VERSION = CachedQuery(
    _OF_SIDE.where(col(SubmissionRow.n) == bindparam("n")),
    fixed=True,
    finds=lambda row, given: (row.game_id, row.side, row.phase, row.n) == given,
)
RECORDED = CachedQuery(
    _OF_GAME.where(
        col(SubmissionRow.side) == bindparam("side"), col(SubmissionRow.record_seq) > bindparam("seq")
    ).order_by(col(SubmissionRow.id)),
    finds=lambda row, given: (row.game_id, row.side) == given[:2] and row.record_seq > given[2],
    grows=True,
)
_OF_LETTER = CachedQuery(_OF_SIDE.where(col(SubmissionRow.letter_id) == bindparam("letter")), fixed=True)
_FILED = CachedQuery[tuple[str, str]](
    select(SubmissionRow.side, SubmissionRow.phase).where(col(SubmissionRow.game_id) == bindparam("game")).distinct(),
    fixed=True,
    finds=lambda row, given: (row.game_id,) == given,
)
"""The sides and phases of a game for which anything was filed."""


def _is_of_version(row: LineRow, given: tuple[object, ...]) -> bool:
    return (row.submission_id,) == given


_LINES = CachedQuery(
    select(LineRow).where(col(LineRow.submission_id) == bindparam("submission")).order_by(col(LineRow.place)),
    finds=_is_of_version,
    fixed=True,
)


class Submissions:
    """The orders of sides for phases, in versions; the highest version counts."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: SubmissionRow, lines: Sequence[LineRow]) -> SubmissionRow:
        """File a version with its lines."""
        filed = self._session.known(_FILED, game=row.game_id)
        newest = self._session.known(NEWEST, game=row.game_id, phase=row.phase)
        if filed is not None and all(phase != row.phase for _, phase in filed):
            newest = ()
        row = self._session.stored(row)
        if filed is not None:
            self._session.remember(_FILED, [*filed, (row.side, row.phase)], game=row.game_id)
        if newest is not None:
            others = [one for one in newest if one.side != row.side]
            self._session.remember(NEWEST, [row, *others], game=row.game_id, phase=row.phase)
        fields = ("place", "written", "canonical", "orders", "costs", "verdict", "seat")
        values = [{"submission_id": row.id, **{name: getattr(line, name) for name in fields}} for line in lines]
        self._session.append_rows(LineRow, values)
        self._session.remember(_LINES, lines, submission=row.id)
        return row

    def of_games(self, games: Sequence[GameRow]) -> Sequence[SubmissionRow]:
        """Every version of everything that was filed in these games."""
        query = select(SubmissionRow).where(col(SubmissionRow.game_id).in_([key_of(one.id) for one in games]))
        return self._session.exec(query.order_by(col(SubmissionRow.id))).all()

    def latest(self, game: GameRow, side: str, phase: str) -> SubmissionRow | None:
        """The version that counts, or None if nothing was ever filed."""
        if (side, phase) not in self._session.all(_FILED, game=key_of(game.id)):
            return None
        # Both sides' come with one look: who asks for one side's mostly asks for the other's too.
        found = self._session.all(NEWEST, game=key_of(game.id), phase=phase)
        return next((row for row in found if row.side == side), None)

    def last_of(self, game: GameRow, side: str, phases: Sequence[str]) -> SubmissionRow | None:
        """The version that counts of the first of these phases for which anything was filed."""
        return next((row for phase in phases if (row := self.latest(game, side, phase)) is not None), None)

    def version(self, game: GameRow, side: str, phase: str, n: int) -> SubmissionRow | None:
        """One version."""
        newest = self._session.known(NEWEST, game=key_of(game.id), phase=phase) or ()
        known = next((row for row in newest if (row.side, row.n) == (side, n)), None)
        return known or self._session.first(_VERSION, game=key_of(game.id), side=side, phase=phase, n=n)

    def recorded(self, game: GameRow, side: str, seq: int) -> Sequence[SubmissionRow]:
        """The versions of a side that are in records after number `seq`, oldest first."""
        return self._session.all(RECORDED, game=key_of(game.id), side=side, seq=seq)

    def of_letter(self, game: GameRow, side: str, phase: str, letter_id: int) -> SubmissionRow | None:
        """The last version that a letter made, or None."""
        return self._session.first(_OF_LETTER, game=key_of(game.id), side=side, phase=phase, letter=letter_id)

    def made_by(self, game: GameRow, letter_id: int) -> Sequence[SubmissionRow]:
        """Every version that a letter made, of whatever phase."""
        query = select(SubmissionRow).where(
            col(SubmissionRow.game_id) == key_of(game.id), col(SubmissionRow.letter_id) == letter_id
        )
        return self._session.exec(query.order_by(col(SubmissionRow.id))).all()

    def lines(self, submission: SubmissionRow) -> Sequence[LineRow]:
        """The lines of a version, in their places."""
        return self._session.all(_LINES, submission=key_of(submission.id))

    def answers(self, submission: SubmissionRow) -> Sequence[str]:
        """The lines of a version that answer questions, as we read them."""
        return [
            answer for row in self.lines(submission) if row.verdict == ANSWER for answer in _answers_in(row.canonical)
        ]

    def without_answers(self, submission: SubmissionRow) -> Sequence[LineRow]:
        """The other lines of a version."""
        return [row for row in self.lines(submission) if row.verdict != ANSWER]

    def written(self, games: Sequence[GameRow], side: str, limit: int = 1000) -> Sequence[str]:
        """The last lines that a side filed in these games, as written and in canonical form, including refused ones."""
        query = (
            select(LineRow.written, LineRow.canonical, LineRow.verdict)
            .join(SubmissionRow, col(LineRow.submission_id) == col(SubmissionRow.id))
            .where(col(SubmissionRow.game_id).in_([key_of(one.id) for one in games]), col(SubmissionRow.side) == side)
            .order_by(col(LineRow.id).desc())
            .limit(limit)
        )
        rows = self._session.exec(query).all()
        texts = [
            text
            for written, canonical, verdict in rows
            for text in (written, *(_answers_in(canonical) if verdict == ANSWER else (canonical,)))
        ]
        return [text for text in texts if text]

    def of_turn(self, game: GameRow, side: str, player_turn: str) -> Sequence[SubmissionRow]:
        """Every version that a side filed for a phase of this player turn (``T03.US``)."""
        query = select(SubmissionRow).where(
            col(SubmissionRow.game_id) == key_of(game.id),
            col(SubmissionRow.side) == side,
            col(SubmissionRow.phase).startswith(f"{player_turn}.", autoescape=True),
        )
        return self._session.exec(query.order_by(col(SubmissionRow.id))).all()

    def phases_filed(self, game: GameRow, side: str) -> Sequence[str]:
        """The phases for which a side has filed anything, by name."""
        return sorted({phase for one, phase in self._session.all(_FILED, game=key_of(game.id)) if one == side})

    def exchange(self, game: GameRow, side: str, seat: int) -> None:
        """Give the lines of a side's player to the commander in a seat, and theirs to the player: they have changed places."""
        of_side = col(SubmissionRow.game_id) == key_of(game.id), col(SubmissionRow.side) == side
        submissions = select(SubmissionRow.id).where(*of_side)
        lines = update(LineRow).where(col(LineRow.submission_id).in_(submissions), col(LineRow.seat).in_((0, seat)))
        self._session.change(lines.values(seat=seat - col(LineRow.seat)))

    def set_ready(self, submission: SubmissionRow, word: str) -> None:
        """Change the word of readiness of a version."""
        submission.ready = word
        self._session.add(submission)

    def count(self, game: GameRow) -> int:
        """The number of versions that were filed in a game."""
        query = select(func.count()).select_from(SubmissionRow).where(col(SubmissionRow.game_id) == key_of(game.id))
        return self._session.exec(query).one()


def _answers_in(canonical: str) -> list[str]:
    return canonical.split("\n")


# Standing orders in force.

OF_GAME = CachedQuery(
    select(StandingRow).where(col(StandingRow.game_id) == bindparam("game")).order_by(col(StandingRow.number)),
    fixed=True,
)


class StandingOrders:
    """The standing orders of sides, by their numbers; a number is never used again."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: StandingRow) -> None:
        """Put a standing order in force."""
        self._session.add(row)

    def in_force(self, game: GameRow, side: str) -> Sequence[StandingRow]:
        """A side's standing orders in force, in its own sequence."""
        found = [row for row in self.all(game, side) if row.ended is None]
        return sorted(found, key=lambda row: (row.place, row.number))

    def all(self, game: GameRow, side: str) -> Sequence[StandingRow]:
        """All standing orders that a side ever gave, including expired ones."""
        return [row for row in self._session.all(OF_GAME, game=key_of(game.id)) if row.side == side]

    def next_number(self, game: GameRow, side: str) -> int:
        """The number of the next one."""
        return max((row.number for row in self.all(game, side)), default=0) + 1

    def end(self, row: StandingRow, at: datetime, why: str = "") -> None:
        """Take a standing order out of force; `why` where it switched itself off."""
        row.ended, row.why = at, why
        self._session.add(row)

    def revive(self, row: StandingRow) -> None:
        """Put a standing order in force again under its number."""
        row.ended, row.why, row.told = None, "", False
        self._session.add(row)

    def rearrange(self, rows: Sequence[StandingRow]) -> None:
        """Put a side's standing orders in this sequence."""
        for place, row in enumerate(rows, 1):
            row.place = place
            self._session.add(row)

    def switched_off(self, game: GameRow, side: str) -> Sequence[StandingRow]:
        """Those that switched themselves off, which no report has mentioned yet."""
        return [row for row in self.all(game, side) if row.why and not row.told]

    def tell(self, rows: Sequence[StandingRow]) -> None:
        """Note that a report has mentioned that these switched themselves off."""
        for row in rows:
            row.told = True
            self._session.add(row)


# Orders that are locked and wait for what their dice still want.


class LockStore:
    """The locks of games whose dice depend on a witness or a beacon."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: LockRow) -> LockRow:
        """Store a lock, or changes to it."""
        self._session.add(row)
        self._session.flush()
        return row

    def get(self, number: int) -> LockRow:
        """The lock of this row.  Raises KeyError."""
        row = self._session.get(LockRow, number)
        if row is None:
            raise KeyError(f"no lock {number}")
        return row

    def pending(self, game: GameRow) -> LockRow | None:
        """The lock of a game's present branch whose dice have not fallen; None, without a look, in mode ``sealed``."""
        if game.dice == "sealed":
            return None
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id),
            col(LockRow.branch) == game.branch,
            col(LockRow.state).in_(OPEN_LOCKS),
        )
        return self._session.exec(query.order_by(col(LockRow.seq).desc())).first()

    def steps(self, game: GameRow, source: str) -> int:
        """The highest step that a witness with this key was asked for, on whichever branch."""
        query = select(func.max(LockRow.step)).where(
            col(LockRow.game_id) == key_of(game.id), col(LockRow.source) == source
        )
        return self._session.exec(query).one() or 0

    def answered(self, game: GameRow, source: str) -> LockRow | None:
        """The last lock of the present branch to which this witness has given their word: they have every record up to it."""
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id),
            col(LockRow.branch) == game.branch,
            col(LockRow.source) == source,
            col(LockRow.word).like('%"value"%'),
        )
        return self._session.exec(query.order_by(col(LockRow.seq).desc())).first()

    def word_before(self, game: GameRow, row: LockRow) -> LockRow | None:
        """The highest step below this lock's that the same witness has given, on whichever branch."""
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id),
            col(LockRow.source) == row.source,
            col(LockRow.step) < row.step,
            col(LockRow.word).like('%"value"%'),
        )
        return self._session.exec(query.order_by(col(LockRow.step).desc())).first()

    def began(self, game: GameRow, phase: str) -> bool:
        """True if a lock of the present branch began this phase: nobody was told of it before."""
        query = select(LockRow).where(
            col(LockRow.game_id) == key_of(game.id), col(LockRow.branch) == game.branch, col(LockRow.phase) == phase
        )
        first = self._session.exec(query.order_by(col(LockRow.seq))).first()
        return first is not None and first.begun

    def by_head(self, game: GameRow, head: str) -> LockRow | None:
        """The lock that a witness names."""
        query = select(LockRow).where(col(LockRow.game_id) == key_of(game.id), col(LockRow.head) == head)
        return self._session.exec(query).first()

    def due(self, now: datetime) -> Sequence[LockRow]:
        """Those that wait and are to be looked at by now, in games that are played."""
        query = select(LockRow).join(GameRow, col(LockRow.game_id) == col(GameRow.id))
        query = query.where(col(LockRow.state) == "waiting", col(GameRow.state) == "open", col(LockRow.due) <= now)
        return self._session.exec(query.where(col(LockRow.branch) == col(GameRow.branch))).all()

    def waiting(self, mode: str) -> Sequence[LockRow]:
        """Those of a mode that wait, in games that are played."""
        query = select(LockRow).join(GameRow, col(LockRow.game_id) == col(GameRow.id))
        query = query.where(col(LockRow.state) == "waiting", col(GameRow.state) == "open", col(LockRow.mode) == mode)
        return self._session.exec(query.where(col(LockRow.branch) == col(GameRow.branch))).all()

    def next_due(self) -> datetime | None:
        """The time to look at the next lock, or None."""
        query = select(func.min(LockRow.due)).join(GameRow, col(LockRow.game_id) == col(GameRow.id))
        query = query.where(col(LockRow.state) == "waiting", col(GameRow.state) == "open")
        return self._session.exec(query.where(col(LockRow.branch) == col(GameRow.branch))).one()

    def drop(self, game: GameRow) -> None:
        """Void a lock together with its dice."""
        row = self.pending(game)
        if row is not None:
            row.state, row.due = "void", None
            self.add(row)
