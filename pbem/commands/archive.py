"""Move a finished game out of the database: write its signed record and all its letters to a new folder, verify them,
and delete its rows.

`pbem verify FOLDER` checks the record. --sent DAYS deletes the text of old sent letters of every game and keeps only
the fact that they were sent. The letters contain addresses and what players wrote to the desk: keep the folder
private. The .pbem files are the ones that both players have.

Exit statuses: 0 done; 1 it could not be done, and nothing was deleted; 2 the command line is wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.command_line import WrongCommandLine, whole
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.desk.games.game_record import CannotArchive, archive, prune
from pbem.store.games import UnknownGame

MOST_DAYS = 36_500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``archive [GAME] [--out FOLDER] [--sent DAYS]``."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="a finished game")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="the folder to create (archive/GAME)")
    parser.add_argument(
        "--sent", type=whole, metavar="DAYS", help="delete the text of letters sent more than DAYS days ago"
    )
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    if args.game is None and args.sent is None:
        raise WrongCommandLine("pbem archive: expected a game that is over, or --sent DAYS")
    if args.sent is not None and not 1 <= args.sent <= MOST_DAYS:
        raise WrongCommandLine(f"pbem archive: --sent: expected a whole number of days from 1 on, found {args.sent}")
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if config is None or desk is None:
        return 1
    try:
        if args.game is not None:
            done = archive(desk, args.game, args.out or config.home / "archive" / args.game)
            print(
                f"{args.game}: {done.records} records and {done.letters} letters are in {done.folder}, and verify; "
                f"{done.rows} rows freed"
            )
        if args.sent is not None:
            print(f"the bytes of {prune(desk, args.sent)} letters are forgotten")
    except (CannotArchive, UnknownGame, OSError) as fault:
        print(fault, file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    return 0
