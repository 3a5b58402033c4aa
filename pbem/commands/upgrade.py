"""Play a game on with the pbem and the rules data that are installed now.  All that was played is adjudicated again first; if
anything would be different nothing is changed, and the record, phase, clause and order line are told.

The change is a record that the GM signs; both players are told.  Both must have agreed (--agreed us --agreed indian), or the
GM rules it from a boundary that he names (--boundary 'turn 4').

With --all every game that goes on and is played with another program is taken over; one that is refused stops no other.

Where rules were corrected, what was played may be different.  --played-stands leaves it as it was played and takes the
corrected rules over from now on; both players are told so.

Exit statuses: 0 done; 1 some game was refused, and why; 2 the command line is wrong.
"""

import argparse
import sys

from pbem.campaign.advance import advance
from pbem.campaign.desk import Desk
from pbem.campaign.rulings import CannotRule
from pbem.campaign.upgrade import to_upgrade, upgrade
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``upgrade (GAME | --all) --reason TEXT [--agreed CODE ...] [--boundary TEXT] [--played-stands]``."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="", help="the game's name")
    parser.add_argument("--all", action="store_true", help="every game that is played with another program")
    parser.add_argument("--reason", required=True, help="what both players are told as the reason")
    parser.add_argument("--agreed", action="append", default=[], metavar="CODE", help="a side that agreed, such as US")
    parser.add_argument("--boundary", default="", metavar="TEXT", help="from where the GM rules it, such as 'turn 4'")
    parser.add_argument(
        "--played-stands",
        action="store_true",
        help="though what was played would be different with corrected rules",
    )
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if desk is None:
        return 1
    if bool(args.game) == args.all:
        print("expected a game's name, or --all for every game that is played with another program", file=sys.stderr)
        return 2
    try:
        names = to_upgrade(desk) if args.all else (args.game,)
        refused = sum(not _one(desk, name, args) for name in names)
    finally:
        desk.store.close()
    if args.all:
        done = len(names) - refused
        print(f"{done} of {len(names)} games taken over" if names else "every game is played with what is installed")
    return 1 if refused else 0


def _one(desk: Desk, name: str, args: argparse.Namespace) -> bool:
    """Take one game over; whether it was done.  One that is refused stops no other."""
    try:
        record = upgrade(
            desk, name, args.reason, agreed=tuple(args.agreed), boundary=args.boundary, stands=args.played_stands
        )
        advance(desk, name)
    except (UnknownGame, CannotRule) as wrong:
        print(wrong, file=sys.stderr)
        return False
    print(f"{name} is played on with what is installed; record {record.seq}, both players are told")
    return True
