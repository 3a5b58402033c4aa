"""Answers to the questions of a phase on file: all of them in one row of a version, in place of the row each that they had."""

import json
from pathlib import Path

import pytest
from sqlmodel import col, select

from bench.desk import Club
from pbem.store.database import Books
from pbem.store.orders import ANSWER
from pbem.store.tables import LineRow, SubmissionRow

MOST = 60


def answered_twice(club: Club) -> SubmissionRow:
    """Play until a phase has a second answer of the same side, and the version that has both."""
    for _ in range(MOST):
        club.deliver([club.letter()])
        with club.desk.store.read() as books:
            row = newest(books, club)
            if row is not None and len(books.submissions.answers(row)) > 1:
                return row
    raise AssertionError("no phase had two answers of a side")


def newest(books: Books, club: Club) -> SubmissionRow | None:
    """The version that was filed last for the open phase."""
    game = books.games.get(club.name)
    phase = books.phases.open(game)
    sides = [one.side for one in books.players.of(game)]
    found = [books.submissions.latest(game, side, phase.phase) for side in sides] if phase is not None else []
    return max((one for one in found if one is not None), key=lambda one: one.id or 0, default=None)


def rows(books: Books, version: SubmissionRow) -> list[LineRow]:
    """The rows that hold its answers."""
    return [one for one in books.submissions.lines(version) if one.verdict == ANSWER]


@pytest.mark.slow
def test_all_answers_of_a_version_are_one_row(tmp_path: Path) -> None:
    club = Club(tmp_path)
    version = answered_twice(club)
    with club.desk.store.read() as books:
        (row,) = rows(books, version)
        answers = books.submissions.answers(version)
        assert row.canonical == "\n".join(answers)
        assert json.loads(version.said)[-len(answers) :] == answers
        game = books.games.get(club.name)
        assert set(answers) <= set(books.submissions.written([game], version.side))
        assert row.canonical not in books.submissions.written([game], version.side)
    club.desk.store.close()


@pytest.mark.slow
def test_answers_that_have_a_row_each_are_read_as_before(tmp_path: Path) -> None:
    club = Club(tmp_path)
    version = answered_twice(club)
    with club.desk.store.begin() as books:
        (row,) = rows(books, version)
        answers = books.submissions.answers(version)
        kept = {name: value for name, value in row.model_dump().items() if name not in ("id", "place", "canonical")}
        books._session.delete(row)
        books._session.flush()
        for n, answer in enumerate(answers):
            books._session.add(LineRow(**kept, place=row.place + n, canonical=answer))
    with club.desk.store.read() as books:
        stored = books._session.exec(
            select(LineRow.canonical)
            .where(col(LineRow.submission_id) == version.id, col(LineRow.verdict) == ANSWER)
            .order_by(col(LineRow.place))
        ).all()
        assert list(stored) == list(answers) == list(books.submissions.answers(version))
    club.deliver([club.letter()])
    with club.desk.store.read() as books:
        after = books.submissions.latest(books.games.get(club.name), version.side, version.phase)
        assert after is not None
        assert after.n == version.n + 1
        assert list(books.submissions.answers(after))[: len(answers)] == list(answers)
        assert len(rows(books, after)) == 1
    club.desk.store.close()
