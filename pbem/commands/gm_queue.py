"""Games: what each is waiting for, since when, until when, and what is held.  Those that need you stand first.

Exit statuses: 0 done; 1 the configuration is wrong or there is no database; 2 the command line is wrong.
"""

import argparse
import gc
import json
import sys

from pbem.commands.config_argument import add_config
from pbem.desk.clock import SystemClock
from pbem.gm.plain import wrapped
from pbem.gm.queue import Queue, collected, queue, queue_screen
from pbem.gm.screen import draw_at
from pbem.places import places
from pbem.store.driver import CannotLook, overview_of
from pbem.systems import registry

MOST = 200
"""Games in the list that only wait for their players: the GM reads those that come due first, not thousands."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """What may follow ``queue``."""
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
    gc.disable()  # rows hold no circles: looking through 10,000 of them for garbage is a twentieth of the command
    try:
        found = _at_once(args) or _at_the_desk(args)
    except KeyError as unknown:  # a game of a title that is not installed
        for line in wrapped(str(unknown.args[0])):
            print(line, file=sys.stderr)
        return 1
    if found is None:
        return 1
    print_queue(found, as_json=args.json)
    return 0


def most_of(args: argparse.Namespace) -> int | None:
    """How many games are listed that need nobody: a screen is for reading, JSON is for programs, which want all."""
    return None if args.all or args.json else MOST


def _at_the_desk(args: argparse.Namespace) -> Queue | None:
    """The queue with all of the program, None after it was told what is wrong."""
    from pbem.commands.desk_arguments import desk_of, read

    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if desk is None:
        return None
    try:
        return queue(desk, finished=args.all, most=most_of(args))
    finally:
        desk.store.close()


def _at_once(args: argparse.Namespace) -> Queue | None:
    """The queue through the database's driver alone; None where that is not enough."""
    found = places(args.config)
    if found is None:
        return None
    try:
        with overview_of(found.database) as overview:
            return collected(
                overview,
                SystemClock().now(),
                registry.game,
                found.pulse_file,
                finished=args.all,
                most=most_of(args),
            )
    except CannotLook:
        return None


def print_queue(found: Queue, *, as_json: bool) -> None:
    """The queue as a screen, or as JSON."""
    if not as_json:
        draw_at(lambda width: queue_screen(found, width)[0], sys.stdout)
        return
    for row in found.rows:
        print(json.dumps(row.as_json()))
    for trouble in found.troubles:
        print(json.dumps({"trouble": trouble}))
    for number, name, sender, why in found.held:
        print(json.dumps({"letter": number, "game": name, "sender": sender, "held": why}))
