"""Telling a case: the letters as they were read, every event with its modifiers and dice, what was left to the default."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.casebook.case import Case
from pbem.casebook.flat import flat, shown
from pbem.casebook.run import Course, asked_table

WIDTH = 78


def tell(case: Case, course: Course, found: tuple[str, ...]) -> Iterator[str]:
    """The whole log of one case, line by line; `found` are the problems that the judge has."""
    yield case.id
    yield f"  proves {', '.join(case.clauses)}   ({case.file}:{case.line})"
    yield f"  {case.game}, game turn {case.turn}, side {case.side}, phase {case.phase}" + (
        f" to {case.until}" if case.until != case.phase else ""
    )
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
    yield "PASSED" if not found else "FAILED"
    yield from (f"  {problem}" for problem in found)


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
