"""The GM's desk: the queue of all games, and everything a GM can do to them. Without a word it opens the console.

Before a change, you see its effect and how to take it back, and you confirm it. At a terminal you are asked.
Otherwise add --yes, and --seen MARK so that nothing is done to a game that has moved on since you looked.

Exit statuses: 0 done; 1 no such game or letter, it cannot be done or was not confirmed, or the configuration is
wrong; 2 the command line is wrong.
"""

import argparse
import sys

from pbem.command_line import Parser, about, whole
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.commands.gm_desk import gm_incident, gm_screens
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.catalogue import ALL, CATALOGUE, EVERY, LETTERS, MANY
from pbem.desk.gm.incidents.incident import Incident
from pbem.gm.screen import wrapped
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``gm``, ``gm queue``, ``gm show GAME``, ..., and one word an incident."""
    below = parser.add_subparsers(dest="what", metavar="WORD")
    gm_screens.add_arguments(below)
    for name, kind in CATALOGUE.items():
        _add_incident(below.add_parser(name, **about(kind.ABOUT, kind.__doc__ or "")), kind)
    for choice in below.choices.values():
        add_config(choice)
    add_config(parser)


def _add_incident(parser: argparse.ArgumentParser, kind: type[Incident]) -> None:
    if kind.NAME in MANY or kind.NAME in LETTERS:
        _add_several(parser, kind)
    for word in kind.WORDS if kind.NAME not in (*MANY, *LETTERS) else ():
        several = word.kind in ("rest", "lines")
        parser.add_argument(
            word.name,
            metavar=word.shown,
            help=word.about,
            type=whole if word.kind == "number" else str,
            nargs="+" if several else "?" if word.optional else None,
        )
    text = "the reason; it is signed, and the players read it"
    parser.add_argument(
        "--reason", default="", metavar="REASON", help=text if kind.REASONED else "the reason for the log"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    parser.add_argument(
        "--seen", default="", metavar="MARK", help="only if the game has not changed since this mark was shown"
    )


def _add_several(parser: argparse.ArgumentParser, kind: type[Incident]) -> None:
    """The words of an incident that may be done to several games or letters."""
    first, *others = kind.WORDS
    about = "; ".join(f"{one.shown}: {one.about}" for one in kind.WORDS)
    shown = first.shown
    if kind.NAME in MANY:
        if isinstance(parser, Parser):
            parser.spelt = {ALL: EVERY}
        shown += f"|{ALL}"
        about += f".  For several games: their names, or {ALL}"
    if kind.NAME in LETTERS:
        about += ".  For several letters: 11 12 14-22 (of a range, those that are held)"
    shown = " ".join([shown, *(f"[{one.shown}]" if one.optional else one.shown for one in others)])
    parser.add_argument(
        "words", metavar=shown, nargs="+", help=about, type=str if kind.NAME in MANY else _letter_numbers
    )


def _letter_numbers(text: str) -> str:
    """Numbers of letters, ``11``, ``14-22`` or ``11,12``.  Raises ArgumentTypeError."""
    for part in text.split(","):
        for number in part.split("-", 1):
            whole(number)
    return text


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if desk is None or config is None:
        return 1
    try:
        if args.what in CATALOGUE:
            return gm_incident.run(desk, CATALOGUE[args.what], args)
        return gm_screens.run(desk, args)
    except CannotRule as problem:
        _print(str(problem))
        return 1
    except (UnknownGame, KeyError) as unknown:
        _print(str(unknown if isinstance(unknown, UnknownGame) else unknown.args[0]))
        return 1
    finally:
        desk.store.close()


def _print(problem: str) -> None:
    for line in wrapped(problem):
        print(line, file=sys.stderr)
