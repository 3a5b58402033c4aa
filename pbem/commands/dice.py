"""Change where a game's dice come from, if both players agree: sealed, witness or beacon (docs/trust.md says what
each is worth).

The GM signs the change as a record of the game, and both players are told. You cannot change it while play is waiting
for dice.

Exit statuses: 0 done; 1 refused, with the reason; 2 the command line is wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.commands.desk_arguments import add_config, desk_at
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.play.dice_mode import change
from pbem.desk.play.witness import NoWitness, source_of_mode
from pbem.seal.lock import MODES
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``dice GAME MODE --reason TEXT --agreed CODE --agreed CODE [--witness FILE]``."""
    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument("mode", choices=MODES, metavar="MODE", help=", ".join(MODES))
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why; both players read it")
    parser.add_argument("--agreed", action="append", default=[], metavar="CODE", help="a side that agreed, such as US")
    parser.add_argument("--witness", type=Path, default=None, metavar="FILE", help="the witness's card (GAME.witness)")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    desk = desk_at(args.config)
    if desk is None:
        return 1
    try:
        source = source_of_mode(args.mode, args.witness)
        record = change(desk, args.game, args.mode, source, args.reason, tuple(args.agreed))
        print(f"{args.game}: the dice mode is {args.mode} from record {record.seq} on; both players are told")
    except NoWitness as wrong:
        print(f"--witness: expected {wrong}; found {args.witness or 'none'}", file=sys.stderr)
        return 1
    except (UnknownGame, CannotRule) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    return 0
