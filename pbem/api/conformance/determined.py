"""Check that a game comes out the same each time: from memory and from its checkpoint, under two hash seeds; and its cost."""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

from pbem.api.conformance.course import Courses, going_on, trying, watched
from pbem.core.canonical import canon
from pbem.core.record import event_bytes
from pbem.mail.checkup import Finding, good
from pbem.orders.rehearsal import rehearse

SEEDS = ("1", "4242")
SLOW_PHASE, SLOW_LETTER, LARGE_STATE = 10.0, 5.0, 1_000_000
"""Seconds of a phase (played twice, with a stop at each question), seconds of a letter, bytes of a checkpoint."""
WAITS = 900


def determinism(courses: Courses) -> Iterator[Finding]:
    """Every phase tells the same from memory and from its checkpoint, stopped at each question, under two hash seeds."""
    if not courses.has_practice:
        return
    course = courses.course
    if course.fault is not None:
        phase, fault = course.fault
        text = f"{course.scenario}: {phase}: {type(fault).__name__}: {fault}"
        yield Finding("determinism", "bad", text, f"It was raised in {courses.where(fault)}.")
        return
    digests = {seed: _in_a_process(courses, seed) for seed in SEEDS}
    if len(set(digests.values())) > 1:
        todo = "Something follows the sequence of a set, or of hashes: sort it.  (No rule may use `hash`, `id` or `random`.)"
        yield Finding(
            "determinism", "bad", "two processes with other hash seeds (PYTHONHASHSEED) play other games", todo
        )
    elif next(iter(digests.values())) != digest(courses):
        todo = "Something follows a clock, chance of its own, or what was played before in this process."
        yield Finding("determinism", "bad", "the same game in another process is another", todo)
    else:
        yield good("determinism", f"{len(course.seen)} phases came to the same events in four ways")


def digest(courses: Courses) -> str:
    """The digest of all events of a course, and of the states that they come to."""
    found = hashlib.sha256()
    for one in courses.course.seen:
        going_on()
        for event in one.events:
            found.update(event_bytes(event))
        found.update(canon(courses.game.system.to_json(one.after)))
    return found.hexdigest()


def digest_of(what: str, seed: str, phases: int) -> str:
    """The same of a game by its title or place, for another process."""
    with trying(what) as game, watched():
        return digest(Courses(game, what, seed, phases))


def _in_a_process(courses: Courses, hash_seed: str) -> str:
    program = "import sys; from pbem.api.conformance import digest_of as d; print(d(*sys.argv[1:3], int(sys.argv[3])))"
    done = subprocess.run(
        [sys.executable, "-c", program, courses.what, courses.seed, str(courses.phases)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(one or "." for one in sys.path)},
        capture_output=True,
        text=True,
        timeout=WAITS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"another process could not play it: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout.strip()


def cost(courses: Courses) -> Iterator[Finding]:
    """Time of a phase and of a letter, size of a checkpoint."""
    if not courses.has_practice or not courses.course.seen:
        return
    system, seen = courses.game.system, courses.course.seen
    slowest = max(seen, key=lambda one: one.seconds)
    largest = max(len(canon(system.to_json(one.after))) for one in seen)
    read, what = 0.0, "a letter"
    for one in seen[:10]:
        going_on()
        for moment in one.moments:
            for ask, answer in zip(moment.asks, moment.answers, strict=True):
                if answer.orders:
                    words = "\n".join(map(courses.game.dialect.write, answer.orders))
                    began = time.perf_counter()
                    rehearse(system, courses.game.dialect, moment.state, ask.side, one.phase.letter, words)
                    read, what = max((read, what), (time.perf_counter() - began, f"a letter for {one.phase.id}"))
    text = f"the slowest phase takes {slowest.seconds:.2f} s ({slowest.phase.id}), {what} {read:.2f} s, "
    text += f"a checkpoint {largest} bytes"
    if slowest.seconds > SLOW_PHASE or read > SLOW_LETTER or largest > LARGE_STATE:
        todo = "A desk of many games would feel it; docs/performance.md shows how to look for the reason."
        yield Finding("cost", "bad", text, todo)
    else:
        yield good("cost", text)
