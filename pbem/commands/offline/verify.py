"""Check the proof in a mailbox, offline: chain, seals, dice, and your own orders (docs/trust.md).

Exit statuses: 0 everything is right; 1 something is false; 2 something is missing; 3 it could not be checked.
"""

import argparse
import json
import sys
from pathlib import Path

from pbem.seal import account
from pbem.seal.verify import USAGE, Unusable, verify

EXIT_USAGE = USAGE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="mbox, Maildir, folder of .eml, .eml or .pbem"
    )
    parser.add_argument("--root-key", type=Path, metavar="FILE", help="the key that you noted when the game began")
    parser.add_argument("--compare", metavar="HEAD", help="the head your opponent sent you: its number and 64 digits")
    parser.add_argument(
        "--replay",
        action="store_true",
        help="play every phase again with the rules installed here, and compare the states",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per game")


def run(args: argparse.Namespace) -> int:
    """Print the account; the exit status is 0 all right, 1 something false, 2 something missing, 3 usage."""
    try:
        verdict = verify(args.paths, args.root_key, args.compare)
        if args.replay:
            # The games are read in only here: all other checks need none.
            from pbem.desk.record.reverify import with_replay
            from pbem.systems import registry

            verdict = with_replay(verdict, registry.game)
    except Unusable as fault:
        print(f"pbem verify: {fault}", file=sys.stderr)
        return USAGE
    if args.json:
        for one in account.as_json(verdict):
            print(json.dumps(one))
    else:
        print("\n".join(account.lines(verdict)))
    return verdict.status
