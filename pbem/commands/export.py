"""Export a campaign as a web page to step through (one file, no network needed), or as its stream of events.

It shows one side's view. Everything can be shown only after the game has ended.

Exit statuses: 0 written; 1 it may not be shown, or could not be written; 2 the command line is wrong.
"""

import argparse
import json
import sys
from pathlib import Path

from pbem.commands.desk_arguments import add_config, desk_at
from pbem.desk.games.game_record import CannotExport, chronicle, lines, view_of
from pbem.reports import chronicle as pages
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``export GAME (--html FILE | --json FILE) [--side SIDE]``."""
    parser.add_argument("game", metavar="GAME", help="the campaign's name, such as rosebud-7")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a web page that steps through the game")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the events, one JSON object per line; - for standard output"
    )
    parser.add_argument(
        "--side", default="", metavar="SIDE", help="this side's view; without it everything, after the game has ended"
    )
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    if args.html is None and args.json is None:
        print("pbem export: expected --html FILE or --json FILE, or both", file=sys.stderr)
        return 2
    desk = desk_at(args.config)
    if desk is None:
        return 1
    try:
        with desk.store.read() as books:
            game = books.games.get(args.game)
            view = view_of(desk, game, args.side)
            if args.html is not None:
                story = chronicle(desk, books, game, view)
                args.html.write_text(pages.page(story), encoding="ascii")
                print(f"{args.html}: {len(story.chapters)} steps, seen by {story.whose}", file=sys.stderr)
            if args.json is not None:
                stream = b"".join(line + b"\n" for line in lines(desk, books, game, view))
                if str(args.json) == "-":
                    sys.stdout.write(_escaped(stream.decode("utf-8")))
                else:
                    args.json.write_bytes(stream)
    except (UnknownGame, CannotExport) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: cannot be written: {fault.strerror}", file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    return 0


def _escaped(stream: str) -> str:
    """The same JSON; what moves a cursor or turns a line round is escaped as JSON does it, so that it still can be read."""
    if all(line.isprintable() for line in stream.split("\n")):
        return stream
    return "".join(
        one if one.isprintable() or one == "\n" else json.dumps(one)[1:-1] if ord(one) > 0x7F else f"\\u{ord(one):04x}"
        for one in stream
    )
