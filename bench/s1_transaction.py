"""S1 and S2: what the database part of a letter costs, and ten letters taken in, beside the same statements on bare sqlite3."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from sqlalchemy import event

from bench.desk import START, Club
from bench.frame import Anew, Figure, Job, folder, rates
from bench.letters import samples
from pbem.core.canonical import canon
from pbem.store.letters_in import Arrival
from pbem.store.tables import CheckpointRow, LetterOutRow, RecordRow

LETTER = b"From: kate@mail.example\r\nTo: rosebud-7+us.m2xd9q4k@pbem.example\r\n\r\n" + b"C/3 Cav dismount\r\n" * 40
TEN = 10


def figures() -> Iterator[Figure]:
    """One transaction with its rows; ten arrivals in one."""
    club = Club(folder())
    numbers = count(1000)

    def files() -> Job:
        n = next(numbers)

        def job() -> int:
            _file(club, n)
            return 1

        return job

    own, bare = rates(Anew(files), Anew(_bare(club, lambda: _file(club, next(numbers)))))
    what = "the same statements on the driver"
    note = "a read of game, players and last record; record, checkpoint, 20 events and 3 letters out are written"
    yield Figure("a transaction of a letter's size", "ms", 1000 / own, 1000 / bare, what, most=2, note=note)
    whole = [one for one in samples() if one.played_on]
    statements = sum(one.statements for one in whole) / len(whole)
    yield Figure(
        "statements of an order letter", "statements", statements, 101.0, "the goals' starting point", most_ours=40
    )
    commits = sum(one.commits for one in whole) / len(whole)
    yield Figure(
        "durable commits of an order letter", "commits", commits, 6.2, "the goals' starting point", most_ours=3
    )

    def takes() -> Job:
        n = next(numbers) * TEN
        arrivals = [Arrival("INBOX", 1, n + k, START, b"X-N: %d\r\n%s" % (n + k, LETTER)) for k in range(TEN)]

        def job() -> int:
            with club.desk.store.begin() as books:
                books.letters_in.take_in(arrivals)
            return TEN

        return job

    own, bare = rates(Anew(takes), Anew(_bare(club, Anew(takes), TEN)))
    yield Figure("S2: letters taken in, ten at a time", "a second", own, bare, what, least=0.6)


def _bare(club: Club, work: Callable[[], object], times: int = 1) -> Callable[[], Job]:
    """What the desk's statements cost through sqlite3 alone: `work` is done at the desk, untimed, and what it had carried out
    is carried out again on a copy of its database."""
    club.tidy()
    path = folder() / "bare.db"
    shutil.copy(club.folder / "desk.db", path)
    twin = sqlite3.connect(path, isolation_level=None)
    twin.execute("PRAGMA synchronous=FULL")
    twin.execute("PRAGMA foreign_keys=ON")

    def prepare() -> Job:
        said: list[tuple[str, Any]] = []

        def note(
            _connection: object, _cursor: object, statement: str, given: Any, _context: object, many: bool
        ) -> None:
            said.append((statement, list(given) if many else given))

        event.listen(club.desk.store._db, "before_cursor_execute", note)
        work()
        event.remove(club.desk.store._db, "before_cursor_execute", note)

        def job() -> int:
            for statement, given in said:
                if isinstance(given, list):
                    twin.executemany(statement, given)
                else:
                    twin.execute(statement, given).fetchall()
            twin.execute("COMMIT")
            return times

        return job

    return prepare


def _file(club: Club, n: int) -> None:
    with club.desk.store.begin() as books:
        game = books.games.get(club.name)
        books.players.of(game)
        books.records.last(game)
        phase = books.phases.last(game)
        assert phase is not None
        assert game.id is not None
        body = canon({"n": n, "text": "x" * 300}).decode()
        books.records.add(
            RecordRow(game_id=game.id, branch="bench", seq=n, type="x", at=START, body=body, head="0" * 64)
        )
        books.checkpoints.add(CheckpointRow(game_id=game.id, n=n, state="x" * 8000, state_hash="0" * 64))
        books.events.add(phase, n * 100, [("UnitMoved", body)] * 20)
        for k in range(3):
            books.letters_out.add(
                LetterOutRow(
                    key=f"s1/{n}/{k}",
                    game="s1",
                    side="us",
                    to="kate@mail.example",
                    message_id=f"<{n}.{k}@pbem.example>",
                    text="x" * 4000,
                    raw=LETTER * 5,
                    state="sent",
                    made=START,
                )
            )
