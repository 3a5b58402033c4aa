"""Adjudication cases: positions with orders and dice, and the results they must give. Without PATH: the project's own
cases.

Exit statuses: 0 all cases pass; 1 a case fails, or a case file is wrong; 2 the command line is wrong.
"""

import argparse
import json
import sys
from pathlib import Path

from pbem.casebook import case as games
from pbem.casebook.case import Case, Course
from pbem.casebook.case import run as run_case
from pbem.casebook.case_files import read_cases
from pbem.casebook.judge import problems, tell
from pbem.command_line import about
from pbem.core.tomlfile import Faults


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``case run [PATH ...] [--json]`` and ``case show ID [PATH ...]``."""
    below = parser.add_subparsers(dest="what", required=True, metavar="run|show")
    runs = below.add_parser("run", **about("run every case in files and folders"))
    runs.add_argument("--json", action="store_true", help="one JSON object per case: id, clauses, passed, problems")
    shows = below.add_parser("show", **about("show one case: every event, modifier and die"))
    shows.add_argument("id", help="the case, such as rosebud/movement/uphill")
    for one in (runs, shows):
        one.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="case files, or folders of them")


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        cases = read_cases(args.paths or [games.own_cases()], games.casework)
    except Faults as faults:
        print(faults, file=sys.stderr)
        return 1
    return _show(args.id, cases) if args.what == "show" else _run(cases, as_json=args.json)


def _run(cases: tuple[Case, ...], *, as_json: bool) -> int:
    failed = shown = 0
    for case in cases:
        _, found = _played(case)
        failed += bool(found)
        shown += not (found or case.expect.is_given)
        if as_json:
            passed = not found if case.expect.is_given else None
            print(json.dumps({"id": case.id, "clauses": case.clauses, "passed": passed, "problems": found}))
        elif found:
            print(f"{case.id}  ({case.file}:{case.line})")
            for problem in found:
                print(f"  {problem}")
    if not as_json:
        more = f", {shown} not judged (nothing expected)" if shown else ""
        print(f"{len(cases) - failed - shown} passed, {failed} failed{more}")
    return 1 if failed else 0


def _show(name: str, cases: tuple[Case, ...]) -> int:
    case, near = next((one for one in cases if one.id == name), None), [one.id for one in cases if name in one.id]
    if case is None and len(near) == 1:
        case = next(one for one in cases if one.id == near[0])
    if case is None:
        hint = f"; cases with {name!r} in their id: {', '.join(near)}" if near else ""
        print(f"pbem case show: no case {name!r} among {len(cases)}{hint}", file=sys.stderr)
        return 1
    course, found = _played(case)
    for line in tell(case, course, found, games.casework(case.game)):
        print(line)
    return 1 if found else 0


def _played(case: Case) -> tuple[Course, tuple[str, ...]]:
    casework = games.casework(case.game)
    course = run_case(case, casework)
    return course, problems(case, course, casework)
