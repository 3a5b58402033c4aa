"""List a rulebook's clauses: how many are played, which code carries each one out, which cases prove it, and which
are left out and why. The clause ids and titles are our own.

Exit statuses: 0 listed; 1 with --strict, if a played clause has no code or no case; 2 the command line is wrong.
"""

import argparse
import json
import sys
import textwrap
from pathlib import Path

from pbem.casebook import case as games
from pbem.casebook.case_files import read_cases
from pbem.casebook.coverage import DEFINITION, PLAYED, Coverage, coverage
from pbem.core.tomlfile import Faults


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``clauses TITLE [--json] [--all] [--strict] [--cases PATH ...]``."""
    parser.add_argument("title", help="the game, such as rosebud")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object: total, played, with_code ...; with --all also clauses"
    )
    parser.add_argument("--all", action="store_true", help="every clause with its code and its cases")
    parser.add_argument("--strict", action="store_true", help="exit 1 if a played clause has no code or no case")
    parser.add_argument("--cases", nargs="+", type=Path, metavar="PATH", help="case files instead of the project's own")


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        casework = games.casework(args.title)
        cases = read_cases(args.cases or [games.own_cases()], games.casework)
    except KeyError as fault:
        print(f"pbem clauses: {args.title!r}: {fault.args[0]}", file=sys.stderr)
        return 2
    except Faults as faults:
        print(faults, file=sys.stderr)
        return 1
    proved = {case.id: case.clauses for case in cases if case.game == args.title}
    found = coverage(args.title, casework.package, casework.clause_index, proved, casework.clause_ids)
    if args.json:
        print(json.dumps(found.as_json(every=args.all)))
    else:
        _print(found, every=args.all)
    return 1 if args.strict and found.missing else 0


def _print(found: Coverage, *, every: bool) -> None:
    summary = found.as_json()
    print(f"{found.game}: {summary['total']} clauses, {summary['played']} played")
    print(f"  with code  {summary['with_code']:>4}  {_share(summary['with_code'], summary['played'])}")
    print(f"  with case  {summary['with_case']:>4}  {_share(summary['with_case'], summary['played'])}")
    if every:
        for one in found.clauses:
            print(f"\n{one.id}  {one.title}  ({one.kind}, {one.state})" + (f"\n  {one.reason}" if one.reason else ""))
            for label, names in (("code", found.code[one.id]), ("case", found.cases[one.id])):
                for name in names:
                    print(f"  {label}  {name}")
        return
    if found.missing:
        print(f"\nPlayed, and without code or without a case: {len(found.missing)}")
        print(textwrap.fill(", ".join(found.missing), 78, initial_indent="  ", subsequent_indent="  "))
    reasons: dict[str, list[str]] = {}
    for one in found.clauses:
        if one.state not in (PLAYED, DEFINITION):
            reasons.setdefault(one.reason, []).append(one.id)
    print(f"\nSet aside: {sum(map(len, reasons.values()))}")
    for reason, ids in reasons.items():
        print(f"  {reason}")
        print(textwrap.fill(", ".join(ids), 78, initial_indent="    ", subsequent_indent="    "))


def _share(part: int, whole: int) -> str:
    return f"{100 * part // whole} %" if whole else "-"
