"""Write the page on which orders are clicked, to keep at home.  Drop the orders file of a report on it, or paste its block.

Exit statuses: 0 written; 1 there is no such scenario, it has no such page, or the file cannot be written; 2 the command line
is wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.commands.map import CannotDraw, of_scenario
from pbem.desk.outgoing.attachments import kept_page, with_rates
from pbem.reports.order_page import board_of, page, words_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``page TITLE[/SCENARIO] [--out FILE]``."""
    parser.add_argument(
        "what", metavar="TITLE[/SCENARIO]", help="a game, or one of its scenarios (rosebud/in-contact): a smaller page"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write it (play-TITLE.html)")


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        drawn = of_scenario(args.what, "")
        if drawn is None:
            raise CannotDraw(f"expected a scenario such as rosebud/in-contact; found {args.what!r}")
        title, _, scenario = args.what.partition("/")
        board = board_of(drawn.model)
        if scenario and board is not None:
            made = page(drawn.title, [with_rates(board, title, scenario)], words=words_of(title))
        else:
            made = kept_page(title) if not scenario else ""
        if not made:
            raise CannotDraw(f"{args.what}: no page can be made of this map; write your orders as lines")
        file = args.out or Path(f"play-{title}.html")
        file.write_text(made, encoding="ascii")
    except CannotDraw as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: cannot be written: {fault.strerror}", file=sys.stderr)
        return 1
    print(f"{file}: open it in a browser, and drop a report or its orders file on it")
    return 0
