"""Continue a game with the pbem and the rules data that are installed now.

First everything played so far is adjudicated again. If anything comes out differently, nothing is changed, and you
are told the record, phase, clause and order line. The GM signs the change as a record of the game, and both players
are told. Both must have agreed (--agreed us --agreed indian), or the GM rules it from a point they name (--boundary
'turn 4'). --all upgrades every running game that was started with another version; a refusal of one game does not
stop the others. If rules were corrected, past phases may come out differently. --played-stands keeps what was played
and uses the corrected rules from now on; both players are told so.

Exit statuses: 0 done; 1 at least one game was refused, with the reason; 2 the command line is wrong.
"""

import argparse
import sys

from pbem.commands.desk_arguments import add_config, desk_at
from pbem.desk.desk import Desk
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.play.advance import advance
from pbem.desk.record.upgrade import to_upgrade, upgrade
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``upgrade (GAME | --all) --reason TEXT [--agreed CODE ...] [--boundary TEXT] [--played-stands]``."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="", help="the game's name")
    parser.add_argument("--all", action="store_true", help="every running game that was started with another version")
    parser.add_argument("--reason", required=True, help="the reason that both players read")
    parser.add_argument("--agreed", action="append", default=[], metavar="CODE", help="a side that agreed, such as US")
    parser.add_argument(
        "--boundary", default="", metavar="TEXT", help="the point from which the GM rules it, such as 'turn 4'"
    )
    parser.add_argument(
        "--played-stands",
        action="store_true",
        help="keep past phases even if the corrected rules change them",
    )
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    if bool(args.game) == args.all:
        print(
            "expected a game's name, or --all for every running game that was started with another version",
            file=sys.stderr,
        )
        return 2
    desk = desk_at(args.config)
    if desk is None:
        return 1
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
