"""Games: what each is waiting for, since when, until when, and what is held.  Those that need you stand first.

Exit statuses: 0 done; 1 the configuration is wrong or there is no database; 2 the command line is wrong.
"""

import argparse
import json
import sys

from rich.console import Console

from pbem.commands.desk_arguments import add_config, desk_at
from pbem.core.sanitize import terminal
from pbem.gm.queue import Queue, queue, show
from pbem.gm.screen import wrapped

MOST = 10
"""Games in the list that only wait for their players: the GM reads those that come due first, on one screen."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """Add the words that may follow ``queue``."""
    parser.add_argument(
        "--all", action="store_true", help="every game: also those that do not need you, and finished ones"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per game, then one per held letter")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``gm queue [--all] [--json] --config FILE``."""
    add_words(parser)
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    desk = desk_at(args.config)
    if desk is None:
        return 1
    try:
        print_queue(queue(desk, finished=args.all, most=most_of(args)), as_json=args.json, is_brief=not args.all)
    except KeyError as unknown:  # a game of a title that is not installed
        for line in wrapped(str(unknown.args[0])):
            print(line, file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    return 0


def most_of(args: argparse.Namespace) -> int | None:
    """The most games to list that need nobody: a screen is for reading, JSON is for programs, which want all."""
    return None if args.all or args.json else MOST


def print_queue(found: Queue, *, as_json: bool, is_brief: bool = False) -> None:
    """The queue as a screen, brief or whole, or as JSON."""
    if not as_json:
        show(found, Console(file=terminal(sys.stdout)), is_brief=is_brief)
        return
    for row in found.rows:
        print(json.dumps(row.as_json()))
    for trouble in found.troubles:
        print(json.dumps({"trouble": trouble}))
    for address in found.stopped:
        print(json.dumps({"stopped": address}))
    for name, count in (("letters_failed", found.failed), ("letters_held_back", found.held_back)):
        if count:
            print(json.dumps({name: count}))
    for number, name, sender, why in found.held:
        print(json.dumps({"letter": number, "game": name, "sender": sender, "held": why}))
