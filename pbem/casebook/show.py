"""Telling a case: the letters as they were read, every event with its modifiers and dice, what was left to the default."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from pbem.casebook.case import Case
from pbem.casebook.casework import Casework
from pbem.casebook.flat import flat, shown
from pbem.casebook.judge import counter
from pbem.casebook.run import Course, asked_table

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
