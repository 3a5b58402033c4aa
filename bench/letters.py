"""What letters cost, one by one: order letters and answers of whole games, each beside two floors of the same run.

The same games are played several times, on desks of their own, and of each letter the cheapest run counts: a busy machine makes
a letter dearer, never cheaper.  The floors are measured in turn with the letters.  What players write is worked out
beforehand and not timed.
"""

import json
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sqlmodel import select

from bench.caches import forget_games
from bench.desk import Club
from bench.floors import Independent, Statements, Twin
from bench.frame import folder
from pbem.desk.incoming.reader import Worker
from pbem.store.tables import LetterOutRow
from pbem.systems import registry

LETTERS = int(os.environ.get("BENCH_LETTERS", "160"))
RUNS = int(os.environ.get("BENCH_RUNS", "3"))
WARM_UP = 4
"""Letters of each run before any counts: modules are imported with them, and charts are read."""


@dataclass(frozen=True)
class Sample:
    """One letter: its phase, whether it brought orders, the letters that came of it by kind, its statements and durable
    commits, and milliseconds of the processor: of ours (fetched, played, sent, in the reader's process) and of both floors."""

    phase: tuple[str, str]
    is_order_letter: bool
    made: tuple[str, ...]
    statements: int
    commits: int
    fetch: float
    play: float
    send: float
    reader: float
    driver: float
    independent: float

    @property
    def whole(self) -> float:
        """All that the desk spends on it."""
        return self.fetch + self.play + self.send + self.reader

    @property
    def played_on(self) -> bool:
        """Whether it brought orders, and the game went on to a report or a question."""
        return self.is_order_letter and ("report" in self.made or "question" in self.made)


TIMES = ("fetch", "play", "send", "reader", "driver", "independent")


@cache
def samples(*, cold: bool = False, worker: bool = True, letters: int = LETTERS) -> tuple[Sample, ...]:
    """The letters of some games, the least of several runs each.  `cold`: nothing is known of the game when a letter comes.
    `worker`: letters are read in a process of its own, as the daemon does it."""
    runs = [_run(cold, worker, letters) for _ in range(RUNS)]
    return tuple(_least(column) for column in zip(*runs, strict=True))


def _least(column: Sequence[Sample]) -> Sample:
    if len({one.phase for one in column}) != 1:
        raise ValueError("two runs of the same games have not played the same letters")
    return replace(column[0], **{name: min(getattr(one, name) for one in column) for name in TIMES})


def total(found: Sequence[Sample], *names: str) -> float:
    """Milliseconds a letter, of these parts of it or of the whole."""
    parts = names or ("whole",)
    return sum(getattr(one, name) for one in found for name in parts) / len(found)


def _run(cold: bool, worker: bool, letters: int) -> list[Sample]:
    reads = Worker(registry.game) if worker else None
    club = Club(folder(), reads=reads)
    try:
        for _ in range(WARM_UP):
            club.deliver([club.letter()])
        twin, independent = Twin(club), Independent()
        return [_one(club, reads, twin, independent, cold) for _ in range(letters)]
    finally:
        if reads is not None:
            reads.close()
        club.desk.store.close()


def _one(club: Club, reads: Worker | None, twin: Twin, independent: Independent, cold: bool) -> Sample:
    before = Statements()
    with before.noted(club):
        raw = club.letter()
        club.settle()
    # A new game may have been opened: what that writes to its players is no answer to this letter.
    twin.carry_out(before)
    if cold:
        forget_games(club.desk)
        if reads is not None:
            reads.run(forget_games)
    seen, said = _letters(club), Statements()
    with said.noted(club):
        reading = _clock_of_children()
        fetch, play, send = timed(lambda: club.fetch([raw])), timed(club.play), timed(club.settle)
        reader = _clock_of_children() - reading
    driver = timed(lambda: twin.carry_out(said))
    made = _letters(club)[len(seen) :]
    state, events = _came_of_it(club)
    rows = [repr(given).encode() for text, given in said.said if text.startswith("INSERT")]
    floor = timed(lambda: independent.letter(raw, state, events, rows, len(made)))
    return Sample(
        phase=club.phase,
        is_order_letter=club.is_order_letter,
        made=tuple(made),
        statements=said.count,
        commits=said.commits,
        fetch=fetch,
        play=play,
        send=send,
        reader=reader,
        driver=driver,
        independent=floor,
    )


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of the processor that something takes once."""
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / 1e6


def _clock_of_children() -> float:
    """Milliseconds of the processor that the processes of ours have taken, to the nanosecond (clock_getcpuclockid(3))."""
    spent = [time.clock_gettime_ns((~one.pid << 3) | 2) for one in multiprocessing.active_children() if one.pid]
    return sum(spent) / 1e6


def _letters(club: Club) -> list[str]:
    with club.desk.store.read() as books:
        return list(books.games._session.exec(select(LetterOutRow.kind).order_by("id")).all())


def _came_of_it(club: Club) -> tuple[Any, list[dict[str, Any]]]:
    with club.desk.store.read() as books:
        game = books.games.get(club.name)
        state = json.loads(books.checkpoints.last(game).state)
        last = books.records.last(game)
        body = json.loads(last.body) if last is not None else {}
    return state, body.get("events", [])
