"""Judging a case: what was expected beside what came.  No problem, and it has passed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.casebook.case import Case, Table
from pbem.casebook.casework import Casework
from pbem.casebook.flat import fits, flat, shown
from pbem.casebook.run import Course, asked_table
from pbem.core.system import Outcome

LISTED = 6
EVERYBODY = "all"
"""A case's word for everybody: ``known_to = ["all"]``."""


def problems(case: Case, course: Course, casework: Casework[Any]) -> tuple[str, ...]:
    """Everything in which a case came out otherwise than it says, one sentence each.

    Of a case that expects nothing only what kept it from being played to its end.
    """
    if not case.expect.is_given:
        return tuple(_unplayed(course))
    return tuple(_problems(case, course, casework))


def _unplayed(course: Course) -> Iterator[str]:
    if course.stopped:
        yield f"play stopped: {course.stopped}"
    for left in course.dice_left:
        yield f"not used: {left}"


def _problems(case: Case, course: Course, casework: Casework[Any]) -> Iterator[str]:
    expect = case.expect
    yield from _unplayed(course)
    yield from _letters(course, expect.rejected)
    events = [{**flat(event), "known_to": list(event.known_to() or (EVERYBODY,))} for event in course.events]
    yield from _in_sequence(events, expect.events)
    for table in expect.no_event:
        for event in events:
            if fits(table, event):
                yield f"expected no event {shown(table)}, came {shown(event)}"
                break
    for name, table in expect.unit.items():
        yield from _unit(name, table, counter(course, casework, name))
    asked = [asked_table(ask) for ask in course.asked]
    for table in expect.asked:
        if not any(fits(table, one) for one in asked):
            yield f"expected to be asked {shown(table)}, asked were {_listed(asked)}"
    points = casework.points(course.state)
    for side, number in expect.vp.items():
        if points.get(side) != number:
            yield f"expected {number} VPs of {side}, came {points.get(side)}"
    stands = casework.system.next_phase(course.state)
    if expect.time:
        turns = casework.clock(case.position["scenario"])
        now = next((time for time, turn in turns.items() if stands and turn == stands.turn), "the end")
        if stands is None or turns[expect.time] != stands.turn:
            yield f"expected play to stand at {expect.time}, it stands at {now}"
    if expect.phase:
        here = stands.id if stands else "the end"
        if expect.phase not in (here, here.rpartition(".")[2]):
            yield f"expected play to stand before {expect.phase}, it stands before {here}"
    if expect.outcome:
        yield from _outcome(expect.outcome, casework.system.outcome(course.state))


def counter(course: Course, casework: Casework[Any], name: str) -> Mapping[str, Any] | None:
    """A counter as it stands; what is counted in a phase as the last one ended."""
    now = casework.unit(course.state, name)
    then = casework.unit(course.ending, name) if now and course.ending is not None else None
    return {**now, **{key: then[key] for key in casework.passing if key in then}} if now and then else now


def _outcome(expected: Table, outcome: Outcome | None) -> Iterator[str]:
    if outcome is None:
        yield f"expected the game to end {shown(expected)}, it is not over"
        return
    found = {"winner": outcome.winner, "level": outcome.level, "vp": dict(outcome.points)}
    if not fits(expected, found):
        yield f"expected the game to end {shown(expected)}, it ended {shown(found)}"


def _letters(course: Course, rejected: Sequence[Table]) -> Iterator[str]:
    """Lines refused though they should stand, and lines that should have been refused."""
    open_ones = list(rejected)
    for key, letter in course.letters.items():
        side = key.partition(" ")[0]
        for line in letter.lines:
            if line.verdict == "accepted":
                continue
            text = " ".join((line.problem.text if line.problem else line.verdict).split())
            match = [
                one
                for one in open_ones
                if one.get("side", side) == side
                and one.get("line", line.number) == line.number
                and " ".join(str(one.get("says", "")).split()) in text
            ]
            if match:
                open_ones.remove(match[0])
            else:
                yield f"{side}, line {line.number}, {line.text.strip()!r}: {line.verdict}: {text}"
    for one in open_ones:
        yield f"expected to be refused: {shown(one)}"


def _in_sequence(events: Sequence[Mapping[str, Any]], expected: Sequence[Table]) -> Iterator[str]:
    start = 0
    for number, table in enumerate(expected, 1):
        found = next((n for n in range(start, len(events)) if fits(table, events[n])), None)
        if found is not None:
            start = found + 1
            continue
        alike = [event for event in events if event["type"] == table["type"]]
        earlier = any(fits(table, event) for event in events[:start])
        came = "it came, but before the one expected ahead of it" if earlier else f"came {_listed(alike)}"
        if not alike:
            came = "came " + ", ".join(str(event["type"]) for event in events)
        yield f"expected event {number} {shown(table)}, {came}"


def _unit(name: str, table: Table, found: Mapping[str, Any] | None) -> Iterator[str]:
    if found is None:
        yield f"expected {name}, no counter of this name was in play"
        return
    for key, value in table.items():
        if key not in found:
            yield f"{name} has no {key!r}; it has {', '.join(found)}"
        elif not fits(value, found[key]):
            yield f"{name}: expected {key} = {shown(value)}, came {shown(found[key])}"


def _listed(tables: Sequence[Mapping[str, Any]]) -> str:
    if not tables:
        return "none"
    more = f" and {len(tables) - LISTED} more" if len(tables) > LISTED else ""
    return "; ".join(shown(table) for table in tables[:LISTED]) + more
