"""Replay a game and compare. `replay GAME` rebuilds it from its letters, its secrets and what its GM did, and must
arrive at the same chain. `replay --all` adjudicates every running game again with the installed rules: run it each
night and before an upgrade.

Nothing is changed and nothing is sent.

Exit statuses: 0 everything came out the same; 1 something did not, or could not be compared (it names the record,
phase, clause and order line); 2 the command line is wrong.
"""

import argparse
import sys

from pbem import __version__
from pbem.command_line import whole
from pbem.commands.desk_arguments import add_config, desk_at
from pbem.core.system import BrokenGame, UnknownTitle
from pbem.desk.desk import Desk
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.record.replay import Replayed, replay
from pbem.desk.record.rules_program import engine_in_words
from pbem.desk.record.upgrade import adjudicate_again
from pbem.reports.wrap import wrap
from pbem.store.games import UnknownGame

WIDTH = 78


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``replay GAME [--to RECORD]`` and ``replay --all``."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("game", nargs="?", metavar="GAME", help="the game to rebuild from its letters")
    which.add_argument("--all", action="store_true", help="adjudicate every running game again from its records")
    parser.add_argument("--to", type=whole, metavar="RECORD", help="stop at this record (the newest)")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    desk = desk_at(args.config)
    if desk is None:
        return 1
    try:
        return _all(desk) if args.all else _one(desk, args.game, args.to)
    except (UnknownGame, CannotRule) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    finally:
        desk.store.close()


def _all(desk: Desk) -> int:
    differ = 0
    with desk.store.read() as books:
        names = [game.name for game in books.games.all() if game.state != "over"]
    for name in names:
        try:
            result = adjudicate_again(desk, name)
        except (BrokenGame, UnknownTitle) as wrong:
            print("\n".join(wrap(f"?? {name}: not decided: {wrong.args[0]}", WIDTH, rest="   ")))
            differ += 1
            continue
        print("\n".join(result.lines))
        differ += not result.is_same
    games = "game is" if len(names) == 1 else "games are"
    print(f"{len(names)} {games} still played; {differ or 'none'} came out otherwise or could not be decided")
    return 1 if differ else 0


def _one(desk: Desk, name: str, to: int | None) -> int:
    done: Replayed = replay(desk, name, to)
    print(f"{done.game}: {done.records} records and {done.letters} letters came out the same")
    if done.is_same:
        print(f"head {done.head}")
        return 0
    print(f"{'??' if done.engine[0] else '!!'} record {done.seq} of branch {done.branch} is different")
    print(f"   expected {done.expected or 'no such record'}")
    print(f"   found    {done.found or 'no such record'}")
    if done.engine[0]:
        print("\n".join(_by_another(done)))
    return 1


def _by_another(done: Replayed) -> list[str]:
    """The explanation of a difference where another program played the game, and how to go on."""
    text = (
        f"This record was written by pbem {engine_in_words(done.engine)}; installed is pbem {__version__}. Where rules were "
        "corrected since, a game cannot be rebuilt from its letters beyond that. pbem replay --all names the rule, and "
        "adjudicates what was played after the upgrade; to rebuild the game byte for byte, install the pbem that played it."
    )
    return list(wrap(text, WIDTH, first="   ", rest="   "))
