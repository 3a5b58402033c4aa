"""Cost of order letters and answers of whole games: processor time beside the floor's, statements, durable commits.

The same games are played several times, on desks of their own, and of each letter the cheapest run counts: a busy machine makes
a letter dearer, never cheaper.  What players write is worked out beforehand and not timed.  Letters are read in a process of
its own, as the daemon does it.
"""

import json
import multiprocessing
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import select

from bench.desk import Club
from bench.floors import Independent, Statements
from bench.frame import Figure, folder
from pbem.desk.incoming.reader import ReaderProcess
from pbem.store.tables import LetterOutRow
from pbem.systems import registry

LETTERS = int(os.environ.get("BENCH_LETTERS", "160"))
RUNS = int(os.environ.get("BENCH_RUNS", "3"))
WARM_UP = 4
"""Letters of each run before any counts: modules are imported with them, and charts are read."""
END = 8
LONG = 2 * END
"""A phase with more answers than this is long."""


@dataclass(frozen=True)
class Sample:
    """One letter: its phase, whether it brought orders, the letters that came of it by kind, its statements and durable
    commits, and milliseconds of the processor: of ours (fetched, played, sent, in the reader's process) and of the floor."""

    phase: tuple[str, str]
    is_order_letter: bool
    made: tuple[str, ...]
    statements: int
    commits: int
    fetch: float
    play: float
    send: float
    reader: float
    floor: float

    @property
    def whole(self) -> float:
        """Milliseconds that the desk spends on it."""
        return self.fetch + self.play + self.send + self.reader

    @property
    def played_on(self) -> bool:
        """True if it brought orders, and the game went on to a report or a question."""
        return self.is_order_letter and ("report" in self.made or "question" in self.made)


TIMES = ("fetch", "play", "send", "reader", "floor")


def figures() -> Iterator[Figure]:
    """An order letter and an answer; then the late answers of long phases beside the early ones."""
    runs = [_run(LETTERS) for _ in range(RUNS)]
    found = [_least(column) for column in zip(*runs, strict=True)]
    answers = [one for one in found if not one.is_order_letter]
    yield from _kind("an order letter", [one for one in found if one.played_on])
    yield from _kind("an answer", answers)
    yield from _long_phases(answers)


def _kind(what: str, found: Sequence[Sample]) -> Iterator[Figure]:
    parts = ", ".join(f"{name} {_mean(found, name):.1f}" for name in ("fetch", "play", "send", "reader"))
    note = f"{len(found)} letters; {parts}"
    yield Figure(what, "ms", _mean(found, "whole"), _mean(found, "floor"), "the floor", note=note)
    yield Figure(f"statements of {what}", "statements", _mean(found, "statements"), most_ours=60)
    yield Figure(f"durable commits of {what}", "commits", _mean(found, "commits"), most_ours=3)


def _long_phases(answers: Sequence[Sample]) -> Iterator[Figure]:
    """A letter must not cost more for those before it in its phase."""
    phases: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for one in answers:
        phases[one.phase].append(one)
    # The last answer ends the phase, which is another thing.
    longs = [found[:-1] for found in phases.values() if len(found) > LONG]
    if not longs:
        print("  long phases: not measured: no phase has as many answers; take more letters (BENCH_LETTERS)")
        return
    first, last = ([one for found in longs for one in found[part]] for part in (slice(END), slice(-END, None)))
    note = f"{len(longs)} phases of {', '.join(str(len(one) + 1) for one in longs)} answers"
    for name, what, unit, most in (
        ("whole", f"the last {END} answers of a long phase", "ms", 1.1),
        ("statements", f"statements of the last {END} answers", "statements", 1.05),
    ):
        yield Figure(what, unit, _mean(last, name), _mean(first, name), f"the first {END}", most=most, note=note)


def _mean(found: Sequence[Sample], name: str) -> float:
    return sum(float(getattr(one, name)) for one in found) / len(found)


def _least(column: Sequence[Sample]) -> Sample:
    if len({one.phase for one in column}) != 1:
        raise ValueError("two runs of the same games have not played the same letters")
    return replace(column[0], **{name: min(getattr(one, name) for one in column) for name in TIMES})


def _run(letters: int) -> list[Sample]:
    reads = ReaderProcess(registry.game)
    club = Club(folder(), reads=reads)
    try:
        for _ in range(WARM_UP):
            club.deliver([club.letter()])
        floor = Independent()
        return [_one(club, floor) for _ in range(letters)]
    finally:
        reads.close()
        club.desk.store.close()


def _one(club: Club, floor: Independent) -> Sample:
    raw = club.letter()
    club.settle()
    seen, said = _letters(club), Statements()
    with said.noted(club):
        reading = _clock_of_children()
        fetch, play, send = _timed(lambda: club.fetch([raw])), _timed(club.play), _timed(club.settle)
        reader = _clock_of_children() - reading
    made = _letters(club)[len(seen) :]
    state, events = _came_of_it(club)
    rows = [repr(given).encode() for text, given in said.said if text.startswith("INSERT")]
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
        floor=_timed(lambda: floor.letter(raw, state, events, rows, len(made))),
    )


def _timed(work: Callable[[], object]) -> float:
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
