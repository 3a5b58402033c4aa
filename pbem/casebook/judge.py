"""Judging a case: what was expected beside what came, as plain tables of public words; and showing it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any

from pbem.casebook.case import Case, Casework, Course, Table, asked_table
from pbem.core.event import Event
from pbem.core.record import Record, stored
from pbem.core.system import Outcome
from pbem.core.umpire import Factor, Modifier, Roll

# Events as plain tables of public words, for matching and for showing.
#
# A roll gives ``dice``, ``faces``, ``natural``, ``total`` and ``drm`` (modifier by name); the event that it stands
# in gives ``drm`` too, so that a case need not know which field holds the roll.  Factors are a table by name.


def flat(event: Event) -> Mapping[str, Any]:
    """The event's public table: its ``type``, its fields, and ``drm`` where a roll stands in it."""
    table = {"type": type(event).__name__, **_fields(event)}
    for _, roll in stored(event):
        if isinstance(roll, Roll):
            table.setdefault("drm", {}).update({modifier.name: modifier.value for modifier in roll.modifiers})
    return table


def _fields(record: Record) -> dict[str, Any]:
    return {name: plain(value) for name, value in stored(record)}


def plain(value: object) -> Any:
    """A value of a record as a table, a list, or itself."""
    match value:
        case Roll():
            table = _fields(value)
            del table["modifiers"]
            return {
                **table,
                "faces": list(value.faces),
                "natural": value.natural,
                "total": value.total,
                "drm": {modifier.name: modifier.value for modifier in value.modifiers},
            }
        case tuple() if value and all(isinstance(one, Modifier | Factor) for one in value):
            return {one.name: one.value for one in value}
        case tuple():
            return [plain(one) for one in value]
        case Record():
            return {"type": type(value).__name__, **_fields(value)}
        case _:
            return value


def fits(expected: object, found: object) -> bool:
    """True if what came has all that is expected: tables as subsets, lists whole, a roll also by its total."""
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            # An empty tuple of modifiers or factors shows as an empty list.
            return not expected and not found
        return all(key in found and fits(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(fits, expected, found))
    if isinstance(found, Mapping) and "total" in found:
        return bool(expected == found["total"])
    return isinstance(expected, bool) == isinstance(found, bool) and bool(expected == found)


def shown(value: object) -> str:
    """A value as a case would write it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {shown(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(shown(one) for one in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction) and value.denominator in (2, 4):
        return str(float(value))
    return f'"{value}"' if isinstance(value, str) else str(value)


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


# Telling a case: the letters as they were read, every event with its modifiers and dice, what was left to the
# default.

WIDTH = 78
TOGETHER = "\0"
ALWAYS = ("strength", "mp_left")
"""Words of a counter that are told even where they are 0."""


def tell(case: Case, course: Course, found: tuple[str, ...], casework: Casework[Any]) -> Iterator[str]:
    """The whole log of one case, line by line; `found` are the problems that the judge has."""
    yield case.id
    proves = f"proves {', '.join(case.clauses)}   " if case.clauses else ""
    yield f"  {proves}({case.file}:{case.line})"
    hours = {turn: f" ({time})" for time, turn in casework.clock(case.position["scenario"]).items()}
    yield f"  {case.game}, game turn {case.turn}{hours.get(case.turn, '')}, side {case.side}, phase {case.phase}{_until(case)}"
    for side, letter in course.letters.items():
        yield ""
        yield f"ORDERS of {side}"
        for line in letter.lines:
            yield f"  {line.number:>3}  {line.text.strip()}"
            if line.verdict == "accepted":
                yield from (f"         {line.phase}: {text}" for text in line.canonical)
            else:
                yield f"         {line.verdict}" + (f": {line.problem.text}" if line.problem else "")
        yield from (f"       standing {one.number}: {one.text}" for one in letter.standing)
    for phase in course.phases:
        yield ""
        yield f"{phase.id} {phase.name}"
        for event in phase.events:
            yield from _event(flat(event))
    if course.asked:
        yield ""
        yield "LEFT TO THE DEFAULT"
        yield from (f"  {shown(asked_table(ask))}" for ask in course.asked)
    yield ""
    if not case.expect.is_given:
        yield from _afterwards(case, course, casework)
    yield "FAILED" if found else "PASSED" if case.expect.is_given else "NOT JUDGED: the case expects nothing"
    yield from (f"  {problem}" for problem in found)


def _until(case: Case) -> str:
    if case.until.id:
        return f" to {case.until.id}"
    if (case.until.letter, case.until.side) == (case.phase, case.side):
        return ""
    return f" to phase {case.until.letter}" if case.until.side == case.side else f" to phase {case.until}"


def _afterwards(case: Case, course: Course, casework: Casework[Any]) -> Iterator[str]:
    """The counters that the case lists, as play left them: whatever is there to tell of each."""
    rows = [row for row in case.position.get("unit", ()) if isinstance(row, Mapping)]
    if not rows:
        return
    yield "AFTERWARDS"
    for row in rows:
        name = str(row.get("name", row.get("unit", "")))
        words = counter(course, casework, name) or {"gone": "not in play"}
        found = [f"{key} {shown(value)}" for key, value in words.items() if value or key in ALWAYS]
        # A word and its value stay on one line.
        text = ", ".join(one.replace(" ", TOGETHER) for one in found)
        for line in wrap(f"  {name}: {text}", WIDTH, subsequent_indent="      "):
            yield line.replace(TOGETHER, " ")
    yield ""


def _event(event: Mapping[str, Any]) -> Iterator[str]:
    words, rolls = [], []
    for key, value in event.items():
        if isinstance(value, Mapping) and "faces" in value:
            rolls.append(value)
        elif key not in ("type", "drm") and value not in ("", None, [], False):
            words.append(f"{key} {shown(value)}")
    line = f"  {event['type']}"
    for word in words:
        if len(line) + len(word) + 2 > WIDTH:
            yield line
            line = "     "
        line += f" {word}," if word is not words[-1] else f" {word}"
    yield line
    for roll in rolls:
        yield f"      {roll['label']}: {roll['dice']} {' '.join(map(str, roll['faces']))} = {roll['natural']}"
        for name, value in roll["drm"].items():
            yield f"        {value:+d} {name}"
        if roll["drm"]:
            yield f"        = {roll['total']}"
