"""Check that a game comes out the same each time, under two hash seeds; its cost; and that pure functions are pure."""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from pbem.api.conformance.course import Courses, Seen, as_it_stands, going_on, trying, watched
from pbem.core.ask import ORDERS
from pbem.core.canonical import canon
from pbem.core.order import Order, Problem
from pbem.core.record import event_bytes
from pbem.core.system import NOBODYS, Plan
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


# Check that pure functions are pure: plans, views and tellers leave the state as it was.

ADVICE = "Only `apply` may change a state; work on a copy (`thaw`) where something is tried."


def purity(courses: Courses) -> Iterator[Finding]:
    """Every pure function of rules and teller, called on the states of a course, leaves them as they were."""
    if not courses.has_practice:
        return
    noted: set[str] = set()
    for one in courses.course.seen:
        for name, state, does in _calls(courses, one):
            if name in noted:
                continue
            going_on()
            before = as_it_stands(courses.game.system, state)
            does()
            if as_it_stands(courses.game.system, state) != before:
                noted.add(name)
                yield Finding("purity", "bad", f"{name} changes the state ({one.phase.id})", ADVICE)
    for text in _out_of_place(courses):
        noted.add("plan")
        yield Finding(
            "purity", "bad", text, 'Return a Problem:   Illegal("E150", "That is not an order for this phase.")'
        )
        break
    if courses.shares():
        noted.add("thaw")
        text = "playing on a copy changes the state that was copied: `thaw` shares what events change"
        yield Finding("purity", "bad", text, "Copy every mapping and list of the state in `thaw`.")
    for text in _remembered(courses):
        noted.add("memory")
        todo = (
            "It remembers (in a list of its module, say) what it was asked before: let it hang on its arguments alone."
        )
        yield Finding("purity", "bad", text, todo)
        break
    if not noted:
        yield good("purity", f"plan, view and teller left the state alone in {len(courses.course.seen)} phases")


def _out_of_place(courses: Courses) -> Iterator[str]:
    """Plans of orders in phases that they are not for: players write such lines, and are told why they cannot be done."""
    system, tried = courses.game.system, set()
    for one in courses.course.seen:
        for moment in one.moments:
            for ask, answer in zip(moment.asks, moment.answers, strict=True):
                view = system.view(moment.state, ask.side) if answer.orders else None
                for order in answer.orders:
                    for phase in courses.game.card.phases:
                        if phase.orders == NOBODYS or (type(order), phase.letter) in tried:
                            continue
                        tried.add((type(order), phase.letter))
                        try:
                            found: object = system.plan(view, ask.side, phase.letter, order)
                        except Exception as fault:
                            words = f"{type(fault).__name__}: {fault} ({courses.where(fault)})"
                            yield f"plan of {type(order).__name__} in phase {phase.letter} raises {words}"
                            return
                        if not isinstance(found, Plan | Problem):
                            wants = "where a Plan or a Problem is wanted"
                            yield f"plan of {type(order).__name__} in phase {phase.letter} gives {found!r} {wants}"
                            return


MOST_AGAIN = 6
"""Phases of which plan, reader and teller are asked twice."""


def _remembered(courses: Courses) -> Iterator[str]:
    """Pure functions that say something else when they are asked once more."""
    seen = courses.course.seen[:MOST_AGAIN]
    first = [(name, does, does()) for one in seen for name, _, does in _calls(courses, one) if name in SAYING]
    for name, does, before in first:
        going_on()
        now = does()
        if now != before and repr(now) != repr(before) and " at 0x" not in repr(now):
            yield f"{name} says something else when it is asked the same again"
            return


SAYING = (
    "plan",
    "Dialect.read",
    "silent",
    *(f"Teller.{one}" for one in ("log", "facts", "panels", "winning", "examples")),
)
Call = tuple[str, Any, Callable[[], object]]
"""The name of a pure function, the state that it must leave alone, and a call of it."""


def _calls(courses: Courses, one: Seen) -> Iterator[Call]:
    """All pure functions, on the states of a phase."""
    system = courses.game.system
    truth = one.before
    for name in ("to_json", "public", "hidden", "next_phase", "outcome"):
        yield name, truth, partial(getattr(system, name), truth)
    for side in (each.id for each in courses.game.card.sides):
        yield "view", truth, partial(system.view, truth, side)
        yield from _of_teller(courses, one, side)
    for moment in one.moments:
        for ask, answer in zip(moment.asks, moment.answers, strict=True):
            if ask.kind == ORDERS:
                yield from _ordered(courses, one, system.view(moment.state, ask.side), ask.side, answer.orders)


def _of_teller(courses: Courses, one: Seen, side: str) -> Iterator[Call]:
    """Calls of the teller, about a phase, for a side."""
    teller, view = courses.game.teller, courses.game.system.view(one.before, side)
    events = [event for event in one.events if (who := event.known_to()) is None or side in who]
    calls: dict[str, tuple[Any, ...]] = {
        "log": (events, 1),
        "in_short": (events, side),
        "marks": (events,),
        "facts": ([one.phase.id],),
        "map": (side, events),
        "panels": (side,),
        "stacks": (side,),
        "about": (side,),
        "winning": (side,),
    }
    for name, args in calls.items():
        yield f"Teller.{name}", view, partial(getattr(teller, name), view, *args)
    yield "MapPanel.overview", view, teller.map(view, side, events).overview


def _ordered(courses: Courses, one: Seen, view: Any, side: str, orders: Sequence[Order]) -> Iterator[Call]:
    """Calls about a side's orders for a phase."""
    system, teller, dialect, letter = courses.game.system, courses.game.teller, courses.game.dialect, one.phase.letter
    for name in ("to_do", "order_sheet", "examples"):
        yield f"Teller.{name}", view, partial(getattr(teller, name), view, side, one.phase)
    for name in ("silent", "owed"):
        yield name, view, partial(getattr(system, name), view, side, letter, orders)
    for order in orders:
        yield "plan", view, partial(system.plan, view, side, letter, order)
        yield "Dialect.read", view, partial(dialect.read, dialect.write(order), view, side)
