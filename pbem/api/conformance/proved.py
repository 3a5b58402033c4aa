"""Check of a game's adjudication cases."""

from collections.abc import Iterator
from pathlib import Path

from pbem import resources
from pbem.api.conformance.course import Courses, going_on
from pbem.casebook.case import casework, own_cases
from pbem.casebook.judge import problems
from pbem.casebook.reader import read_cases
from pbem.casebook.run import run
from pbem.core.tomlfile import Faults
from pbem.mail.checkup import Finding, good


def cases(courses: Courses) -> Iterator[Finding]:
    """The cases in the game's own package (``cases/``) pass; those of a game of pbem's stand in ``tests/cases``."""
    if not courses.game.cases_place:
        yield Finding(
            "cases",
            "note",
            "it has no cases",
            "A case proves a clause of the rules; docs/cases.md says how one is written.",
        )
        return
    folder = _folder(courses)
    if folder is None:
        text = "it can read cases, and its package has no folder   cases/"
        yield Finding("cases", "note", text, "Put a case for each clause there (docs/cases.md).")
        return
    try:
        found = read_cases([folder], casework)
    except Faults as faults:
        for fault in faults.faults:
            yield Finding("cases", "bad", str(fault), "docs/cases.md lists what a case may have.")
        return
    found = tuple(one for one in found if one.game == courses.game.title)
    wrong = 0
    for case in found:
        going_on()
        for text in problems(case, run(case, own := casework(case.game)), own):
            wrong += 1
            yield Finding("cases", "bad", f"{case.id}: {text}", f"See it played:   pbem case show {case.id}")
    if not wrong:
        yield good("cases", f"{len(found)} cases pass")


def _folder(courses: Courses) -> Path | None:
    for package in courses.game.packages:
        try:
            found = resources.path(f"{package}:cases")
        except FileNotFoundError:
            continue
        return found
    mine = own_cases() / courses.game.title
    return mine if not courses.game.packages and mine.is_dir() else None
