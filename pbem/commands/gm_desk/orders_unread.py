"""List what the desk could not read or took for chat, newest first, with what became of it.

It shows players' own words, those of orders for running games too; so it is for the GM alone. Of a running game in which its
GM plays, only the lines of the GM's own side are shown. Nothing else of a position or of orders on file is printed, except the
orders that unread lines became.

Exit statuses: 0 done; 1 the configuration is wrong, or there is no such game or database; 2 the command line is wrong.
"""

import argparse
import json
import sys

from pbem.commands.desk_arguments import add_config, desk_at
from pbem.core.sanitize import is_number
from pbem.gm.letters import MOST, unread, unread_screen
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``orders unread [GAME] [--title TITLE] [--without-chat] [--most N] [--json] --config FILE``."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="", help="one game; all of them if left out")
    parser.add_argument("--title", default="", help="games of this title, such as rosebud")
    parser.add_argument("--without-chat", action="store_true", help="leave out what was read as chat")
    parser.add_argument(
        "--most", type=_number, default=MOST, metavar="N", help=f"lines that are listed (default {MOST})"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    add_config(parser)


def _number(text: str) -> int:
    if not is_number(text) or not 0 < int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 1000000, found {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    desk = desk_at(args.config)
    if desk is None:
        return 1
    try:
        found = unread(desk, game=args.game, title=args.title, chat=not args.without_chat, most=args.most)
    except UnknownGame as wrong:
        print(f"pbem orders unread: {wrong}", file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    for line in (json.dumps(one.as_json()) for one in found.lines) if args.json else unread_screen(found):
        print(line)
    return 0
