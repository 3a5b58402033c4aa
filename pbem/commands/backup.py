"""Back up the whole database while the daemon keeps running. The backup is a SQLite file, whichever database you use.

Secrets in it stay encrypted with the key file, which is not part of it: keep a copy of the key file somewhere else.
`pbem restore` starts from the backup.

Exit statuses: 0 the backup is complete and on disk; 1 it could not be made; 2 the command line is wrong.
"""

import argparse
import sqlite3
import sys
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.store.database_errors import explained


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``backup FILE``."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write; an existing file is never overwritten"
    )
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    if args.file.exists():
        print(f"{args.file}: expected a name that is free, found a file; it was left as it is", file=sys.stderr)
        return 1
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if config is None or desk is None:
        return 1
    try:
        desk.store.copy_to(args.file)
    except (OSError, sqlite3.Error, SQLAlchemyError) as fault:
        print(f"{args.file}: the copy could not be made: {explained(fault)}", file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    print(f"{args.file}: {args.file.stat().st_size:,} bytes; its key file {config.store.key_file} is not in it")
    return 0
