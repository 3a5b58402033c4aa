"""Putting play aside: that which was undone, whole and hidden, and the rows and bytes of what is over."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Delete, column, delete, func, update
from sqlmodel import SQLModel, col, select

from pbem.store.columns import HIDDEN
from pbem.store.games import ARCHIVED, key_of
from pbem.store.messages import Dispatches
from pbem.store.phases import Phases
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


# Undone play: put aside whole, in a hidden game row; nothing of it is lost.


@dataclass(frozen=True)
class PutAside:
    """The phases that remain: the one that was taken back halfway and is open again, or None; how many checkpoints stay; the
    dispatches that were written since."""

    reopened: PhaseRow | None
    checkpoints: int
    dispatches: Sequence[DispatchRow] = ()


class Undone:
    """Takes a game back to one of its records: what came later goes to a game of another name that is hidden.

    Its name is that of the game and the branch that ended (``rosebud-7/main``); its `hold` names the branch on which its
    orders and answers are on file again, "" if they are not.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._phases = Phases(session)

    def put_aside(self, game: GameRow, seq: int, at: datetime, rulings: int, label: str) -> PutAside:
        """Take the rows of a game back to what they were after record `seq`, which was written `at`.

        `rulings` is how many rulings on the state stand up to there: each has a checkpoint of its own.  Standing orders go by
        the time: those given since are out of force, those that ended since are in force again.  Order keys that were
        mailed since are forgotten, so that nobody answers what is undone.
        """
        aside = self._new(game, label)
        reopened, done = None, 0
        for row in self._phases.of(game):
            segments = self._phases.segments(row)
            kept = [one for one in segments if one.record_seq <= seq]
            if not kept:
                self._move(row, aside)
            elif len(kept) < len(segments) or row.state == "open":
                self._split(row, kept, aside)
                reopened = row
            else:
                done += 1
        kept_checkpoints = 1 + done + rulings
        for table, later in (
            (CheckpointRow, col(CheckpointRow.n) >= kept_checkpoints),
            (SubmissionRow, col(SubmissionRow.record_seq) > seq),
        ):
            of_game = col(table.game_id) == key_of(game.id)
            self._session.change(update(table).where(of_game, later).values(game_id=key_of(aside.id)))
        self._standing(game, at, aside)
        keys = delete(OrderKeyRow).where(col(OrderKeyRow.game_id) == key_of(game.id), col(OrderKeyRow.seq) > seq)
        self._session.change(keys)
        self._session.flush()
        return PutAside(reopened, kept_checkpoints, Dispatches(self._session).take_back(game, aside, seq))

    def of(self, game: GameRow, branch: str) -> GameRow | None:
        """The part of a game that was put aside when this branch ended, or None."""
        return self._session.exec(select(GameRow).where(col(GameRow.name) == undone_name(game, branch))).one_or_none()

    def branches(self, game: GameRow) -> Sequence[str]:
        """The branches of a game that ended by an undo, in their sequence."""
        query = select(GameRow).where(col(GameRow.state) == HIDDEN).order_by(col(GameRow.id))
        first = undone_name(game, "")
        return [row.name.removeprefix(first) for row in self._session.exec(query).all() if row.name.startswith(first)]

    def serving(self, game: GameRow, branch: str = "") -> GameRow | None:
        """The hidden row whose orders and answers are on file again on a branch (the game's own), or None."""
        query = select(GameRow).where(col(GameRow.state) == HIDDEN, col(GameRow.hold) == (branch or game.branch))
        first = undone_name(game, "")
        found = self._session.exec(query.order_by(col(GameRow.id).desc())).all()
        return next((row for row in found if row.name.startswith(first)), None)

    def serve(self, aside: GameRow, branch: str) -> None:
        """Put its orders and answers on file again on this branch."""
        aside.hold = branch
        self._session.add(aside)

    def keep(self, aside: GameRow, version: SubmissionRow) -> None:
        """Keep a copy of the orders that stay on file, as they are now."""
        copy = SubmissionRow(**_fields(version, game_id=key_of(aside.id)))
        self._session.add(copy)
        self._session.flush()
        lines = select(LineRow).where(col(LineRow.submission_id) == key_of(version.id)).order_by(col(LineRow.place))
        for line in self._session.exec(lines).all():
            self._session.add(LineRow(**_fields(line, submission_id=key_of(copy.id))))
        self._session.flush()

    def with_undone(self, game: GameRow) -> list[GameRow]:
        """The game, and what was put aside of it."""
        query = select(GameRow).where(
            col(GameRow.name).like(f"{game.name}/%"), col(GameRow.state) == HIDDEN, col(GameRow.title) == game.title
        )
        return [game, *self._session.exec(query.order_by(col(GameRow.id))).all()]

    def _new(self, game: GameRow, label: str) -> GameRow:
        made = GameRow(**_fields(game, name=undone_name(game, label), state=HIDDEN, hold=""))
        self._session.add(made)
        self._session.flush()
        return made

    def _move(self, row: PhaseRow, aside: GameRow) -> None:
        row.game_id, row.state, row.due = key_of(aside.id), "done", None
        self._session.add(row)

    def _split(self, row: PhaseRow, kept: Sequence[SegmentRow], aside: GameRow) -> None:
        """The segments of a phase that stay stay with it; the others get a copy of it in the hidden row."""
        copy = PhaseRow(**_fields(row, game_id=key_of(aside.id), state="done", due=None))
        self._session.add(copy)
        self._session.flush()
        content: int = json.loads(kept[-1].body)["events"]
        last = kept[-1].n
        for table, later in (
            (SegmentRow, col(SegmentRow.n) > last),
            (EventRow, col(EventRow.n) >= content),
            (QuestionRow, col(QuestionRow.segment) > last),
        ):
            of_phase = col(table.phase_id) == key_of(row.id)
            self._session.change(update(table).where(of_phase, later).values(phase_id=key_of(copy.id)))
        row.state, row.due, row.waiting_for, row.passed, row.reminded, row.told = "open", None, "", False, False, False
        self._session.add(row)
        for question in self._session.exec(
            select(QuestionRow).where(col(QuestionRow.phase_id) == key_of(row.id), col(QuestionRow.segment) == last)
        ).all():
            self._session.add(QuestionRow(**_fields(question, phase_id=key_of(copy.id))))
            question.choice, question.answered, question.submission_n = "", None, 0
            self._session.add(question)

    def _standing(self, game: GameRow, at: datetime, aside: GameRow) -> None:
        of_game = col(StandingRow.game_id) == key_of(game.id)
        ended_since = (of_game, col(StandingRow.since) <= at, col(StandingRow.ended) > at)
        given_since = (of_game, col(StandingRow.since) > at, col(StandingRow.ended).is_(None))
        for changed in (ended_since, given_since):
            for row in self._session.exec(select(StandingRow).where(*changed)).all():
                self._session.add(StandingRow(**_fields(row, game_id=key_of(aside.id))))
        self._session.flush()
        self._session.change(update(StandingRow).where(*ended_since).values(ended=None, why="", told=False))
        self._session.change(update(StandingRow).where(*given_since).values(ended=at))


def undone_name(game: GameRow, branch: str) -> str:
    """The name of what was put aside of a game when a branch of it ended: ``rosebud-7/main``."""
    return f"{game.name}/{branch}"


def _fields(row: SQLModel, **other: object) -> dict[str, Any]:
    """The values of a row, but for its number, and for `other`."""
    return {name: getattr(row, name) for name in type(row).model_fields if name != "id"} | other
