"""Check a game, of your own or an installed one: its parts, handlers, purity, determinism, secrecy, letters, a game by mail,
its cases, and what it costs. Each finding says what to do.

GAME is the title of an installed game, the name of the package that brings it, or module:NAME of a game that is not installed.

Exit statuses: 0 nothing is wrong; 1 something is, or there is no such game; 2 the command line is wrong.
"""

import argparse
import json
import sys
from pathlib import Path

from pbem.command_line import whole
from pbem.commands.doctor import show
from pbem.core.system import BrokenGame, UnknownTitle
from pbem.systems import registry

PHASES = 60
NAMES = ("parts", "handlers", "purity", "determinism", "secrecy", "letters", "mail", "cases", "cost")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``game check GAME [--only CHECK ...] [--phases N] [--seed S] [--json]``."""
    parser.add_argument("game", metavar="GAME", help="a title, a package, or module:NAME")
    parser.add_argument("--only", choices=NAMES, action="append", default=[], help="this check alone (may be repeated)")
    parser.add_argument(
        "--phases",
        type=whole,
        default=PHASES,
        metavar="N",
        help=f"phases that are looked at one by one (default {PHASES})",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any word; another one plays another game (default 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object per finding")


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    from pbem.api.conformance import examine

    if ":" in args.game and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # a game that is not installed is looked for where one is
    counts = {"good": 0, "note": 0, "bad": 0}
    try:
        titles = (args.game,) if ":" in args.game else registry.titles_of(args.game)
        for title in titles:
            if len(titles) > 1 and not args.json:
                print(f"{title}:")
            for one in examine(title, *args.only, seed=args.seed, phases=args.phases):
                counts[one.state] += 1
                if args.json:
                    found = {"game": title, "step": one.step, "state": one.state, "found": one.result, "todo": one.todo}
                    print(json.dumps(found), flush=True)
                else:
                    show(one)
    except (BrokenGame, UnknownTitle) as wrong:
        print(f"pbem game check: {wrong.args[0]}", file=sys.stderr)
        return 1
    if not args.json:
        print(f"\n{counts['good']} good, {counts['note']} to note, {counts['bad']} bad.")
    return 1 if counts["bad"] else 0
