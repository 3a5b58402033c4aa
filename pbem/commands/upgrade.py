"""Play a game on with the pbem and the rules data that are installed now.  All that was played is adjudicated again first; if
anything would come out otherwise nothing is changed, and the record, phase, clause and order line are told.

The change is a record that the GM signs; both players are told.  Both must have agreed (--agreed us --agreed indian), or the
GM rules it from a boundary that he names (--boundary 'turn 4').

Exit statuses: 0 done; 1 refused, and why; 2 the command line is wrong.
"""

import argparse
import sys

from pbem.campaign.advance import advance
from pbem.campaign.rulings import CannotRule
from pbem.campaign.upgrade import upgrade
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``upgrade GAME --reason TEXT [--agreed CODE ...] [--boundary TEXT]``."""
    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument("--reason", required=True, help="what both players are told as the reason")
    parser.add_argument("--agreed", action="append", default=[], metavar="CODE", help="a side that agreed, such as US")
    parser.add_argument("--boundary", default="", metavar="TEXT", help="from where the GM rules it, such as 'turn 4'")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if desk is None:
        return 1
    try:
        record = upgrade(desk, args.game, args.reason, agreed=tuple(args.agreed), boundary=args.boundary)
        advance(desk, args.game)
    except (UnknownGame, CannotRule) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    print(f"{args.game} is played on with what is installed; record {record.seq}, both players are told")
    return 0
