"""Check a hexagonal map that was drawn in Tiled, and print it in our own format.

Exit statuses: 0 printed; 1 the map is wrong; 2 the command line is wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.board.mapfile import read_map
from pbem.commands.foreign.tiled import MOST_BYTES, from_tmx
from pbem.core.tomlfile import Faults, unreadable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE.tmx", type=Path, help="a map of Tiled (docs/map-format.md, Tiled)")


def run(args: argparse.Namespace) -> int:
    """Print the map: 0; 1 if it has faults, which are told."""
    try:
        text = from_tmx(str(args.file), _text(args.file), lambda name: _text(args.file.parent / Path(name).name))
        read_map(text, f"the map made of {args.file}")
    except Faults as faults:
        print(faults, file=sys.stderr)
        return 1
    print(text, end="")
    return 0


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise Faults([unreadable(str(path), "a map of Tiled (.tmx)", fault)]) from None
