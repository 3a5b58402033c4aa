"""Change the key that signs a game's seals, or revoke one that somebody else may have.

Both need the private root key that `pbem new` wrote: fetch it from where you keep it, and put it back afterwards.
After a theft: `keys change GAME`, then `keys revoke GAME --last N`, where N is the last record that you are sure you
sealed yourself.

Exit statuses: 0 done; 1 refused, with the reason; 2 the command line is wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.command_line import about, whole
from pbem.commands.desk_arguments import add_config, desk_at
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.record.signing import revoke, rotate
from pbem.seal.signing import BadKey, Signer, read_private
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``keys change GAME --root FILE`` and ``keys revoke GAME --root FILE --last RECORD``."""
    below = parser.add_subparsers(dest="what", required=True, metavar="change|revoke")
    for name, words in (
        ("change", "sign with a new key from the next record on"),
        ("revoke", "accept the previous key only up to a given record"),
    ):
        one = below.add_parser(name, **about(words))
        one.add_argument("game", metavar="GAME", help="the game's name")
        one.add_argument(
            "--root", required=True, type=Path, metavar="FILE", help="the private root key (GAME-root.pem)"
        )
        if name == "revoke":
            one.add_argument(
                "--last", required=True, type=whole, metavar="RECORD", help="the last record that it may seal"
            )
        add_config(one)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    desk = desk_at(args.config)
    if desk is None:
        return 1
    try:
        root = _root(args.root)
        if args.what == "change":
            record = rotate(desk, args.game, root)
            print(f"{args.game}: a new key seals from record {record.seq} on; the next report tells both players")
        else:
            record = revoke(desk, args.game, root, args.last)
            print(f"{args.game}: the key before counts up to record {args.last}; the next report tells both players")
    except (UnknownGame, CannotRule, BadKey) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    return 0


def _root(path: Path) -> Signer:
    """The private root key of a file.  Raises BadKey."""
    try:
        return read_private("root", path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is no text"
        raise BadKey(f"{path}: the root key cannot be read: {why}") from None
