"""Write the public pages of all games into the folder that ``[publish]`` names, as the daemon does after every stop.

Exit statuses: 0 written; 1 the configuration names no folder, or it cannot be written; 2 the command line is wrong.
"""

import argparse
import sys

from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.config import Config
from pbem.publish.publisher import Publisher, Site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``publish --config FILE``."""
    add_config(parser)


def place_of(config: Config) -> Site | None:
    """The place of the pages in the configuration; None if nothing is published."""
    folder = config.publish.folder
    return Site(folder, config.publish.url) if folder is not None else None


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    if config is None:
        return 1
    place = place_of(config)
    if place is None:
        words = 'nothing is published.  Put  [publish]  and  folder = "www"  into it (docs/publishing.md)'
        print(f"{args.config}: {words}", file=sys.stderr)
        return 1
    desk = desk_of(config)
    if desk is None:
        return 1
    try:
        count = Publisher(desk, place).publish()
        print(f"{place.folder}: pages of {count} game{'' if count == 1 else 's'}")
    except OSError as fault:
        print(f"{fault.filename}: cannot be written: {fault.strerror}", file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    return 0
